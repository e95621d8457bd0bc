/** A call as the page itself draws it, in a slot: outside of the shadow tree, so in the page's own styles. */

import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { CallView, Render } from "../../client/api.ts";

/** Where `render` draws the call. Says so on the console if it throws, and shows nothing. */
export function Drawn(props: { call: CallView; render: Render }) {
  const { call, render } = props;
  const name = `call-${useId()}`;
  const slot = useRef<HTMLSlotElement>(null);
  const place = useRef<HTMLElement>(undefined);
  const leave = useRef<(() => void) | void>(undefined);

  useLayoutEffect(() => {
    const root = slot.current?.getRootNode();
    if (!(root instanceof ShadowRoot)) return;
    const element = document.createElement("div");
    element.slot = name;
    root.host.append(element);
    place.current = element;
    return () => {
      attempt(call.name, () => leave.current?.());
      leave.current = undefined;
      element.remove();
    };
  }, [render]);

  useLayoutEffect(() => {
    const element = place.current;
    if (element === undefined) return;
    if (!attempt(call.name, () => (leave.current = render(call, element)))) {
      element.replaceChildren();
    }
  }, [call, render]);

  return <slot class="drawn" name={name} ref={slot} />;
}

/** Whether it did not throw. It is the page's code. */
function attempt(tool: string, act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    console.error(`farhand: render of ${tool} failed`, error);
    return false;
  }
}
