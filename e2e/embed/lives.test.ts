/** The element in the life of a page: bodies that are replaced, links, other people's styles. */

import type { Page } from "playwright-core";
import { expect, test } from "./host.ts";
import { shop } from "./pages.ts";

const help = `<farhand-chat title="Shop help"></farhand-chat>`;

/** Keeps what the element tells in `window.told`. */
const listening = `<script>
  const told = [];
  for (const type of ["open", "close", "unread", "ready", "error"]) {
    document.addEventListener("farhand-" + type, ({ detail }) =>
      told.push(detail?.count === undefined ? type : type + detail.count));
  }
</script>`;

const told = (page: Page) => page.evaluate("told") as Promise<string[]>;

test("H40 the rest comes when the launcher is pressed, and not before", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({ model: "demo", flags: ["-dev"] });
  const site = await host({
    pages: { "/": shop({ server: server.url, element: help }) },
  });
  const { page, launcher, message, requests, sockets } = await visit(
    `${site.url}/?secret=1#part`,
  );
  await launcher.waitFor();
  await page.waitForLoadState("networkidle");
  const ours = () => requests.filter((url) => url.startsWith(server.url));
  expect(ours()).toEqual([`${server.url}/embed/v1.js`]);
  expect(sockets).toEqual([]);
  const hello = new Promise<string>((resolve) => {
    page.on("websocket", (socket) =>
      socket.once("framesent", ({ payload }) => resolve(String(payload))),
    );
  });
  await launcher.press("Enter");
  await expect
    .poll(() => message.evaluate((field) => field.matches(":focus")))
    .toBe(true);
  expect(sockets).toHaveLength(1);
  expect(JSON.parse(await hello)).toMatchObject({
    page: { url: `${site.url}/` },
  });
});

test("H40 a page that replaces its body, or the element, keeps conversation and socket", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({ model: "demo", flags: ["-dev"] });
  const site = await host({
    pages: { "/": shop({ server: server.url, element: help }) },
  });
  const { page, launcher, panel, say, message, sockets } = await visit(
    site.url,
  );
  await launcher.click();
  await say("How is my battery?");
  const answer = panel.getByText(/^The battery is/);
  await answer.waitFor();
  await message.fill("half a ques");

  // As Turbo and Astro do.
  await page.evaluate(() => {
    const next = document.createElement("body");
    next.append(document.createElement("farhand-chat"));
    document.body.replaceWith(next);
  });
  await answer.waitFor();
  expect(await message.inputValue()).toBe("half a ques");

  // As React does in StrictMode, and with a key that changes.
  await page.evaluate(() => {
    const chat = document.querySelector("farhand-chat")!;
    const parent = chat.parentNode!;
    chat.remove();
    parent.append(chat);
    parent.append(document.createElement("farhand-chat"));
    chat.remove();
  });
  await answer.waitFor();
  await say("How is my battery?");
  await expect.poll(() => answer.count()).toBe(2);
  expect(sockets).toHaveLength(1);
});

test("H40 an element that goes hands the conversation to one that stayed, and leaves nothing behind", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({ model: "demo", flags: ["-dev"] });
  const site = await host({ pages: { "/": shop({ server: server.url }) } });
  const { page, launcher, panel, say, sockets } = await visit(site.url);
  await launcher.click();
  await say("How is my battery?");
  const answer = panel.getByText(/^The battery is/);
  await answer.waitFor();
  const sheets = () =>
    page.evaluate(
      () =>
        document.querySelector("farhand-chat")!.shadowRoot!.adoptedStyleSheets
          .length,
    );
  const before = await sheets();

  for (let at = 0; at < 5; at++) {
    await page.evaluate(() => {
      const other = document.createElement("farhand-chat");
      document.body.append(other);
      other.remove();
    });
  }
  await expect.poll(() => answer.count()).toBe(1);
  expect(await answer.isVisible()).toBe(true);
  await say("How is my battery?");
  await expect.poll(() => answer.count()).toBe(2);
  expect(await sheets()).toBe(before);
  expect(sockets).toHaveLength(1);
});

test("H40 an element that the script makes stands beside the body", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({ model: "demo", flags: ["-dev"] });
  const script = `<script src="${server.url}/embed/v1.js" data-title="Help" data-theme="dark" async></script>`;
  const site = await host({
    pages: {
      "/": `<!doctype html><html><body>${script}${script}</body></html>`,
    },
  });
  const { page, launcher, panel } = await visit(site.url);
  await launcher.click();
  await panel.locator(".pill").waitFor();
  await page.evaluate(() => {
    document.body.replaceWith(document.createElement("body"));
  });
  await panel.getByRole("heading", { name: "Help" }).waitFor();
  expect(await page.locator("html > farhand-chat").count()).toBe(1);
  expect(
    await panel.evaluate((pane) => getComputedStyle(pane).colorScheme),
  ).toBe("dark");
});

test("H40 Escape closes, and the focus is on the launcher; the page stays in use meanwhile", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({ model: "demo", flags: ["-dev"] });
  const button = `<button id="buy" onclick="this.textContent='bought'">Buy</button>`;
  const site = await host({
    pages: {
      "/": shop({
        server: server.url,
        element: help,
        script: listening + button,
      }),
    },
  });
  const { page, launcher, panel, message } = await visit(site.url);
  await launcher.click();
  const dialog = page.getByRole("dialog", { name: "Shop help" });
  await dialog.waitFor();
  await page.locator("#buy").click();
  await page.getByText("bought").waitFor();
  await message.focus();
  // A menu and a question in it close first.
  await panel.getByRole("button", { name: "More" }).click();
  await page.keyboard.press("Escape");
  await dialog.waitFor();
  // So does a composition, which Safari ends before it tells of the key.
  await message.focus();
  await message.evaluate((field) => {
    const bubbles = { bubbles: true, composed: true };
    for (const composition of [{ isComposing: true }, { keyCode: 229 }]) {
      const key = { key: "Escape", ...bubbles, ...composition };
      field.dispatchEvent(new KeyboardEvent("keydown", key));
    }
  });
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await launcher.evaluate((one) => one.matches(":focus"))).toBe(true);
  expect(await told(page)).toEqual(["open", "ready", "unread0", "close"]);
});

test("H40 what came while it was closed is marked, also on the next page", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({
    model: "demo",
    flags: ["-dev", "-resume-ttl", "1h"],
  });
  const page1 = shop({ server: server.url, element: help, script: listening });
  const site = await host({ pages: { "/": page1, "/next": page1 } });
  const { page, launcher, panel, say } = await visit(site.url);
  await launcher.click();
  await say("How is my battery?");
  await page.evaluate(() =>
    (
      document.querySelector("farhand-chat") as unknown as { close(): void }
    ).close(),
  );
  const mark = launcher.locator(".mark");
  await expect.poll(() => mark.textContent()).toBe("1");
  await page.goto(`${site.url}/next`);
  await expect.poll(() => mark.textContent()).toBe("1");
  expect(await launcher.getAttribute("aria-label")).toBe(
    "Shop help: new answer",
  );
  await launcher.click();
  await panel.getByText(/^The battery is/).waitFor();
  expect(await mark.isVisible()).toBe(false);
  expect(await told(page)).toContain("unread1");
});

test("H40 open state, draft and place survive a link", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({
    model: "demo",
    flags: ["-dev", "-resume-ttl", "1h"],
  });
  const one = shop({ server: server.url, element: help });
  const site = await host({ pages: { "/": one, "/next": one } });
  const { page, launcher, panel, say, message } = await visit(site.url);
  await launcher.click();
  const answers = panel.locator("[part~=answer]");
  for (let at = 1; at <= 4; at++) {
    await say("How is my battery?");
    await expect.poll(() => answers.count()).toBe(at);
  }
  await message.fill("half a ques");
  const log = panel.getByRole("log");
  await log.evaluate((element) => {
    element.scrollTop = 40;
  });
  await panel.getByRole("button", { name: "To the latest" }).waitFor();
  await page.goto(`${site.url}/next`);
  await expect.poll(() => answers.count()).toBe(4);
  expect(await message.inputValue()).toBe("half a ques");
  await expect.poll(() => log.evaluate(({ scrollTop }) => scrollTop)).toBe(40);
});

test("K34 styles of the page stay out, and its own stay as they were", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({ model: "demo", flags: ["-dev"] });
  const site = await host({
    pages: {
      "/": shop({ server: server.url, element: help }),
      "/plain": `<!doctype html><html lang="en"><script src="${server.url}/embed/v1.js" async></script>${help}</html>`,
    },
  });
  /** What matters of how everything in the element looks. */
  const styles = async (path: string) => {
    const { page, launcher, panel } = await visit(site.url + path);
    await launcher.click();
    await panel.locator(".pill").waitFor();
    await panel.locator(".prompt").first().waitFor();
    return page.evaluate(() => {
      const root = document.querySelector("farhand-chat")!.shadowRoot!;
      return [...root.querySelectorAll("*")].map((element) => {
        const style = getComputedStyle(element);
        const look = ["font", "letter-spacing", "text-transform", "color"];
        const box = ["border", "background-color", "width", "height"];
        return `${element.localName}.${element.getAttribute("class")}: ${[...look, ...box].map((name) => style.getPropertyValue(name)).join(" | ")}`;
      });
    });
  };
  expect(await styles("/")).toEqual(await styles("/plain"));

  const { page, launcher, panel } = await visit(site.url);
  const heading = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("body *:not(farhand-chat)")].map((one) => {
        const { font, color, width } = getComputedStyle(one);
        return [font, color, width].join();
      }),
    );
  const before = await heading();
  await launcher.click();
  await panel.locator(".pill").waitFor();
  expect(await heading()).toEqual(before);
});

test("K34 a page themes it by properties and parts, and words it by attributes", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({ model: "demo", flags: ["-dev"] });
  const site = await host({
    pages: {
      "/": `<!doctype html><html lang="en"><style>
        farhand-chat { --fh-accent: rgb(200, 0, 90); --fh-width: 350px; --fh-font-size: 20px; --fh-inset: 40px }
        farhand-chat::part(header) { background: rgb(0, 0, 99) }
      </style><script src="${server.url}/embed/v1.js" async></script>
      <farhand-chat title="Boots" greeting="Ask about boots." examples="Which fit?|Are they dry?" placeholder="Your size"></farhand-chat></html>`,
    },
  });
  const { page, launcher, panel, message } = await visit(site.url);
  const style = (of: typeof launcher, name: string) =>
    of.evaluate(
      (one, name) => getComputedStyle(one).getPropertyValue(name),
      name,
    );
  expect(await style(launcher, "background-color")).toBe("rgb(200, 0, 90)");
  await launcher.click();
  await panel.getByRole("heading", { name: "Boots" }).waitFor();
  await panel.getByText("Ask about boots.").waitFor();
  expect(await panel.locator(".prompt").allTextContents()).toEqual([
    "Which fit?",
    "Are they dry?",
  ]);
  expect(await message.getAttribute("placeholder")).toBe("Your size");
  expect(await style(panel, "width")).toBe("350px");
  expect(await style(panel.locator(".header"), "background-color")).toBe(
    "rgb(0, 0, 99)",
  );
  expect(await style(panel.locator("textarea"), "font-size")).toBe("20px");
  // Changed while it is there.
  await page.evaluate(() => {
    document.querySelector("farhand-chat")!.setAttribute("title", "Shoes");
  });
  await panel.getByRole("heading", { name: "Shoes" }).waitFor();
});

test("H40 a page that the operator did not name is told the flag", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({ model: "demo" });
  const site = await host({
    pages: {
      "/": shop({ server: server.url, element: help, script: listening }),
    },
  });
  const { page, launcher } = await visit(site.url);
  await launcher.click();
  await page
    .getByRole("alert")
    .getByText(`-origins ${site.url}`, { exact: false })
    .waitFor();
  expect(await told(page)).toEqual(["open", "error"]);
});

for (const mode of ["launcher", "inline"]) {
  test(`K34 a question can be answered in mode ${mode}, whatever the page does around it`, async ({
    serve,
    host,
    visit,
  }) => {
    const server = await serve({ model: "demo", flags: ["-dev"] });
    const element = `<farhand-chat mode="${mode}" title="Shop help"></farhand-chat>`;
    const site = await host({
      pages: { "/": shop({ server: server.url, element }) },
    });
    const { launcher, panel, say } = await visit(site.url, {
      permissions: ["clipboard-read"],
      viewport: { width: 1280, height: 1100 }, // nothing lies over the question
    });
    if (mode === "launcher") await launcher.click();
    await say("What is on my clipboard?");
    const allow = panel.locator("[part~=asking]").getByRole("button", {
      name: "Allow once",
    });
    await expect
      .poll(() => allow.getAttribute("aria-disabled"))
      .not.toBe("true");
    await allow.click();
    await panel.locator("[part~=card]:not([part~=asking])").waitFor();
  });
}

test("H40 a page that brings its own client sees its conversation in the element", async ({
  serve,
  host,
  visit,
}) => {
  const server = await serve({ model: "demo", flags: ["-dev"] });
  const own = `<script type="module">
    import { connect } from "${server.url}/client.js";
    await customElements.whenDefined("farhand-chat");
    const chat = document.querySelector("farhand-chat");
    const { approve, gesture, ask } = chat;
    const url = "${server.url.replace("http", "ws")}/ws";
    chat.client = connect({ url, approve, gesture, ask });
    chat.client.on("session", () => chat.client.send("How is my battery?"));
  </script>`;
  const site = await host({
    pages: { "/": shop({ server: server.url, element: help, script: own }) },
  });
  const { page, launcher, panel, say, sockets } = await visit(site.url);
  await expect.poll(() => sockets.length).toBe(1);
  await launcher.click();
  await say("How is my battery?");
  await panel
    .getByText(/^The battery is/)
    .last()
    .waitFor();
  expect(sockets).toHaveLength(1);
  await page.evaluate(() =>
    (
      document.querySelector("farhand-chat") as unknown as {
        newConversation(): Promise<void>;
      }
    ).newConversation(),
  );
  await panel.locator(".prompt").first().waitFor();
});

test.for(["defer", 'type="module"'])(
  "K34 what the page's own script registers when it is ready is there after each reload: %s",
  async (kind, { serve, host, visit }) => {
    const server = await serve({ model: "demo", flags: ["-dev"] });
    const late = `<script src="/late.js" ${kind}></script>`;
    const html = shop({ server: server.url, element: help }).replace(
      "</head>",
      `${late}</head>`,
    );
    expect(html).toContain(late);
    const site = await host({ pages: { "/": html } });
    const { page, launcher, panel } = await visit("about:blank");
    // Slower than everything of the server.
    await page.route("**/late.js", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.fulfill({
        contentType: "text/javascript",
        body: `document.addEventListener("farhand-ready", () => {
          document.body.dataset.ready = "yes";
        });`,
      });
    });
    const ready = page.locator("body[data-ready]");
    await page.goto(site.url);
    await launcher.click();
    await panel.locator(".pill").waitFor();
    await ready.waitFor();
    for (let reloads = 0; reloads < 3; reloads++) {
      await page.reload();
      await panel.locator(".pill").waitFor();
      await ready.waitFor();
    }
  },
);
