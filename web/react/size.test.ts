import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { minify } from "vite";
import { expect, test } from "vitest";

const most = 1536; // bytes, compressed, without React and without the client

test("farhand/react costs at most 1,536 bytes", async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL("index.ts", import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    external: ["react", "*/client/entry.ts"],
    write: false,
  });
  const { code } = await minify("react.js", outputFiles[0]!.text, {
    module: true,
  });
  const bytes = gzipSync(code, { level: 9 }).length;
  console.log(`gzip: react ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(most);
});
