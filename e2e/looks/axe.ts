/** axe-core in a page whose policy lets no script in. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import type { AxeResults } from "axe-core";

const source = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Evaluated from outside, like a debugger does; the policy stays in force. */
export async function installAxe(page: Page): Promise<void> {
  await page.evaluate(source);
}

/**
 * What axe-core finds wrong with the page as it stands, one line each: by every
 * rule, or by those of `rules`.
 */
export async function violations(
  page: Page,
  rules?: readonly string[],
): Promise<string[]> {
  const { violations } = await page.evaluate((rules) => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<AxeResults> };
    };
    return axe.run({
      resultTypes: ["violations"],
      ...(rules !== undefined && { runOnly: rules }),
    });
  }, rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.flat().join(" ")}`),
  );
}
