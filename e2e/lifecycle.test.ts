/** Tabs that close, servers and models that fail for a while, conversations that begin anew. */

import { calls, live, says } from "./harness/model.ts";
import { startServer } from "./harness/server.ts";
import { expect, test } from "./harness/test.ts";

/** A position that never comes. */
function silentDevice(): void {
  navigator.geolocation.getCurrentPosition = () => {};
}

test("H23 a tab closed mid-call ends its turn cleanly, and nobody else's", async ({
  model,
  serve,
  open,
}) => {
  const server = await serve({ flags: ["-resume-ttl", "0"] });
  const tab = await open(server, {
    permissions: ["geolocation"],
    init: silentDevice,
  });
  model.script(calls(["geolocation_get"]));
  await tab.say("Where am I?");
  await tab.shows("Your location", "running");

  await tab.page.close();

  await expect
    .poll(() => server.log.filter((line) => line["event"] === "turn_end"))
    .toMatchObject([{ reason: "disconnected", turn: 1 }]);
  expect(model.requests).toHaveLength(1);
  expect(
    server.log.filter((line) =>
      ["warn", "error"].includes(String(line["level"])),
    ),
  ).toEqual([]);

  const next = await open(server);
  model.script(says("Good day."));
  await next.say("Hello");
  await next.sees("Good day.");
  expect(model.requests[1]?.contents).toHaveLength(1);
});

test("H31 a server restarted under an open page: the old talk stays, dimmed, and a new one begins", async ({
  model,
  serve,
  open,
}) => {
  const first = await serve();
  const tab = await open(first);
  model.script(says("My name is Model."));
  await tab.say("Who are you?");
  await tab.sees("My name is Model.");

  expect(await first.stop()).toBe(0);
  await tab.page.getByText(/cannot be reached/).waitFor();
  await serve({ port: first.port });

  await tab.sees(/The assistant no longer remembers what is above/);
  await tab.sees("My name is Model.");
  model.script(says("Good day."));
  await tab.say("And now?");
  await tab.sees("Good day.");
  expect(model.requests[1]?.contents).toEqual([
    { role: "user", parts: [{ text: "And now?" }] },
  ]);
});

test("H31 New conversation forgets on both sides", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve());
  model.script(says("First answer."));
  await tab.say("First");
  await tab.sees("First answer.");

  await tab.startOver();

  await expect.poll(() => tab.log.getByText("First answer.").count()).toBe(0);
  model.script(says("Second answer."));
  await tab.say("Second");
  await tab.sees("Second answer.");
  expect(model.requests[1]?.contents).toHaveLength(1);
});

test("two tabs share nothing, although their call ids are equal", async ({
  model,
  serve,
  open,
}) => {
  const server = await serve();
  const slow = await open(server, {
    permissions: ["geolocation"],
    init: silentDevice,
  });
  const quick = await open(server);
  model.script(calls(["geolocation_get"]));
  await slow.say("Where am I?");
  await slow.shows("Your location", "running");

  model.script(calls(["memory_get", { key: "a" }]), says("Nothing."));
  await quick.say("What is a?");
  await quick.sees("Nothing.");

  expect(model.told()).toEqual([{ output: { found: false } }]);
  expect(await slow.card("Your location").getByText("running").count()).toBe(1);
});

test("a reload in the middle of an answer starts a fresh session where none are kept", async ({
  model,
  serve,
  open,
}) => {
  const tab = await open(await serve({ flags: ["-resume-ttl", "0"] }));
  model.script("hang");
  await tab.say("Are you there?");
  await expect.poll(() => model.requests.length).toBe(1);

  await tab.page.reload();

  model.script(says("Here."));
  await tab.say("And now?");
  await tab.sees("Here.");
  expect(model.requests[1]?.contents).toHaveLength(1);
});

test("a busy model is asked again, and the page says so", async ({
  model,
  serve,
  open,
}) => {
  model.script(
    {
      status: 503,
      error: {
        status: "UNAVAILABLE",
        message: "The model is overloaded. Please try again later.",
      },
    },
    says("Good day."),
  );
  const tab = await open(await serve());

  await tab.say("Hello");

  await tab.sees(
    /The model is overloaded\. Trying again in \d+ s, request 2 of 4\./,
  );
  await tab.sees("Good day.");
  await tab.button("Send").waitFor();
  expect(model.requests).toHaveLength(2);
  expect(model.requests[1]).toEqual(model.requests[0]);
});

test("an answer that breaks off disappears, and the whole one comes once", async ({
  model,
  serve,
  open,
}) => {
  const broken = live();
  const whole = live();
  model.script(broken, whole);
  const tab = await open(await serve());
  const shown = () => tab.log.getByText(/It is forty/).allTextContents();
  await tab.say("What is six times seven?");

  broken.give(says("It is forty"));
  await tab.sees("It is forty");
  broken.cut();

  await tab.sees(/its answer broke off\. Trying again/);
  expect(await shown()).toEqual([]);
  whole.give(says("It is forty-two, "));
  whole.end(says("as ever."));
  await tab.sees("It is forty-two, as ever.");
  await tab.button("Send").waitFor();
  expect(await shown()).toEqual(["It is forty-two, as ever."]);
  expect(model.requests).toHaveLength(2);
  expect(model.requests[1]).toEqual(model.requests[0]);

  model.script(says("You are welcome."));
  await tab.say("Thanks");
  await tab.sees("You are welcome.");
  const kept = model.requests[2]?.contents[1]?.parts ?? [];
  expect(kept.map((part) => part.text).join("")).toBe(
    "It is forty-two, as ever.",
  );
});

test("SIGTERM ends the sessions with 4010 and the server with 0", async ({
  model,
  open,
}) => {
  const server = await startServer({ flags: ["-gemini-url", model.url] });
  const tab = await open(server, {
    init: () => {
      const Native = WebSocket;
      window.WebSocket = class extends Native {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(url, protocols);
          this.addEventListener("close", (event) =>
            console.info(`closed with ${event.code}`),
          );
        }
      };
    },
  });
  model.script("hang");
  await tab.say("Are you there?");
  await expect.poll(() => model.requests.length).toBe(1);

  expect(await server.stop()).toBe(0);

  await tab.sees(/The server was stopped before the answer was complete/);
  await expect.poll(() => tab.console).toContain("closed with 4010");
});
