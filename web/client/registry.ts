/** The bodies that this page has, and what hello says of them. */

import type { DeclaredTool, ToolsChanged } from "../gen/protocol.ts";
import type { Body, OwnTool, Render, Run, Unavailable } from "./api.ts";

/** A body whose argument and result types are no longer known. */
export type AnyBody = Body<never, unknown>;

/** What hello and tools_changed announce. */
export type Announcement = Required<Omit<ToolsChanged, "type">>;

/** What all declarations together may have, in UTF-16 units of JSON: a larger hello might not fit into a frame. */
const mostDeclared = 300_000;

/** Name to body. */
export type Registry = {
  /** Adds or replaces; returns the removal of this very body. */
  add(name: string, body: AnyBody): () => void;
  /** The same for a tool of the page's own. Throws what it cannot announce. */
  declare(name: string, tool: OwnTool): () => void;
  /** The body of a tool, or of the page's own tool of that name. */
  find(name: string, declared?: string): Run<unknown, unknown> | undefined;
  /** How that tool is drawn. */
  rendering(name: string, declared?: string): Render | undefined;
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
  const own = new Map<string, { said: DeclaredTool; body: OwnTool }>();
  const put = <T>(map: Map<string, T>, name: string, entry: T) => {
    map.set(name, entry);
    return () => {
      if (map.get(name) === entry) map.delete(name);
    };
  };
  const add = (name: string, body: AnyBody) =>
    put(byName, name, body as Body<unknown, unknown>);
  for (const [name, body] of Object.entries(bodies)) {
    if (body !== undefined) add(name, body);
  }

  const bodyOf = (name: string, declared: string | undefined) =>
    declared === undefined ? byName.get(name) : own.get(declared)?.body;

  return {
    add,
    declare(name, body) {
      const said = JSON.parse(
        JSON.stringify({ ...body, name }),
      ) as DeclaredTool;
      const all = [...own.values(), { said }].map((entry) => entry.said);
      if (JSON.stringify(all).length > mostDeclared) {
        throw new RangeError("farhand: too much is declared");
      }
      return put(own, name, { said, body });
    },
    find(name, declared) {
      const body = bodyOf(name, declared);
      return typeof body === "object"
        ? (args, context) => body.run(args, context)
        : body;
    },
    rendering(name, declared) {
      const body = bodyOf(name, declared);
      return typeof body === "object" ? body.render : undefined;
    },
    announce() {
      const result: Announcement = {
        tools: {},
        unavailable: [],
        declare: [...own.values()].map(({ said }) => said),
      };
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
