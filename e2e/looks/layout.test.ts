/** Every state of the page, in small windows and under a finger. */

import { expect, test, type Stage } from "./stage.ts";
import { cuts, small, survey, type Survey } from "./survey.ts";

/** What a check finds in all scenes. */
async function walk(
  { page, scenes, show }: Stage,
  check: (survey: Survey) => string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const scene of scenes) {
    await show(scene);
    for (const fault of check(await survey(page))) {
      found.push(`${scene}: ${fault}`);
    }
  }
  return found;
}

test.concurrent.for([
  { name: "320 px", width: 320, height: 568 },
  { name: "1280 px at 200 %", width: 640, height: 400, deviceScaleFactor: 2 },
  { name: "a phone on its side", width: 844, height: 390 },
])(
  "nothing is cut and nothing scrolls sideways: $name",
  { timeout: 120_000 },
  async ({ width, height, deviceScaleFactor = 1 }, { stage }) => {
    const viewport = { width, height };
    const opened = await stage({ context: { viewport, deviceScaleFactor } });
    expect(await walk(opened, (seen) => cuts(seen, width))).toEqual([]);
  },
);

test.concurrent(
  "a finger hits every target: 44 px",
  { timeout: 120_000 },
  async ({ stage }) => {
    const viewport = { width: 390, height: 844 };
    const opened = await stage({
      context: { viewport, hasTouch: true, isMobile: true },
    });
    const check = (seen: Survey) => [...cuts(seen, 390), ...small(seen)];
    expect(await walk(opened, check)).toEqual([]);
  },
);
