// farhand, with types that the package's command wrote.
import { connect, ToolError, type Client, type Options } from "farhand";
import { hashes, type Tools } from "./tools.js";

let items = 0;

export function openShop(options: Options<Tools>): Client<Tools> {
  return connect<Tools>({
    ...options,
    hashes,
    tools: {
      cart_add({ count }, { signal }) {
        if (signal.aborted || count > 9) {
          throw new ToolError("failed", "at most nine at a time");
        }
        return { items: (items += count) };
      },
    },
  });
}

export function misuse(client: Client<Tools>): void {
  // @ts-expect-error: the contract has no such tool
  client.register("cart_remove", () => null);
  // @ts-expect-error: the result has to have items
  client.register("cart_add", () => ({ amount: 1 }));
  client.on("text", ({ delta }) => delta.trim());
}
