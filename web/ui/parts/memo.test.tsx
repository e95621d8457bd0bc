// @vitest-environment happy-dom
import { render } from "preact";
import { expect, test } from "vitest";
import { memo } from "./memo.ts";

test("a component renders again only when one of its props is another", () => {
  const root = document.createElement("div");
  let times = 0;
  const Item = memo((props: { list: readonly string[]; word?: string }) => {
    times++;
    return <p>{[...props.list, props.word].join(" ")}</p>;
  });
  const show = (list: readonly string[], word?: string): string => {
    render(<Item list={list} {...(word !== undefined && { word })} />, root);
    return `${times} ${root.textContent}`;
  };
  const list = ["a"];
  expect(show(list, "b")).toBe("1 a b");
  expect(show(list, "b")).toBe("1 a b");
  expect(show(list, "c")).toBe("2 a c");
  expect(show(["a"], "c")).toBe("3 a c");
});
