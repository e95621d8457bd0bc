// @vitest-environment happy-dom
/** What a page draws of a call: when it is asked to, and what becomes of it. */

import { render as mount } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CallView, Render } from "../../client/api.ts";
import { Drawn } from "./drawn.tsx";

let host: HTMLElement;
let box: HTMLElement;

beforeEach(() => {
  host = document.createElement("div");
  box = document.createElement("div");
  host.attachShadow({ mode: "open" }).append(box);
  document.body.append(host);
});

afterEach(() => {
  host.remove();
  vi.restoreAllMocks();
});

const call = (state: CallView["state"]) =>
  ({ id: "t1.1", name: "cart_add", state }) as CallView;

const show = (call: CallView, render: Render) =>
  act(() => mount(<Drawn call={call} render={render} />, box));

test("H12 it is drawn in the page, again after each change, and left with the card", async () => {
  const left: string[] = [];
  const places = new Set<HTMLElement>();
  const render: Render = ({ state }, place) => {
    places.add(place);
    place.textContent = state;
    return () => left.push(state);
  };

  await show(call("running"), render);
  expect(host.textContent).toBe("running");
  const [place] = places;
  const slot = host.shadowRoot!.querySelector("slot")!;
  expect(place?.slot).toBe(slot.name);

  await show(call("succeeded"), render);
  expect(host.textContent).toBe("succeeded");
  expect(places.size).toBe(1);
  expect(left).toEqual([]);

  await act(() => mount(null, box));
  expect(host.children).toHaveLength(0);
  expect(left).toEqual(["succeeded"]);
});

test("H12 another way to draw gets a place of its own", async () => {
  const left = vi.fn();
  await show(call("running"), () => left);
  await show(call("running"), (_, place) => place.append("new"));
  expect(left).toHaveBeenCalledOnce();
  expect(host.children).toHaveLength(1);
  expect(host.textContent).toBe("new");
});

test("two calls of the same id in two sessions have two places", async () => {
  const render: Render = (_, place) => place.append("here");
  await act(() =>
    mount(
      <>
        <Drawn call={call("succeeded")} render={render} />
        <Drawn call={call("running")} render={render} />
      </>,
      box,
    ),
  );
  const slots = [...host.children].map((place) => place.slot);
  expect(new Set(slots).size).toBe(2);
});

test("what it throws is on the console by the tool's name, and nothing is half drawn", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await show(call("running"), (_, place) => {
    place.append("half");
    throw new Error("broken");
  });
  expect(host.textContent).toBe("");
  expect(said).toHaveBeenCalledWith(
    "farhand: render of cart_add failed",
    expect.any(Error),
  );
});
