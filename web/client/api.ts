/**
 * The doors of the browser client: what a host page passes in and gets back.
 *
 * Types only. `connect` itself is in connect.ts, the bodies of the built-in
 * tools are in web/tools. Frame types come from the protocol's schema; what
 * each frame means stands in docs/protocol.md.
 */

import type {
  Approval,
  Code,
  DeclaredTool,
  FinalState,
  OpenState,
  ResumeRefusal,
  ServerFrame,
  ServerHello,
  Snapshot,
  UnavailableReason,
} from "../gen/protocol.ts";
import type { Tools } from "../gen/tools.ts";

/** Where a call stands; `requested` until the dispatcher has acknowledged it. */
export type State = "requested" | OpenState | FinalState;

/**
 * Name to arguments and result of each tool; the generator writes one from
 * tools.json. `any`: whatever a body takes, since it is the server that checks.
 */
export type ToolMap = { [name: string]: { args: any; result: unknown } };

/** Which call a body, an approval or a gesture belongs to. */
export type CallRef = {
  /** `t<turn>.<n>`, unique in the session. */
  readonly id: string;
  readonly name: string;
  readonly turn: number;
  /** 0 for a call that the server answered without sending it here. */
  readonly step: number;
};

/** What a body gets beside its arguments. */
export type BodyContext = {
  /** Aborted by Stop, a cancel of the server, a timeout, reset, close or a lost session. */
  readonly signal: AbortSignal;
  readonly call: CallRef;
  /**
   * Reports that the call waits for its user until the promise settles. The
   * human limit runs meanwhile instead of the tool's own. Waits may overlap.
   * `waiting` says for what; default: a permission.
   */
  awaitUser<T>(wait: Promise<T>, waiting?: Waiting): Promise<T>;
  /**
   * Reports that this call stored a value under a key in this browser, for
   * CallView.saved. Call it when the value is stored; repeats change nothing.
   */
  saved(key: string): void;
  /**
   * Stands for the user of the page, as `Client.subject`; "" for nobody in
   * particular. What a body stores it stores under this name.
   */
  readonly subject: string;
};

/**
 * Why a body failed, for people. It stays in the page: the model reads the
 * message of the error, which says the same and what to do next.
 */
export type Why =
  /** This site may not: the user, or a policy of the browser's owner, said no before. */
  | "blocked"
  /** The prompt was closed without an answer; asking again shows it again. */
  | "dismissed"
  /** The site may, but the operating system keeps it from the browser. */
  | "system"
  /** It is allowed, and there is none now: no satellite, no network. */
  | "unavailable"
  /** It works on https: and localhost only. */
  | "insecure"
  /** The page that embeds this one, or a header, switched it off. */
  | "policy";

/** Runs a tool. The value that it returns is the result and must be plain JSON. */
export type Run<Args, Result> = (
  args: Args,
  context: BodyContext,
) => Result | Promise<Result>;

/** Why a body cannot run in this browser, as hello announces it. */
export type Unavailable = Exclude<UnavailableReason, "no_body">;

/**
 * Draws a call in the page's own way: `place` stands in the page, below the
 * call's card, and belongs to this call. Called with an empty place when the
 * call is first shown, then with the same one after each change of the call.
 * What it returned last is called when the place goes away.
 */
export type Render = (
  call: CallView,
  place: HTMLElement,
) => void | (() => void);

/** A body, alone or with what else the page knows of the tool. */
export type Body<Args, Result> =
  | Run<Args, Result>
  | {
      readonly run: Run<Args, Result>;
      /** Undefined: it can run. Asked before each hello and tools_changed. */
      available?(): Unavailable | undefined;
      /** For interfaces that show calls, such as <farhand-chat>. */
      readonly render?: Render;
    };

/**
 * A tool that the page brings along, which the server's tools.json does not
 * have. The server takes it where its operator allows that for the page's
 * origin (`-page-tools`), within the limits of docs/protocol.md; else the
 * console says why not. Whatever is no function is sent as JSON.
 */
export type OwnTool = Partial<Omit<DeclaredTool, "name">> & {
  /** What it does and when to use it, for the model. */
  readonly description: string;
  /** The arguments were checked by the server against `inputSchema`. */
  readonly run: Run<any, unknown>;
  readonly render?: Render;
};

/** One body for every tool of a map. */
export type Bodies<M extends ToolMap = Tools> = {
  [N in keyof M & string]: Body<M[N]["args"], M[N]["result"]>;
};

/** What the user is asked before a call that needs approval runs. */
export type ApprovalRequest = Approval & {
  readonly call: CallRef;
  readonly args: unknown;
  /** Aborted when the question is void: answer no more, take the card away. */
  readonly signal: AbortSignal;
};

/** `session` counts as `once` where the request's `remember` is false. */
export type Decision = "once" | "session" | "deny";

/** A body needs a click of the user before the browser lets it run. */
export type GestureRequest = {
  readonly call: CallRef;
  readonly args: unknown;
  /** Aborted when the click is no longer wanted. */
  readonly signal: AbortSignal;
};

/** What the assistant asks the user: a text, one of the choices, or the fields of a form. */
export type AskRequest = Tools["ask_user"]["args"] & {
  readonly call: CallRef;
  /** Aborted when the question is void: take it away. */
  readonly signal: AbortSignal;
};

/** The text or the choice, or the values of the form by their names; undefined: no answer. */
export type AskAnswer =
  string | { readonly [name: string]: string | number | boolean } | undefined;

/** What `connect` takes. Every field may be left out. */
export type Options<M extends ToolMap = Tools> = {
  /** Default: /ws on the page's own host, wss: on an https: page. */
  readonly url?: string;
  /** The bodies that this page has. */
  readonly tools?: Partial<Bodies<M>>;
  /** Schema hash by tool name, from the generated file. A tool without one goes unchecked. */
  readonly hashes?: { readonly [name: string]: string };
  /**
   * Asks the user. Resolve inside the handler of a trusted event only: the
   * body starts in the microtasks of that click, which is the gesture that it
   * may need. Absent: the server is told that this client cannot ask, and
   * tools that need approval are not offered.
   */
  readonly approve?: (request: ApprovalRequest) => Promise<Decision>;
  /**
   * Shows a Continue button and resolves inside its trusted click; the body
   * then runs once more. Absent: such a call ends with needs_gesture.
   */
  readonly gesture?: (request: GestureRequest) => Promise<void>;
  /**
   * Asks the user what the built-in tool ask_user wants to know. Absent: the
   * tool is not offered.
   */
  readonly ask?: (request: AskRequest) => Promise<AskAnswer>;
  /**
   * Where this page's server gives tickets: answers POST with JSON,
   * `{"ticket": "…"}`, or `{"code", "message", "retryAfterMs"?}` and an error
   * status. Asked before each socket, since a ticket is good for one. The
   * request carries cookies to the page's own origin only.
   */
  readonly ticketUrl?: string;
  /** The same in the page's own code; it decides over `ticketUrl`. */
  readonly getTicket?: () => string | Promise<string>;
  /**
   * Whether a conversation is to survive a lost connection, a reload and a link
   * to another page of the origin, where the server keeps sessions. The tab's
   * sessionStorage then holds its token and answers of up to 64 kB while no
   * document uses it. Default: true.
   */
  readonly resume?: boolean;
  /**
   * What the page tells the assistant of itself, such as the product that its
   * user looks at: JSON, or a function that returns it, which is called for each
   * message. It goes to the model beside the user's words, with origin and path
   * of the page, as data that the model must not trust. At most 8192 bytes: the
   * console is told of one that is larger or no JSON, and the message goes
   * without it. Undefined: none.
   */
  readonly context?: unknown;
  /**
   * Deletes what bodies stored in this browser for a user: a part of
   * `signOut({ forget: true })`. The built-in memory is deleted in any case.
   */
  readonly forget?: (subject: string) => Promise<void>;
  /** Default: the global WebSocket. */
  readonly WebSocket?: typeof WebSocket;
};

/** What the server, or whoever gives tickets, says of a page that it keeps out. */
export type Refusal = {
  /**
   * Of the server: origin, host, rate_limited, draining, full or
   * authentication. "ticket": there was none. "socket": the browser made none.
   */
  readonly code: string;
  /** For a developer: what is wrong, and what would help. */
  readonly message: string;
  readonly retryAfterMs?: number;
};

/** Why there is no connection. */
export type LossReason =
  /** The handshake failed before it opened; `refusal` follows if the server tells why. */
  | "refused_or_unreachable"
  /** The socket closed without a code of ours. */
  | "lost"
  /** The browser has no network; the next attempt comes when it has one again. */
  | "offline"
  /** No frame for 90 s. */
  | "silent"
  | "draining"
  | "superseded"
  /** Silent for 90 s, says the server. With a session that is kept: connects again when the page is used. */
  | "idle"
  /** The server did not take the ticket, or there was none. */
  | "authentication"
  | "origin"
  /** The browser does not take the address: it is none, or `ws:` on an https: page. `refusal` has its words. */
  | "address"
  | "rate_limited"
  /** Page and server speak different versions: reload the page. */
  | "protocol"
  | "too_large"
  /** `close()` was called. */
  | "closed"
  /** `signOut()` was called: `reconnect` begins anew. */
  | "signed_out";

/** A connection that is gone. */
type Loss = {
  readonly reason: LossReason;
  /** The close code of the WebSocket; 1006 if there was none. */
  readonly code: number;
  /** The session is not lost: it may go on with the next socket. */
  readonly kept?: true;
  /** Comes in a status of its own if the server had to be asked. */
  readonly refusal?: Refusal;
};

/** Where the connection stands. */
export type Status =
  | { readonly status: "connecting" }
  /** The server's hello is here. */
  | { readonly status: "open" }
  | (Loss & {
      readonly status: "waiting";
      /** When the next attempt starts, as Date.now() counts. Absent: see offline. */
      readonly retryAt?: number;
    })
  /** No further attempt by itself; see `reconnect`. */
  | (Loss & { readonly status: "closed" });

/** What an open call waits for while its state is awaiting_user. */
export type Waiting = "approval" | "permission" | "gesture" | "question";

/** A call as the page sees it. A new object for every change. */
export type CallView = CallRef & {
  readonly args: unknown;
  readonly state: State;
  /** Set in state awaiting_user. */
  readonly waiting?: Waiting;
  /** Set in state awaiting_user: when it is given up, as Date.now() counts. */
  readonly waitEndsAt?: number;
  /** The question, if the call needs approval. */
  readonly approval?: Approval;
  /** Why it did not succeed. */
  readonly code?: Code;
  /** Beside `code`: what the body said, if it was this page that ended the call. */
  readonly message?: string;
  /** Beside `code`: the cause, if the body knows it. */
  readonly why?: Why;
  /** Keys under which the call has stored a value in this browser. */
  readonly saved?: readonly string[];
  /** What the body returned, for calls that ran here. */
  readonly result?: unknown;
  /** UTF-8 bytes of the result's JSON. */
  readonly resultBytes?: number;
  /** Duration by the server's clock; set with `confirmed`. */
  readonly ms?: number;
  /** The server's final state is here, or never comes: the session is lost. */
  readonly confirmed: boolean;
  /** When each state was first entered here, as Date.now() counts. */
  readonly marks: { readonly [S in State]?: number };
  /** Milliseconds in awaiting_user so far, the open wait left out. */
  readonly userMs: number;
};

/** A session began. Comes before the hello that tells of it. */
export type SessionEvent = {
  readonly session: string;
  /**
   * opened: the first of this client. duplicated: the same, in a tab that is a
   * copy of one whose session goes on there. reset: asked for. reconnected: the
   * old session is lost; the model remembers nothing of the transcript above.
   */
  readonly cause: "opened" | "duplicated" | "reset" | "reconnected";
  /** Why the old session, of this document or the one before, did not go on. */
  readonly reason?: ResumeRefusal;
};

/**
 * The session goes on, on another socket or in another document. Comes before
 * the hello that tells of it; `Client.calls` are up to date.
 */
export type ResumedEvent = {
  readonly session: string;
  /** All that was said: replaces what is shown. What follows is appended to it. */
  readonly snapshot: Snapshot;
};

/** The user or the page ended what goes on: also silence speech. */
export type StoppedEvent = { readonly by: "stop" | "reset" | "close" };

/** One WebSocket message, as it is; heartbeats and unknown frames included. */
export type WireEvent = {
  /** By this page; else by the server. */
  readonly sent: boolean;
  readonly text: string;
};

/** What `on` can listen to: each server frame by its type, and the client's own events. */
export type Events = {
  [T in ServerFrame["type"]]: Extract<ServerFrame, { type: T }>;
} & {
  status: Status;
  /** A call came into another state: each is told once. */
  call: CallView;
  /** `Client.calls` has changed: this call came, or something of it is other than before, its state included. */
  view: CallView;
  session: SessionEvent;
  resumed: ResumedEvent;
  stopped: StoppedEvent;
  /** Before the frame is acted on. For tools of developers; it costs nothing while nobody listens. */
  wire: WireEvent;
  /** `Client.grants` has changed to this. */
  grants: readonly string[];
  /**
   * `Client.subject` has changed to this, before anything else is told of it.
   * Where it was known before, the last user is gone: nothing of them may stay
   * on the screen.
   */
  subject: string | undefined;
};

/** What `send` takes beside the words. */
export type SendOptions = {
  /**
   * The id of the last message, whose turn the model forgets first: for editing
   * it, and for trying again. An id that is not the last one is answered by
   * the server with error{unexpected}, and nothing changes.
   */
  readonly replaces?: string;
};

/** What became of `send` or `inspect`. */
export type Sent =
  | { readonly id: string }
  /** Nothing was sent. busy: a turn runs. too_large: over the server's limits. */
  | { readonly refused: "not_open" | "busy" | "empty" | "too_large" };

/** A connection to the server and the tools that it may call in this page. */
export type Client<M extends ToolMap = Tools> = {
  /** Starts a turn. Never throws. */
  send(text: string, options?: SendOptions): Sent;
  /** Puts another `context` in the place of that of the options, from the next message on. */
  setContext(context: unknown): void;
  /**
   * Runs one call of a tool without the model, as a turn of its own: the same
   * checks, limits and question to the user, then `inspected` with what the
   * model would have read, then turn_end. `args` must be plain JSON.
   */
  inspect(name: string, args: { readonly [name: string]: unknown }): Sent;
  /**
   * Ends the running turn: open bodies are aborted at once, calls of this turn
   * that are still on their way never run. Without a turn it only emits `stopped`.
   */
  stop(): void;
  /**
   * Starts a new conversation; the server answers with hello. On the same
   * connection, unless the server's contract changed: then on another one,
   * since a session keeps its contract.
   */
  reset(): void;
  /** Takes back what the user allowed for the session: one tool, or all. Nothing without a connection. */
  revoke(name?: string): void;
  /** Connects now, from waiting or closed; nothing after `close()`. */
  reconnect(): void;
  /**
   * Adds or replaces the body of a tool; the server learns of it and offers it
   * from the next turn on. Returns the removal of this very body.
   */
  register<N extends keyof M & string>(
    name: N,
    body: Body<M[N]["args"], M[N]["result"]>,
  ): () => void;
  /**
   * Adds or replaces a tool of the page's own, which the contract does not
   * have; as for `register` in everything else. Throws if what it says is no
   * JSON, or too much. The model and the cards know it by another name, that
   * of the tool in `hello.tools` whose `declared` is this one.
   */
  declare(name: string, tool: OwnTool): () => void;
  /** How the page draws calls of a tool, by its name in `hello.tools`; undefined: it does not. */
  rendering(name: string): Render | undefined;
  /** Ends the session for good; the server forgets the conversation. Open bodies are aborted. */
  close(): void;
  /**
   * The user leaves: as `close`, and the tab forgets how to come back; `subject`
   * becomes undefined. With `forget`, also what is stored in this browser for
   * them is deleted, for which to wait. Without a connection the server ends
   * the session by itself when its time is up. `reconnect` begins anew, for
   * whomever the next ticket names.
   */
  signOut(options?: { readonly forget?: boolean }): Promise<void>;
  /**
   * Listens until the returned function is called. Listeners run in order of
   * their registration; one that throws is reported and disturbs nobody.
   *
   * A turn that ends because the session is lost gets a turn_end of the client
   * with reason disconnected (turn 0 if it had not begun), and one that ended
   * while there was no connection the turn_end that it missed, after `resumed`:
   * every accepted `send` is followed by exactly one turn_end or error.
   */
  on<E extends keyof Events>(
    type: E,
    listener: (event: Events[E]) => void,
  ): () => void;
  /** The calls of this session in order of arrival, finished ones included. */
  readonly calls: readonly CallView[];
  /**
   * Stands for the user of the page: 16 hexadecimal digits, other ones for each
   * site; "" for nobody in particular. Undefined: not known yet, or signed out.
   */
  readonly subject: string | undefined;
  /** The server's last hello. */
  readonly hello: ServerHello | undefined;
  readonly status: Status;
  /**
   * Names of the tools that the user allowed for this session: what the last
   * hello said and what was allowed here since. A new array for every change.
   */
  readonly grants: readonly string[];
  /** A turn runs, or one was asked for. */
  readonly busy: boolean;
};
