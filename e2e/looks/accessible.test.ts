/** Every state of the page, for people who see it otherwise or not at all. */

import { installAxe, violations } from "./axe.ts";
import { expect, test } from "./stage.ts";
import { disorder, survey } from "./survey.ts";

// So high that nothing has to scroll: what is read first stands above.
const tall = { viewport: { width: 1280, height: 12_000 } };

// Another scheme changes colours and nothing else.
const colours = ["color-contrast", "link-in-text-block"];

test.concurrent.for([
  { name: "light", context: tall },
  {
    name: "dark",
    rules: colours,
    context: { ...tall, colorScheme: "dark" },
  },
  {
    name: "forced colours",
    rules: colours,
    context: { ...tall, forcedColors: "active" },
  },
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
      const rules = "rules" in variant ? variant.rules : undefined;
      const faults = await violations(page, rules);
      if (rules === undefined) {
        const seen = await survey(page);
        faults.push(...disorder(seen));
        if (seen.moving > 0) faults.push(`${seen.moving} animations go on`);
      }
      found.push(...faults.map((fault) => `${scene}: ${fault}`));
    }
    expect(found).toEqual([]);
  },
);
