/** Answers in Markdown: what they become, and what they can never do. */

import { live, says } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

test("an answer is headings, lists, tables, code and links, below the page's own headings", async ({
  model,
  serve,
  open,
}) => {
  model.script(
    says(
      "# Top\n\nA **bold** word.\n\n1. one\n2. two\n\n- [x] done\n\n",
      "| A | B |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a = 1;\n```\n\n",
      "[here](https://example.com/x) and <https://example.org/>",
    ),
  );
  const tab = await open(await serve(), {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await tab.say("Show me");

  await tab.log.getByRole("heading", { name: "Top", level: 3 }).waitFor();
  expect(await tab.log.locator("ol > li").allTextContents()).toEqual([
    "one",
    "two",
  ]);
  const table = tab.log.getByRole("region", { name: /^Table/ });
  expect(await table.getByRole("cell").allTextContents()).toEqual(["1", "2"]);
  await table.focus();
  expect(await table.evaluate((region) => region.matches(":focus"))).toBe(true);

  const links = tab.log.getByRole("link");
  expect(await links.allTextContents()).toEqual([
    "here (example.com)",
    "https://example.org/",
  ]);
  expect(
    await links.first().evaluate((link: HTMLAnchorElement) => ({
      href: link.href,
      target: link.target,
      rel: link.rel,
    })),
  ).toEqual({
    href: "https://example.com/x",
    target: "_blank",
    rel: "noopener noreferrer nofollow",
  });

  const clipboard = () =>
    tab.page.evaluate(() => navigator.clipboard.readText());
  await tab.button("Copy code").click();
  await tab.button("Copied").waitFor();
  expect(await clipboard()).toBe("let a = 1;");
  await tab.button("Copy").click();
  await expect
    .poll(clipboard)
    .toContain("Top\n\nA bold word.\n\n1. one\n2. two");
  await tab.button("Copy as Markdown").click();
  await expect.poll(clipboard).toContain("# Top\n\nA **bold** word.");
});

test("nothing that an answer names is fetched, and no address but a web or mail one is a link", async ({
  model,
  serve,
  open,
}) => {
  const answer = live();
  model.script(answer);
  const server = await serve();
  const tab = await open(server);
  const requests: string[] = [];
  await tab.say("Show me");
  await tab.button("Stop").waitFor();
  // What reads Markdown is here before the first word.
  await tab.page.waitForLoadState("networkidle");
  tab.page.on("request", (request) => requests.push(request.url()));

  const { url } = server;
  answer.give(
    says(
      `![a cat](${url}/cat.png) ![far](https://evil.example/p.png "t")\n\n`,
      `![inline](data:image/png;base64,AAAA) <img src="${url}/raw.png">\n\n`,
      `[ref][1] ![also][1]\n\n[1]: ${url}/ref.png\n\n`,
      `<iframe src="${url}/frame"></iframe>\n<link rel="prefetch" href="${url}/pre">\n\n`,
      "[a](javascript:alert(1)) [b](data:text/html,x) [c](/relative) [d](//evil.example)\n\n",
      "[e](https://good.example@evil.example/) [f](java&#115;cript:alert(1)) [g](mailto:a@b.example)\n\n",
      "<javascript:alert(2)> [h](\u0001javascript:alert(3)) [i](https:evil.example)\n\n",
    ),
  );
  answer.end(says("That was all."));
  await tab.sees("That was all.");
  await tab.sees(/^a b c d$/);

  const links = await tab.log
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const host = new URL(url).host;
  expect(links).toEqual([
    `http://${host}/cat.png`,
    "https://evil.example/p.png",
    `http://${host}/ref.png`,
    `http://${host}/ref.png`,
    "mailto:a@b.example",
  ]);
  expect(
    await tab.log.locator("img, iframe, link, video, object").count(),
  ).toBe(0);
  expect(requests).toEqual([]);
});

test("a refused clipboard is told", async ({ model, serve, open }) => {
  model.script(says("Good day."));
  const tab = await open(await serve(), {
    init: () => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    },
  });
  await tab.say("Hello");
  await tab.button("Copy").click();
  await tab.log.getByText(/did not allow the copy/).waitFor();
});

test("the menu copies and exports the conversation, by keyboard", async ({
  model,
  serve,
  open,
}) => {
  model.script(says("Good **day**."));
  const tab = await open(await serve(), {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { page } = tab;
  await tab.say("Hello");
  await tab.sees("Good day.");

  const more = tab.button("More");
  await more.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem").first().waitFor();
  expect(await page.getByRole("menuitem").allTextContents()).toEqual([
    "Copy conversation as Markdown",
    "Export as JSON",
    "What can you do?",
    "Settings",
  ]);
  await page.keyboard.press("Escape");
  expect(await page.getByRole("menuitem").count()).toBe(0);
  expect(await more.evaluate((button) => button.matches(":focus"))).toBe(true);

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("**You**\n\n> Hello\n\nGood **day**.\n");

  await page.keyboard.press("Enter");
  await page.getByRole("menuitem").first().waitFor();
  await page.keyboard.press("ArrowDown");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.keyboard.press("Enter"),
  ]);
  expect(file.suggestedFilename()).toMatch(/^conversation-.*\.json$/);
  const stream = await file.createReadStream();
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  expect(JSON.parse(Buffer.concat(pieces).toString())).toMatchObject({
    format: "farhand.conversation",
    version: 1,
    turns: [
      {
        user: "Hello",
        end: "done",
        parts: [{ kind: "text", text: "Good **day**." }],
      },
    ],
  });
});

test("A89 an answer is read out once, in sentences, and the log keeps silent", async ({
  model,
  serve,
  open,
}) => {
  const answer = live();
  model.script(answer);
  const tab = await open(await serve(), {
    init: () => {
      // Every sentence that comes into the polite region of the conversation.
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      addEventListener("load", () => {
        const root = document.querySelector("farhand-chat")?.shadowRoot;
        const region = root?.querySelector(".unseen[aria-live=polite]");
        if (!region) return;
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes) {
            for (const node of addedNodes) heard.push(node.textContent ?? "");
          }
        }).observe(region, { childList: true });
      });
    },
  });
  const heard = () =>
    tab.page.evaluate(
      () => (globalThis as unknown as { heard: string[] }).heard,
    );
  expect(await tab.log.getAttribute("aria-live")).toBe("off");
  await tab.say("Tell me");
  answer.give(says("You are in **Ber"));
  answer.give(says("lin**. It"));
  await expect.poll(heard).toEqual(["You are in Berlin."]);
  answer.end(says(" is *noon*."));
  await expect.poll(heard).toEqual(["You are in Berlin.", "It is noon."]);
});
