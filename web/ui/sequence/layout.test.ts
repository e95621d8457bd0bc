import { describe, expect, test } from "vitest";
import type { Turn } from "../state.ts";
import { estimate } from "./fit.ts";
import { type Drawing, type Label, sizes } from "./geometry.ts";
import { layout } from "./layout.ts";
import { tell } from "./story.ts";
import { anyTurn } from "./testing/any.ts";
import {
  began,
  canvas,
  ended,
  play,
  sentAt,
  step,
  succeeded,
  text,
  through,
} from "./testing/play.ts";

const widths = [288, 358, 560, 900];

function draw(turn: Turn, width = 560, now = sentAt + 600_000): Drawing {
  return layout(tell(turn, now), canvas(width));
}

/** What a label covers. */
function boxOf(label: Label) {
  const small = label.kind !== "label";
  const size = small ? sizes.fact : sizes.label;
  const width = estimate(label.text, size, 400);
  const left =
    label.anchor === "middle"
      ? label.x - width / 2
      : label.anchor === "end"
        ? label.x - width
        : label.x;
  return {
    text: label.text,
    left,
    right: left + width,
    top: label.y - size * 0.75,
    bottom: label.y + size * 0.2,
  };
}

function meet(
  a: ReturnType<typeof boxOf>,
  b: ReturnType<typeof boxOf>,
): boolean {
  return (
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  );
}

function labelsOf(drawing: Drawing): Label[] {
  return [
    ...drawing.rows.flatMap((row) => row.labels),
    ...drawing.bars.flatMap((bar) => bar.label ?? []),
  ];
}

describe("H29 the drawing of the first question", () => {
  const turn = play(
    began(),
    step(805, 1, 790),
    ...through(
      {},
      [806, { state: "requested" }],
      [807, { state: "delivered" }],
      [807, { state: "running" }],
      [810, { state: "awaiting_user", waiting: "permission" }],
      [125_010, { state: "running", userMs: 124_200 }],
      [125_050, { state: "succeeded", resultBytes: 64 }],
    ),
    text(125_600, 2),
    step(126_000, 2, 930),
    ended(126_002),
  );
  const drawing = draw(turn);

  test("model, server and browser stand in this order, times beside them", () => {
    const { model, server, browser } = drawing.lanes;
    expect(drawing.margin).toBeGreaterThan(0);
    expect([drawing.margin, model, server, browser]).toEqual(
      [drawing.margin, model, server, browser].sort((a, b) => a - b),
    );
  });

  test("arrows go from lane to lane, marks stay on theirs", () => {
    const ways = drawing.rows.map(({ from, to }) => Math.sign(to - from));
    expect(ways).toEqual([-1, -1, 1, 1, -1, 0, 0, -1, -1, 1, 1]);
  });

  test("the wait of the user has a bar, and the two minutes a break", () => {
    const wait = drawing.bars.find((bar) => bar.span.kind === "waits");
    expect(wait?.label?.text).toBe("waits for you 2 min 04 s");
    expect(drawing.breaks).toHaveLength(1);
    const [at = 0] = drawing.breaks;
    expect(at).toBeGreaterThan(wait?.y ?? Infinity);
    expect(at).toBeLessThan((wait?.y ?? 0) + (wait?.height ?? 0));
    expect(drawing.height).toBeLessThan(800);
  });

  test("thinking and writing are two bars of one answer", () => {
    const second = drawing.bars.filter((bar) => bar.span.moment === "reply-2");
    expect(second.map((bar) => bar.span.kind)).toEqual(["thinks", "writes"]);
    const [thinks, writes] = second;
    expect((thinks?.y ?? 0) + (thinks?.height ?? 0)).toBeCloseTo(
      writes?.y ?? -1,
    );
  });

  test("from right to left it is mirrored", () => {
    const story = tell(turn, sentAt);
    const mirrored = layout(story, canvas(560, "rtl"));
    drawing.rows.forEach((row, at) => {
      expect(mirrored.rows[at]?.from).toBeCloseTo(560 - row.from);
      expect(mirrored.rows[at]?.to).toBeCloseTo(560 - row.to);
      expect(mirrored.rows[at]?.y).toBe(row.y);
    });
    expect(mirrored.lanes.browser).toBeLessThan(mirrored.lanes.model);
  });
});

test("H29 calls that run side by side have bars side by side, later ones the first place again", () => {
  const { bars } = draw(
    play(
      began(),
      step(100, 1, 90),
      ...succeeded(101, 400, { id: "t1.1" }),
      ...succeeded(102, 300, { id: "t1.2" }),
      step(500, 2, 90),
      ...succeeded(501, 600, { id: "t1.3", step: 2 }),
    ),
  );
  const x = (call: string) => bars.find((bar) => bar.span.call === call)?.x;
  expect(x("t1.2")).toBeGreaterThan(x("t1.1") ?? Infinity);
  expect(x("t1.3")).toBe(x("t1.1"));
});

const seeds = Array.from({ length: 80 }, (_, seed) => seed * 7_919 + 1);

describe("H29 whatever happened", () => {
  test("every call and every step appears exactly once, and times never go back", () => {
    for (const seed of seeds) {
      const turn = anyTurn(seed);
      const { moments, spans, ms } = tell(turn, sentAt + 600_000);
      const keys = moments.map((moment) => moment.key);
      const told = (key: string): number =>
        keys.filter((other) => other === key).length;
      const starts = turn.parts.flatMap((part) =>
        part.kind === "call"
          ? [told(`call-${part.call.id}`) + told(`unsent-${part.call.id}`)]
          : [],
      );
      const asks = turn.trace.steps.map(({ step }) => told(`ask-${step}`));
      const times = moments.map((moment) => moment.at);
      const over = turn.progress.at === "ended";
      expect(
        {
          twice: keys.length - new Set(keys).size,
          once: [...starts, ...asks].every((count) => count === 1),
          times,
          within: times.every((at) => at >= 0 && at <= ms),
          spans: spans.every((span) => span.from <= span.to),
          open: over && spans.some((span) => span.open),
          last: over ? keys.at(-1) : "end",
        },
        `seed ${seed}`,
      ).toEqual({
        twice: 0,
        once: true,
        times: [...times].sort((a, b) => a - b),
        within: true,
        spans: true,
        open: false,
        last: "end",
      });
    }
  });

  test.each(widths)("no two labels meet, none is cut at %i px", (width) => {
    for (const seed of seeds) {
      const boxes = labelsOf(draw(anyTurn(seed), width))
        .map(boxOf)
        .sort((a, b) => a.top - b.top);
      const faults = boxes.flatMap((box, at) => [
        ...(box.left < -0.5 || box.right > width ? [`cut: ${box.text}`] : []),
        ...boxes
          .slice(at + 1, at + 6)
          .filter((other) => meet(box, other))
          .map((other) => `meet: ${box.text}, ${other.text}`),
      ]);
      expect(faults, `seed ${seed}`).toEqual([]);
    }
  });

  test.each(widths)("no bar covers another at %i px", (width) => {
    for (const seed of seeds) {
      const { bars } = draw(anyTurn(seed), width);
      const faults = bars.flatMap((bar, at) =>
        bars
          .slice(at + 1)
          .filter(
            (other) =>
              bar.x < other.x + other.width - 0.01 &&
              other.x < bar.x + bar.width - 0.01 &&
              bar.y < other.y + other.height - 2.5 &&
              other.y < bar.y + bar.height - 2.5,
          )
          .map((other) => `${bar.span.key} and ${other.span.key}`),
      );
      expect(faults, `seed ${seed}`).toEqual([]);
    }
  });

  test("rows follow each other without touching", () => {
    for (const seed of seeds) {
      const { rows, height } = draw(anyTurn(seed), 358);
      const edges = rows.flatMap((row) => [row.top, row.y, row.bottom]);
      expect([...edges, height], `seed ${seed}`).toEqual(
        [...edges, height].sort((a, b) => a - b),
      );
    }
  });
});

test("H29 thirty-two calls at once still fit", () => {
  const ids = Array.from({ length: 32 }, (_, at) => `t1.${at + 1}`);
  const turn = play(
    began(),
    step(100, 1, 90),
    ...ids.flatMap((id, at) => succeeded(101, 200 + at, { id })),
    ended(400),
  );
  for (const width of widths) {
    const { bars, rows } = draw(turn, width);
    const calls = bars.filter((bar) => bar.span.call !== undefined);
    expect(new Set(calls.map((bar) => bar.x)).size).toBe(32);
    expect(Math.max(...calls.map((bar) => bar.x + bar.width))).toBeLessThan(
      width,
    );
    expect(rows).toHaveLength(1 + 2 + 3 * 32 + 1);
  }
});
