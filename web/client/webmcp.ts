/**
 * /webmcp.js: the tools that a page registered for agents of the browser
 * (document.modelContext, https://webmachinelearning.github.io/webmcp/) as
 * tools of this client.
 *
 *     import { importWebMCP } from "/webmcp.js";
 *     const stop = importWebMCP(client);
 *
 * They are offered through `declare`, with its rules: the server takes them if
 * its operator allows it for the page's origin. What `hello` tells of them
 * follows the page: tools that come, change and go are declared anew. A page
 * without the interface has none, and that is all.
 *
 * Written for the draft as Chromium 149 to 160 have it, and for polyfills of it;
 * nothing of it is ever registered here, so that no tool comes back to itself.
 */

import type { BodyContext, Client, OwnTool } from "./api.ts";

/** Events come one for each tool; tools are asked for once they are over. */
const quietMs = 100;

/** A tool as getTools tells of it; attributes of an interface in newer browsers. */
type PageTool = {
  readonly name: string;
  readonly title?: string | null;
  readonly description?: string | null;
  /** JSON text in older browsers and in polyfills. */
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: Hints | null;
};

type Hints = { readonly [H in (typeof hints)[number]]?: boolean | null };

const hints = ["readOnlyHint", "destructiveHint", "consequentialHint"] as const;

/** The part of document.modelContext that is used. */
export type ModelContext = EventTarget & {
  getTools(): Promise<readonly PageTool[]>;
  executeTool(
    tool: PageTool,
    input: unknown,
    options: { signal: AbortSignal },
  ): Promise<unknown>;
};

/** What is declared now, by the page's name. */
type Declared = { readonly said: string; readonly remove: () => void };

/**
 * Declares the tools of the page until the returned function is called.
 * `context` is the document's own unless a test brings another.
 */
export function importWebMCP(
  client: Pick<Client, "declare">,
  context: ModelContext | undefined = (
    document as { modelContext?: ModelContext }
  ).modelContext,
): () => void {
  if (context === undefined) return () => {};
  const { getTools } = context;
  if (typeof getTools !== "function") return () => {};
  const from = context;
  const declared = new Map<string, Declared>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  async function look(): Promise<void> {
    // Refused where a Permissions-Policy shuts the feature off.
    const tools = await from.getTools().catch(() => []);
    if (stopped) return;
    const names = new Set(tools.map(({ name }) => name));
    for (const [name, { remove }] of declared) {
      if (names.has(name)) continue;
      declared.delete(name);
      remove();
    }
    for (const tool of tools) declare(tool);
  }

  function declare(tool: PageTool): void {
    const { name } = tool;
    const own = described(tool);
    const said = JSON.stringify(own);
    const before = declared.get(name);
    if (before?.said === said) return;
    try {
      const run: OwnTool["run"] = (args, body) => call(from, name, args, body);
      const remove = client.declare(name, { ...own, run });
      declared.set(name, { said, remove });
    } catch (error) {
      console.warn(`farhand: ${name} is not declared`, error);
    }
  }

  function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), quietMs);
  }

  context.addEventListener("toolchange", soon);
  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
    context.removeEventListener("toolchange", soon);
    for (const { remove } of declared.values()) remove();
    declared.clear();
  };
}

/** Attribute by attribute: an interface object has none of its own. */
function described(tool: PageTool): Omit<OwnTool, "run"> {
  const { name, title, description, annotations } = tool;
  const inputSchema = schemaOf(tool.inputSchema);
  const outputSchema = schemaOf(tool.outputSchema);
  const said = hints.filter((hint) => annotations?.[hint] === true);
  return {
    ...(title && { title }),
    description: description || title || name,
    ...(inputSchema && { inputSchema }),
    ...(outputSchema && { outputSchema }),
    annotations: Object.fromEntries(said.map((hint) => [hint, true])),
  };
}

/** What is no schema is left for the server to refuse. */
function schemaOf(schema: unknown): { [key: string]: unknown } | undefined {
  let value = schema;
  if (typeof schema === "string") {
    try {
      value = JSON.parse(schema);
    } catch {
      // Not JSON: refused as what it is.
    }
  }
  return (value ?? undefined) as { [key: string]: unknown } | undefined;
}

/**
 * Runs a tool as it stands now: an older descriptor is refused by the browser.
 * A form that waits for its user says so by toolactivated.
 */
async function call(
  context: ModelContext,
  name: string,
  args: unknown,
  { signal, awaitUser }: BodyContext,
): Promise<unknown> {
  const tools = await context.getTools();
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error("the page no longer has this tool");
  const running = execute(context, tool, args, signal);
  const settled = running.then(
    () => {},
    () => {},
  );
  const activated = (event: Event & { toolName?: string }): void => {
    if (event.toolName === name) void awaitUser(settled, "question");
  };
  context.addEventListener("toolactivated", activated);
  try {
    return valueOf(await running);
  } catch (error) {
    if (error instanceof DOMException && error.name === "UnknownError") {
      throw new Error("the tool failed and did not say why");
    }
    throw error;
  } finally {
    context.removeEventListener("toolactivated", activated);
  }
}

/**
 * Browsers take the arguments as an object or, older ones and polyfills, as JSON
 * text. The other form is tried once if reading them failed, which is before
 * the tool begins.
 */
async function execute(
  context: ModelContext,
  tool: PageTool,
  args: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const text = "__isWebMCPPolyfill" in context;
  const form = (asText: boolean): unknown =>
    asText ? JSON.stringify(args) : args;
  try {
    return await context.executeTool(tool, form(text), { signal });
  } catch (error) {
    if (!(error instanceof Error) || !unread.test(error.message)) throw error;
    return context.executeTool(tool, form(!text), { signal });
  }
}

/** What browsers and polyfills say of arguments in the other form. */
const unread = /parse input|value is not (?:an object|a string)/i;

/** A result is text: JSON if the tool returned anything but words. */
function valueOf(result: unknown): unknown {
  if (typeof result !== "string") return result ?? null;
  if (result === "undefined") return null;
  try {
    return JSON.parse(result) as unknown;
  } catch {
    return result;
  }
}
