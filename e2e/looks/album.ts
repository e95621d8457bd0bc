/** The pictures of docs/screens: how they are kept and compared. */

import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { repository } from "../harness/paths.ts";
import { encode } from "./palette.ts";

const folder = path.join(repository, "docs/screens");

/** How much of any square of this many pixels may look different, in parts of one. */
const square = 64;
const tolerance = 0.02;

/** Files of a comparison that failed; git ignores them. */
const traces = [".actual.png", ".diff.png"];

function fileOf(name: string, kind = ".png"): string {
  return path.join(folder, name + kind);
}

/** The names of the pictures that are kept. */
export async function kept(): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith(".png"))
    .filter((file) => !traces.some((kind) => file.endsWith(kind)))
    .map((file) => path.basename(file, ".png"));
}

/** Takes away what earlier comparisons left. */
export async function tidy(): Promise<void> {
  if (!existsSync(folder)) return;
  for (const file of await readdir(folder)) {
    if (traces.some((kind) => file.endsWith(kind))) {
      await rm(path.join(folder, file));
    }
  }
}

/** Removes a picture that is kept. */
export async function remove(name: string): Promise<void> {
  await rm(fileOf(name));
}

/**
 * What is wrong with a picture (a PNG) that was just taken; undefined if it
 * looks like the one that is kept. Otherwise both and their difference lie
 * beside each other.
 */
export async function compare(
  name: string,
  taken: Buffer,
): Promise<string | undefined> {
  const file = fileOf(name);
  const shown = path.relative(repository, file);
  if (!existsSync(file)) return `${shown} is missing: run make screens`;
  const actual = PNG.sync.read(taken);
  const wanted = PNG.sync.read(await readFile(file));
  const { width, height } = actual;
  if (wanted.width !== width || wanted.height !== height) {
    await writeFile(fileOf(name, ".actual.png"), taken);
    return `${shown} is ${wanted.width}x${wanted.height}, the page now ${width}x${height}`;
  }
  const diff = new PNG({ width, height });
  const different = pixelmatch(
    wanted.data,
    actual.data,
    diff.data,
    width,
    height,
    { windowSize: square },
  );
  const share = different / square ** 2;
  if (share <= tolerance) return undefined;
  await writeFile(fileOf(name, ".actual.png"), taken);
  await writeFile(fileOf(name, ".diff.png"), PNG.sync.write(diff));
  const percent = (share * 100).toFixed(1);
  return `${shown} looks different: ${percent} % of a square of ${square} px; see ${name}.actual.png and ${name}.diff.png beside it`;
}

/** Keeps a picture from now on. */
export async function keep(name: string, taken: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(name), encode(PNG.sync.read(taken)));
}
