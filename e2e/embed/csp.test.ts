/**
 * The element on pages of another origin under the strictest policies: it needs
 * script-src and connect-src of the host, and nothing else.
 */

import { expect, test } from "./host.ts";

const nonce = "r4nd0m";

/** Policies by name, each with what the server may be asked for put in. */
const policies = {
  "no styles at all": (server: string) => `script-src ${server}`,
  "Trusted Types": (server: string) =>
    `script-src ${server}; require-trusted-types-for 'script'; trusted-types 'none'`,
  "a nonce and strict-dynamic": () =>
    `script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'nonce-${nonce}'; require-trusted-types-for 'script'`,
  "a nonce alone": () => `script-src 'nonce-${nonce}'`,
};

for (const [name, policy] of Object.entries(policies)) {
  for (const file of ["v1.js", "full"] as const) {
    test(`H40 K34 the element runs under ${name}: ${file}`, async ({
      serve,
      host,
      visit,
    }) => {
      const server = await serve({ model: "demo", flags: ["-dev"] });
      const integrity = (await (
        await fetch(`${server.url}/embed/integrity.json`)
      ).json()) as { [file: string]: string };
      const [[full = "", hash = ""] = []] = Object.entries(integrity);
      const script =
        file === "full"
          ? `<script src="${server.url}/embed/${full}" integrity="${hash}" crossorigin async nonce="${nonce}"></script>`
          : `<script src="${server.url}/embed/v1.js" async nonce="${nonce}"></script>`;
      const socket = server.url.replace("http", "ws");
      const site = await host({
        policy: `default-src 'none'; ${policy(server.url)}; connect-src ${server.url} ${socket}; base-uri 'none'; form-action 'none'`,
        pages: {
          "/": `<!doctype html><html lang="en"><title>A shop</title><main><h1>A shop</h1></main>${script}<farhand-chat title="Shop help"></farhand-chat></html>`,
        },
      });
      const { page, launcher, panel, say, faults } = await visit(site.url);
      await launcher.click();
      await say("Remember that my favourite colour is green");
      await panel.getByText(/^done in/).waitFor();
      await panel.getByRole("button", { name: "More" }).click();
      await panel.getByRole("menuitem", { name: "Settings" }).click();
      await page.getByRole("dialog", { name: "Settings" }).waitFor();
      expect(faults).toEqual([]);
    });
  }
}
