/** The words of the inspector in German. The rules are those of ../de.ts. */

import { plural } from "../plural.ts";
import type { InspectorStrings } from "./en.ts";

const forms = plural("de");

export const de: InspectorStrings = {
  tabs: {
    list: "Teile des Inspektors",
    tools: "Werkzeuge",
    run: "Ausführen",
    frames: "Frames",
    calls: "Aufrufe",
    report: "Bericht",
  },

  tools: {
    ready: "bereit",
    asks: "fragt vorher",
    off: "aus",
    none: "Der Vertrag hat keine Werkzeuge.",
    offline: "Die Liste kommt, wenn der Server erreicht ist.",
    run: "Dieses ausführen",
    where: "Läuft",
    approval: "Zustimmung",
    approvals: {
      never: "fragt nie",
      session: "fragt; lässt sich für die Sitzung erlauben",
      always: "fragt jedes Mal",
    },
    risk: "Risiko",
    risks: {
      low: "niedrig",
      medium: "mittel",
      high: "hoch",
      critical: "kritisch",
    },
    kind: "Art",
    reads: "liest nur",
    writes: "schreibt",
    mostBytes: "Größtes Ergebnis",
    serverHash: "Hash auf dem Server",
    pageHash: "Hash in dieser Seite",
    same: "derselbe",
    other: "ein anderer",
    unchecked: "ungeprüft: Die Seite hat keinen Hash davon",
    noBody: "kein Rumpf in dieser Seite",
    why: "Warum es aus ist",
    goesIn: "Was hineingeht",
    comesOut: "Was herauskommt",
    anything: "irgendein JSON-Wert",
    unknown: "sagt dieser Server nicht",
  },

  schema: {
    required: "nötig",
    optional: "freiwillig",
    types: {
      object: "Objekt",
      array: "Liste",
      string: "Text",
      number: "Zahl",
      integer: "ganze Zahl",
      boolean: "ja oder nein",
      enum: "eines von",
      const: "immer",
      choice: "eines von diesen",
      json: "JSON",
    },
    items: "jedes Element",
    option: (n) => `Möglichkeit ${n}`,
    again: "wie oben",
    fallback: (value) => `sonst ${value}`,
    limits: {
      minLength: (n, count) =>
        forms(count, {
          one: `mindestens ${n} Zeichen`,
          other: `mindestens ${n} Zeichen`,
        }),
      maxLength: (n, count) =>
        forms(count, {
          one: `höchstens ${n} Zeichen`,
          other: `höchstens ${n} Zeichen`,
        }),
      pattern: (pattern) => `Muster ${pattern}`,
      format: (format) => `Form ${format}`,
      minimum: (n) => `mindestens ${n}`,
      maximum: (n) => `höchstens ${n}`,
      exclusiveMinimum: (n) => `mehr als ${n}`,
      exclusiveMaximum: (n) => `weniger als ${n}`,
      multipleOf: (n) => `ein Vielfaches von ${n}`,
      minItems: (n, count) =>
        forms(count, {
          one: `mindestens ${n} Element`,
          other: `mindestens ${n} Elemente`,
        }),
      maxItems: (n, count) =>
        forms(count, {
          one: `höchstens ${n} Element`,
          other: `höchstens ${n} Elemente`,
        }),
      uniqueItems: () => "kein Element doppelt",
    },
  },

  form: {
    tool: "Werkzeug",
    cannotRun: "Hier aus: Das Modell liest eine Absage",
    mode: "Wie die Argumente geschrieben werden",
    form: "Formular",
    json: "JSON",
    arguments: "Argumente",
    noArguments: "Dieses Werkzeug nimmt keine Argumente.",
    choose: "Auswählen",
    leftOut: "Weggelassen",
    set: "Setzen",
    leaveOut: "Weglassen",
    add: "Element hinzufügen",
    item: (n) => `Element ${n}`,
    remove: (item) => `${item} entfernen`,
    which: "Welches",
    yes: "wahr",
    no: "falsch",
    further: "Weitere Eigenschaften lassen sich als JSON schreiben.",
    misfit: "Das passt nicht zum Schema, darum steht es hier als JSON.",
    notNumber: "Das ist keine Zahl.",
    notWhole: "Das ist keine ganze Zahl.",
    notObject: "Die Argumente müssen ein Objekt sein: { … }.",
    unfinished: (fields) => `Nicht ausgeführt: Sieh dir ${fields} an.`,
    run: "Ausführen",
    running: "Läuft",
    stop: "Diesen Lauf stoppen",
    onlyDev:
      "Dieses Werkzeug läuft auf dem Server. Von Hand lässt es sich nur ausführen, wenn der Server mit -dev gestartet wurde.",
    offline: "Es gibt keine Verbindung zum Server.",
    startOver: "Neu beginnen",
  },

  json: {
    at: (what, line, column) =>
      `Noch kein JSON: ${what} in Zeile ${line}, Spalte ${column}.`,
    empty: "Noch kein JSON: Hier steht nichts.",
    value: "ein Wert fehlt oder ist falsch geschrieben",
    name: "ein Name in doppelten Anführungszeichen fehlt, oder ein Komma ist zu viel",
    colon: "nach einem Namen fehlt ein Doppelpunkt",
    comma: "ein Komma oder eine schließende Klammer fehlt",
    quote: "ein Text endet nicht mit einem doppelten Anführungszeichen",
    escape: "ein Rückstrich steht vor etwas, das er nicht umschreiben kann",
    number: "eine Zahl ist so geschrieben, wie JSON es nicht kennt",
    more: "hinter dem Ende steht noch etwas",
  },

  runs: {
    title: "Läufe",
    none: "Läufe erscheinen hier, und nur hier: Das Modell erfährt nie davon.",
    reads: "Was das Modell lesen würde",
    times: "Zeiten",
    delivered: "Erreichte die Seite nach",
    waited: "Wartete auf dich",
    ran: "Lief in dieser Seite",
    whole: "Insgesamt, nach der Uhr des Servers",
    size: "Größe für das Modell",
    use: "Diese Argumente benutzen",
    at: (time) => `um ${time}`,
    waiting: "Der Lauf hat noch nicht begonnen.",
    ended: {
      stopped: "Du hast diesen Lauf gestoppt.",
      budget: "Die Grenze einer Runde war erreicht.",
      disconnected: "Die Verbindung ging verloren; niemand kennt das Ende.",
      shutdown: "Der Server wurde angehalten.",
      internal: "Der Server hat versagt; du hast nichts falsch gemacht.",
      other: "Der Lauf endete vorzeitig.",
    },
    refused: {
      busy: "Nicht ausgeführt: Eine Antwort ist noch unterwegs. Warte auf sie, oder stoppe sie zuerst.",
      not_open: "Nicht ausgeführt: Es gibt keine Verbindung zum Server.",
      too_large:
        "Nicht ausgeführt: Das ist mehr, als der Server auf einmal nimmt.",
      server: (message) => `Der Server hat es nicht ausgeführt: ${message}`,
    },
  },

  frames: {
    title: "Frames, die ältesten zuerst",
    filter: "Nach Art, Id oder Kennung filtern",
    direction: "Richtung",
    both: "Beide Wege",
    sent: "gesendet",
    received: "empfangen",
    toServer: "Zum Server",
    fromServer: "Vom Server",
    heartbeats: "Herzschläge zeigen",
    beats: (n, count) =>
      forms(count, { one: `${n} Herzschlag`, other: `${n} Herzschläge` }),
    pause: "Anhalten",
    resume: "Weiter",
    clear: "Leeren",
    none: "Noch keine Frames.",
    noMatch: "Kein Frame passt zum Filter.",
    held: (n, count) =>
      forms(count, {
        one: `${n} Frame seit dem Anhalten`,
        other: `${n} Frames seit dem Anhalten`,
      }),
    kept: (n, size) => `${n} behalten, ${size}`,
    unreadable: "kein Frame dieses Protokolls",
    cut: "Der Frame ist länger; sein Anfang ist behalten.",
    turn: (n) => `Runde ${n}`,
  },

  calls: {
    open: "Offen",
    ended: "Beendet",
    noneOpen: "Kein Aufruf ist offen.",
    noneEnded: "Noch keiner in diesem Gespräch.",
    age: "Alter",
    ownClock: "Eigene Zeit",
    userClock: "Deine Zeit",
    of: (spent, limit) => `${spent} von ${limit}`,
    unconfirmed: "hier beendet, der Server hat es nicht bestätigt",
    orphaned: "verwaist: Seine Runde ist vorbei",
    late: "seine Antwort kam zu spät",
    unknown: "der Server kennt seine Antwort nicht",
  },

  report: {
    intro:
      "Für ein Issue oder eine E-Mail. Was unten steht, ist genau das, was kopiert wird.",
    content: "Mit Inhalt: Worte, Argumente, Ergebnisse und die ganzen Frames",
    contentNote:
      "Es kann Privates enthalten. Lies es, bevor du es weitergibst.",
    noContent:
      "Ohne Inhalt: nur Versionen, Zustände, Kennungen, Größen und Zeiten.",
    copy: "Fehlerbericht kopieren",
    copied: "Kopiert",
    notCopied:
      "Der Browser hat das Kopieren nicht erlaubt. Der Text ist markiert: Kopiere ihn von Hand.",
    preview: "Was kopiert wird",
    again: "Erneuern",
  },
};
