// Builds the npm package into npm/, from where it is packed:
//
//   <entry>.js, .d.ts  an ES module for each entry, and chunks that they share
//   types/             declarations, as far as an entry leads to them
//   farhand.mjs        the command
//   package.json       of ../package.json what somebody who installs it needs
//   README.md, LICENSES.txt  the latter of others whose code is in it
//
// Nothing else is installed with it: what it is made of is inside. Prints the
// size of each entry, alone and with what it imports at once, compressed.
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { bundle } from "../bundle.mjs";
import { smallCSS } from "../css.mjs";
import { writeTypes } from "./types.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const out = path.join(root, "npm");

/** Name of the entry to its source. */
const entries = {
  index: "package/index.ts",
  element: "package/element.ts",
  tools: "package/tools.ts",
  testing: "testing/index.ts",
  webmcp: "client/webmcp.ts",
};
/** Beside them, with the client of farhand/tools: what it adds to that. */
const react = "react/index.ts";

await rm(out, { recursive: true, force: true });
const common = {
  absWorkingDir: root,
  outdir: "npm",
  bundle: true,
  minify: true,
  format: "esm",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};
const target = ["es2022", "chrome105", "firefox115", "safari16.4"];
const modules = await bundle({
  ...common,
  entryPoints: entries,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  target,
  plugins: [smallCSS],
});
const hooks = await bundle({
  ...common,
  entryPoints: { react },
  target,
  external: ["react"],
  plugins: [
    {
      name: "the client of farhand/tools",
      setup({ onResolve }) {
        const client = { path: "./tools.js", external: true };
        onResolve({ filter: /\/client\/entry\.ts$/ }, () => client);
      },
    },
  ],
});
const command = await bundle({
  ...common,
  entryPoints: { farhand: "package/cli.ts" },
  outExtension: { ".js": ".mjs" },
  banner: { js: "#!/usr/bin/env node" },
  platform: "node",
  target: "node20",
});
await chmod(path.join(out, "farhand.mjs"), 0o755);
// Those of the element are apart from its code, which leads to all of the page.
await writeTypes(root, out, {
  ...entries,
  react,
  element: "package/element.types.ts",
});
await manifest();
await licenses([modules, hooks, command]);
await copyFile(path.join(root, "README.md"), path.join(out, "README.md"));
await sizes();

async function manifest() {
  const text = await readFile(path.join(root, "package.json"), "utf8");
  const { private: _, scripts, devDependencies, ...rest } = JSON.parse(text);
  const published = {
    ...rest,
    // A bundler may leave out nothing of the element: its parts fill style sheets.
    sideEffects: ["./element.js", "./chunks/*"],
    bin: { farhand: "farhand.mjs" },
  };
  const here = JSON.stringify(published, null, 2).replaceAll("./npm/", "./");
  await writeFile(path.join(out, "package.json"), `${here}\n`);
}

async function licenses(built) {
  const inputs = built.flatMap(({ inputs }) => Object.keys(inputs));
  const packages = inputs.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  const texts = [...new Set(packages)].sort().map(async (name) => {
    const folder = path.join(root, name);
    const files = await readdir(folder);
    const file = files.find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`${name} has no license in it`);
    const title = name.split("node_modules/").at(-1);
    return `${title}\n\n${await readFile(path.join(folder, file), "utf8")}`;
  });
  const text = (await Promise.all(texts)).join(`\n${"-".repeat(72)}\n\n`);
  await writeFile(path.join(out, "LICENSES.txt"), text);
}

async function sizes() {
  const kB = (n) => `${(n / 1000).toFixed(1)} kB`.padStart(8);
  const outputs = { ...modules.outputs, ...hooks.outputs };
  for (const name of [...Object.keys(entries), "react"]) {
    const files = [`npm/${name}.js`];
    for (const file of files) {
      for (const { path: to, kind, external } of outputs[file].imports) {
        const next = external ? path.posix.join("npm", to) : to;
        if (kind !== "import-statement" || files.includes(next)) continue;
        if (outputs[next]) files.push(next);
      }
    }
    const bytes = await Promise.all(
      files.map(async (file) => {
        const code = await readFile(path.join(root, file));
        return gzipSync(code, { level: 9 }).length;
      }),
    );
    const all = bytes.reduce((sum, size) => sum + size, 0);
    const entry = name === "index" ? "farhand" : `farhand/${name}`;
    console.log(
      `${entry.padEnd(18)}${kB(bytes[0])}${kB(all)} with its chunks, gzip`,
    );
  }
}
