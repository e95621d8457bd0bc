import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { minify } from "vite";
import { expect, test } from "vitest";

const most = 1536; // bytes, compressed, without React and without the client

/** As web/package/build.mjs leaves it out. */
const withoutClient: Plugin = {
  name: "without the client",
  setup({ onResolve }) {
    const client = { path: "./tools.js", external: true };
    onResolve({ filter: /\/client\/entry\.ts$/ }, () => client);
  },
};

test("farhand/react costs at most 1,536 bytes", async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL("index.ts", import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    external: ["react"],
    plugins: [withoutClient],
    write: false,
  });
  const { code } = await minify("react.js", outputFiles[0]!.text, {
    module: true,
  });
  const bytes = gzipSync(code, { level: 9 }).length;
  console.log(`gzip: react ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(most);
});
