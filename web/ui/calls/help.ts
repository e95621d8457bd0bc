/** What a failed call means to the person, and the one thing that helps. Pure. */

import type { OfferedTool, WithheldTool } from "../../gen/protocol.ts";
import type { CallView, Why } from "../../client/api.ts";
import { lastStage } from "../strings/calls.ts";
import { codeSentence } from "../strings/turns.ts";
import type { Texts } from "../strings/texts.ts";
import type { whereAmI } from "./browser.ts";
import type { Permission } from "./permission.ts";
import { policyFix } from "./frame.ts";
import { type Subject, subjectOf } from "./subject.ts";

/**
 * again: the message is sent again. reload: the page. check: the assistant is
 * asked what happened. tools: what works here, and why not.
 */
export type Action = "again" | "reload" | "check" | "tools";

/** The words on a failed card, and its button. */
export type Help = {
  readonly sentence: string;
  readonly action?: Action;
  /** The button helps already; false while a permission is still denied. */
  readonly live: boolean;
};

/** What help depends on beside the call. */
export type Around = ReturnType<typeof whereAmI> & {
  readonly tool: OfferedTool | undefined;
  readonly withheld: WithheldTool | undefined;
  /** Of what the tool needs, as it is now. */
  readonly permission: Permission;
  /** The page stands in another one. */
  readonly framed: boolean;
};

/** Undefined for a call that is open, or that needs no word. */
export function helpFor(
  t: Texts,
  call: CallView,
  around: Around,
): Help | undefined {
  const { code, message } = call;
  if (code === undefined) return undefined;
  const said = codeSentence(t, code, message);
  const help = (sentence: string, action?: Action): Help => ({
    sentence,
    ...(action !== undefined && { action }),
    live: true,
  });
  if (call.why !== undefined) return helpWhy(t, call, call.why, around);
  switch (code) {
    case "denied":
    case "permission_denied":
    case "needs_gesture":
    case "invalid_args":
    case "too_large":
    case "failed":
      return help(said, "again");
    case "unknown_tool":
    case "unsupported":
      return help(withheldSentence(t, around) ?? said, "tools");
    case "invalid_result":
    case "not_delivered":
      return help(said, "reload");
    case "timeout":
      if (lastStage(call) === "awaiting_user") {
        return help(t.calls.noAnswer, "again");
      }
      return around.tool?.policy.readOnly === true
        ? help(said, "again")
        : help(`${said} ${t.calls.mayHaveHappened}`, "again");
    case "interrupted":
      return help(t.calls.checkFirst, "check");
    case "cancelled":
    case "disconnected":
    case "budget":
      return help(said);
    default:
      code satisfies never;
      return help(said, "again"); // a code of a newer server
  }
}

/** Why the tool was not there to be called, if that is more than a code can say. */
function withheldSentence(
  t: Texts,
  { withheld, framed }: Around,
): string | undefined {
  switch (withheld?.reason) {
    case "insecure_context":
      return t.words.insecure;
    case "policy":
      return policyFix(t, withheld.name, framed);
    case "operator":
    case "no_body":
    case "no_approval":
      return t.toolbox.fixes[withheld.reason];
    default:
      return undefined;
  }
}

function helpWhy(t: Texts, call: CallView, why: Why, around: Around): Help {
  const subject = subjectOf(call.name);
  const words = t.calls[subject];
  const setting = t.calls.settings[subject];
  switch (why) {
    case "blocked":
      return helpBlocked(t, subject, around);
    case "dismissed":
      return { sentence: words.dismissed, action: "again", live: true };
    case "system": {
      const how =
        subject === "location"
          ? t.calls.switchOn[around.system]
          : t.calls.undo[around.browser](setting);
      return {
        sentence: `${words.system} ${how}`,
        action: "again",
        live: true,
      };
    }
    case "unavailable":
      return { sentence: words.unavailable, action: "again", live: true };
    case "insecure":
      return { sentence: t.words.insecure, action: "tools", live: true };
    case "policy":
      return {
        sentence: `${words.policy} ${policyFix(t, call.name, around.framed)}`,
        action: "tools",
        live: true,
      };
    default:
      return why satisfies never;
  }
}

/** Blocked as the browser tells it now, which is not always as it was. */
function helpBlocked(t: Texts, subject: Subject, around: Around): Help {
  const setting = t.calls.settings[subject];
  const undo = `${t.calls[subject].blocked} ${t.calls.undo[around.browser](setting)}`;
  switch (around.permission) {
    case "granted":
      return {
        sentence: t.calls.allowedNow(setting),
        action: "again",
        live: true,
      };
    case "prompt":
      return {
        sentence: t.calls.askableNow(setting),
        action: "again",
        live: true,
      };
    case "denied":
      return { sentence: undo, action: "again", live: false };
    case "unknown":
      return { sentence: undo, action: "again", live: true };
    default:
      return around.permission satisfies never;
  }
}
