/** What the parts of the inspector share. */

import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Client } from "../../client/api.ts";
import type { Ask } from "../state.ts";
import type { InspectorStrings } from "../strings/inspector/en.ts";
import type { Bench } from "./bench.ts";
import type { Watch } from "./watch.ts";

/** The parts, by their tabs. */
export type TabName = "tools" | "run" | "frames" | "calls" | "report";

/** What of the client the inspector uses. */
export type Inspected = Pick<
  Client,
  "inspect" | "on" | "stop" | "calls" | "hello" | "status"
>;

/** Set once by the drawer. */
export type Inspection = {
  readonly words: InspectorStrings;
  readonly client: Inspected;
  readonly watch: Watch;
  readonly bench: Bench;
  /** Questions of the run that goes on. */
  readonly asks: readonly Ask[];
  /** The client took a run. */
  readonly onRun: (id: string) => void;
  readonly show: (tab: TabName) => void;
};

export const InspectionContext = createContext<Inspection | undefined>(
  undefined,
);

/** What the drawer shares. */
export function useInspection(): Inspection {
  const inspection = useContext(InspectionContext);
  if (inspection === undefined) throw new Error("used outside of the drawer");
  return inspection;
}

/** The words of the inspector. */
export function useWords(): InspectorStrings {
  return useInspection().words;
}

/** What `get` says, again after each change, at most once for each picture. */
export function useLive<T>(
  source: { subscribe(listener: () => void): () => void },
  get: () => T,
): T {
  const [value, setValue] = useState(get);
  useEffect(() => {
    let frame: number | undefined;
    setValue(get);
    const forget = source.subscribe(() => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        setValue(get);
      });
    });
    return () => {
      forget();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [source]);
  return value;
}
