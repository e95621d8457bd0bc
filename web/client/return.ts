/**
 * The way back to a session on another socket or in another document: its
 * token, and what lies in the tab for it. It knows nothing of sockets and
 * frames beyond the fields of hello; docs/protocol.md, "Resume", is the rule.
 */

import type { ClientHello, ServerHello, ToolResult } from "../gen/protocol.ts";
import { clearTab, type Left, openTab, type Tab } from "./tab.ts";

/** What the server takes of hello.calls and hello.started. */
const mostIds = 256;
/**
 * A document from the back/forward cache waits so long for what the one before
 * it leaves: browsers show the one before they hide the other (Chromium 156, by
 * some 30 ms).
 */
const patienceMs = 1000;
const lookMs = 20;

/** What this document knows of calls, as the dispatcher has it. */
type Calls = Pick<Left, "started" | "results">;

/** The way back to one session at a time. */
export type Return = {
  /** This tab was duplicated while its session was in use. */
  readonly duplicated: boolean;
  /**
   * Who uses this document from now on, as `holderOf` names them; before each
   * claim. True: somebody else did before, whose session waits for them.
   */
  identify(holder: string): boolean;
  /** There is a token: the session may go on. */
  kept(): boolean;
  /** For the next hello, with the ids of calls that this document holds. */
  claim(held: readonly string[]): Partial<ClientHello>;
  /** The first hello on a socket. Returns what an earlier document had to answer. */
  learned(hello: ServerHello): readonly ToolResult[];
  /** The document goes or is frozen. False: there is nothing to leave. */
  leave(calls: Calls): boolean;
  /** It has come back; `found` is told once whether to the session that it knew. */
  comeBack(found: (same: boolean) => void): void;
  /** It was frozen only. */
  thaw(): void;
  /** The session is not to go on; if the user signs out before it is known who it is, nobody's is. */
  forget(signsOut?: boolean): void;
};

/** `server` is the address of its socket; not `wanted`: there is never a way back. */
export function createReturn(wanted: boolean, server: string): Return {
  let tab: Tab | undefined;
  let user: string | undefined;
  let left: Partial<Left> = {};
  let token: string | undefined;
  let session: string | undefined;
  let looking: ReturnType<typeof setTimeout> | undefined;

  function find(): boolean {
    const found = tab?.take();
    left = typeof found === "object" ? found : {};
    ({ token, session } = { token: undefined, session: undefined, ...left });
    return found === "in_use";
  }

  function leave(calls: Calls): boolean {
    if (token === undefined || session === undefined) return false;
    const { started = [], results = [] } = left;
    tab?.leave({
      token,
      session,
      started: [...started, ...calls.started],
      results: [...results, ...calls.results],
    });
    return true;
  }

  let duplicated = false;
  return {
    get duplicated() {
      return duplicated;
    },
    identify(holder) {
      const before = user;
      if (holder === before) return false;
      if (before !== undefined) leave({ started: [], results: [] });
      user = holder;
      tab = openTab(server, holder);
      duplicated = wanted && find();
      return before !== undefined;
    },
    kept: () => token !== undefined,
    claim(held) {
      if (!wanted) return {};
      const { started = [], results = [] } = left;
      const calls = [...results.map(({ id }) => id), ...held];
      return {
        resume: token ?? "",
        ...(calls.length > 0 && { calls: calls.slice(0, mostIds) }),
        ...(started.length > 0 && { started: started.slice(0, mostIds) }),
      };
    },
    learned(hello) {
      const { results = [] } = left;
      left = {};
      token = wanted ? hello.resume?.token : undefined;
      session = hello.session;
      if (token !== undefined) tab?.mark();
      else if (wanted) tab?.clear();
      return results;
    },
    leave,
    comeBack(found) {
      const before = session;
      const until = Date.now() + patienceMs;
      const look = (): void => {
        if (find() && Date.now() < until) looking = setTimeout(look, lookMs);
        else found(session === before);
      };
      clearTimeout(looking);
      look();
    },
    thaw() {
      if (token !== undefined) tab?.mark();
    },
    forget(signsOut = false) {
      if (tab === undefined && signsOut) clearTab(server);
      if (token !== undefined) tab?.clear();
      left = {};
      token = undefined;
    },
  };
}
