/** The memory in the browser: it outlives the page, the session and the server. */

import { calls, says } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

test("H5 H28 H38 a value survives a reload", async ({ model, serve, open }) => {
  // A conversation that ends with its page: what is known then is the memory.
  const tab = await open(await serve({ flags: ["-resume-ttl", "0"] }));

  model.script(
    calls(["memory_put", { key: "favourite_colour", value: "green" }]),
    says("Noted."),
  );
  await tab.say("My favourite colour is green.");
  await tab.sees("Noted.");
  expect(model.told()).toEqual([
    { output: { stored: true, key: "favourite_colour" } },
  ]);

  await tab.page.reload();
  model.script(
    calls(["memory_get", { key: "favourite_colour" }]),
    says("It is green."),
  );
  await tab.say("What is my favourite colour?");
  await tab.sees("It is green.");
  expect(model.told()).toEqual([{ output: { found: true, value: "green" } }]);
  expect(model.requests.at(-1)?.contents[0]?.parts).toEqual([
    { text: "What is my favourite colour?" },
  ]);
});

test("H37 a value may be of any JSON type", async ({ model, serve, open }) => {
  const tab = await open(await serve());
  const values = [
    { a: [1, { b: null }] },
    [],
    0.5,
    false,
    null,
    "",
    "9007199254740993",
  ];

  for (const [i, value] of values.entries()) {
    model.script(
      calls(["memory_put", { key: "any", value }]),
      calls(["memory_get", { key: "any" }]),
      says(`Round ${i}.`),
    );
    await tab.say("Again.");
    await tab.sees(`Round ${i}.`);
    expect(model.told()).toEqual([{ output: { found: true, value } }]);
  }
});

test("A53 H38 search is case-insensitive, list and delete work on what is there", async ({
  model,
  serve,
  open,
}) => {
  model.script(
    calls(
      ["memory_put", { key: "colour", value: "Green" }],
      ["memory_put", { key: "size", value: 42 }],
    ),
    calls(
      ["memory_search", { query: "GREEN" }],
      ["memory_list"],
      ["memory_delete", { key: "colour" }],
      ["memory_delete", { key: "colour" }],
    ),
    says("All done."),
  );
  const tab = await open(await serve());

  await tab.say("Tidy up.");

  await tab.sees("All done.");
  const entry = { bytes: expect.any(Number), storedAt: expect.any(String) };
  expect(model.told()).toEqual([
    { output: { matches: [{ key: "colour", value: "Green" }], total: 1 } },
    {
      output: {
        entries: [
          { key: "size", ...entry },
          { key: "colour", ...entry },
        ],
      },
    },
    { output: { deleted: true } },
    { output: { deleted: false } },
  ]);
});
