// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { ApprovalRequest, Decision } from "../../client/api.ts";
import { type Answer, createDesk } from "./asks.ts";
import type { ChatEvent } from "../state.ts";
import { watchSight } from "./sight.ts";

function setup() {
  const told: ChatEvent[] = [];
  const clock = { now: 10_000 };
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
  /** The question is shown, and still to stand for its time. */
  const watch = (key: number): void => {
    const panel = document.createElement("div");
    desk.watch(
      key,
      watchSight(
        panel,
        () => {},
        () => clock.now,
      ),
    );
  };
  /** A button on a question that has stood there for a second. */
  const button = (answer: Answer, key = 1): HTMLButtonElement => {
    watch(key);
    clock.now += 1000;
    const element = document.createElement("button");
    desk.bind(element, key, answer);
    return element;
  };
  return { told, clock, desk, watch, abort, answers, request, button };
}

// Only a browser makes trusted events; this DOM lets a test claim one.
function dispatch(element: HTMLElement, event: Event, trusted: boolean): void {
  Object.defineProperty(event, "isTrusted", { value: trusted });
  element.dispatchEvent(event);
}

function down(element: HTMLElement, trusted = true): void {
  dispatch(element, new PointerEvent("pointerdown"), trusted);
}

function up(element: HTMLElement, trusted = true, detail = 1): void {
  dispatch(element, new MouseEvent("click", { detail }), trusted);
}

/** A whole click; with detail 0 one of the keyboard or of a screen reader. */
function click(element: HTMLElement, trusted: boolean, detail = 1): void {
  if (detail > 0) down(element, trusted);
  up(element, trusted, detail);
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

  test("a click that began elsewhere, or before the question was there, does not", async () => {
    const { answers, clock, desk, watch, button } = setup();
    const once = button("once");
    up(once); // the press was on something else
    await settled();
    expect(answers).toEqual([]);

    const late = document.createElement("button");
    desk.bind(late, 1, "once");
    watch(1); // shown anew
    down(late);
    clock.now += 1000;
    up(late);
    await settled();
    expect(answers).toEqual([]);
    click(late, true);
    await settled();
    expect(answers).toEqual(["once"]);
  });

  test("a key that was pressed elsewhere does not, when it is let go here", () => {
    const once = setup().button("once");
    const release = new KeyboardEvent("keyup", { key: " ", cancelable: true });
    once.dispatchEvent(release);
    expect(release.defaultPrevented).toBe(true);
  });

  test.each([
    [0, []],
    [499, []],
    [500, ["once"]],
  ])("%i ms after the question appeared: %j", async (ms, given) => {
    const { answers, clock, desk, watch } = setup();
    const once = document.createElement("button");
    desk.bind(once, 1, "once");
    watch(1);
    clock.now += ms;
    click(once, true);
    click(once, true, 0);
    await settled();
    expect(answers).toEqual(given);
  });

  test("a question that is nowhere to be seen cannot be answered", async () => {
    const { answers, desk } = setup();
    const once = document.createElement("button");
    desk.bind(once, 1, "once");
    click(once, true);
    click(once, true, 0);
    await settled();
    expect(answers).toEqual([]);
  });

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

describe("a question of the assistant", () => {
  const question = { question: "Which?", choices: ["a", "b"] };
  const call = { id: "t1.1", name: "ask_user", turn: 1, step: 1 };

  function asking() {
    const parts = setup();
    const answers: unknown[] = [];
    const { signal } = parts.abort;
    void parts.desk
      .ask({ ...question, call, signal })
      .then((answer) => answers.push(answer));
    return { ...parts, answers };
  }

  test("is told without functions", () => {
    const { told } = asking();
    expect(told.at(-1)).toEqual({
      type: "asked",
      ask: { key: 2, call, kind: "question", question },
    });
  });

  test.each<[string, Answer, unknown]>([
    ["a choice", { choice: "b" }, "b"],
    ["a text", { form: () => "some words" }, "some words"],
    ["a form", { form: () => ({ people: 2 }) }, { people: 2 }],
    ["no answer", "cancel", undefined],
  ])("%s answers it by a real press only", async (_, answer, want) => {
    const { answers, button, told } = asking();
    const element = button(answer, 2);
    click(element, false);
    await settled();
    expect(answers).toEqual([]);
    click(element, true);
    await settled();
    expect(answers).toEqual([want]);
    expect(told.at(-1)).toEqual({ type: "settled", key: 2 });
  });

  test("a form that is not complete leaves it open", async () => {
    const { answers, button } = asking();
    let said: string | undefined;
    const element = button({ form: () => said }, 2);
    click(element, true);
    await settled();
    expect(answers).toEqual([]);
    said = "now";
    click(element, true);
    await settled();
    expect(answers).toEqual(["now"]);
  });
});
