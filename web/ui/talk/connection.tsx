/** What is wrong with the connection, in words, and what to do about it. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { LossReason, Status } from "../../client/api.ts";
import { NewConversation } from "../header.tsx";
import { useNow, useShared } from "../parts/hooks.ts";
import { Icon } from "../parts/icons.tsx";
import { lossReason, lossSentence } from "../strings/sentences.ts";
import { probe, type Refusal } from "./probe.ts";

type Loss = Extract<Status, { reason: LossReason }>;

/** A line that is there as long as there is no connection. */
export function Connection(props: {
  status: Status;
  onReconnect: () => void;
  onReload: () => void;
}) {
  const { texts: t } = useShared();
  const { status } = props;
  const loss = useLoss(status);
  const refusal = useRefusal(status);
  return (
    <div class="connection" role="status">
      {loss === undefined ? (
        status.status === "connecting" && (
          <p class="strip connecting">{t.connection.connecting}</p>
        )
      ) : loss.reason === "signed_out" ? (
        <p class="strip calm">
          <span>{lossSentence(t, loss)}</span>
          <NewConversation onClick={props.onReconnect} />
        </p>
      ) : (
        <p class="strip">
          <Icon name="offline" />
          <span>
            {lossSentence(t, loss, refusal)} <Next status={status} />
          </span>
          {needsReload(lossReason(loss), refusal) ? (
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

/** The last loss, until the connection is back: an attempt is no reason to take the words away, unless it is a new beginning. */
function useLoss(status: Status): Loss | undefined {
  const loss = useRef<Loss | undefined>(undefined);
  if (status.status === "open" || loss.current?.reason === "signed_out") {
    loss.current = undefined;
  }
  if ("reason" in status) loss.current = status;
  return loss.current;
}

/** Why the server refuses, as far as it says so; asked after each attempt. */
function useRefusal(status: Status): Refusal | undefined {
  const [refusal, setRefusal] = useState<Refusal | undefined>(undefined);
  useEffect(() => {
    if (status.status === "connecting") return;
    if (status.status === "open") return setRefusal(undefined);
    if (status.reason !== "refused_or_unreachable") {
      return setRefusal(undefined);
    }
    let gone = false;
    void probe().then((found) => gone || setRefusal(found));
    return () => {
      gone = true;
    };
  }, [status]);
  return refusal;
}

/** Where a new socket would end as the last one did. */
function needsReload(
  reason: LossReason,
  refusal: Refusal | undefined,
): boolean {
  return (
    refusal === "host" ||
    ["protocol", "authentication", "origin", "address", "closed"].includes(
      reason,
    )
  );
}

/** When the page tries again by itself. Screen readers are not told of each second. */
function Next(props: { status: Status }) {
  const { texts: t } = useShared();
  const { status } = props;
  const until = status.status === "waiting" ? status.retryAt : undefined;
  const now = useNow(until !== undefined, 250);
  if (status.status === "closed") return null;
  if (status.status === "waiting" && until === undefined) return null;
  const seconds = Math.max(0, Math.ceil(((until ?? 0) - now) / 1000));
  return (
    <span class="figure" aria-live="off">
      {seconds === 0
        ? t.connection.again
        : t.connection.againIn(t.units.seconds(t.format.number(seconds)))}
    </span>
  );
}
