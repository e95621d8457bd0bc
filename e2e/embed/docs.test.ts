/** Every snippet of docs/embedding.md does what the text says: the conversation opens. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../harness/paths.ts";
import { expect, test } from "./host.ts";

const guide = readFileSync(path.join(repository, "docs/embedding.md"), "utf8");
/** The sections that this file answers for; others have tests of their own. */
const sections = ["Script tag", "Options", "Theming", "CSP", "SRI"].flatMap(
  (title) => {
    const text = guide.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
    const blocks = [...text.matchAll(/```html\n([^]*?)```/g)];
    return blocks.map(([, html = ""], at) => ({ title, html, at: at + 1 }));
  },
);
const [, policy = ""] = /```http\nContent-Security-Policy: (.*)\n/.exec(guide)!;

/** The snippet with the address and the hash of a real server. */
async function real(snippet: string, server: string): Promise<string> {
  const response = await fetch(`${server}/embed/integrity.json`);
  const integrity = (await response.json()) as { [file: string]: string };
  const [[file = "", hash = ""] = []] = Object.entries(integrity);
  if (snippet.includes(".full.js")) expect(snippet).toContain(file);
  return snippet
    .replaceAll("https://assistant.example", server)
    .replaceAll("wss://assistant.example", server.replace("http", "ws"))
    .replace("sha384-…", hash);
}

test.for(sections)(
  "K34 snippet $at of $title",
  async ({ title, html }, { serve, host, visit }) => {
    const server = await serve({ model: "demo", flags: ["-dev"] });
    const page = await real(html, server.url);

    const site = await host({
      pages: { "/": `<!doctype html><html lang="en">${page}</html>` },
      ...(title === "CSP" && {
        policy: (await real(policy, server.url)).replace(
          "script-src",
          "style-src 'none'; script-src",
        ),
      }),
    });
    const { page: tab, launcher, message, say, panel } = await visit(site.url);
    await tab.locator("farhand-chat:defined").waitFor({ state: "attached" });
    if (html.includes('id="help"')) await tab.locator("#help").click();
    else await launcher.click();
    await message.waitFor();
    await say("How is my battery?");
    await panel
      .getByText(/^The battery is/)
      .first()
      .waitFor();
  },
);

test("H40 there are snippets to run, and a policy", () => {
  expect(sections.length).toBeGreaterThanOrEqual(7);
  expect(policy).toContain("connect-src");
});
