/**
 * How the page looks in every state. The pictures are kept in docs/screens and
 * taken again here; `make screens` keeps what the page looks like now.
 */

import { afterAll, beforeAll } from "vitest";
import { compare, keep, kept, remove, tidy } from "./album.ts";
import { foreignFonts } from "./fonts.ts";
import { expect, test } from "./stage.ts";
import { isTaken, variants } from "./variants.ts";

const writes = process.env["SCREENS"] === "write";
/** The pictures of each variant that was looked at to its end. */
const taken = new Map<string, string[]>();

beforeAll(tidy);

test.concurrent.for(variants)(
  "the page looks as in docs/screens: $name",
  { timeout: 300_000 },
  async (variant, { stage }) => {
    const faults: string[] = [];
    const names: string[] = [];
    const { page, scenes, show } = await stage(variant);
    for (const scene of scenes.filter((one) => isTaken(one, variant.name))) {
      await show(scene);
      const name = `${scene}-${variant.name}`;
      names.push(name);
      for (const font of await foreignFonts(page)) {
        faults.push(`${name} needs ${font}, a font of this machine`);
      }
      const picture = await page.screenshot({ animations: "disabled" });
      const fault = await compare(name, picture);
      if (fault === undefined) continue;
      if (writes) await keep(name, picture);
      else faults.push(fault);
    }
    taken.set(variant.name, names);
    expect(faults).toEqual([]);
  },
);

test("docs/screens has no other pictures", async ({ skip }) => {
  skip(taken.size < variants.length, "not every variant was looked at");
  const names = [...taken.values()].flat();
  const others = (await kept()).filter((name) => !names.includes(name));
  if (writes) await Promise.all(others.map(remove));
  else expect(others).toEqual([]);
});

if (writes) afterAll(tidy);
