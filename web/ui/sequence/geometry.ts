/** What a drawing is made with, and what it consists of. Lengths in pixels. */

import type { Measure } from "./fit.ts";
import type { Lane, Moment, Span } from "./moments.ts";
import type { Said, Speaker } from "./words.ts";

/** What a drawing is made with. */
export type Canvas = {
  /** Pixels. */
  readonly width: number;
  /** Pixels of the font size that everything grows with; 16 is usual. */
  readonly em: number;
  readonly direction: "ltr" | "rtl";
  readonly measure: Measure;
  readonly say: Speaker;
  /** What a span is called: the first that fits. */
  readonly spanWords: (span: Span) => readonly string[];
  /** A time since the beginning, for the margin. */
  readonly clock: (ms: number) => string;
  /** The name of the lane at the outer edge. */
  readonly browser: string;
  /** What stands in the margin where a turn goes on. */
  readonly now: string;
};

/** Words in the drawing. `anchor` as SVG has it: start is at the right in rtl. */
export type Label = {
  readonly text: string;
  readonly x: number;
  /** Of the base line. */
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly kind: "label" | "fact" | "small" | "time";
};

/** A moment in the drawing. */
export type Row = {
  readonly moment: Moment;
  readonly said: Said;
  /** What the row covers, for clicks and the focus ring. */
  readonly top: number;
  readonly bottom: number;
  readonly y: number;
  readonly from: number;
  /** The same as `from` for a mark. */
  readonly to: number;
  /** Acknowledgements are drawn more quietly. */
  readonly quiet: boolean;
  /** A hole in the shaft, for a word. */
  readonly gap?: { readonly from: number; readonly to: number };
  readonly labels: readonly Label[];
};

/** A span in the drawing. */
export type Bar = {
  readonly span: Span;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label?: Label;
};

/** A drawing; lengths in pixels. */
export type Drawing = {
  readonly width: number;
  readonly height: number;
  readonly lanes: { readonly [L in Lane]: number };
  /** Where there ends and here begins. */
  readonly border: number;
  /** The width that times have to themselves, at the side of the model. */
  readonly margin: number;
  /** The server is at work between these. */
  readonly life: { readonly y: number; readonly height: number };
  readonly rows: readonly Row[];
  readonly bars: readonly Bar[];
  /** Where the present is; undefined: it is over, or there is no margin. */
  readonly now: Label | undefined;
  /** Middles of gaps that are longer than drawn. */
  readonly breaks: readonly number[];
};

/** Sizes at 16 px. */
export const sizes = {
  label: 13,
  fact: 11.5,
  bar: 10,
  column: 13,
} as const;
