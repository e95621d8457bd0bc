// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { createPreferences, defaults, preferencesKey } from "./preferences.ts";

beforeEach(() => localStorage.clear());

test("a choice is kept for the next page and told to whoever listens", () => {
  const preferences = createPreferences();
  expect(preferences.get()).toEqual(defaults);
  let told = 0;
  preferences.subscribe(() => told++);
  preferences.set({ theme: "dark", voice: "Anna" });
  expect(told).toBe(1);
  expect(createPreferences().get()).toEqual({
    ...defaults,
    theme: "dark",
    voice: "Anna",
  });
});

test.each([
  "not json",
  "null",
  "[]",
  '{"theme":"blue","language":"xx","voice":1,"inspector":"yes"}',
  '{"language":"toString"}',
])("what somebody else stored as %s is no choice", (stored) => {
  localStorage.setItem(preferencesKey, stored);
  expect(createPreferences().get()).toEqual(defaults);
});

test("another tab's choice counts here at once, until nobody listens", () => {
  const preferences = createPreferences();
  let told = 0;
  const stop = preferences.subscribe(() => told++);
  localStorage.setItem(preferencesKey, '{"theme":"light"}');
  dispatchEvent(new StorageEvent("storage", { key: preferencesKey }));
  expect([told, preferences.get().theme]).toEqual([1, "light"]);
  stop();
  dispatchEvent(new StorageEvent("storage", { key: preferencesKey }));
  expect(told).toBe(1);
});
