// farhand/react, in a component.
import { useContextData, useFarhand, useTool } from "farhand/react";
import type { Tools } from "./tools.js";

export function Shop() {
  const { turns, status, send } = useFarhand<Tools>();
  useTool<Tools["cart_add"]>("cart_add", {
    run: ({ count }) => ({ items: count }),
  });
  useContextData({ article: 17 });
  return (
    <button type="button" onClick={() => send("Two of these")}>
      {status.status}: {turns.length}
    </button>
  );
}
