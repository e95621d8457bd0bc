/** What a failed card says, and its one button. */

import { useEffect, useRef } from "preact/hooks";
import type { OfferedTool } from "../../gen/protocol.ts";
import type { CallView } from "../../client/api.ts";
import { useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import type { Turn } from "../state.ts";
import type { Texts } from "../strings/texts.ts";
import { whereAmI } from "./browser.ts";
import { inFrame } from "./frame.ts";
import { type Action, helpFor } from "./help.ts";
import { usePermission } from "./permission.ts";

/**
 * What a card can do about the turn that it stands in; undefined where the
 * turn is not the last one. While it runs, and without a connection, `now` is
 * false and the buttons wait.
 */
export type Retry = {
  readonly now: boolean;
  /** Sends the turn's words again, in its place. */
  again(): void;
  /** Sends other words. */
  say(words: string): void;
};

/** Whether calls of a turn have changed something, as far as `tools` tell. */
export function hasChanged(
  turn: Turn,
  tools: readonly OfferedTool[] = [],
): boolean {
  return turn.parts.some(
    (part) =>
      part.kind === "call" &&
      part.call.state === "succeeded" &&
      tools.find((tool) => tool.name === part.call.name)?.policy.readOnly !==
        true,
  );
}

/** Nothing for a call that needs no word. */
export function HelpLine(props: {
  call: CallView;
  title: string;
  tool: OfferedTool | undefined;
  retry: Retry | undefined;
  /** Something in the turn is done, and would be done again. */
  repeats: boolean;
}) {
  const { hello } = useShared();
  const t = useTexts();
  const { call, retry } = props;
  const watched = call.why === "blocked" && retry !== undefined;
  const permission = usePermission(watched ? call.name : undefined);
  const help = helpFor(t, call, {
    ...whereAmI(navigator),
    framed: inFrame(),
    tool: props.tool,
    withheld: hello?.withheld.find((tool) => tool.name === call.name),
    permission: permission ?? "denied",
  });
  useTurned(help?.live, help?.sentence);
  if (help === undefined) return null;
  const { action, live, sentence } = help;
  return (
    <div class="help">
      <p class="hint">{sentence}</p>
      {action !== undefined && (retry !== undefined || action === "tools") && (
        <HelpButton
          action={action}
          live={live && (action === "tools" || retry?.now === true)}
          retry={retry}
          title={props.title}
        />
      )}
      {action === "again" && props.repeats && (
        <p class="hint">{t.calls.againRepeats}</p>
      )}
    </div>
  );
}

/** Tells that the button became live by itself. */
function useTurned(live = true, sentence = ""): void {
  const { announce } = useShared();
  const before = useRef(live);
  useEffect(() => {
    if (live && !before.current) announce(sentence);
    before.current = live;
  }, [live]);
}

function HelpButton(props: {
  action: Action;
  live: boolean;
  retry: Retry | undefined;
  title: string;
}) {
  const { show } = useShared();
  const t = useTexts();
  const { action, retry } = props;
  function press(event: MouseEvent): void {
    switch (action) {
      case "again":
        leave(event.currentTarget as HTMLElement);
        return retry?.again();
      case "check":
        leave(event.currentTarget as HTMLElement);
        return retry?.say(t.calls.checkMessage(props.title));
      case "reload":
        return location.reload();
      case "tools":
        return show("tools");
      default:
        return action satisfies never;
    }
  }
  return (
    <button type="button" class="small" disabled={!props.live} onClick={press}>
      {actionName(t, action)}
    </button>
  );
}

/** The button goes away with its turn; the focus stays in the conversation. */
function leave(button: HTMLElement): void {
  button.closest<HTMLElement>("[role=log]")?.focus({ preventScroll: true });
}

function actionName(t: Texts, action: Action): string {
  switch (action) {
    case "again":
      return t.names.tryAgain;
    case "check":
      return t.calls.check;
    case "reload":
      return t.names.reload;
    case "tools":
      return t.names.tools;
    default:
      return action satisfies never;
  }
}
