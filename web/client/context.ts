/** What the page tells the model beside the words of its user. */

import type { User } from "../gen/protocol.ts";
import { utf8Bytes } from "./utf8.ts";
import { address } from "./page.ts";

/** What the server takes of user.context. */
const mostBytes = 8192;

/**
 * The fields of the next message: `source` as it is now, if it is a value, or
 * what it returns, if it is a function. The console is told of what cannot be
 * sent; the message goes without it.
 */
export function contextFields(
  source: unknown,
): Pick<User, "context" | "url"> | undefined {
  try {
    const value: unknown = typeof source === "function" ? source() : source;
    if (value === undefined) return undefined;
    if (value instanceof Promise) throw new Error("it is a promise");
    const json = JSON.stringify(value);
    if (json === undefined) throw new Error("it is no JSON");
    const bytes = utf8Bytes(json);
    if (bytes > mostBytes) {
      throw new Error(`it has ${bytes} bytes of JSON, at most ${mostBytes} go`);
    }
    const url = address();
    return { context: JSON.parse(json), ...(url && { url }) };
  } catch (fault) {
    console.error("farhand: the context was not sent:", fault);
    return undefined;
  }
}
