// The backend of a site whose users sign in: its page, who is signed in, and
// tickets for the assistant. README.md says how to start it.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { ticket } from "./ticket.mjs";

const port = Number(process.env.PORT ?? 4000);
const origin = `http://127.0.0.1:${port}`;
/** Where the assistant runs. */
const farhand = process.env.FARHAND_URL ?? "http://127.0.0.1:8080";
const site = "shop";

/** By name; the id is all that the assistant's server learns of them. */
const users = {
  ada: { id: "u-7c1f", name: "Ada" },
  bob: { id: "u-e08a", name: "Bob" },
};
/** Who is signed in, by the value of their cookie. */
const sessions = new Map();

const key = siteKey();

/** The key of this site, made once; the server of the assistant reads the same file. */
function siteKey() {
  const file = new URL("sites.json", import.meta.url);
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const keys = kept.sites?.[site].keys ?? [
    randomBytes(32).toString("base64url"),
  ];
  const sites = { [site]: { keys, origins: [origin] } };
  writeFileSync(file, JSON.stringify({ sites }, null, 2), { mode: 0o600 });
  return keys[0];
}

const server = createServer(async (request, response) => {
  const id = /(?:^|; )id=(\w+)/.exec(request.headers.cookie ?? "")?.[1];
  const user = sessions.get(id);
  switch (`${request.method} ${request.url}`) {
    case "GET /":
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(user ? signedIn(user) : signedOut);
      return;
    case "POST /farhand-ticket":
      response.setHeader("content-type", "application/json");
      if (user === undefined) {
        response.writeHead(401);
        const message = "Nobody is signed in. Sign in first.";
        response.end(JSON.stringify({ code: "signed_out", message }));
        return;
      }
      response.end(
        JSON.stringify({
          ticket: ticket({
            key,
            site,
            sub: user.id,
            origin,
            aud: new URL(farhand).host,
          }),
        }),
      );
      return;
    case "POST /sign-in": {
      let body = "";
      for await (const chunk of request) body += chunk;
      const name = new URLSearchParams(body).get("user") ?? "";
      if (Object.hasOwn(users, name)) {
        const next = randomBytes(16).toString("hex");
        sessions.set(next, users[name]);
        response.setHeader("set-cookie", cookie(next));
      }
      response.writeHead(303, { location: "/" }).end();
      return;
    }
    case "POST /sign-out":
      sessions.delete(id);
      response.setHeader("set-cookie", cookie("; Max-Age=0"));
      response.writeHead(303, { location: "/" }).end();
      return;
    default:
      response.writeHead(404).end();
  }
});

/** Strict: no other site can have somebody signed in, or a ticket made. */
function cookie(value) {
  return `id=${value}; Path=/; HttpOnly; SameSite=Strict`;
}

const head = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Shop</title>`;

const signedOut = `${head}
  <h1>Who are you?</h1>
  <form method="post" action="/sign-in">
    <button name="user" value="ada">Sign in as Ada</button>
    <button name="user" value="bob">Sign in as Bob</button>
  </form>
</html>`;

/** The assistant forgets the conversation before its user is gone. */
const signedIn = ({ name }) => `${head}
  <script src="${farhand}/embed/v1.js" async></script>
  <h1>Hello, ${name}</h1>
  <form method="post" action="/sign-out"><button>Sign out</button></form>
  <farhand-chat title="Shop help" ticket-url="/farhand-ticket"></farhand-chat>
  <script>
    const form = document.querySelector("form");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      await document.querySelector("farhand-chat").client?.signOut();
      form.submit();
    });
  </script>
</html>`;

server.listen(port, "127.0.0.1", () => console.log(`the shop: ${origin}`));
