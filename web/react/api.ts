/** The doors of farhand/react: what a component passes in and gets back. Types only. */

import type {
  ApprovalRequest,
  AskAnswer,
  AskRequest,
  CallView,
  Client,
  Decision,
  GestureRequest,
  Options,
  OwnTool,
  Run,
  SendOptions,
  Sent,
  Status,
  ToolMap,
  Unavailable,
} from "../client/api.ts";
import type { ServerHello } from "../gen/protocol.ts";
import type { Tools } from "../gen/tools.ts";
import type { Turn } from "./turns.ts";

/**
 * What `connect` takes, and how questions are asked. Functions may be other
 * ones in every rendering, the newest is called. The rest, and whether `approve`,
 * `gesture`, `ask` and `getTicket` are there, counts when the conversation
 * begins; another `url` is another conversation.
 */
export type FarhandOptions<M extends ToolMap = Tools> = Omit<
  Options<M>,
  "context"
> & {
  /** Goes with each message; see `useContextData`. */
  readonly context?: ContextData;
  /**
   * This page draws `Farhand.questions`, for each of `approve`, `gesture` and
   * `ask` that is not there. Default: false, and what none of them asks is not
   * offered to the model.
   */
  readonly questions?: boolean;
};

/** What the page says of itself: plain JSON, or a function that returns it when a message is sent. */
export type ContextData =
  | { readonly [name: string]: unknown }
  | (() => { readonly [name: string]: unknown });

/**
 * A question that only the person may answer; `kind` is the option that would
 * have asked it. Call `answer` inside the handler of a trusted event only
 * (`event.isTrusted`); the first one counts.
 */
export type Question =
  /** May this call run? */
  | (ApprovalRequest & {
      readonly kind: "approve";
      answer(decision: Decision): void;
    })
  /** The tool needs a click. */
  | (GestureRequest & {
      readonly kind: "gesture";
      answer(): void;
    })
  /** The model asks: a text, one of the choices, or the fields of a form. */
  | (AskRequest & {
      readonly kind: "ask";
      answer(answer: AskAnswer): void;
    });

/** A conversation, for drawing. A new object for every change; the functions stay. */
export type Farhand<M extends ToolMap = Tools> = {
  readonly status: Status;
  /** The server's last hello. */
  readonly hello?: ServerHello | undefined;
  /** A turn runs, or one was asked for. */
  readonly busy: boolean;
  readonly turns: readonly Turn[];
  /** The calls of this session; the server has not settled those that are not `confirmed`. */
  readonly calls: readonly CallView[];
  /** Empty without the option `questions`. */
  readonly questions: readonly Question[];
  /** Everything else. Absent until the component is mounted, and on a server. */
  readonly client?: Client<M>;
  /** Starts a turn. Say everything with this one: `turns` knows no other words. */
  send(text: string, options?: SendOptions): Sent;
  /** Ends the running turn. */
  stop(): void;
  /** Forgets the conversation and starts a new one. */
  reset(): void;
};

/** Arguments and result of a tool, as the generator writes them. */
export type ToolShape = ToolMap[string];

/**
 * A tool while its component is mounted: a body for a tool of the contract, or
 * with `description` and what else `OwnTool` has, one that the page declares.
 */
export type ReactTool<T extends ToolShape> = Partial<Omit<OwnTool, "run">> & {
  /** The newest one gets new calls; one that runs is not disturbed. */
  readonly run: Run<T["args"], T["result"]>;
  /** Why it cannot run in this browser, if so; asked before the server is told. */
  available?(): Unavailable | undefined;
};
