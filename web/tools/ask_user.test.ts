import { expect, test } from "vitest";
import type { AskAnswer, AskRequest, BodyContext } from "../client/api.ts";
import { askUser } from "./ask_user.ts";

type Asks = (request: AskRequest) => Promise<AskAnswer>;

/** Runs the body; `waits` is what it said that it waits for. */
async function run(ask: Asks | undefined) {
  const body = askUser(ask);
  if (typeof body !== "object") throw new Error("not a body with a test");
  const waits: unknown[] = [];
  const context: BodyContext = {
    signal: new AbortController().signal,
    call: { id: "t1.1", name: "ask_user", turn: 1, step: 1 },
    awaitUser: (wait, waiting) => {
      waits.push(waiting);
      return wait;
    },
    saved: () => {},
    subject: "",
  };
  const question = { question: "Which?", choices: ["a", "b"] };
  return { waits, result: await body.run(question, context) };
}

test.each<[AskAnswer, unknown]>([
  ["a", { answered: true, value: "a" }],
  ["", { answered: true, value: "" }],
  [
    { people: 2, dog: false },
    { answered: true, values: { people: 2, dog: false } },
  ],
  [undefined, { answered: false }],
])("the answer %j is the result %j", async (answer, result) => {
  const asked: AskRequest[] = [];
  const ask: Asks = async (request) => {
    asked.push(request);
    return answer;
  };
  expect(await run(ask)).toEqual({ waits: ["question"], result });
  expect(asked).toMatchObject([
    { question: "Which?", choices: ["a", "b"], call: { id: "t1.1" } },
  ]);
});

test("without somebody who asks it is not offered, and does nothing", async () => {
  const body = askUser(undefined);
  expect(typeof body === "object" && body.available?.()).toBe("unsupported");
  await expect(run(undefined)).rejects.toMatchObject({ code: "unsupported" });
});
