/** One browser tab with the page, by what a person finds in it. */

import type { BrowserContext, Locator, Page } from "playwright-core";

export type Tab = {
  readonly page: Page;
  /** The conversation. */
  readonly log: Locator;
  readonly message: Locator;
  /** A button by its accessible name. */
  button(name: string | RegExp): Locator;
  /** Types a message and sends it. */
  say(text: string): Promise<void>;
  /** Begins a new conversation, and says so when asked. */
  startOver(): Promise<void>;
  /** Waits until the conversation shows exactly this paragraph, or one like it. */
  sees(text: string | RegExp): Promise<void>;
  /** The cards of a tool's calls, by its title. */
  card(title: string): Locator;
  /** Waits until the card of a call shows a state. */
  shows(title: string, state: string | RegExp): Promise<void>;
  /** Every frame on the socket so far, both ways, as text. */
  readonly frames: readonly string[];
  /** Every line of the console so far. */
  readonly console: readonly string[];
  /** What went wrong in the page: CSP violations, exceptions, requests that left the origin. */
  readonly faults: readonly string[];
};

/** Opens the page in a new tab and returns once it can be talked to. */
export async function openTab(
  context: BrowserContext,
  url: string,
): Promise<Tab> {
  const page = await context.newPage();
  const faults = watch(page, url);
  const frames = record(page);
  const lines: string[] = [];
  page.on("console", (line) => lines.push(line.text()));
  await page.goto(url);
  const log = page.getByRole("log");
  const message = page.getByRole("textbox", { name: "Message" });
  const button = (name: string | RegExp) =>
    page.getByRole("button", {
      name,
      ...(typeof name === "string" && { exact: true }),
    });
  const card = (title: string) =>
    log.getByRole("listitem").filter({ hasText: title });
  return {
    page,
    log,
    message,
    button,
    async say(text) {
      await message.fill(text);
      await button("Send").click();
    },
    async startOver() {
      await button("New conversation").click();
      await button("Start over").click();
    },
    sees: (text) =>
      log
        .getByText(text, { exact: typeof text === "string" })
        .first()
        .waitFor(),
    card,
    shows: (title, state) =>
      card(title)
        .getByText(state, { exact: typeof state === "string" })
        .waitFor(),
    frames,
    console: lines,
    faults,
  };
}

/** Collects what must not happen on any page of ours. */
function watch(page: Page, url: string): string[] {
  const origin = new URL(url).origin;
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("console", (message) => {
    if (
      /Content Security Policy|Trusted ?Type|policy violation/i.test(
        message.text(),
      )
    ) {
      faults.push(`policy: ${message.text()}`);
    }
  });
  page.on("request", (request) => {
    const target = new URL(request.url());
    if (
      target.origin !== origin &&
      !["data:", "blob:"].includes(target.protocol)
    ) {
      faults.push(`request to ${target.origin}`);
    }
  });
  page.on("websocket", (socket) => {
    const target = new URL(socket.url());
    if (target.host !== new URL(url).host)
      faults.push(`socket to ${target.host}`);
  });
  return faults;
}

function record(page: Page): string[] {
  const frames: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => frames.push(String(payload)));
    socket.on("framereceived", ({ payload }) => frames.push(String(payload)));
  });
  return frames;
}
