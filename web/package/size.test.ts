import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { minify } from "vite";
import { expect, test } from "vitest";

/** What a page fetches of an entry before a turn begins, compressed. */
async function sizeOf(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: { entry: new URL(entry, import.meta.url).pathname },
    outdir: "/",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    write: false,
  });
  const files = new Map(
    outputFiles.map(({ path, text }) => [path.slice(1), text]),
  );
  const wanted = ["entry.js"];
  const sizes: number[] = [];
  for (const name of wanted) {
    const text = files.get(name) ?? "";
    const { code } = await minify(name, text, { module: true });
    sizes.push(gzipSync(code, { level: 9 }).length);
    for (const [, other = ""] of text.matchAll(
      /(?:from|^import) ?"\.\/(.+?)"/gm,
    )) {
      if (!wanted.includes(other)) wanted.push(other);
    }
  }
  return sizes.reduce((sum, size) => sum + size, 0);
}

test.each([
  ["farhand, the client without a user interface", "index.ts", 8_192],
  ["the bodies of the built-in tools", "../tools/index.ts", 5_120],
])("%s costs what it may", async (name, entry, most) => {
  const bytes = await sizeOf(entry);
  console.log(`gzip: ${name}: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(most);
});
