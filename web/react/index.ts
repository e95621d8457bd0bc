/**
 * farhand/react: Farhand for a page that draws everything itself with React 18
 * or newer. Three hooks and a provider over the client; no component of ours
 * is seen.
 *
 *     function Chat() {
 *       const { turns, send } = useFarhand();
 *       useTool("cart_add", { run: ({ count }) => add(count) });
 *       …
 *     }
 *
 * Nothing happens while rendering: on a server there is no client, no socket
 * and no window, and StrictMode makes one of each.
 */

export type {
  Farhand,
  FarhandOptions,
  Question,
  ReactTool,
  ToolShape,
} from "./api.ts";
export {
  FarhandProvider,
  useContextData,
  useFarhand,
  useTool,
} from "./hooks.ts";
export type { Call, End, Part, Turn } from "./turns.ts";
