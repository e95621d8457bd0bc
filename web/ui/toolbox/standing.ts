/** How each tool of the contract stands in this page now, and what to do about it. Pure. */

import type {
  OfferedTool,
  ServerHello,
  WithheldTool,
} from "../../gen/protocol.ts";
import type { Browser } from "../calls/browser.ts";
import { policyFix } from "../calls/frame.ts";
import type { Permission } from "../calls/permission.ts";
import { subjectOf } from "../calls/subject.ts";
import { withheldReason } from "../strings/faults.ts";
import type { Texts } from "../strings/texts.ts";

/** allowed: for this session. off: it cannot run here, or the user blocked it. */
export type Standing = "ready" | "asks" | "allowed" | "off";

/** A tool in words. */
export type Stand = {
  readonly standing: Standing;
  /** The standing, such as "asks you first". */
  readonly state: string;
  /** What to do if it is off; empty if it is not. */
  readonly fix: string;
};

/** Every tool of the contract: those that can run, then the others. */
export function allTools(
  hello: ServerHello,
): readonly (OfferedTool | WithheldTool)[] {
  return [...hello.tools, ...hello.withheld];
}

/** Whether the server offers a tool to the model. */
export function isOffered(
  tool: OfferedTool | WithheldTool,
): tool is OfferedTool {
  return "policy" in tool;
}

/** What page and server disagree on says already what to do. */
function fixOf(t: Texts, tool: WithheldTool, framed: boolean): string {
  switch (tool.reason) {
    case "schema":
    case "no_entry":
    case "declared":
      return "";
    case "policy":
      return policyFix(t, tool.name, framed);
    default:
      return t.toolbox.fixes[tool.reason];
  }
}

/**
 * How a tool stands. `permission` is the browser's, undefined while it is not
 * known; `browser` says how a denial is undone, `framed` who gives permissions.
 */
export function standOf(
  t: Texts,
  tool: OfferedTool | WithheldTool,
  grants: readonly string[],
  permission: Permission | undefined,
  browser: Browser,
  framed: boolean,
): Stand {
  const { toolbox } = t;
  if (!isOffered(tool)) {
    return {
      standing: "off",
      state: t.calls.because(toolbox.off, withheldReason(t, tool)),
      fix: fixOf(t, tool, framed),
    };
  }
  if (permission === "denied") {
    const subject = subjectOf(tool.name);
    return {
      standing: "off",
      state: t.calls.because(toolbox.off, t.calls.reasons.blocked),
      fix: t.calls.undo[browser](t.calls.settings[subject]),
    };
  }
  if (grants.includes(tool.name)) {
    return { standing: "allowed", state: toolbox.allowed, fix: "" };
  }
  if (tool.policy.approval !== "never") {
    return { standing: "asks", state: toolbox.asks, fix: "" };
  }
  if (permission === "prompt") {
    return { standing: "asks", state: toolbox.browserAsks, fix: "" };
  }
  return { standing: "ready", state: toolbox.ready, fix: "" };
}
