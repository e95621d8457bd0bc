/** What people see when a site keeps the element from its work: the rows of "Troubleshooting" in docs/embedding.md, and its tickets. */

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import type { Server } from "../harness/server.ts";
import { calls, says } from "../harness/model.ts";
import { repository } from "../harness/paths.ts";
import { installAxe, violations } from "../looks/axe.ts";
import { expect, test as plain } from "./host.ts";
import { shop } from "./pages.ts";

type Fixtures = {
  /** A page in a fresh profile, whatever it reports, and each line of its console. */
  look(
    url: string,
    options?: BrowserContextOptions,
  ): Promise<{ page: Page; lines: string[] }>;
};

const test = plain.extend<Fixtures>({
  look: async ({ browser }, use) => {
    const pages: Page[] = [];
    await use(async (url, options = {}) => {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(10_000);
      const page = await context.newPage();
      pages.push(page);
      const lines: string[] = [];
      page.on("console", (line) => lines.push(line.text()));
      await page.goto(url);
      return { page, lines };
    });
    for (const page of pages) await page.context().close();
  },
});

const located = {
  permissions: ["geolocation"],
  geolocation: { latitude: 52.5, longitude: 13.4 },
};

const html = (server: Server, attributes = "") =>
  `<!doctype html><html lang="en"><script src="${server.url}/embed/v1.js" async></script><farhand-chat title="Shop help" ${attributes}></farhand-chat></html>`;

/** Opens the element and says something once the server is there. */
async function say(chat: Locator, words: string): Promise<void> {
  await chat.locator(".launcher").click();
  await chat.locator(".pill").waitFor();
  const message = chat.getByRole("textbox", { name: "Message" });
  await message.fill(words);
  await message.press("Enter");
}

test("a policy without script-src: nothing, and the browser says it", async ({
  serve,
  host,
  look,
}) => {
  const server = await serve({ flags: ["-dev"] });
  const pages = { "/": html(server) };
  const site = await host({ pages, policy: "script-src 'self'" });
  const { page, lines } = await look(site.url);
  await expect.poll(() => lines.join("\n")).toContain("/embed/v1.js");
  expect(await page.locator("farhand-chat .launcher").count()).toBe(0);
});

test("a policy without connect-src: no connection, and the browser says why", async ({
  serve,
  host,
  look,
}) => {
  const server = await serve({ flags: ["-dev"] });
  const policy = `script-src ${server.url}; connect-src 'self'`;
  const site = await host({ pages: { "/": html(server) }, policy });
  const { page, lines } = await look(site.url);
  await page.locator("farhand-chat .launcher").click();
  await page.getByText(/refused the connection or cannot be reached/).waitFor();
  await expect
    .poll(() => lines.join("\n"))
    .toContain(`Connecting to 'ws://${new URL(server.url).host}/ws' violates`);
});

test.for([
  ["http: for an https: page", "http://assistant.example", "insecure"],
  ["none for a socket", "ftp://assistant.example", "'ftp' is not allowed"],
])(
  "an address that the browser does not take is told as that: %s",
  async ([, address = "", why = ""], { serve, browser }) => {
    const server = await serve({ flags: ["-dev"] });
    const page = await browser.newPage();
    await page.route("https://shop.example/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><html lang="en"><script src="https://assistant.example/embed/v1.js" async></script><farhand-chat server="${address}"></farhand-chat></html>`,
      }),
    );
    await page.route("https://assistant.example/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      const response = await fetch(server.url + pathname, {
        headers: { Origin: "http://localhost" },
      });
      await route.fulfill({
        contentType: response.headers.get("content-type") ?? "",
        headers: { "access-control-allow-origin": "*" },
        body: Buffer.from(await response.arrayBuffer()),
      });
    });
    await page.goto("https://shop.example/");
    await page.locator("farhand-chat .launcher").click();
    const strip = page.locator("farhand-chat .strip");
    await strip.getByText("The address of the server is wrong").waitFor();
    expect(await strip.textContent()).toContain(why);
    expect(await strip.textContent()).not.toContain("let you in");
    await strip.getByRole("button", { name: "Reload" }).waitFor();
    await page.close();
  },
);

test("an origin that is not listed: the page, the console and /check name flag and value", async ({
  serve,
  host,
  look,
}) => {
  const server = await serve();
  const site = await host({ pages: { "/": html(server) } });
  const { page, lines } = await look(site.url);
  await page.locator("farhand-chat .launcher").click();
  const said = `Pages of ${site.url} may not use this server. Its operator allows them with -origins ${site.url}`;
  await page
    .getByText(`The assistant did not load. ${said}`, { exact: false })
    .waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  expect(lines.join("\n")).toContain(`farhand: origin ${said}`);
  const headers = { Origin: site.url };
  const check = await fetch(`${server.url}/check`, { headers });
  const told = (await check.json()) as { code: string; message: string };
  expect(told.code).toBe("origin");
  expect(told.message).toContain(said);
});

test.for([
  { name: "launcher", width: 1000, height: 700 },
  { name: "launcher, a phone", width: 390, height: 844 },
  { name: "launcher, as small as it gets", width: 320, height: 256 },
  { name: "panel", attributes: 'mode="panel"', width: 1000, height: 700 },
])(
  "H40 K34 what did not load can be closed and tried again: $name",
  async ({ attributes, width, height }, { serve, host, look }) => {
    const server = await serve();
    const page = shop({
      server: server.url,
      element: `<farhand-chat title="Shop help" ${attributes ?? ""}></farhand-chat><button id="own">Ask us</button>`,
      script: `<script>own.onclick = () => document.querySelector("farhand-chat").open()</script>`,
    });
    const site = await host({ pages: { "/": page } });
    for (const colorScheme of ["light", "dark"] as const) {
      const viewport = { width, height };
      const { page } = await look(site.url, { viewport, colorScheme });
      await installAxe(page);
      const opener = page.locator(attributes ? "#own" : ".launcher");
      const fault = page.getByRole("alert").filter({ hasText: "did not load" });
      const again = fault.getByRole("button", { name: "Try again" });
      await opener.click();
      await again.waitFor();
      expect(await violations(page)).toEqual([]);
      const box = (await fault.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      if (!attributes) {
        const below = (await opener.boundingBox())!;
        expect(box.y + box.height).toBeLessThanOrEqual(below.y);
      }

      await expect.poll(() => focused(page)).toBe("Try again");
      await page.keyboard.press("Escape");
      await fault.waitFor({ state: "detached" });
      await expect.poll(() => isFocused(opener)).toBe(true);

      await opener.click();
      await fault.getByRole("button", { name: "Close" }).click();
      await fault.waitFor({ state: "detached" });
      await expect.poll(() => isFocused(opener)).toBe(true);

      // Each press asks again; what is told is told once.
      await opener.click();
      await again.waitFor();
      const asked = page.waitForRequest((request) =>
        request.url().endsWith("/check"),
      );
      await opener.click();
      await asked;
      await again.waitFor();
      expect(await fault.count()).toBe(1);
      await page.context().close();
    }
  },
);

/** The words of what has the focus, in whatever tree. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return (activeElement?.shadowRoot?.activeElement ?? activeElement)
      ?.textContent;
  });

const isFocused = (one: Locator) =>
  one.evaluate(
    (element) =>
      (element.getRootNode() as Document | ShadowRoot).activeElement ===
      element,
  );

test("H40 what did not load is there when its server is", async ({
  model,
  serve,
  host,
  look,
}) => {
  model.script(says("Good day."));
  const gone = await serve({ flags: ["-dev"] });
  const site = await host({ pages: { "/": html(gone) } });
  const { page } = await look(site.url);
  const chat = page.locator("farhand-chat");
  const launcher = chat.locator(".launcher");
  await launcher.waitFor();
  await gone.stop();
  await launcher.click();
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  await serve({ flags: ["-dev"], port: gone.port });
  await again.click();
  await chat.locator(".pill").waitFor();
  expect(await page.getByText("did not load").count()).toBe(0);
  const message = chat.getByRole("textbox", { name: "Message" });
  await expect.poll(() => isFocused(message)).toBe(true);
  await message.fill("Hello");
  await message.press("Enter");
  await chat.getByText("Good day.").first().waitFor();
});

test.for([
  ["its own Permissions-Policy", { "permissions-policy": "geolocation=()" }],
  ["a frame without allow", undefined],
] as const)(
  "H33 what the site switches off says so: %s",
  async ([, headers], { model, serve, host, look }) => {
    model.script(calls(["geolocation_get"]), says("I cannot see where."));
    const server = await serve({ flags: ["-dev"] });
    const pages = { "/": html(server) };
    const site = await host({ pages, ...(headers && { headers }) });
    const { page } = await look(
      headers ? site.url : await framed(host, site.url, ""),
      located,
    );
    const root = headers ? page : page.frameLocator("iframe");
    const chat = root.locator("farhand-chat");
    await say(chat, "Where am I?");
    const said = headers
      ? "The page, or the site around it, switched it off"
      : 'The page around it gives it with allow="geolocation" on the iframe.';
    await chat.getByText(said).waitFor();
    await chat.getByRole("button", { name: "What can you do?" }).click();
    const tool = chat.locator(".tool").filter({ hasText: "Your location" });
    await tool.getByText(said).waitFor();
  },
);

test("a frame with allow has the feature", async ({
  model,
  serve,
  host,
  look,
}) => {
  model.script(calls(["geolocation_get"]), says("In Berlin."));
  const server = await serve({ flags: ["-dev"] });
  const site = await host({ pages: { "/": html(server) } });
  const outer = await framed(host, site.url, "geolocation");
  const { page } = await look(outer, located);
  const chat = page.frameLocator("iframe").locator("farhand-chat");
  await say(chat, "Where am I?");
  await chat.getByText("In Berlin.").first().waitFor();
  expect(JSON.stringify(model.told())).toContain("52.5");
});

/** The address of a page of another site with a frame around `url`. */
async function framed(
  host: (options: { pages: { [path: string]: string } }) => Promise<{
    url: string;
  }>,
  url: string,
  allow: string,
): Promise<string> {
  const frame = `<iframe width="600" height="600" src="${url}" allow="${allow}"></iframe>`;
  const outer = await host({ pages: { "/": `<!doctype html>${frame}` } });
  return outer.url.replace("127.0.0.1", "localhost");
}

test("a page that isolates itself with require-corp needs nothing", async ({
  model,
  serve,
  host,
  look,
}) => {
  model.script(says("Good day."));
  const server = await serve({ flags: ["-dev"] });
  const headers = { "cross-origin-embedder-policy": "require-corp" };
  const site = await host({ pages: { "/": html(server) }, headers });
  const { page } = await look(site.url);
  const chat = page.locator("farhand-chat");
  await say(chat, "Hello");
  await chat.getByText("Good day.").first().waitFor();
});

test("H40 the backend of the guide lets its user in; without it the page says what is missing", async ({
  model,
  serve,
  host,
  look,
}) => {
  const directory = await mkdtemp(path.join(tmpdir(), "farhand-tickets-"));
  try {
    const guide = await readFile(
      path.join(repository, "docs/embedding.md"),
      "utf8",
    );
    const section = guide.split("\n## Tickets\n")[1]!.split("\n## ")[0]!;
    const [, element = "", backend = ""] =
      /```html\n([^]*?)```[^]*?```js\n([^]*?)```/.exec(section)!;
    const key = randomBytes(32).toString("base64url");
    let mint = (): unknown => undefined;
    const pages: { [path: string]: string } = {};
    const answers = { "/farhand-ticket": () => mint() };
    const site = await host({ pages, answers });
    const keys = path.join(directory, "sites.json");
    await writeFile(
      keys,
      JSON.stringify({ sites: { shop: { keys: [key], origins: [site.url] } } }),
      { mode: 0o600 },
    );
    const server = await serve({
      flags: ["-origins", site.url, "-site-keys", keys],
    });
    const file = path.join(directory, "backend.mjs");
    await writeFile(
      file,
      backend
        .replace(
          "./ticket.mjs",
          pathToFileURL(path.join(repository, "examples/tickets/ticket.mjs"))
            .href,
        )
        .replace("process.env.FARHAND_SITE_KEY", JSON.stringify(key))
        .replace("https://shop.example", site.url)
        .replace("assistant.example", new URL(server.url).host),
    );
    const { farhandTicket } = (await import(pathToFileURL(file).href)) as {
      farhandTicket(user: { id: string }): unknown;
    };
    mint = () => farhandTicket({ id: "user-1" });
    const body = element.replaceAll("https://assistant.example", server.url);
    pages["/"] = `<!doctype html><html lang="en">${body}</html>`;
    pages["/without"] = html(server);

    model.script(says("Good day."));
    const { page } = await look(site.url);
    const chat = page.locator("farhand-chat");
    await say(chat, "Hello");
    await chat.getByText("Good day.").first().waitFor();

    const without = await look(`${site.url}/without`);
    await without.page.locator("farhand-chat .launcher").click();
    await without.page
      .getByText(/The server does not let you in\..* ticket/)
      .waitFor();
  } finally {
    await rm(directory, { recursive: true });
  }
});

test("H40 a page without a backend asks the server for its ticket, as the guide has it", async ({
  model,
  serve,
  host,
  look,
}) => {
  const guide = await readFile(
    path.join(repository, "docs/embedding.md"),
    "utf8",
  );
  const section = guide.split("\n## Tickets\n")[1]!.split("\n## ")[0]!;
  const element = [...section.matchAll(/```html\n([^]*?)```/g)].at(-1)![1]!;
  const pages: { [path: string]: string } = {};
  const site = await host({ pages });
  const server = await serve({ flags: ["-anonymous-origins", site.url] });
  const body = element.replaceAll("https://assistant.example", server.url);
  pages["/"] = `<!doctype html><html lang="en">${body}</html>`;

  model.script(says("Good day."));
  const { page } = await look(site.url);
  const chat = page.locator("farhand-chat");
  await say(chat, "Hello");
  await chat.getByText("Good day.").first().waitFor();
});
