import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, test } from "vitest";
import { memoryDelete } from "./memory_delete.ts";
import { memoryGet } from "./memory_get.ts";
import { memoryList } from "./memory_list.ts";
import { memoryPut } from "./memory_put.ts";
import { memorySearch } from "./memory_search.ts";
import { caps } from "./store.ts";
import { runBody } from "./testing/run.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const put = async (key: string, value: unknown) =>
  (await runBody(memoryPut, { key, value })).result;
const get = async (key: string) => (await runBody(memoryGet, { key })).result;
const search = async (query: string) =>
  (await runBody(memorySearch, { query })).result;
const list = async () => (await runBody(memoryList, {})).result.entries;
const bytesOf = (value: unknown): number =>
  new TextEncoder().encode(JSON.stringify(value)).length;

describe("H37 any JSON value survives put and get", () => {
  test.each([
    ["words"],
    [0],
    [null],
    [false],
    [[1, [2], { a: null }]],
    [{ nested: { list: ["x"] } }],
  ])("%j", async (value) => {
    expect(await put("key", value)).toEqual({ stored: true, key: "key" });
    expect(await get("key")).toEqual({ found: true, value });
  });
});

test("H5 what is stored is told, what is refused is not", async () => {
  const { saved } = await runBody(memoryPut, { key: "colour", value: "green" });
  expect(saved).toEqual(["colour"]);
  const large = "x".repeat(caps.valueBytes);
  const told: string[] = [];
  const refused = runBody(
    memoryPut,
    { key: "large", value: large },
    undefined,
    told,
  );
  await expect(refused).rejects.toThrow();
  expect(told).toEqual([]);
});

test("H28 a missing key is found false, not an error", async () => {
  expect(await get("nothing")).toEqual({ found: false });
  expect(await get("__proto__")).toEqual({ found: false });
});

test("H5 a key holds its last value only, and can be forgotten", async () => {
  await put("colour", "green");
  await put("colour", "blue");
  expect(await get("colour")).toEqual({ found: true, value: "blue" });
  expect(await list()).toHaveLength(1);
  expect((await runBody(memoryDelete, { key: "colour" })).result).toEqual({
    deleted: true,
  });
  expect((await runBody(memoryDelete, { key: "colour" })).result).toEqual({
    deleted: false,
  });
  expect(await get("colour")).toEqual({ found: false });
});

test("A53 the list is newest first, with sizes and times, without values", async () => {
  await put("a", "1");
  await put("b", "\u2603");
  await put("c", [1]);
  await put("a", "22");
  const entries = await list();
  expect(entries.map(({ key, bytes }) => [key, bytes])).toEqual([
    ["a", 4],
    ["c", 3],
    ["b", 5],
  ]);
  for (const { storedAt } of entries) {
    expect(new Date(storedAt).toISOString()).toBe(storedAt);
  }
});

describe("A53 search", () => {
  test("A53 finds keys and values, upper and lower case alike, newest first", async () => {
    await put("Favourite_Colour", "green");
    await put("car", { paint: ["GREEN", "red"] });
    await put("other", "nothing");
    expect(await search("Green")).toEqual({
      matches: [
        { key: "car", value: { paint: ["GREEN", "red"] } },
        { key: "Favourite_Colour", value: "green" },
      ],
      total: 2,
    });
    expect((await search("favourite_c")).total).toBe(1);
    expect(await search("absent")).toEqual({ matches: [], total: 0 });
  });

  test("A53 finds text as it is, not as JSON writes it", async () => {
    await put("quote", { lines: ['she said "yes"\nand left', 42] });
    for (const query of ['said "YES"', 'yes"\nand', "lines", "42"]) {
      expect([query, (await search(query)).total]).toEqual([query, 1]);
    }
    expect((await search("[")).total).toBe(0);
  });

  test("A53 returns 20 matches at most and counts all", async () => {
    for (let n = 0; n < 23; n++) await put(`note_${n}`, "x");
    const { matches, total } = await search("note");
    expect(matches).toHaveLength(20);
    expect(matches[0]?.key).toBe("note_22");
    expect(total).toBe(23);
  });

  test("A53 stays within 64 KiB", async () => {
    for (let n = 0; n < 5; n++) await put(`big_${n}`, "x".repeat(30_000));
    await put("big_but_small", "y");
    const result = await search("big");
    expect(bytesOf(result)).toBeLessThanOrEqual(65_536);
    expect(result.matches.map(({ key }) => key)).toEqual([
      "big_but_small",
      "big_4",
      "big_3",
    ]);
    expect(result.total).toBe(6);
  });
});

describe("H5 A53 the memory is capped", () => {
  test("A53 one value has a size at which memory_get can still return it", async () => {
    const largest = "x".repeat(caps.valueBytes - 2);
    await put("large", largest);
    expect(bytesOf(await get("large"))).toBeLessThanOrEqual(65_536);
    await expect(put("larger", largest + "x")).rejects.toMatchObject({
      code: "failed",
      message: expect.stringContaining("store less or split it"),
    });
    expect(await get("larger")).toEqual({ found: false });
  });

  test("A53 all values together are limited in bytes", async () => {
    const value = "x".repeat(60_000);
    const fit = Math.floor(caps.totalBytes / (value.length + 2));
    for (let n = 0; n < fit; n++) await put(`k${n}`, value);
    await expect(put("more", value)).rejects.toMatchObject({
      code: "failed",
      message: expect.stringContaining("the memory is full"),
    });
    await put("k0", "replaced");
    await put("small", 1);
    expect(await get("k1")).toEqual({ found: true, value });
  });

  test("A53 long keys are limited, so that memory_list can return them all", async () => {
    const key = (n: number): string => `${n}`.padEnd(200, "\u2603");
    let stored = 0;
    const fill = async (): Promise<void> => {
      for (; stored < caps.entries; stored++) await put(key(stored), stored);
    };
    await expect(fill()).rejects.toMatchObject({
      code: "failed",
      message: expect.stringContaining(
        "too long to be listed together; delete",
      ),
    });
    expect(stored).toBeGreaterThan(90);
    expect(bytesOf({ entries: await list() })).toBeLessThanOrEqual(65_536);
    await put(key(0), "replaced");
  }, 30_000);

  test("A53 the number of entries is limited; replacing one still works", async () => {
    for (let n = 0; n < caps.entries; n++) await put(`k${n}`, n);
    await expect(put("more", 1)).rejects.toMatchObject({
      code: "failed",
      message: expect.stringContaining("500 entries"),
    });
    await put("k7", "new");
    expect(await get("k7")).toEqual({ found: true, value: "new" });
    await runBody(memoryDelete, { key: "k8" });
    await put("more", 1);
    expect(await list()).toHaveLength(caps.entries);
  }, 30_000);
});
