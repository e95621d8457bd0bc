/** A component that is fetched when it is first shown, so that the page stays small. */

import {
  createElement,
  type ComponentType,
  type FunctionComponent,
} from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { fetchLater, isWhole } from "../strings/texts.ts";
import { useShared } from "./hooks.ts";
import { insist } from "./insist.ts";

/**
 * Shows `meanwhile`, or nothing, until `load` has the component and all words of
 * the language are here. One that does not come, as after an update of the
 * server, is told with a way out. `load` is asked once for all places that show
 * it, and again after a failure.
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
    const [failed, setFailed] = useState(false);
    const [, setCame] = useState({});
    const here = isWhole(t) ? loaded : undefined;
    const missing = here === undefined;
    useLayoutEffect(() => {
      if (!missing || failed) return;
      let gone = false;
      Promise.all([fetched(), insist(() => fetchLater(t))]).then(
        () => gone || setCame({}),
        (error: unknown) => {
          console.warn("farhand: a part of the page did not come", error);
          if (!gone) setFailed(true);
        },
      );
      return () => {
        gone = true;
      };
    }, [missing, failed, t]);
    if (here !== undefined) return createElement(here, props);
    if (!failed) {
      return meanwhile === undefined ? null : createElement(meanwhile, props);
    }
    return (
      <p class="fault" role="alert">
        <span>{t.words.notLoaded}</span>
        <button type="button" class="small" onClick={() => setFailed(false)}>
          {t.names.tryAgain}
        </button>
        <button type="button" class="small" onClick={() => location.reload()}>
          {t.names.reload}
        </button>
      </p>
    );
  };
}
