import { describe, expect, test } from "vitest";
import { hello } from "../samples.ts";
import type { Turn } from "../state.ts";
import { english } from "../strings/english.ts";
import { tell } from "./story.ts";
import {
  began,
  ended,
  notice,
  play,
  sentAt,
  step,
  succeeded,
  text,
  through,
} from "./testing/play.ts";
import { createSpeaker } from "./words.ts";

const say = createSpeaker(english, hello);

/** The moments as "time label", in order. */
function labels(turn: Turn, now = sentAt + 600_000): string[] {
  return tell(turn, now).moments.map(
    (moment) => `${moment.at} ${say(moment).label}`,
  );
}

/** The sentences, in order. */
function sentences(turn: Turn): string[] {
  return tell(turn, sentAt).moments.map((moment) => say(moment).sentence);
}

const located = [
  began(),
  step(805, 1, 790),
  ...through(
    {},
    [806, { state: "requested" }],
    [807, { state: "delivered" }],
    [807, { state: "running" }],
    [810, { state: "awaiting_user", waiting: "permission" }],
    [3_010, { state: "running", userMs: 2_200 }],
    [3_050, { state: "succeeded", resultBytes: 64 }],
  ),
  text(3_600, 2),
  step(4_000, 2, 930),
  ended(4_002),
];

test("H29 a permission that was there already is no question", () => {
  const turn = play(
    began(),
    step(805, 1, 790),
    ...through(
      {},
      [806, { state: "requested" }],
      [807, { state: "running" }],
      [810, { state: "awaiting_user", waiting: "approval" }],
      [840, { state: "running", userMs: 30 }],
      [841, { state: "awaiting_user", waiting: "permission" }],
      [851, { state: "running", userMs: 40 }],
      [900, { state: "succeeded", resultBytes: 64 }],
    ),
    text(3_600, 2),
    step(4_000, 2, 930),
    ended(4_002),
  );
  const asks = labels(turn).filter((label) => label.endsWith("Asks you"));
  expect(asks).toEqual(["810 Asks you"]);
});

test("H29 the story of the first question, from the words to the answer", () => {
  expect(labels(play(...located))).toEqual([
    "0 Your words",
    "15 Asks the model",
    "805 Wants: Your location",
    "806 Call: Your location",
    "807 Received",
    "810 Asks you",
    "3010 You allowed it",
    "3050 Result",
    "3070 Asks again, with the result",
    "4000 Answers in words",
    "4002 The answer",
  ]);
});

test("H29 one plain sentence for each moment, with times, sizes and tokens", () => {
  expect(sentences(play(...located))).toEqual([
    "Your words went to the server: 11 bytes.",
    "The server asked the model: your words, what was said before, and the list of tools, 1.2 kB.",
    "After 0.8 s the model asked for a tool: Your location. It read 300 tokens and wrote 10.",
    "The server sent the call to this browser: Your location, with 2 bytes of arguments.",
    "This browser told the server that it has the call.",
    "The browser asked for your permission.",
    "You allowed it after 2.2 s.",
    "Your location ran in this browser in 0.04 s, and the result went to the server: 64 bytes.",
    "The server passed the result on and asked the model again: 1.2 kB.",
    "After 0.9 s the model had its answer. The first word came after 0.5 s. It read 300 tokens and wrote 10.",
    "The answer was here: 7 bytes, 4.0 s after you asked.",
  ]);
});

test("H29 what all of it took", () => {
  expect(tell(play(...located), sentAt).totals).toEqual({
    requests: 2,
    calls: 1,
    modelMs: 1_720,
    userMs: 2_200,
    bodyMs: 43,
    tokens: 620,
  });
});

test("H29 a server that tells of no steps is understood all the same", () => {
  const silent = located.filter(
    ([, event]) => event.type !== "frame" || event.frame.type !== "step",
  );
  expect(labels(play(...silent)).map((label) => label.split(" ")[1])).toEqual(
    labels(play(...located)).map((label) => label.split(" ")[1]),
  );
});

describe("H29 what did not go well", () => {
  const asked = [began(), step(800, 1, 790)];
  const waiting = [
    [801, { state: "requested" }],
    [802, { state: "delivered" }],
    [803, { state: "awaiting_user", waiting: "approval" }],
  ] as const;

  test.each([
    [
      "declined",
      [
        ...asked,
        ...through({}, ...waiting, [
          5_000,
          { state: "denied", code: "denied" },
        ] as const),
      ],
      ["803 Asks you", "5000 You declined", "5000 Declined"],
    ],
    [
      "refused by the browser",
      [
        ...asked,
        ...through({}, ...waiting, [
          5_000,
          { state: "denied", code: "permission_denied" },
        ] as const),
      ],
      ["803 Asks you", "5000 Not allowed", "5000 Not allowed"],
    ],
    [
      "nobody answered",
      [
        ...asked,
        ...through({}, ...waiting, [
          120_803,
          { state: "timed_out", code: "timeout" },
        ] as const),
      ],
      ["803 Asks you", "120803 Timed out"],
    ],
    [
      "the page gave no sign",
      [
        ...asked,
        ...through(
          {},
          [801, { state: "requested" }],
          [7_801, { state: "timed_out", code: "not_delivered" }],
        ),
      ],
      ["801 Call: Your location", "7801 No sign from the page"],
    ],
    [
      "refused by the server",
      [
        ...asked,
        ...through({ name: "nope", step: 0 }, [
          801,
          { state: "failed", code: "unknown_tool" },
        ]),
      ],
      ["800 Wants: nope", "801 Not sent on: nope"],
    ],
    [
      "stopped while it waited",
      [
        ...asked,
        ...through({}, ...waiting, [
          2_000,
          { state: "cancelled", code: "cancelled" },
        ] as const),
        ended(2_010, "stopped"),
      ],
      ["803 Asks you", "2000 You press Stop", "2000 Stopped", "2010 The end"],
    ],
    [
      "stopped while the model thought",
      [...asked.slice(0, 1), ended(2_010, "stopped")],
      ["5 Asks the model", "2010 You press Stop", "2010 The end"],
    ],
    [
      "the connection was lost",
      [
        ...asked,
        ...through({}, ...waiting, [
          2_000,
          { state: "cancelled", code: "disconnected" },
        ] as const),
        ended(2_000, "disconnected"),
      ],
      ["803 Asks you", "2000 Cut off", "2000 Connection lost"],
    ],
    [
      "the model was busy and then gave up",
      [began(), notice(1_000, "retrying"), ended(4_000, "model_error")],
      [
        "5 Asks the model",
        "1000 Asks once more",
        "4000 No answer",
        "4000 Gives up",
      ],
    ],
    [
      "it never began",
      [ended(300, "disconnected")].map(
        ([at, event]) =>
          [
            at,
            event.type === "frame" && event.frame.type === "turn_end"
              ? { ...event, frame: { ...event.frame, turn: 0 } }
              : event,
          ] as const,
      ),
      ["0 Your words", "300 Connection lost"],
    ],
    [
      "the server did not take it",
      [
        [
          40,
          {
            type: "frame",
            frame: { type: "error", code: "busy", message: "m", ref: "u1" },
          },
        ] as const,
      ],
      ["0 Your words", "40 Not taken"],
    ],
  ])("%s", (_, events, expected) => {
    expect(labels(play(...events))).toEqual(expect.arrayContaining(expected));
    const all = labels(play(...events));
    expect(all.filter((label) => expected.includes(label))).toEqual(expected);
  });
});

test("H29 a turn that still runs ends at now, with open spans", () => {
  const turn = play(
    began(),
    step(800, 1, 790),
    ...through(
      {},
      [801, { state: "requested" }],
      [802, { state: "delivered" }],
      [803, { state: "running" }],
    ),
  );
  const story = tell(turn, sentAt + 2_000);
  expect(story).toMatchObject({ open: true, ms: 2_000 });
  expect(story.spans.filter((span) => span.open)).toMatchObject([
    { kind: "runs", from: 802, to: 2_000 },
  ]);
});

test("H29 after the last result the model is being asked", () => {
  const turn = play(began(), step(800, 1, 790), ...succeeded(801, 900));
  const story = tell(turn, sentAt + 2_000);
  expect(story.moments.at(-1)?.key).toBe("ask-2");
  expect(story.spans.at(-1)).toMatchObject({ kind: "thinks", open: true });
});

test("H29 a duration of the server that is longer than the turn begins with it", () => {
  const { moments } = tell(
    play(began(20), text(300, 1), step(400, 1, 90_000), ended(401)),
    sentAt,
  );
  expect(moments.map((moment) => moment.at)).toEqual([0, 20, 400, 401]);
});

test("H29 a clock that was put back does not turn the order around", () => {
  const { moments } = tell(
    play(
      began(),
      step(800, 1, 790),
      ...through(
        {},
        [801, { state: "requested" }],
        [-5_000, { state: "delivered" }],
        [-4_900, { state: "succeeded", resultBytes: 1 }],
      ),
    ),
    sentAt + 1_000,
  );
  const times = moments.map((moment) => moment.at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(moments.map((moment) => moment.key)).toEqual([
    "sent",
    "ask-1",
    "reply-1",
    "call-t1.1",
    "got-t1.1",
    "result-t1.1",
    "ask-2",
  ]);
});
