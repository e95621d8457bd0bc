/**
 * Whether a press on a question can have been meant for it. It can once the
 * question has stood still in the person's sight for half a second: a key or a
 * click before that was meant for what was there before.
 *
 * What can be known of it: place and size on every picture, whether the tab is
 * shown, and, where the browser tells
 * (https://w3c.github.io/IntersectionObserver/v2/), whether something lies over
 * the question or its buttons, or makes them see-through. Elsewhere an overlay
 * of the host page is not noticed; it is the host's page, and a user who does
 * not trust the host must not allow anything on it.
 */

/** How long a question must stand still, in milliseconds. */
export const settleMs = 500;

const stillPx = 3; // moves that no pointer notices

/** settling: not yet. covered: something lies over it. live: a press counts. */
export type SightState = "settling" | "live" | "covered";

/** The watch over one question. */
export type Sight = {
  /** As of now, measured anew. */
  state(): SightState;
  stop(): void;
};

/** Watches until `stop`. `changed` is told of each new state; it begins settling. */
export function watchSight(
  panel: HTMLElement,
  changed: (state: SightState) => void,
  now: () => number = () => performance.now(),
): Sight {
  const scroller = scrollerOf(panel);
  let place = placeOf(panel, scroller);
  let since = now();
  let grown = since; // when the conversation changed its length
  let told: SightState = "settling";
  const covers = watchCovers(panel);

  function look(): SightState {
    const at = now();
    const next = placeOf(panel, scroller);
    const covered = covers.any();
    if (next.length !== place.length) grown = at;
    // Who scrolls, moves the question and means it. A conversation that follows
    // its own end does not.
    const followed = next.scrolled !== place.scrolled && at - grown < settleMs;
    if (covered || document.hidden || followed || moved(place, next)) {
      since = at;
      place = next;
    } else {
      place = { ...place, length: next.length, scrolled: next.scrolled };
    }
    if (covered) return "covered";
    return at - since < settleMs ? "settling" : "live";
  }

  function onPicture(): void {
    picture = requestAnimationFrame(onPicture);
    const state = look();
    if (state === told) return;
    told = state;
    changed(state);
  }

  // A hidden tab draws no pictures; when it comes back, all begins anew.
  function onVisibility(): void {
    since = now();
  }

  const { ownerDocument: document } = panel;
  document.addEventListener("visibilitychange", onVisibility);
  let picture = requestAnimationFrame(onPicture);
  return {
    state: look,
    stop() {
      cancelAnimationFrame(picture);
      document.removeEventListener("visibilitychange", onVisibility);
      covers.stop();
    },
  };
}

/** Where a question stands: in what scrolls, and where that stands in the window. */
type Place = {
  readonly edges: readonly number[];
  readonly scrolled: number;
  /** Of everything that scrolls. */
  readonly length: number;
};

function placeOf(panel: HTMLElement, scroller: HTMLElement | undefined): Place {
  const { left, top, width, height } = panel.getBoundingClientRect();
  if (scroller === undefined) {
    return { edges: [left, top, width, height], scrolled: 0, length: 0 };
  }
  const window = scroller.getBoundingClientRect();
  const { scrollTop: scrolled, scrollHeight: length } = scroller;
  return {
    edges: [
      ...[left, top + scrolled, width, height],
      ...[window.left, window.top, window.width, window.height],
    ],
    scrolled,
    length,
  };
}

function moved(a: Place, b: Place): boolean {
  return a.edges.some(
    (edge, at) => Math.abs(edge - (b.edges[at] ?? 0)) > stillPx,
  );
}

/** The nearest element around that scrolls up and down. */
function scrollerOf(panel: HTMLElement): HTMLElement | undefined {
  for (let at = panel.parentElement; at !== null; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return undefined;
}

/** Which parts of the question something lies over, as far as the browser tells. */
function watchCovers(panel: HTMLElement): { any(): boolean; stop(): void } {
  const covered = new Set<Element>();
  const told =
    typeof IntersectionObserverEntry === "function" &&
    "isVisible" in IntersectionObserverEntry.prototype;
  if (!told) return { any: () => false, stop: () => {} };
  const whole = 0.95; // less is scrolled out, which covers nothing
  const options = { threshold: [whole], trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const seen = (entry as { isVisible?: boolean }).isVisible;
      if (seen === false && entry.intersectionRatio >= whole) {
        covered.add(entry.target);
      } else {
        covered.delete(entry.target);
      }
    }
  }, options);
  for (const part of panel.querySelectorAll("button, .question")) {
    observer.observe(part);
  }
  return { any: () => covered.size > 0, stop: () => observer.disconnect() };
}
