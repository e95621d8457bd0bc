/** A tools.json as a fake server reads it, and what it tells a page of it. */

import type {
  ClientHello,
  OfferedTool,
  ServerHello,
  ToolCall,
  ToolsChanged,
  WithheldReason,
} from "../gen/protocol.ts";
import { hashes } from "../gen/tools.ts";

/** A tools.json, also as `import contract from "./tools.json"` has it. */
export type Contract = { readonly tools: readonly Entry[] };

type Entry = {
  readonly name: string;
  readonly title?: string;
  readonly where?: string;
  readonly annotations?: { readonly readOnlyHint?: boolean };
  readonly policy?: {
    readonly risk?: string;
    readonly approval?: string;
    readonly timeoutMs?: number;
    readonly userTimeoutMs?: number;
    readonly maxResultBytes?: number;
  };
  readonly ui?: OfferedTool["ui"];
};

/** What the page said last of its tools. */
export type Announced = Omit<ToolsChanged, "type"> &
  Pick<ClientHello, "approvals">;

/** How long a page has for a call of this tool. */
export function timesOf(
  { tools }: Contract,
  name: string,
): Pick<ToolCall, "timeoutMs" | "userTimeoutMs"> {
  const { timeoutMs = 15_000, userTimeoutMs = 120_000 } =
    tools.find((tool) => tool.name === name)?.policy ?? {};
  return { timeoutMs, userTimeoutMs };
}

/** Which tools a page gets and which not, and why. */
export function offer(
  contract: Contract,
  announced: Announced,
): Pick<ServerHello, "tools" | "withheld"> {
  const tools: OfferedTool[] = [];
  const withheld: ServerHello["withheld"] = [];
  for (const entry of contract.tools) {
    const tool = offered(entry);
    const reason = whyNot(tool, announced);
    if (reason === undefined) tools.push(tool);
    else withheld.push({ name: tool.name, title: tool.title, reason });
  }
  for (const { name, title = name } of announced.declare ?? []) {
    const tool = offered({ name, title, policy: { approval: "session" } });
    if (!announced.approvals)
      withheld.push({ name, title, reason: "no_approval" });
    else tools.push({ ...tool, declared: name });
  }
  const known = new Set(contract.tools.map(({ name }) => name));
  const builtin: { readonly [name: string]: string } = hashes;
  for (const [name, hash] of Object.entries(announced.tools)) {
    // Of the shipped contract, which a client may bring along: passed over.
    const shipped = hash !== "" && builtin[name] === hash;
    if (!known.has(name) && !shipped) withheld.push(noEntry(name));
  }
  return { tools, withheld };
}

function offered(entry: Entry): OfferedTool {
  const { name, title = name, where, policy = {}, ui = {} } = entry;
  const risk = (policy.risk ?? "low") as OfferedTool["policy"]["risk"];
  const asks = { low: "never", medium: "never", high: "session" } as const;
  const approval = risk === "critical" ? "always" : asks[risk];
  return {
    name,
    title,
    where: where === "server" ? where : "browser",
    policy: {
      risk,
      approval: (policy.approval ?? approval) as typeof approval,
      readOnly: entry.annotations?.readOnlyHint ?? false,
      maxResultBytes: policy.maxResultBytes ?? 65_536,
    },
    ui,
  };
}

function whyNot(
  { name, where, policy }: OfferedTool,
  { tools, unavailable = [], approvals }: Announced,
): WithheldReason | undefined {
  if (where === "server") return undefined;
  const missing = unavailable.find((one) => one.name === name);
  if (missing !== undefined) return missing.reason;
  if (!Object.hasOwn(tools, name)) return "no_body";
  return policy.approval !== "never" && !approvals ? "no_approval" : undefined;
}

function noEntry(name: string): ServerHello["withheld"][number] {
  return {
    name,
    title: name,
    reason: "no_entry",
    path: "entry",
    expected: "an entry in the server's tools.json",
    got: "none",
  };
}
