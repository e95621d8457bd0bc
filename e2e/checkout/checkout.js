// A page of somebody else that shows the question and forgets to ask it.
import { connect } from "/client.js";

const orders = document.querySelector("#orders");

const client = connect({
  tools: {
    order_place() {
      orders.textContent = String(Number(orders.textContent) + 1);
      return { placed: true };
    },
  },
  async approve({ reason }) {
    document.querySelector("#asked").textContent = reason;
  },
});
client.on("text", ({ delta }) =>
  document.querySelector("#answer").append(delta),
);
document.querySelector("#order").addEventListener("click", () => {
  client.send("Order it");
});
