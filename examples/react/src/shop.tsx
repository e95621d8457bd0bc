import { useContextData, useTool } from "farhand/react";
import { useRef, useState } from "react";

/** An article, a cart, and what the assistant may do with them. */
export function Shop() {
  const [items, setItems] = useState(0);
  const [ordered, setOrdered] = useState(0);
  const cart = useRef(0); // two calls of one answer come before the next rendering

  const put = (count: number): number => {
    cart.current += count;
    setItems(cart.current);
    return cart.current;
  };

  useTool<{ args: { count: number }; result: { items: number } }>("cart_add", {
    run: ({ count }) => ({ items: put(count) }),
  });
  useTool("order_place", {
    run() {
      const all = cart.current;
      setOrdered(ordered + all);
      put(-all);
      return { ordered: all };
    },
  });
  useContextData({ article: "Mountain boots", inCart: items });

  return (
    <main>
      <p className="kind">Handmade</p>
      <h1>Mountain boots</h1>
      <p>Waterproof up to the knee, and light enough for the way back.</p>
      <button type="button" onClick={() => put(1)}>
        Put into the cart
      </button>
      <p>
        In your cart: <output>{items}</output>
      </p>
      {ordered > 0 && <p role="status">Ordered: {ordered}. Thank you!</p>}
    </main>
  );
}
