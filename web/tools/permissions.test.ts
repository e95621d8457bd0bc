// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from "vitest";
import { watchPermission } from "./permissions.ts";
import { replace } from "./testing/run.ts";

let undo = (): void => {};
afterEach(() => undo());

/** A browser that knows these permissions, and a way to change one. */
function browser(states: { [name: string]: PermissionState }) {
  const asked: { [name: string]: EventTarget & { state: PermissionState } } =
    {};
  const query = async ({ name }: { name: string }) => {
    const state = Object.hasOwn(states, name) ? states[name] : undefined;
    if (state === undefined) throw new TypeError("unknown name");
    return (asked[name] = Object.assign(new EventTarget(), { state }));
  };
  undo = replace(navigator, "permissions", { query });
  return (name: string, state: PermissionState): void => {
    const status = asked[name];
    if (status === undefined) throw new Error("never asked");
    status.state = state;
    status.dispatchEvent(new Event("change"));
  };
}

/** What a listener was told so far. */
function watched(tool: string) {
  const told: (PermissionState | undefined)[] = [];
  return { told, off: watchPermission(tool, (state) => told.push(state)) };
}

describe("H4 the permission behind a tool", () => {
  test("is told, with each change, until nobody listens", async () => {
    const change = browser({ geolocation: "denied" });
    const { told, off } = watched("geolocation_get");
    await vi.waitFor(() => expect(told).toEqual(["denied"]));
    change("geolocation", "prompt");
    change("geolocation", "granted");
    off();
    change("geolocation", "denied");
    expect(told).toEqual(["denied", "prompt", "granted"]);
  });

  test.each([
    ["clipboard_read", "clipboard-read"],
    ["clipboard_write", "clipboard-write"],
    ["geolocation", "geolocation"],
  ])("%s has %s", async (tool, name) => {
    browser({ [name]: "prompt" });
    const { told } = watched(tool);
    await vi.waitFor(() => expect(told).toEqual(["prompt"]));
  });

  test.each(["clipboard_read", "memory_put", "toString"])(
    "of %s is unknown where the browser does not tell, or there is none",
    async (tool) => {
      browser({});
      const { told } = watched(tool);
      await vi.waitFor(() => expect(told).toEqual([undefined]));
    },
  );

  test("is unknown in a browser without permissions", async () => {
    undo = replace(navigator, "permissions", undefined);
    const { told } = watched("geolocation_get");
    await vi.waitFor(() => expect(told).toEqual([undefined]));
  });

  test("nobody is told who left before it was known", async () => {
    browser({ geolocation: "granted" });
    const { told, off } = watched("geolocation_get");
    off();
    const other = watched("geolocation_get");
    await vi.waitFor(() => expect(other.told).toEqual(["granted"]));
    expect(told).toEqual([]);
  });
});
