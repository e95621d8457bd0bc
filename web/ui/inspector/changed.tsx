/** What became of the contract's file, with -dev. */

import { useRef } from "preact/hooks";
import type { ContractFault } from "../../gen/protocol.ts";
import { Icon } from "../parts/icons-later.tsx";
import { useSheet } from "../parts/sheet.ts";
import { useTexts } from "../parts/texts.ts";
import { contract } from "../styles/contract.ts";

/** A quiet strip, or the faults by path. */
export function ContractChanged(props: {
  faults: readonly ContractFault[];
  /** Undefined: the button stands where the eyes are already. */
  onNew: (() => void) | undefined;
}) {
  const t = useTexts();
  const { faults } = props;
  const strip = useRef<HTMLDivElement>(null);
  useSheet(strip, contract);
  return faults.length === 0 ? (
    <div class="strip" ref={strip}>
      <Icon name="braces" />
      <span>{t.contractFile.changed}</span>
      {props.onNew !== undefined && (
        <button type="button" class="small" onClick={props.onNew}>
          {t.names.newConversation}
        </button>
      )}
    </div>
  ) : (
    <div class="strip faults" ref={strip}>
      <Icon name="alert" />
      <div>
        <p>{t.contractFile.faulty}</p>
        <ul role="list" tabIndex={0} aria-label={t.contractFile.faults}>
          {faults.map(({ path, message }, at) => (
            <li key={at}>
              <code dir="ltr">{path || t.contractFile.whole}</code>{" "}
              <span dir="auto">{message}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
