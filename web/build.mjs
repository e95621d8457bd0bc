// Bundles the web part into dist, from where the server embeds it:
//
//   app/index.html   -> index.html, as it is
//   app/start.ts     -> start.js, which runs before the first picture
//   app/app.ts       -> app.js and app.css
//   ui/entry.ts      -> chat.js, the conversation for pages of others
//   client/entry.ts  -> client.js, the library for pages of others, in one file
//   client/webmcp.ts -> webmcp.js, beside it: the page's own WebMCP tools
//   embed/*          -> embed/, the element for any site; see embed/build.mjs
//
// The first two share parts/*.js, named by their content: one with all that the
// conversation begins with, the others fetched when they are first needed.
//
// The scripts are minified ES modules, and nothing is inline, so that the page
// runs under a strict CSP. Prints each file's size, as it is and compressed.
import { copyFile, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { bundle } from "./bundle.mjs";
import { smallCSS } from "./css.mjs";
import { buildEmbed } from "./embed/build.mjs";

const root = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(root, "dist");
const kept = "placeholder.txt"; // in git, for go:embed

for (const name of await readdir(dist)) {
  if (name !== kept) await rm(path.join(dist, name), { recursive: true });
}
const common = {
  absWorkingDir: root,
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome105", "firefox115", "safari16.4"],
  charset: "utf8", // words of other scripts as they are: half the size
  legalComments: "none",
  logLevel: "warning",
  plugins: [smallCSS],
};
await bundle({
  ...common,
  entryPoints: { client: "client/entry.ts", webmcp: "client/webmcp.ts" },
});
await bundle({
  ...common,
  entryPoints: { start: "app/start.ts" },
  format: "iife",
});
await bundle({
  ...common,
  entryPoints: { app: "app/app.ts", chat: "ui/entry.ts" },
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  plugins: [smallCSS, lateParts("ui/open.ts")],
});
await buildEmbed(common, lateParts("embed/rest.ts"));
await copyFile(
  path.join(root, "app/index.html"),
  path.join(dist, "index.html"),
);

const entries = await readdir(dist, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && entry.name !== kept)
  .map((entry) => path.join(path.relative(dist, entry.parentPath), entry.name));
for (const name of files.sort()) {
  const bytes = await readFile(path.join(dist, name));
  const kB = (n) => `${(n / 1000).toFixed(1)} kB`.padStart(10);
  console.log(
    `web/dist/${name.padEnd(28)}${kB(bytes.length)}${kB(gzipSync(bytes).length)} gzip`,
  );
}

/**
 * Keeps all that a page begins with in one file. esbuild makes a file for each
 * set of parts that share a module, and the page would fetch a dozen of them
 * before its first picture. Here every part that comes later imports `start`,
 * which is there already, so that none has less than the others.
 */
function lateParts(start) {
  const late = new Set();
  return {
    name: "late parts",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, (request) => {
        if (request.kind === "dynamic-import") {
          late.add(path.join(request.resolveDir, request.path));
        }
      });
      onLoad({ filter: /\.tsx?$/ }, async (file) => {
        if (!late.has(file.path)) return;
        const first = JSON.stringify(path.join(root, start));
        return {
          contents: `import ${first};\n${await readFile(file.path, "utf8")}`,
          loader: file.path.endsWith("x") ? "tsx" : "ts",
        };
      });
    },
  };
}
