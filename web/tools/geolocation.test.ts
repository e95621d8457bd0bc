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
      why: "blocked",
    });
    expect(locate).not.toHaveBeenCalled();
  });

  const chromium = "User denied Geolocation";
  const system = "User has not allowed access to system location.";
  const policy =
    "Geolocation has been disabled in this document by permissions policy.";
  const webkit = "Origin does not have permission to use Geolocation service";
  const firefox = "User denied geolocation prompt";
  type State = PermissionState | undefined;
  // state before the call, state after it, the browser's error, code and why
  test.each<[State, State, number, string, string, string | undefined]>([
    ["prompt", "denied", 1, chromium, "permission_denied", "blocked"],
    ["prompt", "prompt", 1, chromium, "permission_denied", "dismissed"],
    ["prompt", "prompt", 1, firefox, "permission_denied", "dismissed"],
    ["granted", "granted", 1, chromium, "permission_denied", "system"],
    ["granted", "granted", 1, system, "permission_denied", "system"],
    ["prompt", "prompt", 1, system, "permission_denied", "system"],
    ["prompt", "denied", 1, policy, "permission_denied", "policy"],
    ["prompt", "prompt", 1, webkit, "permission_denied", "policy"],
    [undefined, undefined, 1, chromium, "permission_denied", "blocked"],
    ["granted", "granted", 2, "", "failed", "unavailable"],
    ["prompt", "granted", 2, "", "failed", "unavailable"],
    ["granted", "granted", 3, "", "timeout", undefined],
  ])(
    "H4 permission %s, then %s, error %i %j: %s, %s",
    async (before, after, number, message, code, why) => {
      permission(before);
      locate.mockImplementation((_done, failed) => {
        permission(after);
        failed({ code: number, message } as GeolocationPositionError);
      });
      const run = runBody(geolocationGet, {});
      await expect(run).rejects.toMatchObject({ code, why });
    },
  );

  test("H4 the model reads something else for each cause", async () => {
    const told = new Set<string>();
    for (const [state, number, message] of [
      ["denied", 1, ""],
      ["prompt", 1, ""],
      ["granted", 1, ""],
      ["granted", 1, policy],
      ["granted", 2, ""],
      ["granted", 3, ""],
    ] as const) {
      permission(state);
      locate.mockImplementation((_done, failed) =>
        failed({ code: number, message } as GeolocationPositionError),
      );
      const error: unknown = await runBody(geolocationGet, {}).catch(
        (thrown: unknown) => thrown,
      );
      told.add((error as Error).message);
    }
    expect(told.size).toBe(6);
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
