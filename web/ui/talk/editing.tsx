/** What stands over the composer while a message is edited. */

import { Icon } from "../parts/icons-later.tsx";
import { useTexts } from "../parts/texts.ts";

/** Says so, and offers to give it up. */
export function Editing(props: { onCancel: (event: MouseEvent) => void }) {
  const t = useTexts();
  return (
    <p class="editing">
      <Icon name="pencil" />
      <span>{t.composer.editing}</span>
      <button type="button" class="quiet-act" onClick={props.onCancel}>
        {t.composer.cancel}
      </button>
    </p>
  );
}
