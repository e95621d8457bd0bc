// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { ApprovalRequest, Decision } from "../../client/api.ts";
import { type Answer, createDesk } from "./asks.ts";
import type { ChatEvent } from "../state.ts";

function setup() {
  const told: ChatEvent[] = [];
  const desk = createDesk((event) => told.push(event));
  const abort = new AbortController();
  const answers: Decision[] = [];
  const request: ApprovalRequest = {
    call: { id: "t1.1", name: "clipboard_read", turn: 1, step: 1 },
    args: {},
    reason: "Read the text on your clipboard",
    risk: "high",
    remember: true,
    signal: abort.signal,
  };
  void desk.approve(request).then((answer) => answers.push(answer));
  const button = (answer: Answer, key = 1): HTMLButtonElement => {
    const element = document.createElement("button");
    desk.bind(element, key, answer);
    return element;
  };
  return { told, desk, abort, answers, request, button };
}

function click(element: HTMLElement, isTrusted: boolean, detail = 1): void {
  const event = new MouseEvent("click", { bubbles: true, detail });
  // Only a browser makes trusted events; this DOM lets a test claim one.
  Object.defineProperty(event, "isTrusted", { value: isTrusted });
  element.dispatchEvent(event);
}

async function settled(): Promise<void> {
  for (let at = 0; at < 5; at++) await Promise.resolve();
}

test("H34 a question is told with the server's words and without functions", () => {
  expect(structuredClone(setup().told)).toEqual([
    {
      type: "asked",
      ask: {
        key: 1,
        kind: "approval",
        call: { id: "t1.1", name: "clipboard_read", turn: 1, step: 1 },
        approval: {
          reason: "Read the text on your clipboard",
          risk: "high",
          remember: true,
        },
      },
    },
  ]);
});

describe("H34 only the user's own click answers", () => {
  test("events of scripts do not", async () => {
    const { answers, told, button } = setup();
    const once = button("once");
    click(once, false);
    once.click();
    once.dispatchEvent(new Event("click"));
    once.dispatchEvent(new PointerEvent("pointerdown"));
    once.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
    await settled();
    expect(answers).toEqual([]);
    expect(told).toHaveLength(1);
  });

  test("a button hands out no handler that could be called", () => {
    const { button } = setup();
    const once = button("once");
    expect(once.onclick).toBeNull();
    expect(Object.keys(once)).not.toContain("onclick");
  });

  test.each(["deny", "session", "once"] as const)(
    "a trusted click does: %s",
    async (answer) => {
      const { answers, told, button } = setup();
      click(button(answer), true);
      expect(told.at(-1)).toEqual({ type: "settled", key: 1 });
      await settled();
      expect(answers).toEqual([answer]);
    },
  );

  test("the second half of a double click does not: it was meant for what was here before", async () => {
    const { answers, button } = setup();
    const once = button("once");
    click(once, true, 2);
    await settled();
    expect(answers).toEqual([]);
    click(once, true, 0); // by the keyboard
    await settled();
    expect(answers).toEqual(["once"]);
  });

  test.each([
    ["Enter", true, true],
    [" ", true, true],
    ["Enter", false, false],
    ["Tab", true, false],
  ])(
    "the key %j, repeating: %s, is kept from pressing: %s",
    (key, repeat, kept) => {
      const once = setup().button("once");
      const press = new KeyboardEvent("keydown", {
        key,
        repeat,
        cancelable: true,
      });
      once.dispatchEvent(press);
      expect(press.defaultPrevented).toBe(kept);
    },
  );

  test("the first click decides", async () => {
    const { answers, button } = setup();
    const [deny, once] = [button("deny"), button("once")];
    click(deny, true);
    click(once, true);
    await settled();
    expect(answers).toEqual(["deny"]);
  });
});

test("K38 a question that is void is taken away and answers nothing", async () => {
  const { abort, answers, told, button, desk, request } = setup();
  abort.abort();
  expect(told.at(-1)).toEqual({ type: "settled", key: 1 });
  click(button("once"), true);
  void desk.approve(request);
  await settled();
  expect(answers).toEqual([]);
  expect(told).toHaveLength(2);
});

test("the same call id in two sessions makes two questions", async () => {
  const { answers, button, desk, request } = setup();
  void desk.approve({ ...request, signal: new AbortController().signal });
  click(button("once", 2), true);
  await settled();
  expect(answers).toEqual([]);
});

test("H6 a gesture is answered by a trusted click on Continue", async () => {
  const { desk, request, button } = setup();
  let done = false;
  void desk.gesture(request).then(() => (done = true));
  const go = button("continue", 2);
  click(go, false);
  await settled();
  expect(done).toBe(false);
  click(go, true);
  await settled();
  expect(done).toBe(true);
});
