/**
 * Other people's Gemini clients on the emulator: the official JavaScript SDK
 * and the AI SDK each go through a tool loop of two steps, on both generations
 * of models, whole and streamed. The emulator refuses what the service refuses,
 * so a passing loop says that it refuses nothing else.
 */

import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { GoogleGenAI, type Content, type Part } from "@google/genai";
import { generateText, stepCountIs, streamText, tool } from "ai";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import { z } from "zod";
import { startServer, type Server } from "./harness/server.ts";

const models = ["gemini-flash-latest", "gemini-2.5-flash"];
const question = "What is the weather in Paris?";
const description = "Forecast of the weather in a city.";
const weather = { degrees: 18, sky: "clear" };

/** The result of the tool, in the words or in the JSON of the answer. */
const sunny = /"?degrees"?: ?18/;

let emulator: Server;

beforeAll(async () => {
  emulator = await startServer({ flags: ["-emulator", "127.0.0.1:0"] });
});

afterAll(async () => {
  await emulator.stop();
});

beforeEach(async () => {
  await fetch(`${emulator.url}/emulator/journal`, { method: "DELETE" });
});

/** What the journal says of each request since the test began. */
async function journal(): Promise<{ status: number; lints: string[] }[]> {
  const response = await fetch(`${emulator.url}/emulator/journal`);
  const { requests } = (await response.json()) as {
    requests: { status: number; lints: { id: string }[] }[];
  };
  return requests.map(({ status, lints }) => ({
    status,
    lints: lints.map((lint) => lint.id),
  }));
}

const clean = { status: 200, lints: [] };

describe("@google/genai", () => {
  const config = {
    tools: [
      {
        functionDeclarations: [
          {
            name: "get_weather",
            description,
            parametersJsonSchema: {
              type: "object",
              properties: { city: { type: "string" } },
              required: ["city"],
            },
          },
        ],
      },
    ],
  };
  const client = () =>
    new GoogleGenAI({
      apiKey: "test",
      httpOptions: { baseUrl: emulator.url },
    });

  /** The responses to the calls among the parts. */
  const answers = (parts: readonly Part[]): Part[] =>
    parts.flatMap(({ functionCall: call }) =>
      call
        ? [
            {
              functionResponse: {
                id: call.id!,
                name: call.name!,
                response: { output: weather },
              },
            },
          ]
        : [],
    );

  test.each(models)("a tool loop of two steps on %s", async (model) => {
    const contents: Content[] = [{ role: "user", parts: [{ text: question }] }];
    const first = await client().models.generateContent({
      model,
      contents,
      config,
    });
    expect(first.functionCalls).toMatchObject([
      { name: "get_weather", args: { city: "Paris" } },
    ]);
    const content = first.candidates![0]!.content!;
    contents.push(content, { role: "user", parts: answers(content.parts!) });
    const second = await client().models.generateContent({
      model,
      contents,
      config,
    });
    expect(second.text).toMatch(sunny);
    expect(await journal()).toEqual([clean, clean]);
  });

  test.each(models)("the same in a streamed chat on %s", async (model) => {
    const chat = client().chats.create({ model, config });
    const parts: Part[] = [];
    for await (const chunk of await chat.sendMessageStream({
      message: question,
    })) {
      parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
    }
    let text = "";
    for await (const chunk of await chat.sendMessageStream({
      message: answers(parts),
    })) {
      text += chunk.text ?? "";
    }
    expect(text).toMatch(sunny);
    // The chat keeps each piece of a stream as a content of its own; the empty
    // text that ends the calls of Gemini 3 is one. The service takes that.
    const split = { status: 200, lints: model === models[0] ? ["L1"] : [] };
    expect(await journal()).toEqual([clean, split]);
  });

  test("E100 E101 counts tokens and lists models", async () => {
    const { totalTokens } = await client().models.countTokens({
      model: models[0]!,
      contents: "12345678",
    });
    expect(totalTokens).toBe(2);
    const listed: (string | undefined)[] = [];
    for await (const model of await client().models.list())
      listed.push(model.name);
    expect(listed).toContain(`models/${models[0]}`);
  });
});

describe("ai with @ai-sdk/google", () => {
  const tools = {
    get_weather: tool({
      description,
      inputSchema: z.object({ city: z.string() }),
      execute: ({ city }) => ({ city, ...weather }),
    }),
  };
  const options = (model: string) => ({
    model: createGoogleGenerativeAI({
      apiKey: "test",
      baseURL: `${emulator.url}/v1beta`,
    })(model),
    tools,
    stopWhen: stepCountIs(5),
    prompt: question,
  });

  // It gives calls an id where the model gave none. The service takes that too.
  const withIds = (model: string) => ({
    status: 200,
    lints: model === models[0] ? [] : ["L10"],
  });

  test.each(models)("a tool loop of two steps on %s", async (model) => {
    const { text, steps } = await generateText(options(model));
    expect(steps.map((step) => step.toolCalls.length)).toEqual([1, 0]);
    expect(text).toMatch(sunny);
    expect(await journal()).toEqual([clean, withIds(model)]);
  });

  test.each(models)("the same streamed on %s", async (model) => {
    const result = streamText(options(model));
    let text = "";
    for await (const delta of result.textStream) text += delta;
    expect((await result.steps).map((step) => step.toolCalls.length)).toEqual([
      1, 0,
    ]);
    expect(text).toMatch(sunny);
    expect(await journal()).toEqual([clean, withIds(model)]);
  });
});
