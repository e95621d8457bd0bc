/** Every state of the page, for people who see it otherwise or not at all. */

import { installAxe, violations } from "./axe.ts";
import { expect, test } from "./stage.ts";
import { disorder, survey } from "./survey.ts";

// So high that nothing has to scroll: what is read first stands above.
const tall = { viewport: { width: 1280, height: 12_000 } };

test.for([
  { name: "light", context: tall },
  { name: "dark", context: { ...tall, colorScheme: "dark" } },
  { name: "forced colours", context: { ...tall, forcedColors: "active" } },
  {
    name: "right to left",
    direction: "rtl",
    context: { ...tall, locale: "ar" },
  },
] as const)(
  "axe-core finds nothing, Tab goes as one reads, nothing moves: $name",
  { timeout: 240_000 },
  async (variant, { stage }) => {
    const { page, scenes, show } = await stage(variant);
    await installAxe(page);
    const found: string[] = [];
    for (const scene of scenes) {
      await show(scene);
      const seen = await survey(page);
      const faults = [...(await violations(page)), ...disorder(seen)];
      if (seen.moving > 0) faults.push(`${seen.moving} animations go on`);
      found.push(...faults.map((fault) => `${scene}: ${fault}`));
    }
    expect(found).toEqual([]);
  },
);
