import { describe, expect, test } from "vitest";
import { codeValues } from "../../gen/protocol.ts";
import type { CallView, Why } from "../../client/api.ts";
import { call, tool } from "../samples.ts";
import { english } from "../strings/english.ts";
import { type Around, helpFor } from "./help.ts";

const around: Around = {
  browser: "chromeDesktop",
  system: "mac",
  tool: tool("geolocation_get", "Your location"),
  withheld: undefined,
  permission: "denied",
  framed: false,
};

function help(changes: Partial<CallView>, more: Partial<Around> = {}) {
  return helpFor(english, call({ state: "failed", ...changes }), {
    ...around,
    ...more,
  });
}

const refused = (why: Why, more: Partial<Around> = {}) =>
  help({ state: "denied", code: "permission_denied", why }, more);

test("H33 an open call and a success need no help", () => {
  expect(help({ state: "running" })).toBeUndefined();
  expect(help({ state: "succeeded" })).toBeUndefined();
});

test("H33 denied, dismissed, unavailable and switched off are four texts", () => {
  const texts = [
    help({ state: "denied", code: "denied" }),
    refused("blocked"),
    refused("dismissed"),
    refused("system"),
    help({ code: "failed", why: "unavailable" }),
  ].map((help) => help?.sentence);
  expect(texts).toEqual([
    "You declined this. Nothing was done.",
    "The browser did not give the location: it is blocked for this site. Open the site settings next to the address and allow Location.",
    "You closed the browser's question about the location. It asks again when you try again.",
    "Location is switched off for this browser in the system. Open System Settings, Privacy & Security, Location Services, and switch it on for this browser.",
    "The device could not find its position. That can pass: try again, perhaps with Wi-Fi on or closer to a window.",
  ]);
});

describe("H33 a blocked permission", () => {
  test.each([
    ["denied", false, /Open the site settings next to the address/],
    ["prompt", true, /^Location is no longer blocked/],
    ["granted", true, /^Location is allowed now/],
    ["unknown", true, /Open the site settings next to the address/],
  ] as const)(
    "that is %s now: Try again is live: %s",
    (permission, live, words) => {
      const found = refused("blocked", { permission });
      expect(found).toMatchObject({ action: "again", live });
      expect(found?.sentence).toMatch(words);
    },
  );

  test("is undone in the words of this browser", () => {
    const browsers = Object.keys(english.calls.undo) as Around["browser"][];
    const sentences = browsers.map(
      (browser) => refused("blocked", { browser })?.sentence,
    );
    expect(new Set(sentences).size).toBe(browsers.length);
    for (const sentence of sentences) expect(sentence).toMatch(/Location/);
  });
});

test("H33 what a frame was not given names the attribute", () => {
  const framed = refused("policy", { framed: true })?.sentence;
  expect(framed).toMatch(/^This page is not allowed .*allow="geolocation"/);
  expect(refused("policy")?.sentence).not.toMatch(/iframe/);
});

test("H33 over plain http both say what they need", () => {
  const sentence = /^Location and clipboard need https or localhost/;
  expect(refused("insecure")?.sentence).toMatch(sentence);
  expect(
    help(
      { code: "unsupported" },
      {
        withheld: {
          name: "geolocation_get",
          title: "Your location",
          reason: "insecure_context",
        },
      },
    )?.sentence,
  ).toMatch(sentence);
});

test.each([
  ["policy", /The page, or the site around it, switched it off/],
  ["operator", /Whoever runs this server can allow it/],
  ["no_body", /A page that brings it along can do it/],
  ["no_approval", /A page that can ask you first can do it/],
] as const)(
  "H33 a call of a tool that is off says why: %s",
  (reason, words) => {
    const withheld = {
      name: "geolocation_get",
      title: "Your location",
      reason,
    };
    for (const code of ["unsupported", "unknown_tool"] as const) {
      const found = help({ code }, { withheld });
      expect(found?.sentence).toMatch(words);
      expect(found?.action).toBe("tools");
    }
  },
);

test("H33 each code has words, and one button where one helps", () => {
  const actions = Object.fromEntries(
    codeValues.map((code) => {
      const found = help({ code });
      expect(found?.sentence).toBeTruthy();
      return [code, found?.action];
    }),
  );
  expect(actions).toEqual({
    unknown_tool: "tools",
    invalid_args: "again",
    denied: "again",
    permission_denied: "again",
    needs_gesture: "again",
    unsupported: "tools",
    not_delivered: "reload",
    timeout: "again",
    cancelled: undefined,
    disconnected: undefined,
    interrupted: "check",
    too_large: "again",
    invalid_result: "reload",
    failed: "again",
    budget: undefined,
  });
});

test("H33 what may have happened is never offered again without saying so", () => {
  const late = {
    code: "timeout",
    marks: { requested: 0, running: 1 },
  } as const;
  expect(help(late, { tool: tool("memory_put", "Remember") })).toMatchObject({
    action: "again",
    sentence: expect.stringContaining("It may have happened"),
  });
  expect(
    help(late, { tool: tool("memory_list", "What is remembered") })?.sentence,
  ).not.toContain("may have happened");
  expect(help({ code: "interrupted", state: "interrupted" })?.sentence).toMatch(
    /^Check whether it happened/,
  );
});

test("H34 a question that nobody answered is told as that", () => {
  const waited = { requested: 0, running: 1, awaiting_user: 2 };
  expect(help({ code: "timeout", marks: waited })?.sentence).toBe(
    "You did not answer in time, so it was given up.",
  );
});
