// A page of somebody else around the conversation, with a body for its own tool.
import { builtins, openChat } from "/chat.js";

const cart = document.querySelector("#cart");

openChat(document.querySelector("farhand-chat"), {
  tools: {
    ...builtins,
    cart_add({ sku, count }) {
      const items = Number(cart.textContent) + count;
      cart.textContent = String(items);
      return { items, last: sku };
    },
  },
});
