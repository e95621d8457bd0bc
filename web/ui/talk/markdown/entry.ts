/** What is fetched, in one piece, when the first message is sent. */

export { Markdown } from "./markdown.tsx";
export { parse } from "./parse.ts";
export { plainText } from "./plain.ts";
export { settle } from "./settle.ts";
