/** The inspector: its tabs, and what stands under the chosen one. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useTexts } from "../parts/texts.ts";
import { useSheet } from "../parts/sheet.ts";
import type { Ask } from "../state.ts";
import type { InspectorStrings } from "../strings/inspector/en.ts";
import { loadInspectorStrings } from "../strings/inspector/load.ts";
import "../styles/later.ts";
import { inspector } from "../styles/inspector.ts";
import { benchOf } from "./bench.ts";
import { Calls } from "./calls.tsx";
import {
  type Inspected,
  type Inspection,
  InspectionContext,
  type TabName,
} from "./context.ts";
import { Frames } from "./frames.tsx";
import { Report } from "./report.tsx";
import { RunPart } from "./run.tsx";
import { Tools } from "./tools.tsx";
import type { Watch } from "./watch.ts";

const tabs: readonly TabName[] = ["tools", "run", "frames", "calls", "report"];

/** What the drawer is given by the dock. */
export type DrawerProps = {
  client: Inspected;
  watch: Watch;
  /** Questions of the run that goes on. */
  asks: readonly Ask[];
  /** Faults of a contract that was changed. */
  faults: number;
  onRun: (id: string) => void;
  /** The tab to begin with; other than the names: the first. */
  tab: string;
  onTab: (tab: TabName) => void;
  /** The drawer was opened by hand and takes the focus. */
  focus: boolean;
};

/** Shows nothing until its words are here. */
export function Drawer(props: DrawerProps) {
  const t = useTexts();
  const [words, setWords] = useState<InspectorStrings>();
  const inside = useRef<HTMLDivElement>(null);
  useSheet(inside, inspector);
  useEffect(() => {
    let gone = false;
    void loadInspectorStrings(t.language).then(
      (words) => gone || setWords(words),
    );
    return () => {
      gone = true;
    };
  }, [t.language]);
  return (
    <div class="inspector" ref={inside}>
      {words !== undefined && <Parts {...props} words={words} />}
    </div>
  );
}

function Parts(props: DrawerProps & { words: InspectorStrings }) {
  const { words, client, watch, asks, onRun, onTab } = props;
  const [tab, setTab] = useState<TabName>(
    tabs.find((name) => name === props.tab) ?? "tools",
  );
  const list = useRef<HTMLDivElement>(null);
  const show = (name: TabName): void => {
    setTab(name);
    onTab(name);
  };
  const inspection = useMemo<Inspection>(
    () => ({ words, client, watch, bench: benchOf(client), asks, onRun, show }),
    [words, client, watch, asks, onRun],
  );

  function focus(name: TabName): void {
    list.current?.querySelector<HTMLElement>(`#tab-${name}`)?.focus();
  }

  useEffect(() => {
    if (props.focus) focus(tab);
  }, []);

  /** Arrow keys choose, as the tabs pattern has it. */
  function moved(event: KeyboardEvent): void {
    const rtl =
      getComputedStyle(event.currentTarget as Element).direction === "rtl";
    const step = rtl ? -1 : 1;
    const at = tabs.indexOf(tab);
    const to =
      event.key === "ArrowRight"
        ? at + step
        : event.key === "ArrowLeft"
          ? at - step
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? tabs.length - 1
              : undefined;
    if (to === undefined) return;
    event.preventDefault();
    const name = tabs[(to + tabs.length) % tabs.length] ?? tab;
    show(name);
    focus(name);
  }

  return (
    <InspectionContext.Provider value={inspection}>
      <div
        class="tabs"
        role="tablist"
        aria-label={words.tabs.list}
        onKeyDown={moved}
        ref={list}
      >
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-controls="inspector-part"
            aria-selected={name === tab}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => show(name)}
          >
            {words.tabs[name]}
          </button>
        ))}
      </div>
      <div
        class={`part-of ${tab}`}
        role="tabpanel"
        id="inspector-part"
        aria-labelledby={`tab-${tab}`}
        key={tab}
      >
        <Part tab={tab} faults={props.faults} />
      </div>
    </InspectionContext.Provider>
  );
}

function Part(props: { tab: TabName; faults: number }) {
  switch (props.tab) {
    case "tools":
      return <Tools />;
    case "run":
      return <RunPart />;
    case "frames":
      return <Frames />;
    case "calls":
      return <Calls />;
    case "report":
      return <Report faults={props.faults} />;
    default:
      return props.tab satisfies never;
  }
}
