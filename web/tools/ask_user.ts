import type { Options } from "../client/api.ts";
import { ToolError } from "../client/error.ts";
import type { BodyOf } from "./body.ts";

/**
 * The question to the user, asked by `ask`; without it the tool cannot run
 * here. No answer is an answer: the model goes on without it.
 */
export function askUser(ask: Options["ask"]): BodyOf<"ask_user"> {
  return {
    available: () => (ask === undefined ? "unsupported" : undefined),
    async run(question, { awaitUser, call, signal }) {
      if (ask === undefined) {
        throw new ToolError("unsupported", "this page cannot ask its user");
      }
      const answer = await awaitUser(
        ask({ ...question, call, signal }),
        "question",
      );
      if (answer === undefined) return { answered: false };
      return typeof answer === "string"
        ? { answered: true, value: answer }
        : { answered: true, values: answer };
    },
  };
}
