/** German: du, short, plain. The rules are those of ../en.ts. */

import type { Later } from "./en.ts";
import { plural } from "../plural.ts";

const forms = plural("de");

export const later: Later = {
  names: {
    latest: "Zum Neuesten",
    keep: "Dieses behalten",
    startOver: "Neu beginnen",
    allowOnce: "Einmal erlauben",
    allowSession: "In dieser Sitzung erlauben",
    decline: "Ablehnen",
    continue: "Weiter",
    thoughts: "Gedanken",
    json: "Als JSON",
    arguments: "Argumente",
    result: "Ergebnis",
  },

  words: {
    insecure:
      "Standort und Zwischenablage brauchen https oder localhost. Öffne diese Seite unter einer solchen Adresse.",
    confirmNew: "Ein neues Gespräch beginnen?",
    confirmNewMeans:
      "Dieses wird nicht aufgehoben, weder hier noch beim Assistenten. Was er in diesem Browser gespeichert hat, bleibt.",
    working: "Arbeitet",
    forgotten: "Der Assistent erinnert sich nicht mehr an das, was oben steht.",
    asks: "Der Assistent fragt dich",
    highRisk: "hohes Risiko",
    criticalRisk: "kritisch",
    reads: "Was dabei gelesen wird, geht an den Server und an das Modell.",
    writes:
      "Das ändert etwas in diesem Browser. Das Modell erfährt, ob es geklappt hat.",
    gesture: "Der Browser möchte vorher einen Klick von dir.",
    here: "In diesem Browser",
    there: "Auf dem Server",
    nothing: "Nichts",
    emptyText: "Leerer Text",
    yes: "Ja",
    no: "Nein",
    cutJson: (left) => `${left} weitere Zeichen werden nicht gezeigt.`,
    cutRows: (left) => `${left} weitere werden nicht gezeigt.`,
  },

  answer: {
    code: "Code",
    codeIn: (language) => (language ? `Quelltext, ${language}` : "Quelltext"),
    copyCode: "Quelltext kopieren",
    copy: "Kopieren",
    copyMarkdown: "Als Markdown kopieren",
    edit: "Bearbeiten",
    copied: "Kopiert",
    notCopied:
      "Der Browser hat das Kopieren nicht erlaubt. Markiere den Text stattdessen.",
    table: (columns) => `Tabelle: ${columns}`,
    ticked: "Erledigt:",
    open: "Offen:",
  },

  settings: {
    theme: "Farben",
    themes: { system: "System", light: "Hell", dark: "Dunkel" },
    language: "Sprache",
    browserLanguage: (name) => `Wie der Browser: ${name}`,
    voice: "Stimme",
    browserVoice: "Wie der Browser wählt",
    noVoices: "Dieser Browser hat keine Stimmen.",
    test: "Anhören",
    sample: "So klinge ich.",
    notSpoken: "Der Browser hat nicht gesprochen.",
    inspectorMeans:
      "Zeigt Werkzeuge, Nachrichten und offene Aufrufe und führt ein Werkzeug ohne das Modell aus.",
    allowed: "In dieser Sitzung erlaubt",
    allowedNone: "Nichts. Was deine Zustimmung braucht, fragt jedes Mal.",
    allowedMeans: "Diese fragen bis zum Ende des Gesprächs nicht noch einmal.",
    revoke: "Zurücknehmen",
    revokeOne: (tool) => `Zurücknehmen: ${tool}`,
    revokeAll: "Alle zurücknehmen",
    stored: "In diesem Browser gespeichert",
    storedNone:
      "Nichts. Was sich der Assistent für dich merkt, steht dann hier.",
    storedSum: (n, count, size, most) =>
      forms(count, {
        one: `${n} Eintrag, ${size} von ${most}`,
        other: `${n} Einträge, ${size} von ${most}`,
      }),
    closed:
      "Dieser Browser lässt die Seite nichts speichern. Ein privates Fenster oder eine Einstellung für diese Website kann der Grund sein.",
    value: "Wert",
    deleteOne: (key) => `${key} löschen`,
    deleted: (key) => `${key} ist gelöscht.`,
    undo: "Rückgängig",
    undoOne: (key) => `Rückgängig: ${key} behalten`,
    deleteAll: "Alle löschen",
    deletedAll: "Alles ist gelöscht.",
    askDeleteAll: (n, count) =>
      forms(count, {
        one: `${n} Eintrag löschen? Das lässt sich nicht rückgängig machen.`,
        other: `Alle ${n} Einträge löschen? Das lässt sich nicht rückgängig machen.`,
      }),
    keepAll: "Alles behalten",
    exportAll: "Exportieren",
    importFile: "Importieren",
    cancel: "Abbrechen",
    importAdds: (n, count) =>
      forms(count, {
        one: `${n} Eintrag kommt hinzu.`,
        other: `${n} Einträge kommen hinzu.`,
      }),
    importReplaces: (n, count, keys) =>
      forms(count, {
        one: `${n} Eintrag wird ersetzt: ${keys}.`,
        other: `${n} Einträge werden ersetzt: ${keys}.`,
      }),
    imported: (n, count) =>
      forms(count, {
        one: `${n} Eintrag ist importiert.`,
        other: `${n} Einträge sind importiert.`,
      }),
    importNothing:
      "Diese Datei enthält keine Einträge. Nichts wurde importiert.",
    unreadable:
      "Diese Datei lässt sich nicht lesen: sie wurde verschoben, oder dieser Browser darf es nicht. Nichts wurde importiert.",
    notJson: "Diese Datei ist kein JSON. Nichts wurde importiert.",
    notOurs:
      "Diese Datei wurde nicht hier exportiert oder stammt von einer neueren Version. Nichts wurde importiert.",
    badEntry: (at, key, why) =>
      `Eintrag ${at}${key && ` (${key})`}: ${why} Nichts wurde importiert.`,
    entryFaults: {
      key: "Der Schlüssel fehlt oder ist länger als 200 Zeichen.",
      twice: "Der Schlüssel steht zweimal in der Datei.",
      value: "Der Wert fehlt.",
      deep: "Der Wert ist zu tief verschachtelt.",
      size: "Der Wert ist zu groß.",
      time: "Die Zeit ist nicht lesbar.",
    },
    noRoom: (entries, size) =>
      `Der Platz reicht nicht: ${entries} Einträge und ${size} sind das Höchste. Nichts hat sich geändert.`,
    failed:
      "Das hat nicht geklappt: Der Speicher des Browsers antwortet nicht. Versuch es noch einmal.",
    keptHere:
      "Was gespeichert ist, bleibt in diesem Browser, bis ein Werkzeug es für eine Antwort liest. Das Gespräch wird nicht aufgehoben.",
    staysThere:
      "Was du schreibst und was Werkzeuge liefern, geht an diesen Server und nicht weiter.",
  },

  composer: {
    editing:
      "Du bearbeitest deine letzte Nachricht. Wenn du sendest, verschwindet die Antwort darauf.",
    cancel: "Abbrechen",
  },

  spoken: {
    call: (title, state) => `${title}: ${state}.`,
  },

  menu: {
    copy: "Gespräch als Markdown kopieren",
    export: "Als JSON exportieren",
    you: "Du",
  },

  facts: {
    where: "Wo",
    waited: "Auf dich gewartet",
    size: "Größe des Ergebnisses",
    message: "Meldung",
    code: "Kennung",
  },

  codes: {
    unknown_tool: "Der Assistent wollte ein Werkzeug, das es hier nicht gibt.",
    invalid_args:
      "Der Assistent hat dieses Werkzeug mit falschen Argumenten aufgerufen; nichts wurde ausgeführt.",
    denied: "Du hast das abgelehnt. Nichts wurde getan.",
    permission_denied:
      "Der Browser hat das nicht erlaubt. Öffne die Website-Einstellungen neben der Adresse, erlaube es und frag noch einmal.",
    needs_gesture:
      "Der Browser möchte einen Klick, bevor er das erlaubt. Klick in die Seite und frag noch einmal.",
    unsupported: "Dieser Browser kann das nicht.",
    not_delivered:
      "Die Seite hat nicht reagiert, also wurde nichts getan. Lade die Seite neu, wenn das wieder passiert.",
    timeout: "Das hat zu lange gedauert und wurde aufgegeben.",
    cancelled: "Du hast das gestoppt.",
    disconnected:
      "Die Verbindung zum Server ging verloren, bevor das zu Ende war.",
    interrupted: "Das wurde unterbrochen: Es kann geschehen sein.",
    too_large: "Das Ergebnis war zu groß, um es weiterzugeben.",
    invalid_result:
      "Das Werkzeug hat etwas geliefert, das es nicht liefern soll.",
    failed: "Das hat nicht geklappt.",
    budget: "Die Grenze für eine Antwort war erreicht, bevor das zu Ende war.",
  },
  failedWith: (message) => `Das hat nicht geklappt: ${message}`,

  states: {
    running: "läuft",
    waiting: "wartet auf dich",
    done: "fertig",
    doneIn: (time) => `fertig in ${time}`,
    failed: "fehlgeschlagen",
    declined: "abgelehnt",
    notAllowed: "nicht erlaubt",
    timedOut: "Zeit abgelaufen",
    stopped: "gestoppt",
    interrupted: "unterbrochen: Es kann geschehen sein",
  },
  waitsForPermission:
    "Der Browser fragt nach deiner Erlaubnis. Antworte auf seine Frage nahe der Adresse.",

  ends: {
    done: "",
    stopped: "Du hast diese Antwort gestoppt.",
    budget:
      "Die Grenze für eine Antwort ist erreicht. Frag noch einmal, um weiterzumachen.",
    blocked:
      "Der Anbieter des Modells hat diese Antwort blockiert. Frag mit anderen Worten.",
    truncated:
      "Die Antwort endet hier, weil sie zu lang wurde. Frag nach dem Rest.",
    no_answer:
      "Das Modell hat keine Antwort gegeben. Frag noch einmal, vielleicht mit anderen Worten.",
    model_error: "Das Modell hat nicht geantwortet. Frag noch einmal.",
    disconnected:
      "Die Verbindung ging verloren, bevor die Antwort vollständig war. Frag noch einmal, wenn sie wieder da ist.",
    shutdown:
      "Der Server wurde angehalten, bevor die Antwort vollständig war. Frag noch einmal, wenn er wieder da ist.",
    internal:
      "Der Server hat beim Antworten versagt; du hast nichts falsch gemacht. Frag noch einmal.",
  },

  failures: {
    auth: "Der Anbieter des Modells nimmt den Schlüssel des Servers nicht an. Wer diesen Server betreibt, muss ihn prüfen.",
    quota:
      "Das Kontingent des Modells ist vorerst aufgebraucht. Frag später noch einmal.",
    not_found:
      "Der Anbieter des Modells kennt dieses Modell nicht. Wer diesen Server betreibt, muss den Namen prüfen.",
    bad_request:
      "Der Anbieter des Modells hat die Anfrage nicht angenommen. Ein neues Gespräch kann helfen.",
    overloaded:
      "Das Modell hat gerade zu viel zu tun. Frag später noch einmal.",
    blocked:
      "Der Anbieter des Modells hat diese Anfrage blockiert. Frag mit anderen Worten.",
    unreachable:
      "Der Server erreicht das Modell nicht. Frag gleich noch einmal.",
    timeout: "Das Modell hat nicht rechtzeitig geantwortet. Frag noch einmal.",
  },

  notices: {
    queued: "Wartet auf einen freien Platz beim Modell.",
    compacted:
      "Das Gespräch wurde lang; sein älterer Teil wurde für das Modell zusammengefasst.",
    budget_warning: "Die Grenze für eine Antwort ist nah.",
    causes: {
      overloaded: "Das Modell ist überlastet.",
      quota:
        "Das Kontingent des Schlüssels dieses Servers ist im Moment aufgebraucht.",
      unreachable:
        "Das Modell war nicht erreichbar, oder seine Antwort brach ab.",
      timeout: "Das Modell war zu langsam.",
      no_answer: "Das Modell hat nichts gesagt.",
      bad_request: "Das Modell hat bei einem Aufruf einen Fehler gemacht.",
      other: "Das Modell hat nicht geantwortet.",
    },
    retrying: (wait, attempt, of) =>
      `Neuer Versuch${wait && ` in ${wait}`}${attempt && `, Anfrage ${attempt} von ${of}`}.`,
  },

  sequence: {
    name: "Was geschah",
    drawing: "Zeichnung",
    list: "In Worten",
    keys: "Die Pfeiltasten gehen von Moment zu Moment.",
    choose: "Wähle einen Pfeil, um über ihn zu lesen.",
    copy: "Als Text kopieren",
    save: "Als SVG speichern",
    now: "jetzt",
    lanes: { model: "Modell", server: "Server", browser: "Dieser Browser" },
    demoModel: "Demo",
    you: "und du",
    figures: {
      all: "Insgesamt",
      soFar: "Bisher",
      model: "Modell",
      user: "Auf dich gewartet",
      bodies: "Werkzeuge hier",
      requests: "Anfragen",
      calls: "Aufrufe",
      tokens: "Token",
    },
    spans: {
      thinks: (time) => `denkt ${time}`,
      writes: (time) => `schreibt ${time}`,
      runs: (time) => `läuft ${time}`,
      waits: (time) => `wartet ${time} auf dich`,
    },
    labels: {
      sent: "Deine Worte",
      ask: "Fragt das Modell",
      askAgain: (n, count) =>
        forms(count, {
          one: "Fragt wieder, mit dem Ergebnis",
          other: `Fragt wieder, mit ${n} Ergebnissen`,
        }),
      wants: (tool) => `Möchte: ${tool}`,
      wantsMany: (n, count) =>
        forms(count, {
          one: `Möchte ${n} Werkzeug`,
          other: `Möchte ${n} Werkzeuge`,
        }),
      says: "Antwortet in Worten",
      silence: "Keine Antwort",
      call: (tool) => `Aufruf: ${tool}`,
      got: "Empfangen",
      asks: "Fragt dich",
      asksClick: "Bittet um einen Klick",
      allowed: "Du hast es erlaubt",
      declined: "Du hast abgelehnt",
      notAllowed: "Nicht erlaubt",
      clicked: "Du hast geklickt",
      result: "Ergebnis",
      refused: "Abgelehnt",
      failed: "Nicht geklappt",
      timedOut: "Zeit abgelaufen",
      stopped: "Gestoppt",
      cutOff: "Abgerissen",
      noSign: "Kein Zeichen der Seite",
      there: (tool) => `Läuft auf dem Server: ${tool}`,
      unsent: (tool) => `Nicht weitergesendet: ${tool}`,
      retrying: "Fragt noch einmal",
      queued: "Wartet auf einen Platz",
      compacted: "Fasst Früheres zusammen",
      budget_warning: "Nahe der Grenze",
      stop: "Du drückst Stopp",
      answer: "Die Antwort",
      ended: "Das Ende",
      gaveUp: "Gibt auf",
      lost: "Verbindung verloren",
      notTaken: "Nicht angenommen",
    },
    facts: {
      after: (time) => `nach ${time}`,
      took: (time) => `in ${time}`,
      tokens: (n, count) =>
        forms(count, { one: `${n} Token`, other: `${n} Token` }),
    },
    sentences: {
      sent: (size) => `Deine Worte gingen an den Server: ${size}.`,
      ask: (size) =>
        `Der Server fragte das Modell: deine Worte, was vorher gesagt wurde, und die Liste der Werkzeuge${size && `, ${size}`}.`,
      askAgain: (n, count, size) =>
        forms(count, {
          one: `Der Server gab das Ergebnis weiter und fragte das Modell noch einmal${size && `: ${size}`}.`,
          other: `Der Server gab ${n} Ergebnisse weiter und fragte das Modell noch einmal${size && `: ${size}`}.`,
        }),
      wants: (tools, count, time) =>
        forms(count, {
          one: `Nach ${time} bat das Modell um ein Werkzeug: ${tools}.`,
          other: `Nach ${time} bat das Modell um Werkzeuge: ${tools}.`,
        }),
      saidBefore: "Vorher sagte es etwas.",
      says: (time) => `Nach ${time} hatte das Modell seine Antwort.`,
      first: (time) => `Das erste Wort kam nach ${time}.`,
      tokens: (read, thought, wrote) =>
        `Es las ${read} Token${thought && `, dachte ${thought}`} und schrieb ${wrote}.`,
      silence: (time) =>
        `Vom Modell kam keine Antwort; der Server wartete ${time}.`,
      call: (tool, size) =>
        `Der Server sandte den Aufruf an diesen Browser: ${tool}, mit ${size} Argumenten.`,
      got: "Dieser Browser meldete dem Server, dass er den Aufruf hat.",
      asks: (question) => `Dieser Browser fragte dich: ${question}.`,
      asksPermission: "Der Browser fragte nach deiner Erlaubnis.",
      asksClick: "Der Browser wollte einen Klick von dir.",
      allowed: (time) => `Du hast es nach ${time} erlaubt.`,
      declined: (time) => `Du hast es nach ${time} abgelehnt.`,
      notAllowed: (time) =>
        `Nach ${time} war die Antwort nein: Es ist hier nicht erlaubt.`,
      clicked: (time) => `Du hast nach ${time} geklickt.`,
      result: (tool, time, size) =>
        `${tool} lief in diesem Browser, ${time} lang, und das Ergebnis ging an den Server: ${size}.`,
      there: (tool, time) => `${tool} lief auf dem Server, ${time} lang.`,
      unsent: (tool, why) =>
        `Der Server sandte den Aufruf nicht weiter: ${tool}. ${why}`,
      stop: "Du hast Stopp gedrückt.",
      answer: (size, time) =>
        `Die Antwort war da: ${size}, ${time} nach deiner Frage.`,
      ended: "Die Runde war zu Ende.",
    },
  },

  withheld: {
    insecure_context: "braucht https oder localhost",
    unsupported: "dieser Browser kann es nicht",
    policy: "diese Seite darf es nicht benutzen",
    no_body: "braucht eine Seite, die es mitbringt",
    no_approval: "braucht eine Seite, die dich vorher fragen kann",
    operator: "dieser Server erlaubt es nicht",
    no_entry: "der Server kennt es nicht",
    declared: (expected, got) =>
      `der Server nimmt nicht an, was diese Seite erklärt: erwartet ${expected}, gefunden ${got}`,
    schema: (server, page) =>
      `Seite und Server sind sich nicht einig (Server ${server || "unbekannt"}, Seite ${page || "unbekannt"}): lade die Seite neu`,
  },

  question: {
    cancel: "Keine Antwort",
    send: "Antwort senden",
  },

  asks: {
    expires: (wait) => `läuft in ${wait} ab`,
    covered: "Etwas liegt über dieser Frage. Deck sie auf, um zu antworten.",
    readsTo: (provider) =>
      `Was dabei gelesen wird, geht an diesen Server und von dort an ${provider}.`,
    readsHere:
      "Was dabei gelesen wird, geht an diesen Server und nicht weiter.",
    ownTool: (title) => `„${title}“ ausführen, ein Werkzeug dieser Seite`,
    ownRuns:
      "Das kann hier etwas ändern. Das Modell erfährt, was dabei herauskam.",
    runsThere:
      "Das läuft auf dem Server, nicht in diesem Browser. Das Modell erfährt, was dabei herauskam.",
  },

  calls: {
    because: (state, reason) => `${state}: ${reason}`,
    reasons: {
      unknown_tool: "kein solches Werkzeug",
      invalid_args: "falsche Argumente",
      needs_gesture: "braucht einen Klick",
      unsupported: "hier nicht möglich",
      not_delivered: "die Seite antwortete nicht",
      noAnswer: "du hast nicht geantwortet",
      tooSlow: "es dauerte zu lange",
      disconnected: "die Verbindung ging verloren",
      budget: "die Grenze war erreicht",
      too_large: "zu viel zum Weitergeben",
      invalid_result: "falsches Ergebnis",
      blocked: "für diese Website blockiert",
      dismissed: "dem Browser nicht geantwortet",
      system: "im System ausgeschaltet",
      unavailable: "gerade nicht verfügbar",
      insecure: "braucht https oder localhost",
      policy: "auf dieser Seite nicht erlaubt",
    },
    settings: {
      location: "Standort",
      clipboard: "Zwischenablage",
      other: "dies",
    },
    location: {
      blocked:
        "Der Browser hat den Standort nicht hergegeben: Er ist für diese Website blockiert.",
      dismissed:
        "Du hast die Frage des Browsers nach dem Standort geschlossen. Er fragt wieder, wenn du es erneut versuchst.",
      system: "Der Standort ist im System für diesen Browser ausgeschaltet.",
      unavailable:
        "Das Gerät hat seine Position nicht gefunden. Das kann vorübergehen: Versuch es erneut, vielleicht mit eingeschaltetem WLAN oder näher am Fenster.",
      policy: "Diese Seite darf den Standort nicht benutzen.",
    },
    clipboard: {
      blocked:
        "Der Browser hat die Zwischenablage nicht geöffnet: Für diese Website ist sie blockiert.",
      dismissed:
        "Du hast die Frage des Browsers nach der Zwischenablage geschlossen. Er fragt wieder, wenn du es erneut versuchst.",
      system: "Das System gibt diesem Browser die Zwischenablage nicht.",
      unavailable:
        "Die Zwischenablage war nicht erreichbar. Versuch es erneut.",
      policy: "Diese Seite darf die Zwischenablage nicht benutzen.",
    },
    other: {
      blocked:
        "Der Browser hat das nicht erlaubt: Es ist für diese Website blockiert.",
      dismissed:
        "Du hast die Frage des Browsers geschlossen. Er fragt wieder, wenn du es erneut versuchst.",
      system: "Das System gibt es dem Browser nicht.",
      unavailable: "Das ist im Moment nicht verfügbar. Versuch es erneut.",
      policy: "Diese Seite darf das nicht.",
    },
    undo: {
      chromeDesktop: (setting) =>
        `Öffne die Website-Einstellungen neben der Adresse und erlaube ${setting}.`,
      edgeDesktop: (setting) =>
        `Klick auf das Schloss neben der Adresse, dann auf Berechtigungen für diese Website, und erlaube ${setting}.`,
      operaDesktop: (setting) =>
        `Klick auf das Schloss neben der Adresse, dann auf Website-Einstellungen, und erlaube ${setting}.`,
      chromeAndroid: (setting) =>
        `Tippe auf das Symbol links von der Adresse, dann auf Berechtigungen, und erlaube ${setting}.`,
      firefoxDesktop: (setting) =>
        `Klick auf das durchgestrichene Symbol neben der Adresse und nimm die Sperre weg: ${setting}.`,
      firefoxAndroid: (setting) =>
        `Tippe auf das Symbol links von der Adresse und auf Blockiert neben ${setting}.`,
      safariMac: (setting) =>
        `Wähle im Menü Safari die Einstellungen für diese Website und stelle ${setting} auf Erlauben.`,
      safariIOS: (setting) =>
        `Tippe auf das Symbol neben der Adresse, dann auf Website-Einstellungen, und stelle ${setting} auf Erlauben.`,
      otherIOS: (setting) =>
        `Öffne die App Einstellungen dieses Geräts, wähle diesen Browser und erlaube ${setting}.`,
      other: (setting) =>
        `Öffne in deinem Browser die Einstellungen dieser Website und erlaube ${setting}.`,
    },
    switchOn: {
      mac: "Öffne Systemeinstellungen, Datenschutz & Sicherheit, Ortungsdienste, und schalte sie für diesen Browser ein.",
      windows:
        "Öffne in den Windows-Einstellungen Datenschutz und Sicherheit, Standort, und schalte ihn ein.",
      ios: "Öffne die App Einstellungen, Datenschutz & Sicherheit, Ortungsdienste, und schalte sie für diesen Browser ein.",
      android:
        "Wische vom oberen Rand des Bildschirms nach unten und schalte Standort ein.",
      other: "Schalte den Standort in den Einstellungen dieses Geräts ein.",
    },
    allowedNow: (setting) => `${setting} ist jetzt erlaubt.`,
    askableNow: (setting) =>
      `${setting} ist nicht mehr blockiert. Der Browser fragt, wenn du es erneut versuchst.`,
    noAnswer:
      "Du hast nicht rechtzeitig geantwortet, also wurde es aufgegeben.",
    mayHaveHappened:
      "Es kann trotzdem geschehen sein; ein neuer Versuch tut es vielleicht zweimal.",
    checkFirst:
      "Prüfe, ob es geschehen ist, bevor du noch einmal darum bittest.",
    check: "Prüfen, was geschah",
    checkMessage: (title) =>
      `Prüfe, ob „${title}“ geschehen ist. Tu es nicht noch einmal.`,
    againRepeats:
      "Deine Nachricht wird noch einmal gesendet; was schon geändert wurde, kann noch einmal geändert werden.",
    saved: (key) => `In diesem Browser gespeichert als ${key}`,
    showSaved: "Zeigen, was gespeichert ist",
    picture: (n, of) => `Bild ${n} von ${of}`,
    pictureOf: (size) => `Bild, ${size}`,
  },

  toolbox: {
    intro:
      "Was der Assistent benutzen kann, und wo es geschieht. Anderes kann er hier nicht.",
    offline: "Die Liste kommt, wenn der Server erreicht ist.",
    ready: "bereit",
    asks: "fragt dich vorher",
    browserAsks: "der Browser fragt vorher",
    allowed: "in dieser Sitzung erlaubt",
    off: "aus",
    examples: (title) => `Zum Ausprobieren mit ${title}`,
    framed: (allow) =>
      `Diese Seite steht in einem Rahmen, dem die Erlaubnis fehlt. Die Seite um sie herum gibt sie mit ${allow} am iframe.`,
    fixes: {
      insecure_context: "Öffne diese Seite mit https oder auf localhost.",
      unsupported: "Ein anderer Browser kann es vielleicht.",
      policy:
        "Die Seite, oder die Website um sie herum, hat es für diese Seite ausgeschaltet.",
      no_body: "Eine Seite, die es mitbringt, kann es.",
      no_approval: "Eine Seite, die dich vorher fragen kann, kann es.",
      operator: "Wer diesen Server betreibt, kann es erlauben.",
    },
  },

  starts: {
    duplicated:
      "Dieser Tab hat ein eigenes Gespräch. Das frühere geht im anderen Tab weiter.",
    forgotten:
      "Was vor dem Laden dieser Seite gesagt wurde, weiß der Assistent nicht mehr.",
    truncated:
      "Das Gespräch begann früher; sein älterer Teil wird nicht mehr gezeigt.",
  },
  mayWorkIn: (wait) => `In ${wait} kann es wieder gehen.`,

  errors: {
    busy: "Nicht gesendet: Der Assistent antwortet noch. Warte darauf, oder stoppe ihn zuerst.",
    duplicate:
      "Nicht noch einmal gesendet: Der Server hat diese Nachricht schon.",
    too_large:
      "Nicht gesendet: Das ist mehr, als der Server auf einmal nimmt. Sende weniger.",
    rate_limited: "Nicht gesendet: zu viele Nachrichten in kurzer Zeit.",
    malformed:
      "Der Server hat diese Seite nicht verstanden. Lade sie neu, wenn das wieder passiert.",
    internal:
      "Der Server hat versagt; du hast nichts falsch gemacht. Versuch es noch einmal.",
  },

  refusals: {
    too_large: "Nicht gesendet: Das ist zu lang. Sende weniger.",
    too_largeFor: (limit) =>
      `Nicht gesendet: Das ist länger als ${limit}. Sende weniger.`,
  },

  contractFile: {
    changed: "Der Vertrag hat sich geändert: Ein neues Gespräch benutzt ihn.",
    faulty: "Der Vertrag hat Fehler. Der letzte gute gilt weiter.",
    faults: "Fehler des Vertrags",
    whole: "Die ganze Datei",
  },

  contract: {
    "Your location": "Dein Standort",
    "Read your location": "Deinen Standort gelesen",
    Remember: "Merken",
    "Remembered {key}": "{key} gemerkt",
    Recall: "Erinnern",
    "Looked up {key}": "{key} nachgesehen",
    "What is remembered": "Was gemerkt ist",
    "Listed what is remembered": "Aufgelistet, was gemerkt ist",
    "Search memory": "Gemerktes durchsuchen",
    "Searched for {query}": "Nach {query} gesucht",
    Forget: "Vergessen",
    "Forgot {key}": "{key} vergessen",
    "Read the clipboard": "Zwischenablage lesen",
    "Read the text on your clipboard":
      "Den Text in deiner Zwischenablage lesen",
    "Copy to the clipboard": "In die Zwischenablage kopieren",
    "Copied to the clipboard": "In die Zwischenablage kopiert",
    "This device": "Dieses Gerät",
    "Looked at this device": "Dieses Gerät angesehen",
    "Read aloud": "Vorlesen",
    "Started to speak": "Angefangen zu sprechen",
    "Ask you": "Dich fragen",
    "Asked you": "Dich gefragt",
  },
};
