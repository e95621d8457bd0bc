/** What a moment says: a label for its arrow, quiet facts, and one sentence. */

import type { ServerHello } from "../../gen/protocol.ts";
import type { CallView } from "../../client/api.ts";
import { errorSentence } from "../strings/faults.ts";
import { codeSentence, endSentence, noticeSentence } from "../strings/turns.ts";
import type { Texts } from "../strings/texts.ts";
import {
  type Fact,
  type Moment,
  type Reply,
  type Span,
  tokensOf,
} from "./moments.ts";

/** A moment in words. */
export type Said = {
  /** Two to four words. */
  readonly label: string;
  /** Sizes, durations, tokens: the most important first. */
  readonly facts: readonly string[];
  readonly sentence: string;
  /** Something did not go as it should. */
  readonly fault: boolean;
};

/** Says the moments of one conversation. */
export type Speaker = (moment: Moment) => Said;

/** A speaker in the language of the texts, with the titles of the tools in hello. */
export function createSpeaker(
  t: Texts,
  hello: Pick<ServerHello, "tools" | "withheld"> | undefined,
): Speaker {
  const title = (call: CallView): string => {
    const known = [...(hello?.tools ?? []), ...(hello?.withheld ?? [])];
    const tool = known.find((tool) => tool.name === call.name);
    return t.contractWords(tool?.title ?? call.name);
  };
  return ({ at, fact }) => {
    const said = say(t, title, fact, at);
    return { fault: false, ...said };
  };
}

/** What a span is called with how long it took, and for little room only how long. */
export function spanWords(t: Texts, span: Span): readonly [string, string] {
  const time = t.format.duration(span.to - span.from);
  return [t.sequence.spans[span.kind](time), time];
}

type Draft = Omit<Said, "fault"> & { readonly fault?: boolean };

function say(
  t: Texts,
  title: (call: CallView) => string,
  fact: Fact,
  at: number,
): Draft {
  const { labels, sentences, facts } = t.sequence;
  const { bytes, duration, number } = t.format;
  switch (fact.kind) {
    case "sent": {
      const size = bytes(fact.bytes);
      return {
        label: labels.sent,
        facts: [size],
        sentence: sentences.sent(size),
      };
    }
    case "ask": {
      const size = fact.bytes === undefined ? "" : bytes(fact.bytes);
      const n = number(fact.results);
      return {
        label:
          fact.results === 0 ? labels.ask : labels.askAgain(n, fact.results),
        facts: size === "" ? [] : [size],
        sentence:
          fact.results === 0
            ? sentences.ask(size)
            : sentences.askAgain(n, fact.results, size),
      };
    }
    case "wants": {
      const names = fact.calls.map(title);
      const [only = ""] = names;
      return {
        label:
          names.length === 1
            ? labels.wants(only)
            : labels.wantsMany(number(names.length), names.length),
        facts: replyFacts(t, fact),
        sentence: joined(
          sentences.wants(
            [...new Set(names)].join(", "),
            names.length,
            duration(fact.ms),
          ),
          fact.words ? sentences.saidBefore : "",
          tokenSentence(t, fact),
        ),
      };
    }
    case "says":
      return {
        label: labels.says,
        facts: replyFacts(t, fact),
        sentence: joined(
          sentences.says(duration(fact.ms)),
          fact.firstMs === undefined
            ? ""
            : sentences.first(duration(fact.firstMs)),
          tokenSentence(t, fact),
        ),
      };
    case "silence":
      return {
        label: labels.silence,
        facts: [facts.after(duration(fact.ms))],
        sentence: sentences.silence(duration(fact.ms)),
        fault: true,
      };
    case "call": {
      const size = bytes(fact.bytes);
      const tool = title(fact.call);
      return {
        label: labels.call(tool),
        facts: [size],
        sentence: sentences.call(tool, size),
      };
    }
    case "got":
      return { label: labels.got, facts: [], sentence: sentences.got };
    case "asks":
      return sayAsks(t, fact);
    case "decided":
      return sayDecided(t, fact);
    case "result":
      return sayResult(t, title(fact.call), fact);
    case "unsent": {
      const tool = title(fact.call);
      const { code, message } = fact.call;
      return code === undefined
        ? {
            label: labels.there(tool),
            facts: [facts.took(duration(fact.ms))],
            sentence: sentences.there(tool, duration(fact.ms)),
          }
        : {
            label: labels.unsent(tool),
            facts: [],
            sentence: sentences.unsent(tool, codeSentence(t, code, message)),
            fault: true,
          };
    }
    case "notice":
      return {
        label: labels[fact.code],
        facts: [],
        sentence: noticeSentence(t, fact),
      };
    case "stop":
      return { label: labels.stop, facts: [], sentence: sentences.stop };
    case "end":
      return sayEnd(t, fact, at);
    case "refused":
      return {
        label: labels.notTaken,
        facts: [],
        sentence: errorSentence(t, fact.error),
        fault: true,
      };
    default:
      return fact satisfies never;
  }
}

function sayAsks(t: Texts, fact: Extract<Fact, { kind: "asks" }>): Draft {
  const { labels, sentences } = t.sequence;
  switch (fact.waiting) {
    case "approval": {
      const { approval } = fact.call;
      const question = t.contractWords(approval?.reason ?? "");
      const sentence = question === "" ? labels.asks : sentences.asks(question);
      return { label: labels.asks, facts: [], sentence };
    }
    case "permission":
      return {
        label: labels.asks,
        facts: [],
        sentence: sentences.asksPermission,
      };
    case "question":
      return {
        label: labels.asks,
        facts: [],
        sentence: sentences.asks(questionOf(fact.call.args)),
      };
    case "gesture":
      return {
        label: labels.asksClick,
        facts: [],
        sentence: sentences.asksClick,
      };
    default:
      return fact.waiting satisfies never;
  }
}

/** What the tool ask_user asks. */
function questionOf(args: unknown): string {
  return typeof args === "object" && args !== null && "question" in args
    ? String(args.question)
    : "";
}

function sayDecided(t: Texts, fact: Extract<Fact, { kind: "decided" }>): Draft {
  const { labels, sentences, facts } = t.sequence;
  const which = fact.allowed
    ? fact.waiting === "gesture"
      ? "clicked"
      : "allowed"
    : fact.call.code === "permission_denied"
      ? "notAllowed"
      : "declined";
  const time = t.format.duration(fact.ms);
  return {
    label: labels[which],
    facts: [facts.after(time)],
    sentence: sentences[which](time),
    fault: false,
  };
}

function sayResult(
  t: Texts,
  tool: string,
  fact: Extract<Fact, { kind: "result" }>,
): Draft {
  const { labels, sentences, facts } = t.sequence;
  const { call } = fact;
  const time = t.format.duration(fact.ms);
  if (call.state === "succeeded") {
    const size = t.format.bytes(call.resultBytes ?? 0);
    return {
      label: labels.result,
      facts: [size, facts.took(time)],
      sentence: sentences.result(tool, time, size),
    };
  }
  const why =
    call.code === undefined
      ? t.codes.failed
      : codeSentence(t, call.code, call.message);
  return {
    label: labels[failureOf(call)],
    facts:
      call.state === "denied" || call.state === "cancelled"
        ? []
        : [facts.after(time)],
    sentence: `${tool}: ${why}`,
    fault: call.code !== "cancelled",
  };
}

function failureOf(
  call: CallView,
):
  | "refused"
  | "notAllowed"
  | "noSign"
  | "timedOut"
  | "stopped"
  | "cutOff"
  | "failed" {
  if (call.code === "not_delivered") return "noSign";
  if (call.code === "disconnected") return "cutOff";
  switch (call.state) {
    case "denied":
      return call.code === "permission_denied" ? "notAllowed" : "refused";
    case "timed_out":
      return "timedOut";
    case "cancelled":
      return "stopped";
    case "interrupted":
      return "cutOff";
    default:
      return "failed";
  }
}

function sayEnd(
  t: Texts,
  fact: Extract<Fact, { kind: "end" }>,
  at: number,
): Draft {
  const { labels, sentences } = t.sequence;
  const { reason, error } = fact.end;
  if (reason === "done" && fact.bytes > 0) {
    const size = t.format.bytes(fact.bytes);
    return {
      label: labels.answer,
      facts: [size],
      sentence: sentences.answer(size, t.format.duration(at)),
    };
  }
  const fault = reason !== "done" && reason !== "stopped";
  return {
    label:
      reason === "disconnected"
        ? labels.lost
        : fault
          ? labels.gaveUp
          : labels.ended,
    facts: [],
    sentence: endSentence(t, reason, error) || sentences.ended,
    fault,
  };
}

function replyFacts(t: Texts, reply: Reply): string[] {
  const { after, tokens } = t.sequence.facts;
  const time = after(t.format.duration(reply.ms));
  if (reply.usage === undefined) return [time];
  const count = tokensOf(reply.usage);
  return [time, tokens(t.format.number(count), count)];
}

function tokenSentence(t: Texts, { usage }: Reply): string {
  if (usage === undefined) return "";
  const { number } = t.format;
  return t.sequence.sentences.tokens(
    number(usage.inputTokens),
    usage.thoughtsTokens > 0 ? number(usage.thoughtsTokens) : "",
    number(usage.outputTokens),
  );
}

function joined(...sentences: string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
