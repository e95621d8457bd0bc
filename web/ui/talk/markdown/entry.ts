/** What is fetched, in one piece, when the first message is sent. */

export { Markdown } from "./markdown.tsx";
export { createPlain, plainOf } from "./plain.ts";
export { settle } from "./settle.ts";
