/**
 * How a page gets in, and why it does not: a ticket before each socket, and the
 * question to the server after one that never opened, since a browser tells a
 * page nothing of a refused handshake.
 */

import type { Options, Refusal } from "./api.ts";

/** A source of tickets, each good for one socket; undefined if this page needs none. */
export function ticketSource({
  getTicket,
  ticketUrl,
}: Pick<Options, "getTicket" | "ticketUrl">):
  (() => Promise<string>) | undefined {
  const source = getTicket ?? (ticketUrl && (() => fetchTicket(ticketUrl)));
  if (!source) return undefined;
  return async () => {
    const ticket: unknown = await source();
    if (typeof ticket === "string" && /^[\w.-]+$/.test(ticket)) return ticket;
    throw new Error("what came is none");
  };
}

/** The user that a ticket names, for this browser only; "" for nobody in particular. */
export function holderOf(ticket = ""): string {
  try {
    const payload = ticket.split(".")[1] ?? "";
    const json = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const { site, sub } = JSON.parse(json) as { site: string; sub: string };
    return site === "anonymous" ? "" : `${site}/${sub}`;
  } catch {
    return "";
  }
}

async function fetchTicket(url: string): Promise<string> {
  const response = await fetch(url, { method: "POST" });
  const answer = (await response.json().catch(() => ({}))) as {
    ticket: string;
  };
  if (response.ok) return answer.ticket;
  throw refusalIn(answer) ?? new Error(`${url}: ${response.status}`);
}

/**
 * What the server at the address of a socket says of a page of this origin with
 * this ticket, which it does not use up.
 */
export async function askWhy(
  socket: string,
  ticket: string | undefined,
): Promise<Refusal | undefined> {
  try {
    const url = new URL("check", socket.replace(/^ws/, "http"));
    const headers: HeadersInit = ticket ? { "Farhand-Ticket": ticket } : {};
    return refusalIn(await (await fetch(url, { headers })).json());
  } catch {
    return undefined; // it is away, or does not know the question
  }
}

/** What the server says in the reason of a close frame, if it does. */
export function saidAtClose(reason = ""): Refusal | undefined {
  try {
    return refusalIn(JSON.parse(reason));
  } catch {
    return undefined;
  }
}

/** Whatever was thrown instead of a ticket or a socket, as a refusal. */
export function none(code: "ticket" | "socket", thrown: unknown): Refusal {
  return (
    refusalIn(thrown) ?? {
      code,
      message: `no ${code}: ${thrown instanceof Error ? thrown.message : thrown}`,
    }
  );
}

function refusalIn(value: unknown): Refusal | undefined {
  const {
    code,
    reason,
    message = reason,
    retryAfterMs,
  } = Object(value) as { [field: string]: unknown };
  return typeof code === "string" && typeof message === "string"
    ? {
        code,
        message,
        ...(Number(retryAfterMs) > 0 && { retryAfterMs: Number(retryAfterMs) }),
      }
    : undefined;
}
