import "farhand/element";
import { createCart } from "./cart.ts";
import { hashes } from "./tools.ts";

const output = document.querySelector("output")!;
const chat = document.querySelector("farhand-chat")!;

// Before the element is opened, when its client is made.
chat.hashes = hashes;
chat.tools = createCart((items) => {
  output.value = String(items);
});
