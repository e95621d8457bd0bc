// farhand/element: the tag, its events, and what it can do.
import "farhand/element";
import type { FarhandElement, Mode } from "farhand/element";

const mode: Mode = "inline";
const chat = document.createElement("farhand-chat");
chat.setAttribute("mode", mode);
chat.getTicket = async () => "v1.ticket";
chat.open();
export const found: FarhandElement | null =
  document.querySelector("farhand-chat");
chat.addEventListener("farhand-unread", ({ detail }) => detail.count.toFixed());
document.addEventListener("farhand-ready", ({ detail: { client } }) => {
  client.register("memory_delete", ({ key }) => ({ deleted: key === "" }));
});
// @ts-expect-error: there is no such method
chat.shut();
