// @vitest-environment happy-dom
// What no browser here shows: older shapes of the interface, and polyfills.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BodyContext, OwnTool } from "./api.ts";
import { importWebMCP, type ModelContext } from "./webmcp.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Told = Awaited<ReturnType<ModelContext["getTools"]>>[number];

/** A page's tools; `execute` is told of the input as it came. */
function page(execute: (input: unknown) => unknown, marker = false) {
  const tools: Told[] = [];
  const context = Object.assign(new EventTarget(), {
    getTools: async () => [...tools],
    executeTool: async (_: Told, input: unknown) => execute(input),
    ...(marker && { __isWebMCPPolyfill: true }),
  }) as ModelContext;
  const declared = new Map<string, OwnTool>();
  const stop = importWebMCP(
    {
      declare(name, tool) {
        declared.set(name, tool);
        return () => void declared.delete(name);
      },
    },
    context,
  );
  const changed = async () => {
    context.dispatchEvent(new Event("toolchange"));
    await vi.advanceTimersByTimeAsync(100);
  };
  return { tools, declared, changed, stop };
}

const body: BodyContext = {
  signal: new AbortController().signal,
  call: { id: "t1.1", name: "page_a", turn: 1, step: 1 },
  awaitUser: (wait) => wait,
  saved: () => {},
  subject: "",
};
const refused = (input: unknown, kind: string, message: string) => {
  if (typeof input === kind) throw new TypeError(message);
  return input;
};

test.each<[string, boolean, (input: unknown) => unknown, string]>([
  ["an object", false, (input) => input, "object"],
  ["text, said by its marker", true, (input) => input, "string"],
  [
    "text, found out",
    false,
    (input) => refused(input, "object", "Failed to parse input arguments"),
    "string",
  ],
  [
    "an object, against its marker",
    true,
    (input) => refused(input, "string", "The provided value is not an object"),
    "object",
  ],
])("K35 arguments go as %s", async (_, marker, takes, kind) => {
  const seen: unknown[] = [];
  const { tools, declared, changed } = page((input) => {
    seen.push(takes(input));
    return '{"ok":true}';
  }, marker);
  tools.push({ name: "a", description: "A." });
  await changed();
  expect(await declared.get("a")?.run({ n: 1 }, body)).toEqual({ ok: true });
  expect(seen.map((input) => typeof input)).toEqual([kind]);
});

test("K35 an error of the tool itself is not tried again", async () => {
  let ran = 0;
  const { tools, declared, changed } = page(() => {
    ran++;
    throw new DOMException("fixed words", "UnknownError");
  });
  tools.push({ name: "a", description: "A." });
  await changed();
  await expect(declared.get("a")?.run({}, body)).rejects.toThrow(
    "the tool failed and did not say why",
  );
  expect(ran).toBe(1);
});

test.each([
  ["bare words", "bare words"],
  ["undefined", null],
  [undefined, null],
  ["12", 12],
])("K35 the result %j is %j", async (result, value) => {
  const { tools, declared, changed } = page(() => result);
  tools.push({ name: "a", description: "A." });
  await changed();
  expect(await declared.get("a")?.run({}, body)).toBe(value);
});

test("K35 schemas as text, empty members and interface objects are read", async () => {
  const { tools, declared, changed, stop } = page(() => null);
  class Tool {
    get name() {
      return "a";
    }
    get title() {
      return "Add";
    }
    get description() {
      return null;
    }
    get inputSchema() {
      return '{"type":"object"}';
    }
    get annotations() {
      return { readOnlyHint: null, consequentialHint: true };
    }
  }
  tools.push(new Tool(), { name: "b", description: "B.", inputSchema: null });
  await changed();
  expect([...declared.values()]).toEqual([
    {
      title: "Add",
      description: "Add",
      inputSchema: { type: "object" },
      annotations: { consequentialHint: true },
      run: expect.any(Function),
    },
    { description: "B.", annotations: {}, run: expect.any(Function) },
  ]);
  tools.splice(0, 1);
  await changed();
  expect([...declared.keys()]).toEqual(["b"]);
  stop();
  expect(declared.size).toBe(0);
});
