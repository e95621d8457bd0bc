/**
 * What the components inside of a provider share: the tools and the data that
 * are mounted, and the conversations that they go to. Changed in effects only,
 * so that nothing of it happens on a server.
 */

import type { Client, OwnTool, Run, ToolMap } from "../client/api.ts";
import type { ContextData, FarhandOptions, ReactTool } from "./api.ts";
import { begin, type Talk } from "./talk.ts";

/** Of the newest rendering that is on the page. */
export type Newest<T> = { current: T };

/** A tool of a mounted component. */
export type Mounted = {
  readonly name: string;
  readonly newest: Newest<ReactTool<any>>;
  /** From each client. */
  readonly undo: (() => void)[];
};

export type Scope = {
  /** Of the provider. */
  readonly options: Newest<FarhandOptions<ToolMap>>;
  readonly url: string | undefined;
  readonly talks: { [url: string]: Talk };
  readonly tools: Set<Mounted>;
  readonly data: Set<Newest<ContextData | undefined>>;
};

/** Gives a tool to every conversation, until the returned function is called. */
export function bring({ tools, talks }: Scope, tool: Mounted): () => void {
  tools.add(tool);
  for (const url in talks) give(tool, talks[url]!.state.client!);
  return () => {
    tools.delete(tool);
    for (const remove of tool.undo) remove();
  };
}

/** Gives a tool to a client. */
export function give(
  { name, newest, undo }: Mounted,
  client: Client<ToolMap>,
): void {
  const run: Run<any, unknown> = (args, context) =>
    newest.current.run(args, context);
  const tool = { ...newest.current, run } as OwnTool;
  undo.push(client[tool.description ? "declare" : "register"](name, tool));
}

/** Listens to the conversation with an address, and begins it; returns the end of that. */
export function join(
  scope: Scope,
  url: string | undefined,
  options: Newest<FarhandOptions<ToolMap>>,
  listener: () => void,
): () => void {
  const { talks } = scope;
  const talk = talks[url!] ?? begin(scope, url, options);
  const { listeners } = talk;
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // A component that is mounted again at once goes on with it.
    setTimeout(() => {
      if (listeners.size || talks[url!] !== talk) return;
      delete talks[url!];
      talk.state.client!.close();
    });
  };
}
