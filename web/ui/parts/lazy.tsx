/** A component that is fetched when it is first shown, so that the page stays small. */

import {
  createElement,
  type ComponentType,
  type FunctionComponent,
} from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { useShared } from "./hooks.ts";

/**
 * Shows `meanwhile`, or nothing, until `load` has the component. One that
 * does not come, as after an update of the server, is told with a way out.
 * `load` is asked once for all places that show it, and again after a failure.
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile?: ComponentType<P>,
): FunctionComponent<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;

  const fetched = (): Promise<ComponentType<P>> => {
    loading ??= load().then(
      (component) => (loaded = component),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };

  return function Lazy(props: P) {
    const { texts: t } = useShared();
    const [state, setState] = useState<"loading" | "here" | "failed">(
      loaded === undefined ? "loading" : "here",
    );
    useLayoutEffect(() => {
      if (state !== "loading") return;
      let gone = false;
      fetched().then(
        () => gone || setState("here"),
        (error: unknown) => {
          console.warn("farhand: a part of the page did not come", error);
          if (!gone) setState("failed");
        },
      );
      return () => {
        gone = true;
      };
    }, [state]);
    if (state === "here" && loaded !== undefined) {
      return createElement(loaded, props);
    }
    if (state === "loading") {
      return meanwhile === undefined ? null : createElement(meanwhile, props);
    }
    return (
      <p class="fault" role="alert">
        <span>{t.words.notLoaded}</span>
        <button type="button" class="small" onClick={() => setState("loading")}>
          {t.names.tryAgain}
        </button>
        <button type="button" class="small" onClick={() => location.reload()}>
          {t.names.reload}
        </button>
      </p>
    );
  };
}
