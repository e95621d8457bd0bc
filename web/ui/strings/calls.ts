/** What a card and its question say of a call, in the language of the texts. */

import type { Approval, ModelInfo, OfferedTool } from "../../gen/protocol.ts";
import type { CallView } from "../../client/api.ts";
import type { Texts } from "./texts.ts";

/**
 * The question of an approval. In English it is the server's own sentence; in a
 * language that knows the contract's sentence it is filled in here, by the
 * server's rules (internal/tool/text.go).
 */
export function askWords(
  t: Texts,
  tool: OfferedTool | undefined,
  call: Pick<CallView, "args">,
  approval: Approval,
): string {
  if (tool?.declared !== undefined) return t.asks.ownTool(plain(tool.title));
  const sentence = tool?.ui.ask ?? "";
  const own = t.contractWords(sentence);
  return own === sentence ? approval.reason : fillAsk(own, call.args);
}

const mostAskCharacters = 200; // of one argument, in code points

/** Each {name} becomes the argument as plain text; a missing one nothing. */
export function fillAsk(sentence: string, args: unknown): string {
  const values = new Map<string, unknown>(
    typeof args === "object" && args !== null ? Object.entries(args) : [],
  );
  return sentence.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) return "";
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const characters = [...plain(text)];
    return characters.length <= mostAskCharacters
      ? characters.join("")
      : `${characters.slice(0, mostAskCharacters - 1).join("")}\u2026`;
  });
}

/** Without what could disguise a sentence; joiners of emoji and scripts stay. */
function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, "");
}

/** What an allowed call will do, and where what it learns goes. */
export function meaningWords(
  t: Texts,
  tool: OfferedTool | undefined,
  model: ModelInfo | undefined,
): string {
  if (tool?.where === "server") return t.asks.runsThere;
  if (tool?.policy.readOnly !== true) {
    return tool?.declared === undefined ? t.words.writes : t.asks.ownRuns;
  }
  if (model?.provider === undefined) return t.words.reads;
  return model.provider === ""
    ? t.asks.readsHere
    : t.asks.readsTo(model.provider);
}

/** How long a question stands, in whole seconds. */
export function expiryWords(t: Texts, leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return t.asks.expires(
    seconds < 60
      ? t.units.seconds(t.format.number(seconds))
      : t.format.duration(seconds * 1000),
  );
}

/** Why a call ended as it did, in two or three words; empty if the state says it all. */
export function stateReason(t: Texts, call: CallView): string {
  const { reasons } = t.calls;
  if (call.why !== undefined) return reasons[call.why];
  switch (call.code) {
    case undefined:
    case "denied":
    case "permission_denied":
    case "cancelled":
    case "interrupted":
    case "failed":
      return "";
    case "timeout":
      return lastStage(call) === "awaiting_user"
        ? reasons.noAnswer
        : reasons.tooSlow;
    default:
      return reasons[call.code] ?? "";
  }
}

/** Whom a call that timed out waited for: the user, or its own body. */
export function lastStage(call: CallView): "awaiting_user" | "running" {
  const told = /^stage (awaiting_user|running)\b/.exec(call.message ?? "");
  if (told !== null) return told[1] as "awaiting_user" | "running";
  const { awaiting_user: waited = -1, running = 0 } = call.marks;
  return waited >= running ? "awaiting_user" : "running";
}
