/** examples/react: what Vite builds of it, in a browser; and the snippet of docs/embedding.md. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "../embed/host.ts";
import { calls, says } from "../harness/model.ts";
import { repository } from "../harness/paths.ts";
import { example, flagsOf } from "./example.ts";

const folder = example("react");

/** In bytes, compressed: what farhand/react adds to React and the client. */
const most = 1536;

const guide = readFileSync(path.join(repository, "docs/embedding.md"), "utf8");
const [, section = ""] = guide.split("\n## React\n");
const [, snippet = ""] = /```tsx\n([^]*?)```/.exec(section) ?? [];

/** The compiler, in a folder. */
function compile(cwd: string): string {
  const tsc = path.join(repository, "node_modules/.bin/tsc");
  return execFileSync(process.execPath, [tsc], { cwd, encoding: "utf8" });
}

/** Runs with a folder of its own inside of the example, where its packages are found. */
async function within(work: (folder: string) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(path.join(folder, ".dist-"));
  try {
    await work(dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const vite = (root: string, outDir: string) =>
  build({ root, logLevel: "warn", build: { outDir, emptyOutDir: true } });

test("H40 the entry of the package costs at most 1,536 bytes", () => {
  const code = readFileSync(path.join(repository, "web/npm/react.js"));
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(most);
});

test("H12 it compiles", { timeout: 60_000 }, () => {
  expect(compile(folder)).toBe("");
});

test(
  "K34 A60 its tools run, and only a person allows the order",
  { timeout: 60_000 },
  ({ model, serve, visit }) =>
    within(async (outDir) => {
      await vite(folder, outDir);
      const flags = flagsOf("react", path.basename(outDir));
      const { page, sockets } = await visit(`${(await serve({ flags })).url}/`);
      const say = async (words: string) => {
        await page.getByText("here for you").waitFor();
        await page.getByRole("textbox", { name: "Message" }).fill(words);
        await page.getByRole("button", { name: "Send" }).click();
      };

      model.script(calls(["cart_add", { count: 2 }]), says("Two are in it."));
      await say("Two pairs, please");
      await page.getByText("Two are in it.").waitFor();
      await page.getByText("Put into the cart: succeeded").waitFor();
      expect(await page.locator("output").textContent()).toBe("2");
      expect(model.told()).toEqual([{ output: { items: 2 } }]);
      expect(model.offered()).toEqual(["cart_add", "order_place"]);
      expect(JSON.stringify(model.requests[0])).toContain("Mountain boots");

      model.script(calls(["order_place"]), says("They are on their way."));
      await say("Order them");
      await page.getByText("Order what is in your cart").waitFor();
      const allow = page.getByRole("button", { name: "Allow" });
      await allow.evaluate((button: HTMLElement) => button.click());
      expect(await page.locator("output").textContent()).toBe("2");
      await allow.click();
      await page.getByText("They are on their way.").waitFor();
      await page.getByText("Ordered: 2").waitFor();
      expect(model.told()).toEqual([{ output: { ordered: 2 } }]);
      expect(await allow.count()).toBe(0);
      expect(sockets).toHaveLength(1);
    }),
);

test(
  "K34 A60 the snippet compiles, asks, runs and answers",
  { timeout: 60_000 },
  ({ model, serve, visit }) =>
    within(async (root) => {
      const write = (name: string, text: string) =>
        writeFileSync(path.join(root, name), text);
      const contract = path.join(example("vite-tools"), "tools.json");
      const outDir = path.join(root, "out");
      write(
        "chat.tsx",
        snippet.replace(' url="wss://assistant.example/ws"', ""),
      );
      write(
        "index.html",
        '<!doctype html><html lang="en"><body><script type="module" src="/chat.tsx"></script></body></html>',
      );
      write(
        "tsconfig.json",
        JSON.stringify({ extends: "../tsconfig.json", include: ["chat.tsx"] }),
      );
      expect(snippet).toContain('url="wss://assistant.example/ws"');
      expect(compile(root)).toBe("");
      await vite(root, outDir);

      const server = await serve({
        flags: ["-app", outDir, "-tools", contract],
      });
      const { page, sockets } = await visit(`${server.url}/`);
      model.script(calls(["cart_add", { count: 2 }]), says("Two are in it."));
      await page.getByRole("textbox", { name: "Message" }).fill("Two, please");
      await expect
        .poll(async () => {
          await page.getByRole("button", { name: "Send" }).click();
          return page.getByText("Two, please").count();
        })
        .toBe(1);
      await page.getByText("Put 2 of these into the cart").waitFor();
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByText("Two are in it.").waitFor();
      expect(await page.locator("output").textContent()).toBe("2");
      expect(model.told()).toEqual([{ output: { items: 2 } }]);
      expect(sockets).toHaveLength(1);
    }),
);
