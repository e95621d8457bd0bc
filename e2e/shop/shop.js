// A page of somebody else, with a body for its own tool.
import { builtins, connect } from "/client.js";

const cart = document.querySelector("#cart");
const answer = document.querySelector("#answer");

const client = connect({
  tools: {
    ...builtins,
    cart_add({ count }) {
      const items = Number(cart.textContent) + count;
      cart.textContent = String(items);
      return { items };
    },
  },
});
client.on("text", ({ delta }) => answer.append(delta));
document.querySelector("#order").addEventListener("click", () => {
  client.send("Two of these, please");
});
