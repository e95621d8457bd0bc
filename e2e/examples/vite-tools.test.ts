/** examples/vite-tools: its types, its own tests, and what Vite builds of it in a browser. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build, createServer } from "vite";
import { repository } from "../harness/paths.ts";
import { calls, says } from "../harness/model.ts";
import { expect, test } from "../embed/host.ts";
import { example, flagsOf } from "./example.ts";

const folder = example("vite-tools");

/** Runs a program of the repository's node_modules in the example. */
function run(program: string, ...args: string[]): string {
  const file = path.resolve(repository, "node_modules/.bin", program);
  return execFileSync(process.execPath, [file, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], NO_COLOR: "1" },
  });
}

test("H14 the types are those of the contract, and the project compiles", () => {
  const command = path.join(repository, "web/bin/farhand.mjs");
  const types = run(command, "types", "tools.json");
  expect(readFileSync(path.join(folder, "src/tools.ts"), "utf8")).toBe(types);
  expect(run("tsc")).toBe("");
});

test("K34 its tests need no server, no browser and no key", () => {
  expect(run("vitest", "run")).toContain("3 passed");
});

test("K34 what Vite builds runs, and its tool asks and runs", async ({
  model,
  serve,
  visit,
}) => {
  const outDir = mkdtempSync(path.join(folder, ".dist-"));
  try {
    await build({
      root: folder,
      logLevel: "warn",
      build: { outDir, emptyOutDir: true },
    });
    const server = await serve({
      flags: flagsOf("vite-tools", path.basename(outDir)),
    });
    const { page, launcher, panel, message, say } = await visit(server.url);
    await launcher.click();
    await message.waitFor();
    model.script(
      calls(["cart_add", { count: 2 }]),
      says("Two are in your cart."),
    );
    await say("Two boots, please");

    await panel.getByText("Put 2 of these into the cart").first().waitFor();
    await panel.getByRole("button", { name: "Allow once" }).click();

    await panel.getByText("Two are in your cart.").first().waitFor();
    expect(await page.locator("output").textContent()).toBe("2");
    // No bundler leaves out what fills the style sheet of cards and answers.
    const radius = await panel
      .locator(".card")
      .first()
      .evaluate((card) => getComputedStyle(card).borderRadius);
    expect(radius).toBe("10px");
    expect(model.told()).toEqual([{ output: { items: 2 } }]);
    expect(model.offered()).toEqual(["cart_add"]);
  } finally {
    rmSync(outDir, { recursive: true });
  }
});

test("K34 while it is developed, Vite serves the page and passes the socket on", async ({
  model,
  serve,
  visit,
}) => {
  const server = await serve({
    flags: ["-tools", path.join(folder, "tools.json")],
  });
  const proxy = { "/ws": { target: server.url, ws: true } };
  const vite = await createServer({
    root: folder,
    logLevel: "warn",
    server: { port: 0, host: "127.0.0.1", proxy },
  });
  try {
    await vite.listen();
    const { launcher, message, panel, say } = await visit(
      vite.resolvedUrls?.local[0] ?? "",
    );
    await launcher.click();
    await message.waitFor();
    model.script(says("Hello."));
    await say("Hello");
    await panel.getByText("Hello.", { exact: true }).first().waitFor();
    expect(model.offered()).toEqual(["cart_add"]);
  } finally {
    await vite.close();
  }
});
