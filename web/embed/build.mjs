// Bundles the element for any site into dist/embed:
//
//   v1.js             the loader; moves with every version
//   v<version>/       the rest, as ES modules that are named by their content
//   v<version>.full.js  loader and rest in one file, for an integrity attribute
//   integrity.json    the value of that attribute, by file name
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { bundle } from "../bundle.mjs";

/** `common`: esbuild options of the whole web part. `together`: a plugin that keeps what the rest begins with in one file. */
export async function buildEmbed(common, together) {
  const root = common.absWorkingDir;
  const manifest = await readFile(path.join(root, "package.json"), "utf8");
  const { version } = JSON.parse(manifest);
  const folder = `v${version}`;
  const { outputs } = await bundle({
    ...common,
    outdir: `dist/embed/${folder}`,
    entryPoints: { rest: "embed/rest.ts" },
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    splitting: true,
    plugins: [...common.plugins, together],
  });
  const [rest] = Object.entries(outputs).find(
    ([, { entryPoint }]) => entryPoint === "embed/rest.ts",
  );
  const classic = { ...common, outdir: "dist/embed", format: "iife" };
  await bundle({
    ...classic,
    entryPoints: { v1: "embed/loader.ts" },
    define: {
      FARHAND_REST: JSON.stringify(`${folder}/${path.basename(rest)}`),
    },
  });
  const full = `${folder}.full.js`;
  await bundle({
    ...classic,
    entryPoints: { [`${folder}.full`]: "embed/full.ts" },
  });
  const bytes = await readFile(path.join(root, "dist/embed", full));
  const hash = createHash("sha384").update(bytes).digest("base64");
  const integrity = { [full]: `sha384-${hash}` };
  await writeFile(
    path.join(root, "dist/embed/integrity.json"),
    `${JSON.stringify(integrity, null, 2)}\n`,
  );
  console.log(`integrity of embed/${full}: sha384-${hash}`);
}
