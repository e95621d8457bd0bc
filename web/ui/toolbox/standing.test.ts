import { expect, test } from "vitest";
import { withheldReasonValues } from "../../gen/protocol.ts";
import { hello, tool } from "../samples.ts";
import { english } from "../strings/english.ts";
import { allTools, standOf } from "./standing.ts";

const locate = tool("geolocation_get", "Your location");
const plain = tool("clipboard_read", "Read the clipboard");
const asking = {
  ...plain,
  policy: { ...plain.policy, approval: "session" as const },
};

test.each([
  ["a tool without a permission", locate, [], "unknown", "ready", "ready"],
  ["one that the browser lets in", locate, [], "granted", "ready", "ready"],
  [
    "one that the browser asks about",
    locate,
    [],
    "prompt",
    "asks",
    "the browser asks first",
  ],
  ["one that needs approval", asking, [], "granted", "asks", "asks you first"],
  [
    "one that was allowed",
    asking,
    ["clipboard_read"],
    "granted",
    "allowed",
    "allowed in this session",
  ],
  [
    "one that is blocked, allowed or not",
    asking,
    ["clipboard_read"],
    "denied",
    "off",
    "off: blocked for this site",
  ],
] as const)("H9 %s", (_what, tool, grants, permission, standing, state) => {
  expect(
    standOf(english, tool, grants, permission, "chromeDesktop", false),
  ).toMatchObject({
    standing,
    state,
  });
});

test("H9 a blocked tool says how that is undone", () => {
  expect(
    standOf(english, locate, [], "denied", "safariIOS", false).fix,
  ).toMatch(/Website Settings.*Location/);
});

test("H9 each reason for a tool to be off has its words and its fix", () => {
  const stands = withheldReasonValues.map((reason) =>
    standOf(
      english,
      { name: "x", title: "X", reason },
      [],
      undefined,
      "other",
      false,
    ),
  );
  expect(stands.map((stand) => stand.standing)).toEqual(
    withheldReasonValues.map(() => "off"),
  );
  const said = stands.map(({ state, fix }) => `${state} ${fix}`);
  expect(new Set(said).size).toBe(said.length);
  for (const sentence of said) expect(sentence).toMatch(/^off: .{10}/);
});

test("every tool of the contract is listed, what is off last", () => {
  const off = { name: "x", title: "X", reason: "policy" } as const;
  const listed = allTools({ ...hello, withheld: [off] });
  expect(listed).toHaveLength(hello.tools.length + 1);
  expect(listed.at(-1)).toBe(off);
});

test.each([
  ["geolocation_get", 'allow="geolocation"'],
  ["clipboard_read", 'allow="clipboard-read"'],
  ["clipboard_write", 'allow="clipboard-write"'],
  ["camera_of_the_page", "with allow on the iframe"],
])(
  "H33 in a frame the attribute that is missing is named: %s",
  (name, allow) => {
    const tool = { name, title: "X", reason: "policy" } as const;
    const fix = (framed: boolean) =>
      standOf(english, tool, [], undefined, "other", framed).fix;
    expect(fix(true)).toContain(allow);
    expect(fix(false)).not.toMatch(/frame/);
  },
);
