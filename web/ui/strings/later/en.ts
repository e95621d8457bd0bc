/**
 * What the element says in English once something was asked or opened: of
 * answers, calls, settings and drawings. It comes with the parts that say it.
 * The rules are those of ../en.ts.
 */

import { plural } from "../plural.ts";

const forms = /* @__PURE__ */ plural("en");

export const later = {
  /** Names of controls and regions. End-to-end tests find them by these. */
  names: {
    latest: "To the latest",
    keep: "Keep this one",
    startOver: "Start over",
    allowOnce: "Allow once",
    allowSession: "Allow in this session",
    decline: "Decline",
    continue: "Continue",
    thoughts: "Thoughts",
    json: "As JSON",
    arguments: "Arguments",
    result: "Result",
  },

  /** Sentences that depend on nothing. */
  words: {
    insecure:
      "Location and clipboard need https or localhost. Open this page on such an address.",
    confirmNew: "Begin a new conversation?",
    confirmNewMeans:
      "This one is not kept: neither here nor by the assistant. What it stored in this browser stays.",
    working: "Working",
    forgotten: "The assistant no longer remembers what is above.",
    asks: "The assistant asks you",
    highRisk: "high risk",
    criticalRisk: "critical",
    reads: "What it reads goes to the server and to the model.",
    writes:
      "It changes something in this browser. The model learns whether it worked.",
    gesture: "The browser wants a click from you before it does this.",
    here: "In this browser",
    there: "On the server",
    nothing: "Nothing",
    emptyText: "Empty text",
    yes: "Yes",
    no: "No",
    cutJson: (left: string) => `${left} more characters are not shown.`,
    cutRows: (left: string) => `${left} more are not shown.`,
  },

  /** An answer, and what can be done with it. */
  answer: {
    code: "Code",
    /** The name of a block of code; `language` is empty if unknown. */
    codeIn: (language: string) => (language ? `Code, ${language}` : "Code"),
    copyCode: "Copy code",
    copy: "Copy",
    copyMarkdown: "Copy as Markdown",
    edit: "Edit",
    copied: "Copied",
    notCopied: "The browser did not allow the copy. Select the text instead.",
    /** `columns`: the names of the columns. */
    table: (columns: string) => `Table: ${columns}`,
    ticked: "Done:",
    open: "Open:",
  },

  /** The composer, beside what `names` has. */
  composer: {
    editing: "Editing your last message. Its answer goes when you send.",
    cancel: "Cancel",
  },

  /** The menu of the conversation, and what it makes. */
  menu: {
    copy: "Copy conversation as Markdown",
    export: "Export as JSON",
    you: "You",
  },

  /** Why a tool cannot run here. */
  withheld: {
    insecure_context: "needs https or localhost",
    unsupported: "this browser cannot do it",
    policy: "this page is not allowed to use it",
    no_body: "needs a page that registers it",
    no_approval: "needs a page that can ask you first",
    operator: "this server does not allow it",
    no_entry: "the server does not know it",
    declared: (expected: string, got: string) =>
      `the server does not take what this page declares: expected ${expected}, got ${got}`,
    /** The hashes of the schema on both sides; empty if unknown. */
    schema: (server: string, page: string) =>
      `page and server disagree (server ${server || "unknown"}, page ${page || "unknown"}): reload the page`,
  },

  /** What the person has to know of the beginning of what is shown. */
  starts: {
    duplicated:
      "This tab has a conversation of its own. The earlier one goes on in the other tab.",
    forgotten:
      "The assistant no longer remembers what was said before this page was loaded.",
    truncated:
      "The conversation began earlier; its older part is no longer shown.",
  },

  mayWorkIn: (wait: string) => `It may work again in ${wait}.`,

  /** Why the server did not take a frame. */
  errors: {
    busy: "Not sent: the assistant is still answering. Wait for it, or stop it first.",
    duplicate: "Not sent again: the server has this message already.",
    too_large:
      "Not sent: this is more than the server takes at once. Send less.",
    rate_limited: "Not sent: too many messages in a short time.",
    malformed:
      "The server did not understand this page. Reload it if this happens again.",
    internal: "The server failed; the fault is not yours. Try again.",
  },

  /** Why the page did not send, where there is a connection. */
  refusals: {
    too_large: "Not sent: this is too long. Send less.",
    too_largeFor: (limit: string) =>
      `Not sent: this is longer than ${limit}. Send less.`,
  },

  /** The file of the contract, while one works on it. */
  contractFile: {
    changed: "The contract changed: a new conversation uses it.",
    faulty: "The contract has faults. The last good one is still used.",
    faults: "Faults of the contract",
    whole: "The whole file",
  },

  /** The settings. A key is the name of a value that is stored in this browser. */
  settings: {
    theme: "Theme",
    themes: { system: "System", light: "Light", dark: "Dark" },
    language: "Language",
    browserLanguage: (name: string) => `As the browser: ${name}`,
    voice: "Voice",
    browserVoice: "The browser's choice",
    noVoices: "This browser has no voices.",
    test: "Test",
    sample: "This is how I sound.",
    notSpoken: "The browser did not speak.",
    inspectorMeans:
      "Shows tools, frames and open calls, and runs a tool without the model.",
    allowed: "Allowed in this session",
    allowedNone: "Nothing. What needs your consent asks for it each time.",
    allowedMeans: "These do not ask again until the conversation ends.",
    revoke: "Revoke",
    revokeOne: (tool: string) => `Revoke: ${tool}`,
    revokeAll: "Revoke all",
    stored: "Stored in this browser",
    storedNone:
      "Nothing. What the assistant remembers for you will stand here.",
    storedSum: (n: string, count: number, size: string, most: string) =>
      forms(count, {
        one: `${n} entry, ${size} of ${most}`,
        other: `${n} entries, ${size} of ${most}`,
      }),
    closed:
      "This browser does not let the page store anything. A private window or a setting for this site can be the reason.",
    value: "Value",
    deleteOne: (key: string) => `Delete ${key}`,
    deleted: (key: string) => `${key} is deleted.`,
    undo: "Undo",
    undoOne: (key: string) => `Undo: keep ${key}`,
    deleteAll: "Delete all",
    deletedAll: "Everything is deleted.",
    askDeleteAll: (n: string, count: number) =>
      forms(count, {
        one: `Delete ${n} entry? This cannot be undone.`,
        other: `Delete all ${n} entries? This cannot be undone.`,
      }),
    keepAll: "Keep everything",
    exportAll: "Export",
    importFile: "Import",
    cancel: "Cancel",
    /** What an import would do: one of these two sentences, or both. */
    importAdds: (n: string, count: number) =>
      forms(count, {
        one: `${n} entry is added.`,
        other: `${n} entries are added.`,
      }),
    importReplaces: (n: string, count: number, keys: string) =>
      forms(count, {
        one: `${n} entry is replaced: ${keys}.`,
        other: `${n} entries are replaced: ${keys}.`,
      }),
    imported: (n: string, count: number) =>
      forms(count, {
        one: `${n} entry is imported.`,
        other: `${n} entries are imported.`,
      }),
    importNothing: "This file holds no entries. Nothing was imported.",
    unreadable:
      "This file cannot be read: it was moved, or this browser may not. Nothing was imported.",
    notJson: "This file is not JSON. Nothing was imported.",
    notOurs:
      "This file was not exported here, or by a newer version. Nothing was imported.",
    /** `key` is empty if it is unknown; `why` is one of the faults below. */
    badEntry: (at: string, key: string, why: string) =>
      `Entry ${at}${key && ` (${key})`}: ${why} Nothing was imported.`,
    entryFaults: {
      key: "the key is missing or longer than 200 characters.",
      twice: "the key stands in the file twice.",
      value: "the value is missing.",
      deep: "the value is nested too deeply.",
      size: "the value is too large.",
      time: "the time cannot be read.",
    },
    noRoom: (entries: string, size: string) =>
      `There is not enough room: ${entries} entries and ${size} are the most. Nothing has changed.`,
    failed:
      "This did not work: the browser's storage does not answer. Try again.",
    keptHere:
      "What is stored stays in this browser until a tool reads it for an answer. The conversation is not kept.",
    staysThere:
      "What you write and what tools return goes to this server and no further.",
  },

  /** Told to a screen reader. */
  spoken: {
    call: (title: string, state: string) => `${title}: ${state}.`,
  },

  /** Labels of the facts on an open card. */
  facts: {
    where: "Where",
    waited: "Waited for you",
    size: "Size of the result",
    message: "Message",
    code: "Code",
  },

  /** What a code of a call means to the person. */
  codes: {
    unknown_tool: "The assistant asked for a tool that does not exist here.",
    invalid_args:
      "The assistant called this tool with wrong arguments; nothing ran.",
    denied: "You declined this. Nothing was done.",
    permission_denied:
      "The browser did not allow this. Open the site settings next to the address, allow it, and ask again.",
    needs_gesture:
      "The browser wants a click before it allows this. Click into the page and ask again.",
    unsupported: "This browser cannot do this.",
    not_delivered:
      "The page did not respond, so nothing was done. Reload the page if this happens again.",
    timeout: "This took too long and was given up.",
    cancelled: "You stopped this.",
    disconnected: "The connection to the server was lost before this ended.",
    interrupted: "This was interrupted: it may have happened.",
    too_large: "The result was too large to pass on.",
    invalid_result: "The tool returned something that it should not return.",
    failed: "This did not work.",
    budget: "The limit for one answer was reached before this was done.",
  },

  /** What went wrong inside a body only its own message tells. */
  failedWith: (message: string) => `This did not work: ${message}`,

  /** The state of a call. */
  states: {
    running: "running",
    waiting: "waiting for you",
    done: "done",
    doneIn: (time: string) => `done in ${time}`,
    failed: "failed",
    declined: "declined",
    /** The browser's refusal is not the user's. */
    notAllowed: "not allowed",
    timedOut: "timed out",
    stopped: "stopped",
    interrupted: "interrupted: it may have happened",
  },

  waitsForPermission:
    "The browser asks for your permission. Answer its question near the address.",

  /** Why a turn ended without a full answer. */
  ends: {
    done: "",
    stopped: "You stopped this answer.",
    budget: "The limit for one answer was reached. Ask again to go on.",
    blocked: "The model's provider blocked this answer. Ask in other words.",
    truncated:
      "The answer ends here because it became too long. Ask for the rest.",
    no_answer: "The model gave no answer. Ask again, perhaps in other words.",
    model_error: "The model did not answer. Ask again.",
    disconnected:
      "The connection was lost before the answer was complete. Ask again when it is back.",
    shutdown:
      "The server was stopped before the answer was complete. Ask again when it is back.",
    internal:
      "The server failed while it answered; the fault is not yours. Ask again.",
  },

  /** What went wrong at the model's provider. */
  failures: {
    auth: "The model's provider does not accept the server's key. Whoever runs this server has to check it.",
    quota: "The model's quota is used up for now. Ask again later.",
    not_found:
      "The model's provider does not know this model. Whoever runs this server has to check its name.",
    bad_request:
      "The model's provider did not accept the request. A new conversation may help.",
    overloaded: "The model has too much to do at the moment. Ask again later.",
    blocked: "The model's provider blocked this request. Ask in other words.",
    unreachable: "The server cannot reach the model. Ask again in a moment.",
    timeout: "The model did not answer in time. Ask again.",
  },

  /** What goes on inside a turn. */
  notices: {
    queued: "Waiting for a free place at the model.",
    compacted:
      "The conversation became long; its older part was summed up for the model.",
    budget_warning: "The limit for one answer is near.",
    /** Why a request is made again. */
    causes: {
      overloaded: "The model is overloaded.",
      quota: "The quota of this server's key is used up for the moment.",
      unreachable: "The model could not be reached, or its answer broke off.",
      timeout: "The model was too slow.",
      no_answer: "The model said nothing.",
      bad_request: "The model made a mistake in a call.",
      other: "The model did not answer.",
    },
    /** Each part is empty if unknown. */
    retrying: (wait: string, attempt: string, of: string) =>
      `Trying again${wait && ` in ${wait}`}${attempt && `, request ${attempt} of ${of}`}.`,
  },

  /** The drawing of a turn. What happened is told as past, its label as present. */
  sequence: {
    name: "What happened",
    drawing: "Drawing",
    list: "In words",
    /** Beside the name of the drawing, for people who use the keyboard. */
    keys: "Arrow keys go from moment to moment.",
    /** Under the drawing, until a moment is chosen. */
    choose: "Choose an arrow to read about it.",
    copy: "Copy as text",
    save: "Save as SVG",
    now: "now",
    lanes: { model: "Model", server: "Server", browser: "This browser" },
    demoModel: "demo",
    you: "and you",
    figures: {
      all: "In all",
      soFar: "So far",
      model: "Model",
      user: "Waited for you",
      bodies: "Tools here",
      requests: "Requests",
      calls: "Calls",
      tokens: "Tokens",
    },
    /** What goes on for a while. */
    spans: {
      thinks: (time: string) => `thinks ${time}`,
      writes: (time: string) => `writes ${time}`,
      runs: (time: string) => `runs ${time}`,
      waits: (time: string) => `waits for you ${time}`,
    },
    /** Two to four words each, on an arrow. */
    labels: {
      sent: "Your words",
      ask: "Asks the model",
      askAgain: (n: string, count: number) =>
        forms(count, {
          one: "Asks again, with the result",
          other: `Asks again, with ${n} results`,
        }),
      wants: (tool: string) => `Wants: ${tool}`,
      wantsMany: (n: string, count: number) =>
        forms(count, { one: `Wants ${n} tool`, other: `Wants ${n} tools` }),
      says: "Answers in words",
      silence: "No answer",
      call: (tool: string) => `Call: ${tool}`,
      got: "Received",
      asks: "Asks you",
      asksClick: "Asks for a click",
      allowed: "You allowed it",
      declined: "You declined",
      notAllowed: "Not allowed",
      clicked: "You clicked",
      result: "Result",
      refused: "Declined",
      failed: "Did not work",
      timedOut: "Timed out",
      stopped: "Stopped",
      cutOff: "Cut off",
      noSign: "No sign from the page",
      there: (tool: string) => `Runs on the server: ${tool}`,
      unsent: (tool: string) => `Not sent on: ${tool}`,
      retrying: "Asks once more",
      queued: "Waits for a place",
      compacted: "Sums up the past",
      budget_warning: "Near the limit",
      stop: "You press Stop",
      answer: "The answer",
      ended: "The end",
      gaveUp: "Gives up",
      lost: "Connection lost",
      notTaken: "Not taken",
    },
    /** Quiet, beside a label. */
    facts: {
      after: (time: string) => `after ${time}`,
      took: (time: string) => `in ${time}`,
      tokens: (n: string, count: number) =>
        forms(count, { one: `${n} token`, other: `${n} tokens` }),
    },
    /** One sentence for each moment. Sizes and times may be empty: unknown. */
    sentences: {
      sent: (size: string) => `Your words went to the server: ${size}.`,
      ask: (size: string) =>
        `The server asked the model: your words, what was said before, and the list of tools${size && `, ${size}`}.`,
      askAgain: (n: string, count: number, size: string) =>
        forms(count, {
          one: `The server passed the result on and asked the model again${size && `: ${size}`}.`,
          other: `The server passed ${n} results on and asked the model again${size && `: ${size}`}.`,
        }),
      wants: (tools: string, count: number, time: string) =>
        forms(count, {
          one: `After ${time} the model asked for a tool: ${tools}.`,
          other: `After ${time} the model asked for tools: ${tools}.`,
        }),
      saidBefore: "It said something first.",
      says: (time: string) => `After ${time} the model had its answer.`,
      first: (time: string) => `The first word came after ${time}.`,
      /** `thought` is empty if the model tells of no thoughts. */
      tokens: (read: string, thought: string, wrote: string) =>
        `It read ${read} tokens${thought && `, thought ${thought}`} and wrote ${wrote}.`,
      silence: (time: string) =>
        `No answer came from the model; the server waited ${time}.`,
      call: (tool: string, size: string) =>
        `The server sent the call to this browser: ${tool}, with ${size} of arguments.`,
      got: "This browser told the server that it has the call.",
      asks: (question: string) => `This browser asked you: ${question}.`,
      asksPermission: "The browser asked for your permission.",
      asksClick: "The browser wanted a click from you.",
      allowed: (time: string) => `You allowed it after ${time}.`,
      declined: (time: string) => `You declined it after ${time}.`,
      notAllowed: (time: string) =>
        `After ${time} the answer was no: it is not allowed here.`,
      clicked: (time: string) => `You clicked after ${time}.`,
      result: (tool: string, time: string, size: string) =>
        `${tool} ran in this browser in ${time}, and the result went to the server: ${size}.`,
      there: (tool: string, time: string) =>
        `${tool} ran on the server in ${time}.`,
      unsent: (tool: string, why: string) =>
        `The server did not send the call on: ${tool}. ${why}`,
      stop: "You pressed Stop.",
      answer: (size: string, time: string) =>
        `The answer was here: ${size}, ${time} after you asked.`,
      ended: "The turn was over.",
    },
  },

  /** A question of the tool ask_user. */
  question: {
    cancel: "No answer",
    send: "Send answer",
  },

  /** The question on a card. */
  asks: {
    expires: (wait: string) => `expires in ${wait}`,
    covered: "Something lies over this question. Uncover it to answer.",
    /** Where what a reading tool reads goes. */
    readsTo: (provider: string) =>
      `What it reads goes to this server, and from there to ${provider}.`,
    readsHere: "What it reads goes to this server and no further.",
    /** The question for a tool that the page brought along. */
    ownTool: (title: string) => `Run “${title}”, a tool of this page`,
    ownRuns: "It may change something here. The model learns what it returns.",
    runsThere:
      "This runs on the server, not in this browser. The model learns what came of it.",
  },

  /** What happened to a call, and what helps. */
  calls: {
    /** The state of a card, and why. */
    because: (state: string, reason: string) => `${state}: ${reason}`,
    /** Why, in two or three words. */
    reasons: {
      unknown_tool: "no such tool",
      invalid_args: "wrong arguments",
      needs_gesture: "needs a click",
      unsupported: "not possible here",
      not_delivered: "the page did not answer",
      noAnswer: "you did not answer",
      tooSlow: "it took too long",
      disconnected: "the connection was lost",
      budget: "the limit was reached",
      too_large: "too much to pass on",
      invalid_result: "wrong result",
      blocked: "blocked for this site",
      dismissed: "no answer to the browser",
      system: "switched off in the system",
      unavailable: "not available now",
      insecure: "needs https or localhost",
      policy: "not allowed on this page",
    },
    /** The browser's name of a permission, as its settings have it. */
    settings: { location: "Location", clipboard: "Clipboard", other: "this" },
    /** What the browser did, by what was asked of it. */
    location: {
      blocked:
        "The browser did not give the location: it is blocked for this site.",
      dismissed:
        "You closed the browser's question about the location. It asks again when you try again.",
      system: "Location is switched off for this browser in the system.",
      unavailable:
        "The device could not find its position. That can pass: try again, perhaps with Wi-Fi on or closer to a window.",
      policy: "This page is not allowed to use the location.",
    },
    clipboard: {
      blocked:
        "The browser did not open the clipboard: it is blocked for this site.",
      dismissed:
        "You closed the browser's question about the clipboard. It asks again when you try again.",
      system: "The system keeps the clipboard from this browser.",
      unavailable: "The clipboard could not be reached. Try again.",
      policy: "This page is not allowed to use the clipboard.",
    },
    other: {
      blocked: "The browser did not allow this: it is blocked for this site.",
      dismissed:
        "You closed the browser's question. It asks again when you try again.",
      system: "The system keeps this from the browser.",
      unavailable: "This is not available at the moment. Try again.",
      policy: "This page is not allowed to do this.",
    },
    /** How a denial is undone, by browser. `setting` is one of `settings`. */
    undo: {
      chromeDesktop: (setting: string) =>
        `Open the site settings next to the address and allow ${setting}.`,
      edgeDesktop: (setting: string) =>
        `Click the lock next to the address, then Permissions for this site, and allow ${setting}.`,
      operaDesktop: (setting: string) =>
        `Click the lock next to the address, then Site settings, and allow ${setting}.`,
      chromeAndroid: (setting: string) =>
        `Tap the icon left of the address, then Permissions, and allow ${setting}.`,
      firefoxDesktop: (setting: string) =>
        `Click the crossed-out icon next to the address and take away the block on ${setting}.`,
      firefoxAndroid: (setting: string) =>
        `Tap the icon left of the address, and tap Blocked beside ${setting}.`,
      safariMac: (setting: string) =>
        `In the menu Safari choose Settings for this website, and set ${setting} to Allow.`,
      safariIOS: (setting: string) =>
        `Tap the icon beside the address, then Website Settings, and set ${setting} to Allow.`,
      otherIOS: (setting: string) =>
        `Open the Settings app of this device, choose this browser, and allow ${setting}.`,
      other: (setting: string) =>
        `Open the settings of this site in your browser and allow ${setting}.`,
    },
    /** How location is switched on, by system. */
    switchOn: {
      mac: "Open System Settings, Privacy & Security, Location Services, and switch it on for this browser.",
      windows:
        "Open the Windows settings, Privacy & security, Location, and switch it on.",
      ios: "Open the Settings app, Privacy & Security, Location Services, and switch it on for this browser.",
      android: "Swipe down from the top of the screen and switch Location on.",
      other: "Switch location on in the settings of this device.",
    },
    allowedNow: (setting: string) => `${setting} is allowed now.`,
    askableNow: (setting: string) =>
      `${setting} is no longer blocked. The browser asks when you try again.`,
    noAnswer: "You did not answer in time, so it was given up.",
    mayHaveHappened:
      "It may have happened all the same; to try again may do it twice.",
    checkFirst: "Check whether it happened before you ask for it again.",
    check: "Check what happened",
    /** Sent to the assistant; `title` is the tool's. */
    checkMessage: (title: string) =>
      `Check whether "${title}" happened. Do not do it again.`,
    /** Beside Try again where the turn has changed something already. */
    againRepeats:
      "Your message is sent again; what was already changed may be changed again.",
    saved: (key: string) => `Saved in this browser as ${key}`,
    showSaved: "Show what is stored",
    picture: (n: string, of: string) => `Picture ${n} of ${of}`,
    pictureOf: (size: string) => `Picture, ${size}`,
  },

  /** The list of everything that the assistant can do. */
  toolbox: {
    intro:
      "What the assistant can use, and where it happens. It can do nothing else here.",
    offline: "The list comes when the server is reached.",
    ready: "ready",
    asks: "asks you first",
    browserAsks: "the browser asks first",
    allowed: "allowed in this session",
    off: "off",
    examples: (title: string) => `Things to try with ${title}`,
    /** `allow`: the attribute that is missing, such as `allow="geolocation"`. */
    framed: (allow: string) =>
      `This page stands in a frame that was not given the permission. The page around it gives it with ${allow} on the iframe.`,
    /** What to do about a tool that is off. */
    fixes: {
      insecure_context: "Open this page on https or localhost.",
      unsupported: "Another browser may be able to.",
      policy: "The page, or the site around it, switched it off for this page.",
      no_body: "A page that brings it along can do it.",
      no_approval: "A page that can ask you first can do it.",
      operator: "Whoever runs this server can allow it.",
    },
  },

  /** Words of the contract, see ../en.ts. */
  contract: {} as { readonly [words: string]: string },
};

/** What a language says once something was asked or opened. */
export type Later = typeof later;
