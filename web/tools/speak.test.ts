// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { onSpeech, silence, speechGoingOn } from "./speaking.ts";
import { speak } from "./speak.ts";
import { replace, runBody } from "./testing/run.ts";

/** An utterance as far as the tool uses one. */
class Utterance {
  readonly text: string;
  lang = "";
  rate = 1;
  onstart?: () => void;
  onend?: () => void;
  onerror?: (event: { error: string }) => void;
  constructor(text: string) {
    this.text = text;
  }
}

const undo: Array<() => void> = [];
const said: Utterance[] = [];
const cancel = vi.fn();
const synthesiser = Object.assign(new EventTarget(), {
  voices: [{}],
  getVoices: () => synthesiser.voices,
  speak: (utterance: Utterance) => void said.push(utterance),
  cancel,
});

beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
  cancel.mockReset();
  synthesiser.voices = [{}];
  undo.push(replace(globalThis, "speechSynthesis", synthesiser));
  undo.push(replace(globalThis, "SpeechSynthesisUtterance", Utterance));
});
afterEach(() => {
  silence();
  while (undo.length > 0) undo.pop()?.();
  vi.useRealTimers();
});

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** Starts to speak and lets the synthesiser begin. */
async function started(text = "good morning"): Promise<Utterance> {
  const running = runBody(speak, { text });
  await settle();
  const utterance = said.at(-1) as Utterance;
  utterance.onstart?.();
  expect((await running).result).toEqual({ speaking: true });
  return utterance;
}

describe("H8 the call ends when speech starts", () => {
  test("H8 speech goes on after the call, until it ends", async () => {
    const utterance = await started();
    expect(speechGoingOn()).toBe(true);
    utterance.onend?.();
    expect(speechGoingOn()).toBe(false);
    expect(cancel).not.toHaveBeenCalled();
  });

  test("H8 language and rate reach the voice", async () => {
    void runBody(speak, { text: "Hallo", lang: "de-DE", rate: 1.5 });
    await settle();
    expect(said).toMatchObject([{ text: "Hallo", lang: "de-DE", rate: 1.5 }]);
  });

  test("H8 voices that load late are waited for, but not long", async () => {
    synthesiser.voices = [];
    void runBody(speak, { text: "a" });
    await settle();
    expect(said).toHaveLength(0);
    synthesiser.dispatchEvent(new Event("voiceschanged"));
    await settle();
    expect(said).toHaveLength(1);
    void runBody(speak, { text: "b" });
    await vi.advanceTimersByTimeAsync(500);
    expect(said).toHaveLength(2);
  });

  test("H8 a device without voices is unsupported, even where the browser stays silent", async () => {
    synthesiser.voices = [];
    const running = runBody(speak, { text: "a" });
    running.catch(() => {});
    await vi.advanceTimersByTimeAsync(500);
    expect(speechGoingOn()).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(running).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringContaining("no voice"),
    });
    expect(cancel).toHaveBeenCalledOnce();
    expect(speechGoingOn()).toBe(false);
  });

  test("H8 a device without voices is unsupported, where the browser says that it failed", async () => {
    synthesiser.voices = [];
    const running = runBody(speak, { text: "a" });
    running.catch(() => {});
    await vi.advanceTimersByTimeAsync(500);
    said[0]?.onerror?.({ error: "synthesis-failed" });
    await expect(running).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringContaining("no voice"),
    });
  });

  test("H8 speech that starts without voices in the list goes on", async () => {
    synthesiser.voices = [];
    const running = runBody(speak, { text: "a" });
    await vi.advanceTimersByTimeAsync(500);
    said[0]?.onstart?.();
    await running;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(speechGoingOn()).toBe(true);
  });

  test.each([
    ["not-allowed", "needs_gesture"],
    ["voice-unavailable", "unsupported"],
    ["canceled", "cancelled"],
    ["synthesis-failed", "failed"],
    ["audio-busy", "failed"],
  ])("H8 the error %s before the start is %s", async (error, code) => {
    const running = runBody(speak, { text: "a" });
    running.catch(() => {});
    await settle();
    said[0]?.onerror?.({ error });
    await expect(running).rejects.toMatchObject({ code });
    expect(speechGoingOn()).toBe(false);
  });
});

describe("H8 what ends speech", () => {
  test("H8 silence, as Stop and reset call it", async () => {
    await started();
    silence();
    expect(cancel).toHaveBeenCalledOnce();
    expect(speechGoingOn()).toBe(false);
    silence();
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("H8 a new speak", async () => {
    const first = await started("one");
    await started("two");
    expect(cancel).toHaveBeenCalledOnce();
    first.onend?.(); // late, of the old utterance
    expect(speechGoingOn()).toBe(true);
  });

  test("H8 leaving the page", async () => {
    await started();
    dispatchEvent(new Event("pagehide"));
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("H8 an abort before it started", async () => {
    const controller = new AbortController();
    void runBody(speak, { text: "a" }, controller.signal);
    await settle();
    controller.abort();
    expect(cancel).toHaveBeenCalledOnce();
    expect(speechGoingOn()).toBe(false);
  });
});

test("H8 whoever draws a Stop button is told of beginning and end", async () => {
  const told: boolean[] = [];
  const off = onSpeech((goingOn) => told.push(goingOn));
  await started();
  silence();
  off();
  await started();
  expect(told).toEqual([true, false]);
});
