/** What becomes of a CallView at each step of its call. Pure. */

import type {
  CallError,
  CallPart,
  ServerToolState,
  ToolCall,
} from "../gen/protocol.ts";
import type { CallView, State } from "./api.ts";
import { stateOf } from "./error.ts";

/** How a call ended, by the server: a tool_state, or the part of a snapshot. */
export type Final = Pick<ServerToolState, "state" | "code" | "ms">;

/** From a call, or from the end of one that the server answered itself. */
export function begun(frame: ToolCall | ServerToolState): CallView {
  const { id, name = "", args = {} } = frame;
  const asked = frame.type === "tool_call" ? frame : undefined;
  return {
    id,
    name,
    turn: asked?.turn ?? Number(/^t(\d+)\./.exec(id)?.[1] ?? 0),
    step: asked?.step ?? 0,
    args,
    ...(asked?.approval && { approval: asked.approval }),
    state: "requested",
    confirmed: false,
    marks: asked ? { requested: Date.now() } : {},
    userMs: 0,
  };
}

/** From a snapshot: a call that this document has not seen. */
export function recalled(part: CallPart, turn: number): CallView {
  const { kind: _, ...rest } = part;
  return { ...rest, turn, confirmed: "ms" in part, marks: {}, userMs: 0 };
}

/** In another state, or in the same one again. */
export function entered(view: CallView, state: State): CallView {
  const { waiting: _, waitEndsAt: __, ...rest } = view;
  return { ...rest, state, marks: { [state]: Date.now(), ...view.marks } };
}

/** Ended here without success. */
export function failed(view: CallView, error: CallError): CallView {
  return { ...entered(view, stateOf(error.code)), ...error };
}

/** The server decides: its state and code replace what the page believed. */
export function confirmed(view: CallView, final: Final): CallView {
  const { code, message, why, ...rest } = entered(view, final.state);
  const same = code === final.code;
  return {
    ...rest,
    ...(final.code && { code: final.code }),
    ...(same && message !== undefined && { message }),
    ...(same && why && { why }),
    ms: final.ms,
    confirmed: true,
  };
}
