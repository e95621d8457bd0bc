/**
 * Why a socket did not open. The browser does not tell a page, but a plain
 * request to the same address gets an answer with a status.
 */

/** What the server of this page says when it is asked. */
export type Refusal =
  /** Nobody answers. */
  | "unreachable"
  /** Every session is in use. */
  | "full"
  | "draining"
  /** It no longer answers to the name in the address. */
  | "host"
  /** It is there, but the socket does not get through to it or is not wanted. */
  | "proxy";

/** Undefined if what answers is not this server. The statuses are those of docs/protocol.md. */
export async function probe(
  ask: (path: string) => Promise<Pick<Response, "status">> = status,
): Promise<Refusal | undefined> {
  try {
    switch ((await ask("/ws")).status) {
      case 403:
        return "host";
      case 426:
        return "proxy";
      case 503:
        return (await ask("/readyz")).status === 503 ? "draining" : "full";
      default:
        return undefined;
    }
  } catch {
    return "unreachable";
  }
}

function status(path: string): Promise<Response> {
  return fetch(path, { cache: "no-store" });
}
