/** Asks before a conversation is thrown away. */

import { useTexts } from "../parts/texts.ts";
import { Panel } from "../parts/panel.tsx";

/** A question with its two answers; Escape is the first. */
export function ConfirmNew(props: { onClose: () => void; onNew: () => void }) {
  const t = useTexts();
  return (
    <Panel title={t.words.confirmNew} size="small" onClose={props.onClose}>
      <p>{t.words.confirmNewMeans}</p>
      <div class="answers">
        <button type="button" class="small" onClick={props.onClose}>
          {t.names.keep}
        </button>
        <button
          type="button"
          class="small"
          onClick={() => {
            props.onClose();
            props.onNew();
          }}
        >
          {t.names.startOver}
        </button>
      </div>
    </Panel>
  );
}
