// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from "vitest";
import { settled } from "../preview/player.ts";
import { preferencesKey } from "../settings/preferences.ts";
import {
  all,
  control,
  dev,
  load,
  opened,
  play,
  press,
  root,
  texts,
  there,
  useStage,
  write,
} from "./testing/stage.ts";

useStage();

describe("the form", () => {
  const run = (): Promise<void> => press(".sheet button", "Run");
  const told = (): unknown => {
    return JSON.parse(texts("pre")[0] ?? "null");
  };

  async function asJSON(): Promise<unknown> {
    all(".modes input")[1]?.click();
    await settled();
    const field = root().querySelector<HTMLTextAreaElement>("textarea.code");
    const value: unknown = JSON.parse(field?.value ?? "null");
    all(".modes input")[0]?.click();
    await settled();
    return value;
  }

  beforeEach(() => opened("Run"));

  test("starts with what is required and with defaults", async () => {
    expect(await asJSON()).toEqual({ sku: "", count: 1 });
  });

  test("writes each kind of value, in step with the JSON", async () => {
    await write(control("sku"), "AB-12");
    await write(control("count"), "2");
    await write(control("gift"), "0");
    await press("button", "Set: tags");
    await press("button", "Add an item");
    await write(all(".items textarea")[0]!, "red");
    await write(control("to"), "0");
    await write(all(".chosen textarea")[0]!, "Berlin");
    await write(control("more"), '{"a": [1]}');
    expect(await asJSON()).toEqual({
      sku: "AB-12",
      count: 2,
      gift: true,
      tags: ["red"],
      to: { city: "Berlin" },
      more: { a: [1] },
    });
    await press("button", "Remove item 1");
    await write(control("gift"), "-1");
    await write(control("to"), "1");
    await press("button", "Leave out: tags");
    await write(control("more"), "");
    expect(await asJSON()).toEqual({ sku: "AB-12", count: 2, to: "shop" });
  });

  test("what is no value yet keeps its text, says so, and does not run", async () => {
    await write(control("count"), "1.5");
    expect(control("count").value).toBe("1.5");
    expect(texts(".wrong:not([hidden])")).toContain(
      "This is not a whole number.",
    );
    await write(control("more"), "{");
    await run();
    expect(texts(".sheet > .wrong")).toEqual(["Not run: look at count, more."]);
    await write(control("count"), "x");
    expect(texts(".wrong:not([hidden])")).toContain("This is not a number.");
  });

  test("JSON that is none is told by line and column, and keeps the form away", async () => {
    all(".modes input")[1]?.click();
    await settled();
    const field = root().querySelector<HTMLTextAreaElement>("textarea.code")!;
    await write(field, '{"sku": }');
    expect(texts(".wrong:not([hidden])")[0]).toMatch(/line 1, column 9/);
    expect((all(".modes input")[0] as HTMLInputElement).disabled).toBe(true);
    await write(field, "[]");
    expect(texts(".wrong:not([hidden])")[0]).toMatch(/must be an object/);
    await write(field, '{"other": 1}');
    expect(await asJSON()).toEqual({ other: 1 });
  });

  test("a run shows its card and what the model would read, and no turn", async () => {
    await write(control("sku"), "AB-12");
    await run();
    play.call({ name: "cart_add", state: "succeeded" });
    play.emit("inspected", {
      type: "inspected",
      turn: 1,
      response: { error: { code: "invalid_args", message: "sku is odd" } },
    });
    play.end();
    await settled();
    expect(texts(".ran .card .title")).toEqual(["Put into the cart"]);
    expect(told()).toEqual({
      error: { code: "invalid_args", message: "sku is odd" },
    });
    expect(texts(".ran .wrong")).toEqual(["sku is odd"]);
    expect(all(".turn")).toEqual([]);
  });

  test("while a run waits for its user, the question stands on its card alone", async () => {
    await run();
    play.call({
      name: "cart_add",
      state: "awaiting_user",
      waiting: "approval",
    });
    play.approve("Put it into the cart", true);
    await settled();
    expect(texts(".dock .question")).toEqual(["Put it into the cart"]);
    expect(all(".question")).toHaveLength(1);
    await press(".sheet button", "Stop this run");
    expect(texts(".ran .wrong")).toEqual(["You stopped this run."]);
  });

  test("what runs on the server is run only with -dev", async () => {
    await write(all(".part-of > .arg select")[0]!, "add_up");
    expect(texts(".note")).toEqual([]);
    localStorage.setItem(preferencesKey, '{"inspector":true}');
    await load();
    play.open({ ...dev, dev: false });
    await there(".sheet");
    await write(all(".part-of > .arg select")[0]!, "add_up");
    expect(texts(".note")[0]).toMatch(
      /only if the server was started with -dev/,
    );
  });
});
