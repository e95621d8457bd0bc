import { expect, test } from "vitest";
import { call, hello } from "../samples.ts";
import { reportOf, type ReportSource } from "./report.ts";
import type { Entry } from "./watch.ts";

/** Stands in everything that is content: whoever finds it has found a leak. */
const marker = "MARKER";

let keys = 0;

function entry(sent: boolean, frame: { type: string; [f: string]: unknown }) {
  const text = JSON.stringify(frame);
  const { type } = frame;
  return {
    key: ++keys,
    at: 1_000,
    sent,
    text,
    bytes: text.length,
    type,
    frame,
  } as Entry;
}

const entries = [
  entry(true, { type: "user", id: marker, text: marker, replaces: marker }),
  entry(false, { type: "turn_start", turn: 1, user: marker }),
  entry(false, { type: "text", turn: 1, step: 1, delta: marker }),
  entry(false, { type: "reasoning", turn: 1, step: 1, delta: marker }),
  entry(false, {
    type: "tool_call",
    turn: 1,
    step: 1,
    id: "t1.1",
    name: "memory_put",
    args: { key: marker, value: { [marker]: marker } },
    timeoutMs: 15_000,
    approval: { reason: marker, risk: "high", remember: true },
  }),
  entry(false, { type: "tool_state", id: "t1.2", name: marker, args: marker }),
  entry(true, {
    type: "tool_result",
    id: "t1.1",
    result: { stored: true, key: marker },
    media: [{ mimeType: marker, data: marker }],
  }),
  entry(true, {
    type: "tool_result",
    id: "t1.3",
    error: { code: "failed", message: marker },
  }),
  entry(true, { type: "tool_result", id: "t1.4", error: { code: marker } }),
  entry(true, { type: "inspect", id: "x", name: marker, args: { a: marker } }),
  entry(false, { type: "inspected", turn: 2, response: { output: marker } }),
  entry(false, { type: "notice", turn: 1, code: marker, details: marker }),
  entry(false, {
    type: "turn_end",
    turn: 1,
    reason: marker,
    error: { kind: marker, message: marker },
  }),
  entry(false, { type: "error", code: marker, message: marker, ref: marker }),
  entry(false, { type: marker, state: marker, kind: marker, name: 1 }),
  { ...entry(false, { type: "x" }), frame: undefined, text: marker },
];

const source: ReportSource = {
  now: 61_000,
  browser: {
    userAgent: "Browser/1.0",
    languages: ["en", "de"],
    width: 1280,
    height: 800,
    secure: true,
    online: true,
    origin: "http://localhost:8080",
  },
  language: "en",
  status: { status: "waiting", reason: "lost", code: 1006, retryAt: 0 },
  hello: {
    ...hello,
    withheld: [
      { name: "own", title: marker, reason: "no_body", hash: "0a1b2c3d" },
    ],
  },
  announced: { tools: { memory_put: "aaaa0000", [marker]: marker } },
  calls: [
    call({
      name: "memory_put",
      state: "failed",
      code: "failed",
      message: marker,
      args: { key: marker },
      result: marker,
      ms: 800,
    }),
    call({ id: marker, name: marker, args: marker }),
  ],
  entries,
  faults: 2,
};

test("without content nothing of words, arguments, results or memory is in it", () => {
  expect(reportOf(source, false)).not.toContain(marker);
});

test("it tells versions, states, codes, sizes and times", () => {
  const report = reportOf(source, false);
  for (const line of [
    "browser: Browser/1.0",
    "window: 1280 x 800, secure context: yes, online: yes",
    "connection: waiting, lost, close code 1006",
    "session: s1, protocol 1, dev: no",
    "model: demo (demo)",
    "changed contract: 2 faults",
    "memory_put: offered, browser, risk low, approval never, server ?, page aaaa0000",
    "own: withheld, no_body, server 0a1b2c3d, page none",
    "t1.1: memory_put, failed, failed, 800 ms, unconfirmed",
    "(other id): (not in the contract), running, unconfirmed",
    `-60.000 s > user ${entries[0]?.bytes} bytes (other id)`,
    `-60.000 s < tool_call ${entries[4]?.bytes} bytes t1.1 memory_put turn 1 step 1 timeoutMs 15000`,
    `-60.000 s > tool_result ${entries[7]?.bytes} bytes t1.3 failed`,
  ]) {
    expect(report.split("\n")).toContain(line);
  }
});

test("with content each frame stands there as it came", () => {
  const report = reportOf(source, true);
  for (const { text } of entries) expect(report).toContain(`\n    ${text}\n`);
});
