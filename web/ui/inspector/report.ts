/**
 * The bug report as text. Without content it is built from what is known not
 * to be any: names of the contract, states, codes, ids of ours, sizes and
 * times, each of them checked, so that nothing of words, arguments or results
 * can come in by an odd frame. Pure.
 */

import type { CallView, Status } from "../../client/api.ts";
import {
  type ClientFrame,
  codeValues,
  finalStateValues,
  openStateValues,
  type ServerFrame,
  type ServerHello,
  turnEndReasonValues,
} from "../../gen/protocol.ts";
import type { Announced, Entry } from "./watch.ts";

/** What a report is made of. */
export type ReportSource = {
  /** As Date.now() counts. */
  readonly now: number;
  readonly browser: {
    readonly userAgent: string;
    readonly languages: readonly string[];
    readonly width: number;
    readonly height: number;
    readonly secure: boolean;
    readonly online: boolean;
    readonly origin: string;
  };
  /** The language of the page's words. */
  readonly language: string;
  readonly status: Status;
  readonly hello: ServerHello | undefined;
  readonly announced: Announced | undefined;
  readonly calls: readonly CallView[];
  readonly entries: readonly Entry[];
  /** Faults of a contract that was changed. */
  readonly faults: number;
};

/** The report; with `content`, also every frame as it came. */
export function reportOf(source: ReportSource, content: boolean): string {
  const { hello, status, browser, now } = source;
  const known = namesOf(hello);
  const lines = [
    "# Farhand bug report",
    "",
    `made: ${new Date(now).toISOString()}`,
    `browser: ${browser.userAgent}`,
    `languages: ${browser.languages.join(", ")}; page in ${source.language}`,
    `window: ${browser.width} x ${browser.height}, secure context: ${yes(browser.secure)}, online: ${yes(browser.online)}`,
    `page: ${browser.origin}`,
    `connection: ${statusLine(status)}`,
    "",
    ...session(source),
    "",
    ...tools(source),
    "",
    `## Calls (${source.calls.length})`,
    "",
    ...source.calls.map((call) => callLine(call, known)),
    "",
    `## Frames (${source.entries.length})`,
    "",
    ...source.entries.map((entry) =>
      content
        ? `${frameLine(entry, known, now)}\n    ${entry.text}`
        : frameLine(entry, known, now),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function session(source: ReportSource): string[] {
  const { hello, faults } = source;
  if (hello === undefined) return ["## Session", "", "no hello yet"];
  const { model, limits } = hello;
  return [
    "## Session",
    "",
    `session: ${id(hello.session)}, protocol ${hello.protocol}, dev: ${yes(hello.dev === true)}`,
    `model: ${model.name}${model.demo ? " (demo)" : ""}`,
    `limits: frame ${limits.frameBytes}, text ${limits.textBytes}, heartbeat ${limits.heartbeatMs} ms`,
    `grants: ${hello.grants?.join(", ") || "none"}`,
    ...(faults > 0 ? [`changed contract: ${faults} faults`] : []),
  ];
}

function tools(source: ReportSource): string[] {
  const { hello, announced } = source;
  const page = (name: string): string =>
    hash(announced?.tools[name] ?? "none") || "unchecked";
  return [
    "## Tools",
    "",
    ...(hello?.tools ?? []).map(
      ({ name, where, hash, policy }) =>
        `${name}: offered, ${where}, risk ${policy.risk}, approval ${policy.approval}, server ${hash ?? "?"}, page ${page(name)}`,
    ),
    ...(hello?.withheld ?? []).map(
      ({ name, reason, hash, server }) =>
        `${name}: withheld, ${reason}, server ${hash ?? server ?? "?"}, page ${page(name)}`,
    ),
  ];
}

function callLine(call: CallView, known: ReadonlySet<string>): string {
  const facts = [
    nameOf(call.name, known),
    call.state,
    call.code,
    call.waiting && `waits for ${call.waiting}`,
    call.ms !== undefined && `${call.ms} ms`,
    call.userMs > 0 && `user ${call.userMs} ms`,
    call.resultBytes !== undefined && `result ${call.resultBytes} bytes`,
    !call.confirmed && "unconfirmed",
  ];
  return `${id(call.id)}: ${facts.filter(Boolean).join(", ")}`;
}

function frameLine(
  entry: Entry,
  known: ReadonlySet<string>,
  now: number,
): string {
  const { frame } = entry;
  const ago = ((entry.at - now) / 1000).toFixed(3);
  const facts = [
    entry.sent ? ">" : "<",
    Object.hasOwn(typeNames, entry.type) ? entry.type : "(unknown type)",
    `${entry.bytes} bytes`,
    typeof frame?.["id"] === "string" && id(frame["id"]),
    typeof frame?.["ref"] === "string" && `ref ${id(frame["ref"])}`,
    typeof frame?.["name"] === "string" && nameOf(frame["name"], known),
    ...numbers.map((name) => {
      const value = frame?.[name];
      return typeof value === "number" && `${name} ${value}`;
    }),
    ...["state", "code", "reason", "kind"].map((name) => {
      const value = frame?.[name];
      return typeof value === "string" && word(value);
    }),
    isRecord(frame?.["error"]) && word(frame["error"]["code"]),
  ];
  return `${ago} s ${facts.filter(Boolean).join(" ")}`;
}

/** Fields of frames that are numbers by the protocol. */
const numbers = [
  "turn",
  "step",
  "seq",
  "ms",
  "requestBytes",
  "timeoutMs",
  "userTimeoutMs",
  "retryAfterMs",
];

const typeNames: Record<ClientFrame["type"] | ServerFrame["type"], true> = {
  hello: true,
  user: true,
  tool_state: true,
  tool_result: true,
  tools_changed: true,
  stop: true,
  reset: true,
  revoke: true,
  inspect: true,
  end: true,
  heartbeat: true,
  turn_start: true,
  text: true,
  reasoning: true,
  retract: true,
  step: true,
  notice: true,
  tool_call: true,
  tool_cancel: true,
  nack: true,
  inspected: true,
  turn_end: true,
  contract_changed: true,
  error: true,
};

/** The words of the protocol that may stand in state, code, reason and kind. */
const protocolWords: ReadonlySet<string> = new Set([
  ...codeValues,
  ...openStateValues,
  ...finalStateValues,
  ...turnEndReasonValues,
  ...["unknown", "settled"],
  ...["retrying", "queued", "compacted", "budget_warning"],
  ...["busy", "duplicate", "malformed", "unknown_type", "unexpected"],
  "internal",
]);

function word(value: unknown): string {
  return typeof value === "string" && protocolWords.has(value)
    ? value
    : "(other)";
}

/** Ids of ours: of a call, of a message of this client, of a session. */
function id(value: string): string {
  return /^(t\d+\.\d+|[0-9a-f]{32}-\d+|[0-9a-f]{8,32}|s\d+)$/.test(value)
    ? value
    : "(other id)";
}

function hash(value: string): string {
  return /^([0-9a-f]{8}|none|)$/.test(value) ? value : "(other)";
}

function nameOf(name: string, known: ReadonlySet<string>): string {
  return known.has(name) ? name : "(not in the contract)";
}

function namesOf(hello: ServerHello | undefined): ReadonlySet<string> {
  const all = [...(hello?.tools ?? []), ...(hello?.withheld ?? [])];
  return new Set(all.map(({ name }) => name));
}

function statusLine(status: Status): string {
  switch (status.status) {
    case "connecting":
    case "open":
      return status.status;
    case "waiting":
    case "closed":
      return `${status.status}, ${status.reason}, close code ${status.code}`;
    default:
      return status satisfies never;
  }
}

function yes(value: boolean): string {
  return value ? "yes" : "no";
}

function isRecord(
  value: unknown,
): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}
