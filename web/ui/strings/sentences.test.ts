import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  codeValues,
  finalStateValues,
  turnEndReasonValues,
  withheldReasonValues,
} from "../../gen/protocol.ts";
import { english } from "./english.ts";
import { call } from "../samples.ts";
import { withheldReason } from "./faults.ts";
import { lossSentence } from "./sentences.ts";
import {
  codeSentence,
  noticeSentence,
  endSentence,
  stateWords,
} from "./turns.ts";

test("A55 the sentence for each code is the server's", () => {
  const table = JSON.parse(
    readFileSync(
      new URL(
        "../../../internal/protocol/testdata/codes.json",
        import.meta.url,
      ),
      "utf8",
    ),
  ) as { [code: string]: { person: string } };
  expect(
    Object.fromEntries(
      codeValues.map((code) => [code, codeSentence(english, code)]),
    ),
  ).toEqual(
    Object.fromEntries(
      Object.entries(table).map(([code, { person }]) => [code, person]),
    ),
  );
});

test("H33 states in words", () => {
  expect(
    (["requested", "delivered", "running", "awaiting_user"] as const).map(
      (state) => stateWords(english, call({ state })),
    ),
  ).toEqual(["running", "running", "running", "waiting for you"]);
  expect(
    finalStateValues.map((state) =>
      stateWords(english, call({ state, ms: 800 })),
    ),
  ).toEqual([
    "done in 0.8 s",
    "failed",
    "declined",
    "timed out",
    "stopped",
    "interrupted: it may have happened",
  ]);
});

test("H4 what the browser refused is not told as declined by the user", () => {
  const denied = call({ state: "denied", code: "permission_denied" });
  expect(stateWords(english, denied)).toBe("not allowed");
  expect(stateWords(english, { ...denied, code: "denied" })).toBe("declined");
});

test("every reason has its own sentence, and only a full answer has none", () => {
  const sentences = turnEndReasonValues.map((reason) =>
    endSentence(english, reason, undefined),
  );
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(sentences.indexOf("")).toBe(turnEndReasonValues.indexOf("done"));
});

test("the server's sentence about a failed model is shown, with the wait", () => {
  const error = { kind: "overloaded", message: "The model rests." } as const;
  expect(endSentence(english, "model_error", error)).toBe("The model rests.");
  expect(
    endSentence(english, "model_error", { ...error, retryAfterMs: 42_000 }),
  ).toBe("The model rests. It may work again in 42 s.");
  expect(
    endSentence(english, "blocked", { kind: "blocked", message: "" }),
  ).toMatch(/blocked/);
});

test("a tool whose hash differs is told with both hashes", () => {
  const tool = { name: "n", title: "T", server: "aaaa1111", page: "bbbb2222" };
  const sentences = withheldReasonValues.map((reason) =>
    withheldReason(english, { ...tool, reason }),
  );
  expect(sentences).toContain(
    "page and server disagree (server aaaa1111, page bbbb2222): reload the page",
  );
  expect(new Set(sentences).size).toBe(sentences.length);
});

test("H39 a body that failed says what went wrong", () => {
  expect(codeSentence(english, "failed", "no voices are installed")).toBe(
    "This did not work: no voices are installed",
  );
  expect(codeSentence(english, "failed")).toBe("This did not work.");
  expect(codeSentence(english, "denied", "anything")).toBe(
    codeSentence(english, "denied"),
  );
});

test("a notice of a retry says why, when and how often", () => {
  const retrying = (details?: Record<string, unknown>) =>
    noticeSentence(english, { code: "retrying", ...(details && { details }) });
  expect(
    retrying({ kind: "overloaded", attempt: 2, of: 4, waitMs: 5_400 }),
  ).toBe("The model is overloaded. Trying again in 5 s, request 2 of 4.");
  expect(retrying({ kind: "no_answer", attempt: 2, of: 4, waitMs: 0 })).toBe(
    "The model said nothing. Trying again, request 2 of 4.",
  );
  expect(retrying({ kind: 1, attempt: "x" })).toBe(
    "The model did not answer. Trying again.",
  );
  expect(retrying()).toBe("The model did not answer. Trying again.");
});

describe("lossSentence", () => {
  const lost = { status: "waiting", reason: "authentication", code: 1006 };

  test.each([
    ["ticket", "no ticket: Failed to fetch", /^The server refused the conn/],
    [
      "ticket",
      "no ticket: /farhand-ticket: 401",
      /^The server refused the con/,
    ],
    ["authentication", "expired", /^The server does not let you in/],
  ])("%s, %s: says who said no", (code, message, sentence) => {
    const loss = { ...lost, refusal: { code, message } } as Parameters<
      typeof lossSentence
    >[1];
    expect(lossSentence(english, loss)).toMatch(sentence);
    expect(lossSentence(english, loss)).toContain(message);
  });
});
