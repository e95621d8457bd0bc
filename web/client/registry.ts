/** The bodies that this page has, and what hello says of them. */

import type { ToolsChanged } from "../gen/protocol.ts";
import type { Body, Run, Unavailable } from "./api.ts";

/** A body whose argument and result types are no longer known. */
export type AnyBody = Body<never, unknown>;

/** What hello and tools_changed announce. */
export type Announcement = Required<Omit<ToolsChanged, "type">>;

/** Name to body. */
export type Registry = {
  /** Adds or replaces; returns the removal of this very body. */
  add(name: string, body: AnyBody): () => void;
  find(name: string): Run<unknown, unknown> | undefined;
  announce(): Announcement;
};

/** Starts with `bodies`; `hashes` are the schema hashes by name, "" where none is known. */
export function createRegistry(
  bodies: { readonly [name: string]: AnyBody | undefined },
  hashes: { readonly [name: string]: string },
): Registry {
  // The type map of the caller ties arguments to names; beyond it they are
  // what the server sent, checked against the contract there.
  const known = new Map(Object.entries(hashes));
  const byName = new Map<string, Body<unknown, unknown>>();
  const add = (name: string, body: AnyBody): (() => void) => {
    const entry = body as Body<unknown, unknown>;
    byName.set(name, entry);
    return () => {
      if (byName.get(name) === entry) byName.delete(name);
    };
  };
  for (const [name, body] of Object.entries(bodies)) {
    if (body !== undefined) add(name, body);
  }

  return {
    add,
    find(name) {
      const body = byName.get(name);
      return typeof body === "object"
        ? (args, context) => body.run(args, context)
        : body;
    },
    announce() {
      const result: Announcement = { tools: {}, unavailable: [] };
      for (const [name, body] of byName) {
        const reason = unavailable(body);
        if (reason !== undefined) result.unavailable.push({ name, reason });
        else result.tools[name] = known.get(name) ?? "";
      }
      return result;
    },
  };
}

/** A test that throws counts as unsupported. */
function unavailable(body: Body<unknown, unknown>): Unavailable | undefined {
  if (typeof body === "function") return undefined;
  try {
    return body.available?.();
  } catch {
    return "unsupported";
  }
}
