// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clipboardRead } from "./clipboard_read.ts";
import { clipboardWrite } from "./clipboard_write.ts";
import { replace, runBody } from "./testing/run.ts";

const undo: Array<() => void> = [];
const readText = vi.fn<() => Promise<string>>();
const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  readText.mockReset().mockResolvedValue("copied words");
  writeText.mockReset().mockResolvedValue();
  undo.push(replace(navigator, "clipboard", { readText, writeText }));
  focus(true);
  permission("prompt");
});
afterEach(() => {
  while (undo.length > 0) undo.pop()?.();
});

function focus(has: boolean): void {
  undo.push(replace(document, "hasFocus", () => has));
}

function permission(state: PermissionState): void {
  undo.push(
    replace(navigator, "permissions", { query: async () => ({ state }) }),
  );
}

const refusal = new DOMException("browser words", "NotAllowedError");

describe("H6 the clipboard", () => {
  test("H6 reads text; a prompt of the browser counts as the user's wait", async () => {
    expect(await runBody(clipboardRead, {})).toMatchObject({
      result: { text: "copied words" },
      waits: 1,
    });
  });

  test("H9 reads before anything that takes time, while the click counts", () => {
    void runBody(clipboardRead, {});
    expect(readText).toHaveBeenCalledOnce();
  });

  test("H6 writes text and counts its characters", async () => {
    expect(
      (await runBody(clipboardWrite, { text: "a\u{1F600}b" })).result,
    ).toEqual({
      copied: true,
      characters: 3,
    });
    expect(writeText).toHaveBeenCalledWith("a\u{1F600}b");
  });
});

test("H6 a prompt that was closed after a click is dismissed, not in need of another click", async () => {
  undo.push(replace(navigator, "userActivation", { isActive: true }));
  readText.mockRejectedValue(refusal);
  await expect(runBody(clipboardRead, {})).rejects.toMatchObject({
    code: "permission_denied",
    why: "dismissed",
  });
});

const tools = [
  ["clipboard_read", () => runBody(clipboardRead, {}), readText],
  ["clipboard_write", () => runBody(clipboardWrite, { text: "x" }), writeText],
] as const;

describe.each(tools)("H6 %s", (_name, run, api) => {
  test("H9 a page without focus needs a gesture, and nothing is tried", async () => {
    focus(false);
    await expect(run()).rejects.toMatchObject({ code: "needs_gesture" });
    expect(api).not.toHaveBeenCalled();
  });

  test("H9 a refusal is needs_gesture while the permission is not denied", async () => {
    api.mockRejectedValue(refusal);
    await expect(run()).rejects.toMatchObject({ code: "needs_gesture" });
  });

  test("H6 a refusal with the permission denied is permission_denied", async () => {
    permission("denied");
    api.mockRejectedValue(refusal);
    await expect(run()).rejects.toMatchObject({
      code: "permission_denied",
      why: "blocked",
    });
  });

  test("H6 any other error is passed on", async () => {
    api.mockRejectedValue(new DOMException("no text", "NotFoundError"));
    await expect(run()).rejects.toThrow("no text");
  });
});
