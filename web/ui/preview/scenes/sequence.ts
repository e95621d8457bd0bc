/** Turns that are opened as drawings, at times that the scenes choose. */

import type { CallView } from "../../../client/api.ts";
import { type Player, settled } from "../player.ts";
import { call as sample } from "../../samples.ts";
import { asked, type Scenes } from "./scene.ts";

const trueNow = Date.now;
const start = trueNow();

let scene = ""; // whose clock it is

/** From now on, and until another scene, it is so many milliseconds after the beginning. */
function at(ms: number): void {
  Date.now = () => start + ms;
  scene = location.hash;
}

addEventListener("hashchange", () => {
  if (scene !== location.hash) Date.now = trueNow;
});

function step(
  play: Player,
  step: number,
  ms: number,
  requestBytes: number,
  [inputTokens, outputTokens, thoughtsTokens = 0]: readonly number[],
): void {
  play.emit("step", {
    type: "step",
    turn: 1,
    step,
    ms,
    requestBytes,
    usage: {
      inputTokens: inputTokens ?? 0,
      outputTokens: outputTokens ?? 0,
      thoughtsTokens,
      cachedTokens: 0,
    },
  });
}

/** Plays one call through its states; a pair is a state and the time of it. */
function through(
  play: Player,
  changes: Partial<CallView>,
  ...states: (readonly [ms: number, Partial<CallView>])[]
): void {
  let view = sample({ ...changes, marks: {} });
  for (const [ms, change] of states) {
    at(ms);
    const { waiting: _, ...rest } = view;
    view = { ...rest, ...change };
    view = {
      ...view,
      marks: { [view.state]: Date.now(), ...view.marks },
    };
    play.emit("view", view);
  }
}

/** Opens the drawing of the last turn, whatever the language. */
async function open(view: string): Promise<void> {
  await settled();
  const root = document.querySelector("farhand-chat")?.shadowRoot;
  const buttons = [
    ...(root?.querySelectorAll<HTMLButtonElement>(
      ".turn button[aria-haspopup=dialog]",
    ) ?? []),
  ];
  buttons.at(-1)?.click();
  for (let tries = 0; tries < 20; tries++) {
    if (root?.querySelector(".sequence") !== null) break;
    await settled();
  }
  if (view === "list") {
    root?.querySelectorAll<HTMLButtonElement>(".views button")[1]?.click();
  }
  await settled();
}

async function whereAmI(play: Player, waitMs: number): Promise<void> {
  at(0);
  await asked(play, "Where am I?");
  at(830);
  step(play, 1, 812, 5_240, [1_204, 14]);
  through(
    play,
    {},
    [831, { state: "requested" }],
    [832, { state: "delivered" }],
    [833, { state: "running" }],
    [840, { state: "awaiting_user", waiting: "permission" }],
    [840 + waitMs, { state: "running", userMs: waitMs }],
    [
      880 + waitMs,
      {
        state: "succeeded",
        resultBytes: 64,
        result: { latitude: 52.52, longitude: 13.405, accuracy: 12 },
      },
    ],
    [884 + waitMs, { state: "succeeded", ms: 53 + waitMs, confirmed: true }],
  );
  at(1_700 + waitMs);
  play.say("You are at 52.52\u00b0 north, 13.405\u00b0 east, ", 2);
  at(2_150 + waitMs);
  play.say("within 12 metres: in Berlin.", 2);
  at(2_160 + waitMs);
  step(play, 2, 1_270, 5_610, [1_298, 41]);
  at(2_163 + waitMs);
  play.end();
}

/** A call that needs nobody and takes so long. */
function quick(
  play: Player,
  from: number,
  ms: number,
  changes: Partial<CallView>,
): void {
  const ended = changes.state ?? "succeeded";
  through(
    play,
    changes,
    [from, { state: "requested" }],
    [from + 1, { state: "delivered" }],
    [from + 2, { state: "running" }],
    [
      from + ms,
      { ...changes, state: ended, resultBytes: 120, confirmed: true },
    ],
  );
}

const copyAll =
  "Copy my location to the clipboard and tell me how my battery is";

async function denied(play: Player): Promise<void> {
  at(0);
  await asked(play, "What is on my clipboard?");
  at(1_400);
  step(play, 1, 1_380, 12_400, [2_980, 22, 140]);
  const approval = {
    reason: "Read the text on your clipboard",
    risk: "high",
    remember: true,
  } as const;
  through(
    play,
    { name: "clipboard_read", approval },
    [1_401, { state: "requested" }],
    [1_402, { state: "delivered" }],
    [1_403, { state: "awaiting_user", waiting: "approval" }],
    [6_100, { state: "denied", code: "denied", userMs: 4_697 }],
  );
  at(7_400);
  play.say("You declined that, so I cannot tell.", 2);
  at(7_500);
  step(play, 2, 1_380, 12_700, [3_050, 18]);
  play.end();
}

async function sideBySide(play: Player): Promise<void> {
  at(0);
  await asked(play, copyAll);
  at(700);
  play.say("I look up both first.");
  at(1_100);
  step(play, 1, 1_080, 9_200, [2_410, 61]);
  const first = { name: "geolocation_get", id: "t1.1" };
  const second = { name: "device_context", id: "t1.2" };
  through(play, first, [1_101, { state: "requested" }]);
  quick(play, 1_103, 60, second);
  through(
    play,
    first,
    [1_101, { state: "requested" }],
    [1_102, { state: "delivered" }],
    [1_103, { state: "running" }],
    [1_720, { state: "succeeded", resultBytes: 64 }],
  );
  at(1_730);
  play.emit("notice", {
    type: "notice",
    turn: 1,
    code: "retrying",
    details: { kind: "overloaded", waitMs: 1_000, attempt: 2, of: 4 },
  });
  at(3_900);
  step(play, 2, 2_160, 9_800, [2_600, 48]);
  through(
    play,
    {
      name: "clipboard_write",
      id: "t1.3",
      step: 2,
      approval: {
        reason: "Put your location on the clipboard",
        risk: "medium",
        remember: false,
      },
    },
    [3_901, { state: "requested" }],
    [3_902, { state: "delivered" }],
    [3_903, { state: "awaiting_user", waiting: "approval" }],
    [6_200, { state: "running" }],
    [6_230, { state: "succeeded", resultBytes: 12 }],
  );
  through(play, { name: "page_read", id: "t1.4", step: 0 }, [
    6_231,
    { state: "failed", code: "unknown_tool", ms: 0, confirmed: true },
  ]);
  at(7_100);
  play.say("It is on your clipboard; your battery is at 81 %.", 3);
  at(7_300);
  step(play, 3, 1_050, 10_300, [2_720, 30]);
  play.end();
}

async function many(play: Player): Promise<void> {
  at(0);
  await asked(play, "Remember thirty-two things");
  let now = 400;
  for (let round = 0; round < 4; round++) {
    at(now);
    step(play, round + 1, 390, 4_000 + round * 900, [1_000 + round * 300, 160]);
    for (let n = 1; n <= 8; n++) {
      const id = `t1.${round * 8 + n}`;
      const name = n % 3 === 0 ? "memory_list" : "memory_put";
      const args = { key: `thing_${round * 8 + n}`, value: n };
      through(play, { id, name, args, step: round + 1 }, [
        now + 1,
        { state: "requested" },
      ]);
    }
    for (let n = 8; n >= 1; n--) {
      const id = `t1.${round * 8 + n}`;
      const name = n % 3 === 0 ? "memory_list" : "memory_put";
      const args = { key: `thing_${round * 8 + n}`, value: n };
      through(
        play,
        { id, name, args, step: round + 1 },
        [now + 1, { state: "requested" }],
        [now + 2, { state: "delivered" }],
        [now + 3, { state: "running" }],
        [now + 10 + (8 - n) * 6, { state: "succeeded", resultBytes: 15 }],
      );
    }
    now += 500;
  }
  at(now);
  play.say("All thirty-two are remembered.", 5);
  step(play, 5, 380, 9_000, [2_500, 12]);
  play.end();
}

async function stopped(play: Player): Promise<void> {
  at(0);
  await asked(play, "Where am I?");
  at(900);
  through(
    play,
    {},
    [900, { state: "requested" }],
    [901, { state: "delivered" }],
    [905, { state: "awaiting_user", waiting: "permission" }],
    [4_000, { state: "cancelled", code: "cancelled" }],
  );
  at(4_012);
  play.end("stopped");
}

async function lost(play: Player): Promise<void> {
  at(0);
  await asked(play, "Read this to me");
  at(1_200);
  step(play, 1, 1_190, 5_000, [1_200, 300]);
  through(
    play,
    { name: "speak", args: { text: "The sun was low over the river." } },
    [1_201, { state: "requested" }],
    [1_202, { state: "delivered" }],
    [1_203, { state: "running" }],
    [5_000, { state: "cancelled", code: "disconnected", confirmed: true }],
  );
  play.end("disconnected");
  play.lose("lost");
}

async function running(play: Player): Promise<void> {
  at(0);
  await asked(play, "Where am I?");
  at(800);
  step(play, 1, 790, 5_240, [1_204, 14]);
  through(
    play,
    {},
    [801, { state: "requested" }],
    [802, { state: "delivered" }],
    [803, { state: "running" }],
    [806, { state: "awaiting_user", waiting: "permission" }],
  );
  at(6_400);
}

async function failed(play: Player): Promise<void> {
  at(0);
  await asked(play, "Where am I?");
  at(1_500);
  play.emit("notice", {
    type: "notice",
    turn: 1,
    code: "retrying",
    details: { kind: "overloaded", waitMs: 2_000, attempt: 2, of: 4 },
  });
  at(6_000);
  play.end("model_error", {
    kind: "overloaded",
    message:
      "The model has too much to do at the moment. Wait a little, then send your message again.",
  });
}

/** The scene, and then the drawing of its last turn. */
function drawn(scene: (play: Player) => Promise<void>, view = "drawing") {
  return async (play: Player): Promise<void> => {
    await scene(play);
    await open(view);
  };
}

export const sequence = {
  sequence: drawn((play) => whereAmI(play, 2_300)),
  "sequence-list": drawn((play) => whereAmI(play, 2_300), "list"),
  "sequence-slow": drawn((play) => whereAmI(play, 125_000)),
  "sequence-denied": drawn(denied),
  "sequence-side-by-side": drawn(sideBySide),
  "sequence-many": drawn(many),
  "sequence-stopped": drawn(stopped),
  "sequence-lost": drawn(lost),
  "sequence-running": drawn(running),
  "sequence-failed": drawn(failed),
} satisfies Scenes;
