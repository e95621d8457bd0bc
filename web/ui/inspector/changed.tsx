/** What became of the contract's file, with -dev. */

import type { ContractFault } from "../../gen/protocol.ts";
import { useShared } from "../parts/hooks.ts";
import { Icon } from "../parts/icons.tsx";

/** A quiet strip, or the faults by path; nothing while the file is as it was. */
export function ContractChanged(props: {
  faults: readonly ContractFault[] | undefined;
  /** Undefined: the button stands where the eyes are already. */
  onNew: (() => void) | undefined;
}) {
  const { texts: t } = useShared();
  const { faults } = props;
  return (
    <div class="contract" role="status">
      {faults?.length === 0 && (
        <p class="strip">
          <Icon name="braces" />
          <span>{t.contractFile.changed}</span>
          {props.onNew !== undefined && (
            <button type="button" class="small" onClick={props.onNew}>
              {t.names.newConversation}
            </button>
          )}
        </p>
      )}
      {faults !== undefined && faults.length > 0 && (
        <div class="strip faults">
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
      )}
    </div>
  );
}
