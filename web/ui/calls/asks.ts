/**
 * The questions that only the user can answer: approvals and gestures.
 *
 * The functions that answer live in a closure here. They hang on no element,
 * in no component and in no state, and nothing but a trusted click on a bound
 * button calls them; so a script in the page, or a page tool that the model
 * drives, cannot answer (invariant 9). A script that replaced WebSocket itself
 * is out of scope: it owns the page.
 */

import type {
  ApprovalRequest,
  CallRef,
  Decision,
  GestureRequest,
} from "../../client/api.ts";
import type { Ask, ChatEvent } from "../state.ts";

/** What a button says: a decision on an approval, or "continue" for a gesture. */
export type Answer = Decision | "continue";

/** Where questions are kept until they are answered. */
export type Desk = {
  /** As Options.approve of the client wants it. Stays open once the question is void. */
  approve(request: ApprovalRequest): Promise<Decision>;
  /** As Options.gesture of the client wants it. Stays open once the click is not wanted. */
  gesture(request: GestureRequest): Promise<void>;
  /** Makes trusted clicks on a button answer a question; returns the removal. */
  bind(button: HTMLElement, key: number, answer: Answer): () => void;
};

/** A desk that tells of each question when it opens and when it is over. */
export function createDesk(
  tell: (event: Extract<ChatEvent, { type: "asked" | "settled" }>) => void,
): Desk {
  const open = new Map<number, (answer: Answer) => void>();
  let lastKey = 0;

  function ask(
    request: { readonly call: CallRef; readonly signal: AbortSignal },
    shown: (key: number) => Ask,
    answered: (answer: Answer) => void,
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
      answered(answer);
      over();
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
            if (answer !== "continue") resolve(answer);
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
    bind(button, key, answer) {
      const click = (event: MouseEvent): void => {
        // The second half of a double click was meant for what was here before.
        if (event.isTrusted && event.detail < 2) open.get(key)?.(answer);
      };
      // So was a held key, whose repeats follow the focus; Tab may go on.
      const keydown = (event: KeyboardEvent): void => {
        const presses = event.key === "Enter" || event.key === " ";
        if (event.repeat && presses) event.preventDefault();
      };
      button.addEventListener("click", click);
      button.addEventListener("keydown", keydown);
      return () => {
        button.removeEventListener("click", click);
        button.removeEventListener("keydown", keydown);
      };
    },
  };
}
