/** What stands where on a page, shadow trees included. */

import type { Page } from "playwright-core";

/** An element that can be seen. */
export type Mark = {
  /** Such as `button.new "New conversation"`. */
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Pixels of its content that nobody can see, an ellipsis left out. */
  readonly cut: number;
  /** It lies in something that scrolls sideways. */
  readonly scrolls: boolean;
  /** A finger can press it. Links in a sentence and parts of drawings are left out. */
  readonly target: boolean;
  /** The Tab key reaches it. */
  readonly stop: boolean;
  /** It stands in words that run from right to left. */
  readonly leftwards: boolean;
  /** What of a control is not scrolled or cut away; undefined: nothing. */
  readonly seen: Box | undefined;
  /** The part of the conversation that it belongs to, such as `log`. */
  readonly part: string;
};

type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** A page as it stands. */
export type Survey = {
  /** Pixels that the page is larger than its window. */
  readonly wider: number;
  readonly higher: number;
  readonly marks: readonly Mark[];
  /** How many animations and transitions go on. */
  readonly moving: number;
};

/** Looks around. Changes nothing. */
export function survey(page: Page): Promise<Survey> {
  return page.evaluate(() => {
    const all = elements(document.body);
    const modal = all.findLast((element) => element.matches(":modal"));
    const sideways = new Set(
      all.filter((one) =>
        ["auto", "scroll"].includes(getComputedStyle(one).overflowX),
      ),
    );
    const root = document.documentElement;
    const roots = all.flatMap((element) => element.shadowRoot ?? []);
    return {
      wider: root.scrollWidth - innerWidth,
      higher: root.scrollHeight - innerHeight,
      marks: all.filter(isSeen).map(mark),
      moving: [document, ...roots]
        .flatMap((one) => one.getAnimations())
        .filter((animation) => animation.playState === "running").length,
    };

    function mark(element: Element): Mark {
      const { left, top, right, bottom } = target(element);
      const style = getComputedStyle(element);
      const hides = ["hidden", "clip"].includes(style.overflowX);
      const hidden = element.scrollWidth - element.clientWidth;
      const control = element.matches(
        "a, button, summary, input, select, textarea, [role=tab], [role=switch]",
      );
      return {
        name: nameOf(element),
        left,
        top,
        right,
        bottom,
        cut: hides && style.textOverflow !== "ellipsis" ? hidden : 0,
        scrolls: lies(element, (around) => sideways.has(around)),
        target: control && style.display !== "inline" && isReachable(element),
        stop:
          (element as HTMLElement).tabIndex >= 0 &&
          !element.matches(":disabled") &&
          isReachable(element),
        leftwards: style.direction === "rtl",
        seen: control ? seenOf(element) : undefined,
        part:
          element.closest(".header, .log, .connection, .composer, .launcher")
            ?.classList[0] ?? "",
      };
    }

    function seenOf(element: Element): Box | undefined {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      lies(element, (one) => {
        if (getComputedStyle(one).overflowY !== "visible") {
          const edge = one.getBoundingClientRect();
          left = Math.max(left, edge.left);
          top = Math.max(top, edge.top);
          right = Math.min(right, edge.right);
          bottom = Math.min(bottom, edge.bottom);
        }
        return one.matches(":popover-open"); // nothing around cuts it
      });
      return right - left > 1 && bottom - top > 1
        ? { left, top, right, bottom }
        : undefined;
    }

    /** A label is a part of the control that it names: the largest of them counts. */
    function target(element: Element): DOMRect {
      const labels = element instanceof HTMLInputElement ? element.labels : [];
      return [element, ...(labels ?? [])]
        .map((part) => part.getBoundingClientRect())
        .reduce((large, one) => (one.height > large.height ? one : large));
    }

    function isSeen(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect();
      const unseen = width <= 1 || height <= 1; // for screen readers only
      return !unseen && element.checkVisibility({ visibilityProperty: true });
    }

    /** What lies under a modal dialog is inert. */
    function isReachable(element: Element): boolean {
      return modal === undefined || lies(element, (one) => one === modal);
    }

    /** Whether it lies in one of these, shadow trees crossed. */
    function lies(
      element: Element,
      within: (around: Element) => boolean,
    ): boolean {
      for (let at = around(element); at !== null; at = around(at)) {
        if (within(at)) return true;
      }
      return false;
    }

    function around({ parentElement, parentNode }: Element): Element | null {
      return parentNode instanceof ShadowRoot ? parentNode.host : parentElement;
    }

    function elements(from: Element | ShadowRoot): Element[] {
      return [...from.querySelectorAll("*")].flatMap((element) =>
        element.shadowRoot === null
          ? [element]
          : [element, ...elements(element.shadowRoot)],
      );
    }

    function nameOf(element: Element): string {
      const words = element.getAttribute("aria-label") ?? element.textContent;
      return `${[element.localName, ...element.classList].join(".")} "${(words ?? "").trim().slice(0, 30)}"`;
    }
  });
}

/** Content that is cut or sticks out, and a page that scrolls. */
export function cuts(
  { wider, higher, marks }: Survey,
  width: number,
): string[] {
  return [
    ...(wider > 0 ? [`the page is ${wider} px too wide`] : []),
    ...(higher > 0 ? [`the page is ${higher} px too high`] : []),
    ...marks
      .filter(({ cut }) => cut > 1)
      .map(({ name, cut }) => `${name} hides ${cut} px`),
    ...marks
      .filter(({ scrolls }) => !scrolls)
      .filter(({ left, right }) => left < -1 || right > width + 1)
      .map(({ name }) => `${name} sticks out of the window`),
  ];
}

/** Targets that are too small for a finger. */
export function small({ marks }: Survey, least = 44): string[] {
  return marks
    .filter(({ target }) => target)
    .map(({ name, left, top, right, bottom }) => ({
      name,
      width: Math.round(right - left),
      height: Math.round(bottom - top),
    }))
    .filter(({ width, height }) => width < least || height < least)
    .map(({ name, width, height }) => `${name} is ${width} x ${height} px`);
}

/** Controls that lie over each other, and those of two parts with less than `least` px between. */
export function crowds({ marks }: Survey, least = 3): string[] {
  const controls = marks.flatMap(({ target, seen, name, part }) =>
    target && seen !== undefined ? [{ seen, name, part }] : [],
  );
  return controls.flatMap((one, at) =>
    controls.slice(at + 1).flatMap((other) => {
      const room = between(one.seen, other.seen);
      const most = one.part === other.part ? -1 : least - 0.5;
      return room < most
        ? [`${one.name} and ${other.name}: ${Math.round(room)} px between`]
        : [];
    }),
  );
}

/** Pixels between two boxes; less than 0 if one lies over the other. */
function between(one: Box, other: Box): number {
  return Math.max(
    other.left - one.right,
    one.left - other.right,
    other.top - one.bottom,
    one.top - other.bottom,
  );
}

/** Stops of the Tab key that come after something that is read later. */
export function disorder({ marks }: Survey): string[] {
  const stops = marks.filter(({ stop }) => stop);
  return stops.slice(1).flatMap((next, at) => {
    const last = stops[at]!;
    const above =
      next.bottom <= last.top + 1 &&
      next.left < last.right &&
      next.right > last.left;
    const sameRow = next.top < last.bottom - 8 && next.bottom > last.top + 8;
    const before = next.leftwards
      ? next.left >= last.right - 1
      : next.right <= last.left + 1;
    return above || (sameRow && before)
      ? [`${next.name} comes after ${last.name}`]
      : [];
  });
}
