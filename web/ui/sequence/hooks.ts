/** What the drawing needs to know of the place where it is shown. */

import { useLayoutEffect, useState } from "preact/hooks";
import { estimate, type Measure } from "./fit.ts";

/** The room for the drawing, and how wide text is in it. */
export type Room = {
  /** Pixels; 0 while it is not shown. */
  readonly width: number;
  /** The font size of the place in pixels. */
  readonly em: number;
  readonly measure: Measure;
};

/** The room of an element, renewed whenever its size changes. */
export function useRoom(element: {
  readonly current: HTMLElement | null;
}): Room {
  const [room, setRoom] = useState<Room>({
    width: 0,
    em: 16,
    measure: estimate,
  });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const look = (): void => {
      const { fontSize, fontFamily } = getComputedStyle(current);
      setRoom({
        width: current.clientWidth,
        em: parseFloat(fontSize) || 16,
        measure: measureIn(fontFamily),
      });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

/** Measures with the browser's own text, or estimates where there is none. */
function measureIn(family: string): Measure {
  const context = document.createElement("canvas").getContext?.("2d");
  if (context === null || context === undefined) return estimate;
  const known = new Map<string, number>();
  return (text, size, weight) => {
    const font = `${weight} ${size}px ${family}`;
    const key = `${font} ${text}`;
    let width = known.get(key);
    if (width === undefined) {
      context.font = font;
      width = context.measureText(text).width;
      known.set(key, width);
    }
    return width;
  };
}
