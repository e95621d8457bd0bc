import type { Body } from "../../client/api.ts";

/** Runs a body as the dispatcher does, and counts its waits and what it saved. */
export async function runBody<Args, Result>(
  body: Body<Args, Result>,
  args: Args,
  signal: AbortSignal = new AbortController().signal,
  saved: string[] = [],
): Promise<{ result: Result; waits: number; saved: string[] }> {
  let waits = 0;
  const run = typeof body === "function" ? body : body.run.bind(body);
  const result = await run(args, {
    signal,
    call: { id: "t1.1", name: "tool", turn: 1, step: 1 },
    awaitUser(wait) {
      waits++;
      return wait;
    },
    saved: (key) => saved.push(key),
    subject: "",
  });
  return { result, waits, saved };
}

/** Replaces a property for the length of a test; returns the way back. */
export function replace(
  target: object,
  name: string,
  value: unknown,
): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, {
    value,
    configurable: true,
    writable: true,
  });
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  };
}
