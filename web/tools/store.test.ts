import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import {
  allEntries,
  caps,
  clearEntries,
  deleteEntry,
  onMemory,
  restoreEntries,
  writeEntry,
} from "./store.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const keys = async (): Promise<string[]> =>
  (await allEntries()).map(({ key }) => key);

test("what is put back has its own age, and its place by age", async () => {
  await writeEntry("a", 1);
  await writeEntry("b", 2);
  await writeEntry("c", 3);
  const before = await allEntries();
  const [, b] = before;
  if (b === undefined) throw new Error("nothing stored");
  await deleteEntry("b");
  expect(await keys()).toEqual(["c", "a"]);
  expect(await restoreEntries([b])).toBe(true);
  expect(await keys()).toEqual(["c", "b", "a"]);
  expect((await allEntries())[1]).toMatchObject({ ...b, order: 2 });
  const old = { key: "old", value: [null], storedAt: 86_400_000 };
  expect(await restoreEntries([old, { ...old, key: "a" }])).toBe(true);
  expect(await keys()).toEqual(["c", "b", "a", "old"]);
});

test("without room for all of them nothing changes", async () => {
  await writeEntry("mine", "kept");
  const many = Array.from({ length: caps.entries }, (_, at) => ({
    key: `k${at}`,
    value: at,
    storedAt: at,
  }));
  expect(await restoreEntries(many)).toBe(false);
  expect(await keys()).toEqual(["mine"]);
  expect(await restoreEntries(many.slice(1))).toBe(true);
  expect(await keys()).toHaveLength(caps.entries);
  const large = { value: "x".repeat(60_000), storedAt: 0 };
  const heavy = many.slice(0, 100).map(({ key }) => ({ key, ...large }));
  expect(await restoreEntries(heavy)).toBe(false);
  expect((await allEntries()).at(0)).toMatchObject({ value: "kept" });
});

test("all can be deleted at once, and nothing is no fault", async () => {
  await clearEntries();
  await writeEntry("a", 1);
  await clearEntries();
  expect(await keys()).toEqual([]);
  expect(await restoreEntries([])).toBe(true);
});

test("every change is told, to this page and to others; reading is none", async () => {
  let changes = 0;
  const off = onMemory(() => changes++);
  const told = async (count: number) => {
    await vi.waitFor(() => expect(changes).toBe(count));
  };
  await writeEntry("a", 1);
  await told(1);
  await allEntries();
  await expect(writeEntry("b", "x".repeat(caps.valueBytes))).rejects.toThrow();
  await restoreEntries([{ key: "b", value: 2, storedAt: 0 }]);
  await told(2);
  await deleteEntry("a");
  await told(3);
  await clearEntries();
  await told(4);
  off();
});
