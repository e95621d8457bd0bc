// farhand/tools and farhand/webmcp.
import { builtins, connect, hashes, type Tools } from "farhand/tools";
import { importWebMCP } from "farhand/webmcp";

const client = connect({
  tools: { ...builtins, speak: () => ({ speaking: true }) },
});
export const end: () => void = importWebMCP(client);
export const hash: string = hashes.memory_get;
export type Key = Tools["memory_get"]["args"]["key"];
