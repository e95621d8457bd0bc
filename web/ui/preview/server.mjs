// Serves the preview on loopback, under the same policy as the page.
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};

/** Flags of Chromium that make a picture the same on every machine. */
export const steadyFlags = [
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
  "--disable-gpu",
];

/** Bundles the preview in memory and serves it on a port of its own. */
export async function servePreview() {
  const bundle = await build({
    entryPoints: [path.join(here, "preview.ts")],
    outdir: "/",
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    target: "es2022",
    loader: { ".woff2": "file", ".woff": "empty" },
    assetNames: "[name]",
  });
  const files = new Map(
    bundle.outputFiles.map((file) => [path.basename(file.path), file.contents]),
  );
  files.set("index.html", await readFile(path.join(here, "index.html")));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname.slice(1) || "index.html";
    const body = files.get(name);
    if (name === "ws") return void response.writeHead(503).end(); // full
    if (body === undefined) return void response.writeHead(204).end();
    response.writeHead(200, {
      "content-type": types[path.extname(name)],
      "content-security-policy": csp,
    });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
