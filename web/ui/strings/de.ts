/** German: du, short, plain. The rules are those of en.ts. */

import type { First } from "./en.ts";
import { plural } from "./plural.ts";

const forms = plural("de");

export const de: First = {
  language: "de",
  direction: "ltr",

  names: {
    conversation: "Gespräch",
    message: "Nachricht",
    send: "Senden",
    stop: "Stopp",
    newConversation: "Neues Gespräch",
    settings: "Einstellungen",
    more: "Mehr",
    inspector: "Inspektor",
    close: "Schließen",
    reload: "Neu laden",
    tryAgain: "Erneut versuchen",
    connectNow: "Jetzt verbinden",
    prompts: "Zum Ausprobieren",
    you: "Du hast gesagt:",
    tools: "Was kannst du?",
  },

  words: {
    product: "Farhand",
    demo: "Demo-Modell",
    placeholder: "Frag etwas",
    empty:
      "Frag in einfachen Worten und sieh hier, wann immer eine Antwort etwas aus diesem Browser nutzt.",
    waiting: "Wartet auf dich",
    assistant: "Assistent",
    unread: "neue Antwort",
    notLoaded: "Dieser Teil der Seite konnte nicht geladen werden.",
  },

  about: {
    goes: (provider) =>
      `Was du schreibst und was Werkzeuge liefern, geht an diesen Server und an ${provider}.`,
    provider: "den Anbieter des Modells",
    demo: "Das Demo-Modell versteht nur Bitten wie die Beispiele, antwortet auf Englisch, und nichts verlässt diesen Server. Für ein echtes Modell setze GEMINI_API_KEY dort, wo der Server läuft.",
  },

  units: {
    seconds: (n) => `${n} s`,
    minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
    bytes: (n, count) => forms(count, { one: `${n} Byte`, other: `${n} Byte` }),
    kilobytes: (n) => `${n} kB`,
    megabytes: (n) => `${n} MB`,
  },

  connection: {
    connecting: "Verbindung zum Server wird aufgebaut",
    again: "Neuer Versuch jetzt.",
    againIn: (wait) => `Neuer Versuch in ${wait}.`,
  },

  refusals: {
    not_open: "Nicht gesendet: Es gibt keine Verbindung zum Server.",
  },

  losses: {
    refused_or_unreachable:
      "Der Server hat die Verbindung abgelehnt oder ist nicht erreichbar.",
    lost: "Die Verbindung ging verloren.",
    offline:
      "Du bist offline. Die Seite verbindet sich, wenn das Netz wieder da ist.",
    silent: "Der Server ist verstummt.",
    draining: "Der Server startet neu.",
    superseded: "Dieses Gespräch geht in einem anderen Fenster weiter.",
    idle: "Die Verbindung wurde geschlossen, weil lange nichts geschah.",
    authentication:
      "Der Server lässt dich nicht herein. Lade die Seite neu, um dich wieder anzumelden.",
    origin:
      "Der Server nimmt keine Seiten von dieser Adresse an. Öffne die Seite unter der Adresse des Servers selbst.",
    address:
      "Die Adresse des Servers ist falsch oder nicht sicher. Sag es denen, die die Seite betreiben.",
    rate_limited: "Der Server hat zu viel zu tun.",
    protocol:
      "Diese Seite und der Server sprechen verschiedene Versionen. Lade die Seite neu.",
    too_large:
      "Der Server hat die Verbindung geschlossen, weil eine Nachricht zu groß war.",
    closed:
      "Dieses Gespräch ist geschlossen. Lade die Seite neu, um ein neues zu beginnen.",
    signed_out:
      "Du bist abgemeldet. Was hier gesagt wurde, wird nicht mehr gezeigt.",
  },

  refusedBy: {
    unreachable:
      "Der Server ist nicht erreichbar. Vielleicht wurde er angehalten.",
    full: "Alle Plätze dieses Servers sind im Moment belegt.",
    host: "Der Server antwortet nicht mehr unter dieser Adresse. Lade die Seite neu: Dann sagt sie, warum.",
    proxy:
      "Der Server ist da, aber die Verbindung kommt nicht durch. Ein Proxy dazwischen muss vielleicht WebSockets und den Host-Header weitergeben.",
  },

  withheld: {
    count: (n, count) =>
      forms(count, {
        one: `${n} Werkzeug kann hier nicht laufen`,
        other: `${n} Werkzeuge können hier nicht laufen`,
      }),
  },

  contract: {
    "Where am I?": "Wo bin ich?",
    "Remember that my favourite colour is green":
      "Merk dir, dass meine Lieblingsfarbe Grün ist",
    "What do you remember about me?": "Was hast du dir über mich gemerkt?",
    "What is on my clipboard?": "Was ist in meiner Zwischenablage?",
    "Copy my location to the clipboard":
      "Kopiere meinen Standort in die Zwischenablage",
    "How is my battery?": "Wie steht es um meinen Akku?",
    "Say good morning": "Sag guten Morgen",
    "Ask me what I want for dinner": "Frag mich, was ich zu Abend essen möchte",
  },
};
