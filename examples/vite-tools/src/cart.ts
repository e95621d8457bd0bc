import { ToolError, type Bodies } from "farhand";
import type { Tools } from "./tools.ts";

/** A cart, and the tools by which the model uses it. */
export function createCart(changed: (items: number) => void): Bodies<Tools> {
  let items = 0;
  return {
    cart_add({ count }) {
      if (items + count > 9) {
        throw new ToolError("failed", "There are only nine. Say so.");
      }
      items += count;
      changed(items);
      return { items };
    },
  };
}
