import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { BodyContext } from "./api.ts";
import { ToolError } from "./error.ts";
import { plain, rig } from "./testing/rig.ts";
import { settle } from "./testing/time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refused = () => {
  throw new ToolError("permission_denied", "ask", "dismissed");
};
const final = { type: "tool_state", id: plain.id, ms: 5 } as const;

describe("what a body tells the person stays in the page", () => {
  test("why it failed", async () => {
    const { call, sent, last } = rig(refused);
    call(plain);
    await settle();
    expect(last()).toMatchObject({
      code: "permission_denied",
      why: "dismissed",
    });
    expect(sent.at(-1)).toEqual({
      type: "tool_result",
      id: plain.id,
      error: { code: "permission_denied", message: "ask" },
    });
  });

  test.each([
    ["permission_denied", "dismissed"],
    ["timeout", undefined],
  ] as const)("a call that the server ends as %s: %s", async (code, why) => {
    const page = rig(refused);
    page.call(plain);
    await settle();
    page.final({ ...final, state: "denied", code });
    expect(page.last()?.why).toBe(why);
  });

  test("where it stored something, each key once", async () => {
    const { call, sent, last } = rig((_args: never, { saved }: BodyContext) => {
      saved("a");
      saved("b");
      saved("a");
      return null;
    });
    call(plain);
    await settle();
    expect(last()).toMatchObject({ state: "succeeded", saved: ["a", "b"] });
    expect(JSON.stringify(sent)).not.toContain("saved");
  });

  test("also when the call is over, but not in another conversation", async () => {
    let tell: BodyContext["saved"] = () => {};
    const page = rig((_args: never, { saved }: BodyContext) => {
      tell = saved;
      return null;
    });
    page.call(plain);
    await settle();
    tell("late");
    expect(page.last()?.saved).toEqual(["late"]);
    page.restart();
    tell("later");
    expect(page.last()?.saved).toEqual(["late"]);
  });
});
