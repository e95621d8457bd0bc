import { expect, test } from "vitest";
import {
  blank,
  createDraftStore,
  detached,
  draftKey,
  dropDraft,
  edit,
  handedBack,
  settled,
  type Shelf,
  typed,
} from "./draft.ts";

const message = { id: "m1", words: "old words" };

/** Storage in memory. */
function shelf(content: Record<string, string> = {}): Shelf {
  const items = new Map(Object.entries(content));
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

test("an edit that is given up leaves what stood there before", () => {
  const writing = typed(blank, "a draft");
  const editing = typed(edit(writing, message), "new words");
  expect(editing).toEqual({
    text: "new words",
    editing: { id: "m1", kept: "a draft" },
  });
  expect(settled(editing)).toEqual({ text: "a draft" });
});

test("a second edit keeps the draft of the first", () => {
  const twice = edit(edit(typed(blank, "a draft"), message), message);
  expect(settled(twice).text).toBe("a draft");
});

test("after an edit was sent the draft is there again; other words are gone", () => {
  expect(settled(edit(typed(blank, "a draft"), message)).text).toBe("a draft");
  expect(settled(typed(blank, "sent"))).toEqual(blank);
});

test("words that were not taken come back, but not over newer ones", () => {
  expect(handedBack(blank, "refused").text).toBe("refused");
  expect(handedBack(typed(blank, " \n"), "refused").text).toBe("refused");
  expect(handedBack(typed(blank, "newer"), "refused").text).toBe("newer");
});

test("when the message can no longer be replaced, both texts stay", () => {
  const editing = typed(edit(typed(blank, "a draft"), message), "new words");
  expect(detached(editing)).toEqual({ text: "a draft\n\nnew words" });
  const plain = typed(blank, "x");
  expect(detached(plain)).toBe(plain);
});

test("a draft survives a reload of the tab, also in the middle of an edit", () => {
  const tab = shelf();
  const first = createDraftStore(tab);
  first.change((draft) => typed(draft, "a draft"));
  expect(createDraftStore(tab).get()).toEqual({ text: "a draft" });
  first.change((draft) => edit(draft, message));
  expect(createDraftStore(tab).get().text).toBe("a draft\n\nold words");
  first.change(settled);
  first.change(settled);
  expect(tab.getItem(draftKey)).toBeNull();
});

test("a browser that stores nothing keeps the draft as long as the page", () => {
  const closed: Shelf = {
    getItem() {
      throw new Error("closed");
    },
    setItem() {
      throw new Error("full");
    },
    removeItem() {},
  };
  for (const tab of [closed, undefined]) {
    const store = createDraftStore(tab);
    let told = 0;
    store.subscribe(() => told++);
    store.change((draft) => typed(draft, "words"));
    store.change((draft) => draft);
    expect([store.get().text, told]).toEqual(["words", 1]);
  }
});

test("each user has a draft of their own, and one who signs out leaves none", () => {
  const tab = shelf();
  const of = (subject: string | undefined) =>
    createDraftStore(tab, "", { subject });
  const early = of(undefined);
  early.change((draft) => typed(draft, "written early"));
  expect(tab.getItem(draftKey)).toBeNull();
  early.belongTo("ada");
  expect(early.get().text).toBe("written early");

  expect(of(undefined).get()).toEqual(blank);
  expect(of("bob").get()).toEqual(blank);
  const later = of(undefined);
  later.belongTo("ada");
  expect(later.get().text).toBe("written early");
  dropDraft(tab, undefined, "ada");
  expect(of("ada").get()).toEqual(blank);
});
