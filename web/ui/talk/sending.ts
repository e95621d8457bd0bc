/**
 * What Enter and Send do. While a call waits for its user, a new message takes
 * the place of the answer: the turn is stopped, and the message goes when its
 * end is here. Pure; the composer does what it says.
 */

/** What counts for sending. */
export type Situation = {
  /** The server can be asked. */
  readonly open: boolean;
  /** A turn runs or was asked for. */
  readonly busy: boolean;
  /** A call of it waits for the user. */
  readonly awaiting: boolean;
};

/** stopping: the turn was told to end, and the draft goes as soon as it has. */
export type Sending = "idle" | "stopping";

/** What to do now. `say`: why nothing is sent. */
export type Step = {
  readonly next: Sending;
  readonly act: "nothing" | "send" | "stop";
  readonly say?: "busy" | "not_open";
};

/** The user wants to send. */
export function pressed(
  sending: Sending,
  { open, busy, awaiting }: Situation,
  text: string,
): Step {
  if (text.trim() === "") return { next: sending, act: "nothing" };
  if (!open) return { next: "idle", act: "nothing", say: "not_open" };
  if (!busy) return { next: "idle", act: "send" };
  if (sending === "stopping") return { next: sending, act: "nothing" };
  if (awaiting) return { next: "stopping", act: "stop" };
  return { next: "idle", act: "nothing", say: "busy" };
}

/** The situation is another. The draft stays where it is unless it is sent. */
export function moved(sending: Sending, { open, busy }: Situation): Step {
  if (sending === "idle") return { next: "idle", act: "nothing" };
  if (!open) return { next: "idle", act: "nothing" };
  if (busy) return { next: sending, act: "nothing" };
  return { next: "idle", act: "send" };
}
