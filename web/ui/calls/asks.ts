/**
 * The questions that only the user can answer: approvals and gestures.
 *
 * The functions that answer live in a closure here. They hang on no element,
 * in no component and in no state, and nothing but a trusted click on a bound
 * button calls them; so a script in the page, or a page tool that the model
 * drives, cannot answer (invariant 9). A script that replaced WebSocket itself
 * is out of scope: it owns the page.
 *
 * Nor does a press that was meant for something else: one that began before
 * the question had stood still in sight (sight.ts), one that began elsewhere,
 * a held key, the second half of a double click.
 */

import type {
  ApprovalRequest,
  AskAnswer,
  AskRequest,
  CallRef,
  Decision,
  GestureRequest,
} from "../../client/api.ts";
import type { Ask, ChatEvent } from "../state.ts";
import type { Sight } from "./sight.ts";

/**
 * What a button says: a decision on an approval, "continue" for a gesture; of a
 * question that it stays unanswered, a choice, or what stands in the form, which
 * says undefined while it is not complete.
 */
export type Answer =
  | Decision
  | "continue"
  | "cancel"
  | { readonly choice: string }
  | { readonly form: () => Exclude<AskAnswer, undefined> | undefined };

/** Where questions are kept until they are answered. */
export type Desk = {
  /** As Options.approve of the client wants it. Stays open once the question is void. */
  approve(request: ApprovalRequest): Promise<Decision>;
  /** As Options.gesture of the client wants it. Stays open once the click is not wanted. */
  gesture(request: GestureRequest): Promise<void>;
  /** As Options.ask of the client wants it. Stays open once the question is void. */
  ask(request: AskRequest): Promise<AskAnswer>;
  /**
   * Takes the watch over the place where a question is shown; only presses that
   * begin while it is live count. Returns the end of it. A question that is not
   * watched cannot be answered.
   */
  watch(key: number, sight: Sight): () => void;
  /** Makes trusted clicks on a button answer a question; returns the removal. */
  bind(button: HTMLElement, key: number, answer: Answer): () => void;
};

/** A desk that tells of each question when it opens and when it is over. */
export function createDesk(
  tell: (event: Extract<ChatEvent, { type: "asked" | "settled" }>) => void,
): Desk {
  const open = new Map<number, (answer: Answer) => void>();
  const sights = new Map<number, Sight>();
  let lastKey = 0;

  function ask(
    request: { readonly call: CallRef; readonly signal: AbortSignal },
    shown: (key: number) => Ask,
    answered: (answer: Answer) => void | false,
  ): void {
    if (request.signal.aborted) return;
    const key = ++lastKey;
    const over = (): void => {
      open.delete(key);
      request.signal.removeEventListener("abort", over);
      tell({ type: "settled", key });
    };
    open.set(key, (answer) => {
      // First, while the click still counts as the user's gesture.
      if (answered(answer) !== false) over();
    });
    request.signal.addEventListener("abort", over);
    tell({ type: "asked", ask: shown(key) });
  }

  return {
    approve(request) {
      const { call, reason, risk, remember } = request;
      return new Promise((resolve) =>
        ask(
          request,
          (key) => ({
            key,
            call,
            kind: "approval",
            approval: { reason, risk, remember },
          }),
          (answer) => {
            if (
              answer === "once" ||
              answer === "session" ||
              answer === "deny"
            ) {
              resolve(answer);
            }
          },
        ),
      );
    },
    gesture(request) {
      return new Promise((resolve) =>
        ask(
          request,
          (key) => ({ key, call: request.call, kind: "gesture" }),
          () => resolve(),
        ),
      );
    },
    ask(request) {
      const { call, signal: _, ...question } = request;
      return new Promise((resolve) =>
        ask(
          request,
          (key) => ({ key, call, kind: "question", question }),
          (answer) => {
            if (typeof answer !== "object") return resolve(undefined);
            const said = "form" in answer ? answer.form() : answer.choice;
            return said === undefined ? false : resolve(said);
          },
        ),
      );
    },
    watch(key, sight) {
      sights.set(key, sight);
      return () => {
        sight.stop();
        if (sights.get(key) === sight) sights.delete(key);
      };
    },
    bind(button, key, answer) {
      const live = (): boolean => sights.get(key)?.state() === "live";
      // Whether the press under way began on this button while it was live.
      let began: boolean | undefined;
      const pointerdown = (event: PointerEvent): void => {
        began = event.isTrusted && live();
      };
      const click = (event: MouseEvent): void => {
        const press = began;
        began = undefined;
        // The second half of a double click was meant for what was here before.
        if (!event.isTrusted || event.detail > 1) return;
        // A screen reader clicks without a press; a pointer never does. What
        // moves between press and release was still what was pressed.
        if (press ?? (event.detail === 0 && live())) open.get(key)?.(answer);
      };
      // A held key was meant for what was here before; its repeats follow the
      // focus. Tab may go on.
      const keydown = (event: KeyboardEvent): void => {
        if (!presses(event)) return;
        if (event.repeat) event.preventDefault();
        else began = event.isTrusted && live();
      };
      const keyup = (event: KeyboardEvent): void => {
        if (presses(event) && began === undefined) event.preventDefault();
      };
      button.addEventListener("pointerdown", pointerdown);
      button.addEventListener("click", click);
      button.addEventListener("keydown", keydown);
      button.addEventListener("keyup", keyup);
      return () => {
        button.removeEventListener("pointerdown", pointerdown);
        button.removeEventListener("click", click);
        button.removeEventListener("keydown", keydown);
        button.removeEventListener("keyup", keyup);
      };
    },
  };
}

function presses(event: KeyboardEvent): boolean {
  return event.key === "Enter" || event.key === " ";
}
