/** Speech: most of it with a synthesiser that only keeps what it was told. */

import type { Page } from "playwright-core";
import { calls, says } from "./harness/model.ts";
import { expect, test } from "./harness/test.ts";

type Voice = { said: string[]; speaking: boolean };

/** Speaks until it is cancelled. */
function stubSynthesiser(): void {
  const voice: Voice = { said: [], speaking: false };
  Object.assign(window, {
    voice,
    SpeechSynthesisUtterance: class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  });
  Object.defineProperty(window, "speechSynthesis", {
    value: {
      getVoices: () => [{}],
      speak: (utterance: SpeechSynthesisUtterance) => {
        voice.said.push(utterance.text);
        voice.speaking = true;
        setTimeout(() => utterance.onstart?.({} as never), 0);
      },
      cancel: () => {
        voice.speaking = false;
      },
    },
  });
}

const voiceOf = (page: Page): Promise<Voice> =>
  page.evaluate(() => (window as unknown as { voice: Voice }).voice);

test("H8 H38 the call ends when speech starts; Stop stays and silences it", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["speak", { text: "Good morning" }]), says("I said it."));
  const tab = await open(await serve(), { init: stubSynthesiser });

  await tab.say("Say good morning");

  await tab.sees("I said it.");
  expect(model.told()).toEqual([{ output: { speaking: true } }]);
  expect(await voiceOf(tab.page)).toEqual({
    said: ["Good morning"],
    speaking: true,
  });

  await tab.button("Stop").click();
  await tab.button("Send").waitFor();
  expect((await voiceOf(tab.page)).speaking).toBe(false);
});

test("H8 a new conversation silences speech", async ({
  model,
  serve,
  open,
}) => {
  model.script(calls(["speak", { text: "On and on" }]), says("I said it."));
  const tab = await open(await serve(), { init: stubSynthesiser });
  await tab.say("Say something long");
  await tab.sees("I said it.");

  await tab.startOver();

  await expect.poll(async () => (await voiceOf(tab.page)).speaking).toBe(false);
});

test("H8 H38 a browser without voices: the card and the answer say so in words", async ({
  model,
  serve,
  open,
  skip,
}) => {
  model.script(
    calls(["speak", { text: "Good morning" }]),
    says("This browser has no voice to say it with."),
  );
  const tab = await open(await serve());
  const voices = () =>
    tab.page.evaluate(() => speechSynthesis.getVoices().length);
  skip((await voices()) > 0, "this Chromium has voices");

  await tab.say("Say good morning");

  await tab.sees("This browser has no voice to say it with.");
  await tab.shows("Read aloud", "failed");
  await tab.sees("This browser cannot do this.");
  expect(model.told()).toEqual([
    {
      error: {
        code: "unsupported",
        message: expect.stringContaining("voice"),
      },
    },
  ]);
  await tab.button("Send").waitFor();
});
