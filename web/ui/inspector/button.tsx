/** The way into the inspector. */

import { useShared } from "../parts/hooks.ts";
import { Icon } from "../parts/icons.tsx";
import type { Dock } from "./open.ts";

/** The button that opens and closes the inspector. */
export function InspectorButton(props: { dock: Dock }) {
  const { texts: t } = useShared();
  return (
    <button
      type="button"
      id="inspector-button"
      class="new cog braces"
      aria-expanded={props.dock.open}
      aria-label={t.names.inspector}
      onClick={props.dock.toggle}
    >
      <Icon name="braces" />
      <span>{t.names.inspector}</span>
    </button>
  );
}
