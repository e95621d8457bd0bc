/** The hooks. What they hold lives in scope.ts and talk.ts; here it follows the life of components. */

import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useInsertionEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import type { ToolMap } from "../client/api.ts";
import type { Tools } from "../gen/tools.ts";
import type {
  ContextData,
  Farhand,
  FarhandOptions,
  ReactTool,
  ToolShape,
} from "./api.ts";
import { bring, join, type Newest, type Scope } from "./scope.ts";
import { initial } from "./talk.ts";

type Any = FarhandOptions<ToolMap>;

const createScope = (options: Newest<Any>, url?: string): Scope => ({
  options,
  url,
  talks: {},
  tools: new Set(),
  data: new Set(),
});

/** Without a provider, the document is one. */
const Nearest = createContext(createScope({ current: {} }));

/**
 * One conversation for the components inside of it: `useFarhand()` there is
 * this one, and their tools and data go to it. Takes the options of
 * `useFarhand`. It goes on while the provider is mounted.
 */
export function FarhandProvider<M extends ToolMap = Tools>({
  children,
  ...options
}: FarhandOptions<M> & { readonly children?: ReactNode }): ReactNode {
  const { url } = options;
  const newest = useNewest(options as unknown as Any);
  // Another address is another conversation: all that is mounted moves over.
  const scope = useMemo(() => createScope(newest, url), [url]);
  useEffect(() => join(scope, url, newest, () => {}), [scope]);
  return createElement(Nearest.Provider, { value: scope }, children);
}

/**
 * The conversation with a server, for drawing. It begins once the component is
 * mounted and ends for good with the last component that has it; one that is
 * mounted again at once, as in StrictMode, goes on with the same socket.
 * Components with the same `url` have the same conversation.
 *
 * Without options: that of the nearest `FarhandProvider`, else the one with the
 * page's own server.
 */
export function useFarhand<M extends ToolMap = Tools>(
  options?: FarhandOptions<M>,
): Farhand<M> {
  const scope = useContext(Nearest);
  const newest = useNewest(options as unknown as Any | undefined);
  const { url } = options ?? scope;
  useContextData(options?.context);
  const subscribe = useMemo(
    () => (listener: () => void) =>
      join(
        scope,
        url,
        options ? (newest as Newest<Any>) : scope.options,
        listener,
      ),
    [scope, url],
  );
  return useSyncExternalStore(
    subscribe,
    () => scope.talks[url!]?.state ?? initial,
    () => initial,
  ) as unknown as Farhand<M>;
}

/**
 * A tool that the model may call while the component is mounted. With
 * `description` the page declares it; else the server's contract has it.
 * Renderings change nothing that the server is told, unless what is declared
 * changes.
 */
export function useTool<T extends ToolShape = { args: any; result: unknown }>(
  name: string,
  tool: ReactTool<T>,
): void {
  const scope = useContext(Nearest);
  const newest = useNewest(tool);
  useEffect(
    () => bring(scope, { name, newest, undo: [] }),
    [scope, name, JSON.stringify(tool)],
  );
}

/**
 * What the page says of itself beside each message, while the component is
 * mounted. Data of several components is put together; of equal names the one
 * that was mounted last has it.
 */
export function useContextData(value: ContextData | undefined): void {
  const { data } = useContext(Nearest);
  const newest = useNewest(value);
  useEffect(() => {
    data.add(newest);
    return () => void data.delete(newest);
  }, [data]);
}

/** What the last rendering that is on the page had; there before any other effect. */
function useNewest<T>(value: T): Newest<T> {
  const newest = useRef(value);
  useInsertionEffect(() => {
    newest.current = value;
  });
  return newest;
}
