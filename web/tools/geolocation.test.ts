// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { geolocationGet } from "./geolocation_get.ts";
import { readEntry } from "./store.ts";
import { replace, runBody } from "./testing/run.ts";

type Answer = (found: PositionCallback, failed: PositionErrorCallback) => void;

const undo: Array<() => void> = [];
const locate = vi.fn<Answer>();

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  locate.mockReset();
  undo.push(replace(navigator, "geolocation", { getCurrentPosition: locate }));
});
afterEach(() => {
  while (undo.length > 0) undo.pop()?.();
  vi.restoreAllMocks();
});

function permission(state: PermissionState | undefined): void {
  const query = async () => {
    if (state === undefined) throw new TypeError("unknown name");
    return { state };
  };
  undo.push(replace(navigator, "permissions", { query }));
}

const coords = { latitude: 52.5, longitude: 13.4, accuracy: 20 };
const found: Answer = (done) =>
  done({ coords: { ...coords, heading: null }, timestamp: 0 } as never);
const refused =
  (code: number): Answer =>
  (_done, failed) =>
    failed({ code, message: "browser words" } as GeolocationPositionError);

describe("H4 the location behind the browser's own prompt", () => {
  test.each<[PermissionState | undefined, number]>([
    ["granted", 0],
    ["prompt", 1],
    [undefined, 1],
  ])("H4 permission %s: %i waits for the user", async (state, waits) => {
    permission(state);
    locate.mockImplementation(found);
    expect(await runBody(geolocationGet, {})).toMatchObject({
      result: coords,
      waits,
    });
    expect(locate).toHaveBeenCalledWith(expect.anything(), expect.anything(), {
      enableHighAccuracy: false,
      maximumAge: 60_000,
    });
  });

  test("H4 a permission denied before is told without asking again", async () => {
    permission("denied");
    await expect(runBody(geolocationGet, {})).rejects.toMatchObject({
      code: "permission_denied",
    });
    expect(locate).not.toHaveBeenCalled();
  });

  test.each([
    [1, "permission_denied"],
    [2, "failed"],
    [3, "timeout"],
  ])("H4 the browser's error %i is %s", async (code, expected) => {
    permission("prompt");
    locate.mockImplementation(refused(code));
    await expect(runBody(geolocationGet, {})).rejects.toMatchObject({
      code: expected,
    });
  });
});

describe("H27 save", () => {
  beforeEach(() => {
    permission("granted");
    locate.mockImplementation(found);
  });

  test("H27 by default the fix is kept as user_location", async () => {
    const { saved } = await runBody(geolocationGet, {});
    expect(saved).toEqual(["user_location"]);
    expect((await readEntry("user_location"))?.value).toEqual({
      ...coords,
      at: "1970-01-01T00:00:00.000Z",
    });
  });

  test.each([undefined, NaN])(
    "H27 a fix with %s as its time does not take the answer away",
    async (timestamp) => {
      vi.spyOn(console, "warn").mockImplementation(() => {});
      locate.mockImplementation((done) =>
        done({ coords, timestamp } as unknown as GeolocationPosition),
      );
      expect((await runBody(geolocationGet, {})).result).toEqual(coords);
    },
  );

  test("H27 with save false the store is untouched", async () => {
    const { saved } = await runBody(geolocationGet, { save: false });
    expect(saved).toEqual([]);
    expect(await readEntry("user_location")).toBeUndefined();
  });

  test("H27 a store that fails does not take the answer away, and is not silent", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    undo.push(
      replace(globalThis, "indexedDB", {
        open: () => {
          throw new DOMException("denied", "SecurityError");
        },
      }),
    );
    expect(await runBody(geolocationGet, {})).toMatchObject({
      result: coords,
      saved: [],
    });
    expect(warn).toHaveBeenCalledOnce();
  });

  test("H27 nor does a store that never answers", async () => {
    vi.useFakeTimers();
    vi.spyOn(console, "warn").mockImplementation(() => {});
    undo.push(replace(globalThis, "indexedDB", { open: () => ({}) }));
    const running = runBody(geolocationGet, {});
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    expect((await running).result).toEqual(coords);
  });

  test("H27 nothing is kept after Stop", async () => {
    const controller = new AbortController();
    locate.mockImplementation((...ends) => {
      controller.abort();
      found(...ends);
    });
    await expect(
      runBody(geolocationGet, {}, controller.signal),
    ).rejects.toThrow();
    expect(await readEntry("user_location")).toBeUndefined();
  });
});

describe("H9 where it cannot run", () => {
  const reason = () =>
    "available" in geolocationGet ? geolocationGet.available?.() : undefined;
  const policy = (allowed: boolean) => ({
    features: () => ["geolocation"],
    allowsFeature: () => allowed,
  });

  test("H9 insecure context, then a missing API, then the policy", () => {
    const last = (): void => undo.pop()?.();
    undo.push(replace(globalThis, "isSecureContext", false));
    expect(reason()).toBe("insecure_context");
    last();
    undo.push(replace(globalThis, "isSecureContext", true));
    undo.push(replace(document, "featurePolicy", policy(false)));
    expect(reason()).toBe("policy");
    last();
    undo.push(replace(document, "featurePolicy", policy(true)));
    expect(reason()).toBeUndefined();
    undo.push(replace(navigator, "geolocation", undefined));
    expect(reason()).toBe("unsupported");
  });

  test("H9 a denied permission keeps it offered", () => {
    permission("denied");
    undo.push(replace(globalThis, "isSecureContext", true));
    expect(reason()).toBeUndefined();
  });
});
