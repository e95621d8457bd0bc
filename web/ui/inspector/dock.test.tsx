// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { settled } from "../preview/player.ts";
import { preferencesKey } from "../settings/preferences.ts";
import { dockKey } from "./open.ts";
import {
  all,
  dev,
  load,
  named,
  opened,
  play,
  press,
  root,
  texts,
  there,
  useStage,
} from "./testing/stage.ts";

useStage();

describe("the dock", () => {
  test("is offered with -dev, or where a person wants it", async () => {
    play.open();
    await settled();
    expect(all("#inspector-button")).toEqual([]);
    localStorage.setItem(preferencesKey, '{"inspector":true}');
    await load();
    play.open();
    await settled();
    expect(all("#inspector-button")).toHaveLength(1);
  });

  test("opens with its tab focused, closes on Escape, and gives the focus back", async () => {
    play.open(dev);
    await settled();
    await press("button", "Inspector");
    await there("[role=tab]");
    await settled();
    expect(root().activeElement?.textContent).toBe("Tools");
    expect(named("button", "Inspector").getAttribute("aria-expanded")).toBe(
      "true",
    );
    root().activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Escape", bubbles: true }),
    );
    await settled();
    expect(all(".dock")).toEqual([]);
    expect(root().activeElement?.id).toBe("inspector-button");
  });

  test("is found as it was left in this tab, without taking the focus", async () => {
    await opened("Frames");
    expect(sessionStorage.getItem(dockKey)).toBe("frames");
    await load();
    play.open(dev);
    await there("[role=tab]");
    expect(texts("[aria-selected=true]")).toEqual(["Frames"]);
    expect(root().activeElement).toBeNull();
    await press("button", "Close");
    await load();
    play.open(dev);
    await settled();
    expect(all(".dock")).toEqual([]);
  });

  test("arrow keys choose a tab", async () => {
    await opened("Tools");
    const key = async (name: string): Promise<string[]> => {
      named("[role=tablist]", "Parts of the inspector").dispatchEvent(
        new KeyboardEvent("keydown", { key: name, bubbles: true }),
      );
      await settled();
      return texts("[role=tab][tabindex='0']");
    };
    expect(await key("ArrowRight")).toEqual(["Run"]);
    expect(await key("End")).toEqual(["Report"]);
    expect(await key("ArrowRight")).toEqual(["Tools"]);
    expect(await key("ArrowLeft")).toEqual(["Report"]);
    expect(await key("Home")).toEqual(["Tools"]);
  });
});

describe("tools", () => {
  test("each has its state, and why; schema and hashes stand inside", async () => {
    play.emit("wire", {
      sent: true,
      text: '{"type":"hello","protocol":1,"tools":{"cart_add":"3fd2a901"}}',
    });
    await opened("Tools");
    expect(texts(".entry .chip")).toEqual(["ready", "ready", "off"]);
    const facts = texts(".entry:first-child .facts .row");
    expect(facts).toContain("Hash on the server3fd2a901");
    expect(facts).toContain("Hash in this page3fd2a901, the same");
    expect(texts(".entry:last-child .facts .row")[0]).toBe(
      "Why it is offpage and server disagree (server 0fb1c2d3, page 99aa00bb): reload the page",
    );
    expect(texts(".entry:first-child .tree .line").slice(0, 2)).toEqual([
      "skutextrequired",
      "countwhole numberrequired",
    ]);
  });
});

describe("frames", () => {
  const beat = (seq: number): void =>
    play.emit("wire", {
      sent: false,
      text: JSON.stringify({ type: "heartbeat", seq }),
    });

  test("come as they are, open to JSON, and stand still while paused", async () => {
    await opened("Frames");
    play.emit("wire", {
      sent: true,
      text: '{"type":"user","id":"u1","text":"hi"}',
    });
    beat(1);
    beat(2);
    await settled();
    await settled();
    expect(texts(".frame code")).toEqual(["user"]);
    expect(texts(".beats span")).toEqual(["2 heartbeats"]);
    const details = root().querySelector<HTMLDetailsElement>(".frame details")!;
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
    await settled();
    expect(JSON.parse(texts(".frame pre")[0]!)).toEqual({
      type: "user",
      id: "u1",
      text: "hi",
    });
    await press("button", "Pause");
    beat(3);
    await settled();
    await settled();
    expect(texts("[role=status]")).toContain("1 frame since the pause");
    expect(texts(".beats span")).toEqual(["2 heartbeats"]);
    await press("button", "Go on");
    expect(texts(".beats span")).toEqual(["3 heartbeats"]);
    await press("button", "Clear");
    await settled();
    expect(all(".frame, .beats")).toEqual([]);
  });
});

describe("the contract's file", () => {
  test("a change is told, with a new conversation", async () => {
    play.open(dev);
    play.emit("contract_changed", { type: "contract_changed", faults: [] });
    await there(".contract .strip");
    expect(texts(".contract .strip span")).toEqual([
      "The contract changed: a new conversation uses it.",
    ]);
    await press(".contract button", "New conversation");
    expect(all(".contract .strip")).toEqual([]);
  });

  test("faults are told by path", async () => {
    play.open(dev);
    play.emit("contract_changed", {
      type: "contract_changed",
      faults: [
        { path: "tools[0].policy", message: "is wrong" },
        { path: "", message: "is no JSON" },
      ],
    });
    await there(".contract li");
    expect(texts(".contract li")).toEqual([
      "tools[0].policy is wrong",
      "The whole file is no JSON",
    ]);
    expect(texts(".contract p")).toEqual([
      "The contract has faults. The last good one is still used.",
    ]);
  });
});
