/** A modal dialog over the conversation: settings, tools, a question. */

import type { ComponentChildren } from "preact";
import { useContext, useEffect, useId, useRef } from "preact/hooks";
import { goToQuestion } from "./focus.ts";
import { panel } from "../styles/panel.ts";
import { fillSheet } from "../styles/sheets.ts";
import { WaitingContext } from "./hooks.ts";
import { Icon } from "./icons-later.tsx";
import { useTexts } from "./texts.ts";

fillSheet("dialogs", panel);

/**
 * The browser's own modal dialog: it keeps the focus, closes on Escape, and
 * gives the focus back to what had it. A click beside it closes it as well.
 * A question of the assistant that it hides is told in it.
 */
export function Panel(props: {
  title: string;
  /** wide: for tables and drawings. small: for a question. */
  size?: "wide" | "small";
  onClose: () => void;
  children: ComponentChildren;
}) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const waiting = useContext(WaitingContext);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  function toQuestion(): void {
    const root = dialog.current?.getRootNode() as ParentNode | undefined;
    dialog.current?.close(); // gives the focus back
    if (root !== undefined) goToQuestion(root);
  }

  return (
    <dialog
      ref={dialog}
      class={`panel ${props.size ?? ""}`}
      aria-labelledby={heading}
      onClose={props.onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div class="sheet">
        <header>
          <h2 id={heading}>{props.title}</h2>
          <button
            type="button"
            class="bare"
            aria-label={t.names.close}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </header>
        {props.children}
        <div role="status" class="arrival">
          {waiting && (
            <button type="button" class="small waits" onClick={toQuestion}>
              <Icon name="hand" />
              <span>{t.words.asks}</span>
            </button>
          )}
        </div>
      </div>
    </dialog>
  );
}
