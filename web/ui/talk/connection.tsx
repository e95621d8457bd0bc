/** What is wrong with the connection, in words, and what to do about it. */

import type { Status } from "../../client/api.ts";
import { useNow, useTexts } from "../parts/hooks.ts";
import { Icon } from "../parts/icons.tsx";
import { lossSentence } from "../strings/sentences.ts";

/** A line that is there as long as there is no connection. */
export function Connection(props: {
  status: Status;
  onReconnect: () => void;
  onReload: () => void;
}) {
  const t = useTexts();
  const { status } = props;
  return (
    <div class="connection" role="status">
      {status.status === "connecting" && (
        <p class="strip connecting">{t.connection.connecting}</p>
      )}
      {status.status === "waiting" && (
        <p class="strip">
          <Icon name="offline" />
          <span>
            {lossSentence(t, status.reason)}{" "}
            {status.retryAt !== undefined && (
              <Countdown until={status.retryAt} />
            )}
          </span>
          <button type="button" class="small" onClick={props.onReconnect}>
            {t.names.connectNow}
          </button>
        </p>
      )}
      {status.status === "closed" && (
        <p class="strip">
          <Icon name="offline" />
          <span>{lossSentence(t, status.reason)}</span>
          {status.reason === "protocol" ? (
            <button type="button" class="small" onClick={props.onReload}>
              {t.names.reload}
            </button>
          ) : (
            <button type="button" class="small" onClick={props.onReconnect}>
              {t.names.connectNow}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** Screen readers are not told of each second. */
function Countdown(props: { until: number }) {
  const t = useTexts();
  const now = useNow(true, 250);
  const seconds = Math.max(0, Math.ceil((props.until - now) / 1000));
  return (
    <span class="figure" aria-live="off">
      {seconds === 0
        ? t.connection.again
        : t.connection.againIn(t.units.seconds(t.format.number(seconds)))}
    </span>
  );
}
