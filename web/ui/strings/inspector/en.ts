/**
 * The words of the inspector in English. They are fetched with it, so they are
 * not in ../en.ts; to add a language, copy this file, translate the values, and
 * name the copy in load.ts. The rules are those of ../en.ts.
 */

import { plural } from "../plural.ts";

const forms = /* @__PURE__ */ plural("en");

export const en = {
  tabs: {
    list: "Parts of the inspector",
    tools: "Tools",
    run: "Run",
    frames: "Frames",
    calls: "Calls",
    report: "Report",
  },

  /** The tools of the contract. */
  tools: {
    ready: "ready",
    asks: "asks first",
    off: "off",
    none: "The contract has no tools.",
    offline: "The list comes when the server is reached.",
    run: "Run this",
    where: "Runs",
    approval: "Approval",
    approvals: {
      never: "never asks",
      session: "asks; can be allowed for the session",
      always: "asks every time",
    },
    risk: "Risk",
    risks: { low: "low", medium: "medium", high: "high", critical: "critical" },
    kind: "Kind",
    reads: "only reads",
    writes: "writes",
    mostBytes: "Largest result",
    serverHash: "Hash on the server",
    pageHash: "Hash in this page",
    same: "the same",
    other: "differs",
    unchecked: "unchecked: the page has no hash of it",
    noBody: "no body in this page",
    why: "Why it is off",
    goesIn: "What goes in",
    comesOut: "What comes out",
    anything: "any JSON value",
    unknown: "not told by this server",
  },

  /** Schemas, in the list of tools and in the form. */
  schema: {
    required: "required",
    optional: "optional",
    /** Names of types. */
    types: {
      object: "object",
      array: "list",
      string: "text",
      number: "number",
      integer: "whole number",
      boolean: "yes or no",
      enum: "one of",
      const: "always",
      choice: "one of these",
      json: "JSON",
    },
    items: "each item",
    option: (n: string) => `option ${n}`,
    again: "as above",
    fallback: (value: string) => `default ${value}`,
    limits: {
      minLength: (n: string, count: number) =>
        forms(count, {
          one: `at least ${n} character`,
          other: `at least ${n} characters`,
        }),
      maxLength: (n: string, count: number) =>
        forms(count, {
          one: `at most ${n} character`,
          other: `at most ${n} characters`,
        }),
      pattern: (pattern: string) => `pattern ${pattern}`,
      format: (format: string) => `format ${format}`,
      minimum: (n: string) => `at least ${n}`,
      maximum: (n: string) => `at most ${n}`,
      exclusiveMinimum: (n: string) => `more than ${n}`,
      exclusiveMaximum: (n: string) => `less than ${n}`,
      multipleOf: (n: string) => `a multiple of ${n}`,
      minItems: (n: string, count: number) =>
        forms(count, {
          one: `at least ${n} item`,
          other: `at least ${n} items`,
        }),
      maxItems: (n: string, count: number) =>
        forms(count, {
          one: `at most ${n} item`,
          other: `at most ${n} items`,
        }),
      uniqueItems: () => "no item twice",
    },
  },

  /** The form. */
  form: {
    tool: "Tool",
    cannotRun: "Off here: the model reads a refusal",
    mode: "How to write the arguments",
    form: "Form",
    json: "JSON",
    arguments: "Arguments",
    noArguments: "This tool takes no arguments.",
    choose: "Choose",
    leftOut: "Left out",
    set: "Set",
    leaveOut: "Leave out",
    add: "Add an item",
    item: (n: string) => `Item ${n}`,
    remove: (item: string) => `Remove ${item.toLowerCase()}`,
    which: "Which one",
    yes: "true",
    no: "false",
    further: "Further properties can be written as JSON.",
    misfit: "This does not fit the schema, so it stands here as JSON.",
    notNumber: "This is not a number.",
    notWhole: "This is not a whole number.",
    notObject: "The arguments must be an object: { … }.",
    unfinished: (fields: string) => `Not run: look at ${fields}.`,
    run: "Run",
    running: "Running",
    stop: "Stop this run",
    onlyDev:
      "This tool runs on the server. It can be run by hand only if the server was started with -dev.",
    offline: "There is no connection to the server.",
    startOver: "Start over",
  },

  /** What is wrong with JSON. `line` and `column` from 1. */
  json: {
    at: (what: string, line: string, column: string) =>
      `Not JSON yet: ${what} in line ${line}, column ${column}.`,
    empty: "Not JSON yet: nothing is written here.",
    value: "a value is missing or misspelled",
    name: "a name in double quotes is missing, or there is a comma too many",
    colon: "a colon is missing after a name",
    comma: "a comma or a closing bracket is missing",
    quote: "a text is not closed with a double quote",
    escape: "a backslash stands before something that it cannot escape",
    number: "a number is written in a way that JSON does not know",
    more: "there is something behind the end",
  },

  /** Runs so far. */
  runs: {
    title: "Runs",
    none: "Runs appear here, and only here: the model never learns of them.",
    reads: "What the model would read",
    times: "Times",
    delivered: "Reached the page after",
    waited: "Waited for you",
    ran: "Ran in this page",
    whole: "In all, by the server's clock",
    size: "Size for the model",
    use: "Use these arguments",
    at: (time: string) => `at ${time}`,
    waiting: "The run has not begun.",
    ended: {
      stopped: "You stopped this run.",
      budget: "The limit of a turn was reached.",
      disconnected: "The connection was lost; nobody knows the end of it.",
      shutdown: "The server was stopped.",
      internal: "The server failed; the fault is not yours.",
      other: "The run ended early.",
    },
    refused: {
      busy: "Not run: an answer is still on its way. Wait for it, or stop it first.",
      not_open: "Not run: there is no connection to the server.",
      too_large: "Not run: this is more than the server takes at once.",
      server: (message: string) => `The server did not run it: ${message}`,
    },
  },

  /** The frames. */
  frames: {
    title: "Frames, oldest first",
    filter: "Filter by type, id or code",
    direction: "Direction",
    both: "Both ways",
    sent: "sent",
    received: "received",
    toServer: "To the server",
    fromServer: "From the server",
    heartbeats: "Show heartbeats",
    beats: (n: string, count: number) =>
      forms(count, { one: `${n} heartbeat`, other: `${n} heartbeats` }),
    pause: "Pause",
    resume: "Go on",
    clear: "Clear",
    none: "No frames yet.",
    noMatch: "No frame fits the filter.",
    held: (n: string, count: number) =>
      forms(count, {
        one: `${n} frame since the pause`,
        other: `${n} frames since the pause`,
      }),
    kept: (n: string, size: string) => `${n} kept, ${size}`,
    unreadable: "no frame of this protocol",
    cut: "The frame is longer; its beginning is kept.",
    turn: (n: string) => `turn ${n}`,
  },

  /** Open calls. */
  calls: {
    open: "Open",
    ended: "Ended",
    noneOpen: "No call is open.",
    noneEnded: "None in this conversation yet.",
    age: "Age",
    ownClock: "Own time",
    userClock: "Your time",
    of: (spent: string, limit: string) => `${spent} of ${limit}`,
    unconfirmed: "ended here, the server has not said so",
    orphaned: "orphaned: its turn is over",
    late: "its answer came too late",
    unknown: "the server does not know its answer",
  },

  /** The bug report. */
  report: {
    intro:
      "For an issue or a mail. What stands below is exactly what is copied.",
    content: "With content: words, arguments, results and the whole frames",
    contentNote: "It may hold private things. Read it before you pass it on.",
    noContent:
      "Without content: versions, states, codes, sizes and times only.",
    copy: "Copy bug report",
    copied: "Copied",
    notCopied:
      "The browser did not allow the copy. The text is selected: copy it by hand.",
    preview: "What is copied",
    again: "Renew",
  },
};

/** What every language says of the inspector. */
export type InspectorStrings = typeof en;
