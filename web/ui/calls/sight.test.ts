// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { settleMs, type SightState, watchSight } from "./sight.ts";

let place = { left: 0, top: 100, width: 400, height: 200 };
let states: SightState[] = [];
let panel: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"],
  });
  place = { left: 0, top: 100, width: 400, height: 200 };
  states = [];
  panel = document.createElement("div");
  panel.getBoundingClientRect = () => place as DOMRect;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch() {
  return watchSight(panel, (state) => states.push(state));
}

describe("H34 a question counts once it has stood still in sight", () => {
  test("for half a second after it appeared", () => {
    const sight = watch();
    vi.advanceTimersByTime(settleMs - 20);
    expect(sight.state()).toBe("settling");
    vi.advanceTimersByTime(40);
    expect(sight.state()).toBe("live");
    expect(states).toEqual(["live"]);
    sight.stop();
  });

  test.each([{ left: 40 }, { top: 60 }, { width: 300 }, { height: 260 }])(
    "and again after it moved: %j",
    (change) => {
      const sight = watch();
      vi.advanceTimersByTime(1000);
      place = { ...place, ...change };
      expect(sight.state()).toBe("settling");
      vi.advanceTimersByTime(1000);
      expect(sight.state()).toBe("live");
      expect(states).toEqual(["live", "settling", "live"]);
      sight.stop();
    },
  );

  test("a slow drift is a move, a hair's breadth is none", () => {
    const sight = watch();
    vi.advanceTimersByTime(1000);
    place = { ...place, top: place.top + 2 };
    expect(sight.state()).toBe("live");
    place = { ...place, top: place.top + 2 };
    expect(sight.state()).toBe("settling");
    sight.stop();
  });

  test("a tab that was hidden is seen anew when it comes back", () => {
    const sight = watch();
    vi.advanceTimersByTime(1000);
    expect(sight.state()).toBe("live");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(sight.state()).toBe("settling");
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    vi.advanceTimersByTime(1000);
    expect(sight.state()).toBe("settling");
    hidden.mockRestore();
    vi.advanceTimersByTime(1000);
    expect(sight.state()).toBe("live");
    sight.stop();
  });

  test("nothing is told after the end", () => {
    watch().stop();
    vi.advanceTimersByTime(2000);
    expect(states).toEqual([]);
  });
});

describe("H34 a question in a conversation that scrolls", () => {
  function inside() {
    const log = document.createElement("div");
    log.style.overflowY = "auto";
    log.append(panel);
    document.body.append(log);
    const size = { length: 1000, scrolled: 0 };
    vi.spyOn(log, "scrollHeight", "get").mockImplementation(() => size.length);
    vi.spyOn(log, "scrollTop", "get").mockImplementation(() => size.scrolled);
    log.getBoundingClientRect = () =>
      ({ left: 0, top: 60, width: 800, height: 600 }) as DOMRect;
    const sight = watch();
    const scroll = (by: number): void => {
      size.scrolled += by;
      place = { ...place, top: place.top - by };
    };
    vi.advanceTimersByTime(1000);
    expect(sight.state()).toBe("live");
    return { sight, size, scroll };
  }

  test("may be scrolled by who wants to see it", () => {
    const { sight, scroll } = inside();
    scroll(200);
    expect(sight.state()).toBe("live");
    scroll(-80);
    expect(sight.state()).toBe("live");
    sight.stop();
  });

  test("begins anew when the conversation follows its own end", () => {
    const { sight, size, scroll } = inside();
    size.length += 100; // words came below: nothing moves yet
    expect(sight.state()).toBe("live");
    scroll(100);
    expect(sight.state()).toBe("settling");
    vi.advanceTimersByTime(1000);
    expect(sight.state()).toBe("live");
    sight.stop();
  });

  test("begins anew when what is above it changes its size", () => {
    const { sight } = inside();
    place = { ...place, top: place.top + 30 };
    expect(sight.state()).toBe("settling");
    sight.stop();
  });
});

describe("H34 what lies over a question", () => {
  /** An IntersectionObserver that tells of visibility, as Chromium's does. */
  function observed() {
    let tell: (entries: object[]) => void = () => {};
    const targets: Element[] = [];
    vi.stubGlobal(
      "IntersectionObserverEntry",
      class {
        get isVisible() {
          return true;
        }
      },
    );
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(callback: typeof tell) {
          tell = callback;
        }
        observe = (target: Element) => targets.push(target);
        disconnect() {}
      },
    );
    const once = document.createElement("button");
    const question = document.createElement("p");
    question.className = "question";
    panel.append(question, once);
    const sight = watch();
    const see = (target: Element, isVisible: boolean, intersectionRatio = 1) =>
      tell([{ target, isVisible, intersectionRatio }]);
    return { sight, see, once, question, targets };
  }

  test("keeps presses from counting, until half a second after it is gone", () => {
    const { sight, see, once, question, targets } = observed();
    expect(targets).toEqual([question, once]);
    see(once, true);
    see(question, false);
    vi.advanceTimersByTime(1000);
    expect(sight.state()).toBe("covered");
    see(question, true);
    expect(sight.state()).toBe("settling");
    vi.advanceTimersByTime(1000);
    expect(sight.state()).toBe("live");
    sight.stop();
  });

  test("a part that is scrolled out is not covered", () => {
    const { sight, see, question } = observed();
    see(question, false, 0.3);
    vi.advanceTimersByTime(1000);
    expect(sight.state()).toBe("live");
    sight.stop();
  });
});
