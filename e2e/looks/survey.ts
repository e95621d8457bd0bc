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
      };
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
