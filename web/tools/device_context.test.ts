// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deviceContext } from "./device_context.ts";
import { replace, runBody } from "./testing/run.ts";

const undo: Array<() => void> = [];
const read = async () => (await runBody(deviceContext, {})).result;
const battery = (getBattery: unknown): void =>
  void undo.push(replace(navigator, "getBattery", getBattery));

beforeEach(() => {
  battery(async () => ({ level: 0.5, charging: true, extra: 1 }));
  const connection = {
    effectiveType: "4g",
    downlink: 10,
    rtt: 50,
    saveData: false,
  };
  undo.push(replace(navigator, "connection", connection));
  undo.push(replace(navigator, "onLine", true));
});
afterEach(() => {
  while (undo.length > 0) undo.pop()?.();
  vi.useRealTimers();
});

test("H7 what this browser has", async () => {
  expect(await read()).toEqual({
    battery: { level: 0.5, charging: true },
    network: {
      online: true,
      effectiveType: "4g",
      downlinkMbps: 10,
      roundTripMs: 50,
      saveData: false,
    },
    screen: {
      width: screen.width,
      height: screen.height,
      pixelRatio: devicePixelRatio,
    },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    unavailable: [],
  });
});

test.each([
  ["missing", undefined],
  [
    "refused",
    () => Promise.reject(new DOMException("policy", "NotAllowedError")),
  ],
])(
  "H7 a battery that is %s is listed, the rest is told",
  async (_name, getBattery) => {
    battery(getBattery);
    const context = await read();
    expect(context).not.toHaveProperty("battery");
    expect(context.unavailable).toEqual(["battery"]);
    expect(context.network?.online).toBe(true);
  },
);

test("H7 a battery that never answers is given up", async () => {
  vi.useFakeTimers();
  battery(() => new Promise(() => {}));
  const reading = read();
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await reading).unavailable).toEqual(["battery"]);
});

test("H7 without details the network is only online or not", async () => {
  undo.push(replace(navigator, "connection", undefined));
  undo.push(replace(navigator, "onLine", false));
  expect((await read()).network).toEqual({ online: false });
});

test("H7 facts that this browser does not tell are never guessed", async () => {
  undo.push(replace(navigator, "onLine", undefined));
  undo.push(replace(navigator, "language", ""));
  undo.push(replace(globalThis, "screen", undefined));
  expect((await read()).unavailable).toEqual(["network", "screen", "locale"]);
});
