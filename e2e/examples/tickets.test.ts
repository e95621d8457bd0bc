/** examples/tickets: the shop and the server, started as its README says, and two people who come and go. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, test as base } from "../embed/host.ts";
import { example } from "./example.ts";

/** A port that nobody has. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const test = base.extend<{
  /** The shop of a copy of the example, in front of a server at that port; its address and folder. */
  shop(port: number): Promise<{ url: string; folder: string }>;
}>({
  shop: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), "farhand-tickets-"));
    const stops: (() => Promise<unknown>)[] = [];
    await use(async (port) => {
      await cp(example("tickets"), folder, {
        recursive: true,
        filter: (file) => !file.endsWith("sites.json"),
      });
      const child = spawn(process.execPath, ["server.mjs"], {
        cwd: folder,
        env: {
          PORT: String(await freePort()),
          FARHAND_URL: `http://127.0.0.1:${port}`,
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(child, "exit");
      stops.push(() => (child.kill(), ended));
      const [line] = (await once(
        createInterface({ input: child.stdout }),
        "line",
      )) as [string];
      return { url: line.replace("the shop: ", ""), folder };
    });
    for (const stop of stops) await stop();
    await rm(folder, { recursive: true });
  },
});

test("H30 each of two users has the assistant to themselves, with the three commands of the README", async ({
  serve,
  shop,
  visit,
}) => {
  const readme = await readFile(path.join(example("tickets"), "README.md"));
  const [, block = ""] = /```sh\n([^]*?)```/.exec(String(readme)) ?? [];
  const [build, backend, start = "", ...more] = block.trim().split("\n");
  expect([build, backend, more]).toEqual([
    "make build",
    "node examples/tickets/server.mjs",
    [],
  ]);

  const port = await freePort();
  const { url, folder } = await shop(port);
  const flags = start
    .replace("http://127.0.0.1:4000", url)
    .replace("examples/tickets", folder)
    .split(" ")
    .slice(1);
  const server = await serve({ model: "demo", flags, port });

  // Nobody is signed in: no assistant, and no ticket.
  const { page, launcher, panel, say } = await visit(url);
  expect(await page.locator("farhand-chat").count()).toBe(0);
  const none = await fetch(`${url}/farhand-ticket`, { method: "POST" });
  expect(none.status).toBe(401);
  expect(await none.json()).toMatchObject({ code: "signed_out" });

  const signIn = async (name: string) => {
    await page.getByRole("button", { name: `Sign in as ${name}` }).click();
    await page.getByRole("heading", { name: `Hello, ${name}` }).waitFor();
  };
  const signOut = async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Who are you?" }).waitFor();
  };
  await signIn("Ada");
  await launcher.click(); // the tab keeps it open
  await say("Remember that my favourite colour is green");
  await panel
    .getByText(/^I will remember/)
    .last()
    .waitFor();
  await signOut();

  await signIn("Bob");
  await say("What do you remember about me?");
  await panel.getByText(/^Nothing is remembered/).waitFor();
  await signOut();

  await signIn("Ada");
  expect(await panel.getByText(/^I will remember/).count()).toBe(0);
  await say("What do you remember about me?");
  await panel.getByText(/favourite.colour: green/i).waitFor();

  const subjects = server.log
    .filter(({ event }) => event === "turn_start")
    .map(({ site, subject }) => `${site}/${subject}`);
  expect(subjects).toEqual(["shop/u-7c1f", "shop/u-e08a", "shop/u-7c1f"]);
});
