/** Cards of calls, and the questions that they carry. */

import type { Code } from "../../../gen/protocol.ts";
import { codeValues } from "../../../gen/protocol.ts";
import { hello, tool } from "../../samples.ts";
import { settled } from "../player.ts";
import { asked, paragraph, type Scenes } from "./scene.ts";

/** A server whose assistant may ask. */
const asking = { tools: [...hello.tools, tool("ask_user", "Ask you")] };

/** What the browser says of every permission. */
function permitting(state: PermissionState): void {
  const status = Object.assign(new EventTarget(), { state });
  navigator.permissions.query = () =>
    Promise.resolve(status as unknown as PermissionStatus);
}

/** A picture in base64. */
function drawn(): string {
  const canvas = document.createElement("canvas");
  canvas.width = 480;
  canvas.height = 270;
  const context = canvas.getContext("2d");
  if (context !== null) {
    context.fillStyle = "oklch(0.9 0.05 155)";
    context.fillRect(0, 0, 480, 270);
    context.fillStyle = "oklch(0.5 0.15 275)";
    context.fillRect(40, 60, 160, 150);
    context.fillRect(240, 110, 200, 100);
  }
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}

async function openToolbox(): Promise<void> {
  await settled();
  const root = document.querySelector("farhand-chat")?.shadowRoot;
  root?.querySelector<HTMLElement>(".more button")?.click();
  while (root?.querySelector(".toolbox") === null) await settled();
}

export const calls = {
  async running(play) {
    await asked(play, "Copy my location to the clipboard");
    play.say("I read the location first, then I copy it.");
    play.call({ state: "running" });
    play.call({
      id: "t1.2",
      name: "device_context",
      state: "awaiting_user",
      waiting: "permission",
    });
  },

  async approval(play) {
    await asked(play, "What is on my clipboard?");
    play.call({
      name: "clipboard_read",
      state: "awaiting_user",
      waiting: "approval",
      waitEndsAt: Date.now() + 100_000,
    });
    play.approve("Read the text on your clipboard", true);
  },

  async ownTool(play) {
    const own = { ...tool("page_cart_put_1", "Add to cart"), declared: "cart" };
    play.open({ tools: [...hello.tools, own] });
    await settled();
    await play.ask("I take the boots twice");
    play.call({
      name: own.name,
      state: "awaiting_user",
      waiting: "approval",
      waitEndsAt: Date.now() + 100_000,
      args: { article: "Boots, size 42", count: 2 },
    });
    play.approve("Run Add to cart, a tool of this page", true);
  },

  async once(play) {
    await asked(play, "Copy this for me");
    play.say("I need two things for that.");
    play.call({ state: "succeeded" });
    play.call({
      id: "t1.2",
      name: "clipboard_write",
      state: "awaiting_user",
      waiting: "approval",
    });
    play.call({ id: "t1.3", name: "memory_put", state: "requested" });
    play.approve(
      `Put "${"Pneumonoultramicroscopicsilicovolcanoconiosis".repeat(3)}" on your clipboard`,
      false,
      "t1.2",
    );
  },

  async approvals(play) {
    await asked(play, "Read my clipboard, and forget my colour");
    for (const [id, name] of [
      ["t1.1", "clipboard_read"],
      ["t1.2", "memory_put"],
    ] as const) {
      play.call({
        id,
        name,
        state: "awaiting_user",
        waiting: "approval",
        waitEndsAt: Date.now() + (id === "t1.1" ? 100_000 : 9_000),
      });
    }
    play.approve("Read the text on your clipboard", true, "t1.1");
    play.approve("Forget favourite_colour", false, "t1.2");
  },

  async refused(play) {
    permitting("denied");
    await asked(play, "Where am I, and what did I copy?");
    const whys = ["blocked", "dismissed", "system", "unavailable"] as const;
    whys.forEach((why, at) =>
      play.call({
        id: `t1.${at}`,
        state: at < 2 ? "denied" : "failed",
        code: at < 2 ? "permission_denied" : "failed",
        why,
      }),
    );
    play.call({
      id: "t1.5",
      name: "clipboard_read",
      state: "failed",
      code: "unsupported",
      why: "insecure",
    });
    play.call({ id: "t1.6", state: "succeeded", saved: ["user_location"] });
    play.say("I could not find out where you are.", 2);
    play.end();
  },

  async pictures(play) {
    await asked(play, "Show me the shop, and what the server knows of it");
    play.open({
      tools: [
        ...hello.tools,
        { ...tool("shop_find", "Find in the shop"), where: "server" },
      ],
    });
    play.call({
      name: "page_picture",
      state: "succeeded",
      result: { content: [{ mimeType: "image/png", data: drawn() }] },
    });
    play.call({ id: "t1.2", name: "shop_find", state: "succeeded", ms: 40 });
    play.say("This is the shop.", 2);
    play.end();
  },

  async toolbox(play) {
    permitting("granted");
    play.open({
      tools: [
        ...hello.tools,
        { ...tool("shop_find", "Find in the shop"), where: "server" },
      ],
      withheld: [
        { name: "speak", title: "Read aloud", reason: "unsupported" },
        {
          name: "share",
          title: "Share",
          reason: "schema",
          server: "0fb1c2d3",
          page: "99aa00bb",
        },
      ],
    });
    play.grant(["clipboard_read"]);
    await openToolbox();
  },

  async insecure(play) {
    play.open({
      tools: hello.tools.slice(1, 3),
      withheld: ["geolocation_get", "clipboard_read", "clipboard_write"].map(
        (name) => ({
          name,
          title: hello.tools.find((tool) => tool.name === name)?.title ?? name,
          reason: "insecure_context",
        }),
      ),
    });
    await openToolbox();
  },

  async question(play) {
    await asked(play, "Ask me what I want for dinner");
    play.open(asking);
    const question = {
      question: "What would you like for dinner?",
      choices: ["Pizza", "Curry", "Salad"],
    };
    play.call({
      name: "ask_user",
      args: question,
      state: "awaiting_user",
      waiting: "question",
      waitEndsAt: Date.now() + 300_000,
    });
    play.question(question);
  },

  async form(play) {
    await asked(play, "Book a table");
    play.open(asking);
    const question = {
      question: "A table for when, and for how many?",
      fields: [
        { name: "day", label: "Day" },
        { name: "people", label: "People", type: "number" as const },
        {
          name: "room",
          label: "Where",
          type: "choice" as const,
          choices: ["Inside", "Outside"],
          optional: true,
        },
        { name: "dog", label: "A dog comes along", type: "yes_no" as const },
      ],
    };
    play.call({
      name: "ask_user",
      args: question,
      state: "awaiting_user",
      waiting: "question",
      waitEndsAt: Date.now() + 300_000,
    });
    play.question(question);
  },

  async gesture(play) {
    await asked(play, "Copy my location");
    play.call({
      name: "clipboard_write",
      state: "awaiting_user",
      waiting: "gesture",
    });
    play.gesture("t1.1", "clipboard_write");
  },

  async open(play) {
    await asked(play, "Where am I?");
    play.call({
      state: "succeeded",
      args: { save: false, near: ["a", "b"] },
      result: {
        latitude: 52.520008,
        longitude: 13.404954,
        note: paragraph.repeat(8),
        nested: [{ key: "user_location", value: { ok: true, none: null } }],
      },
      resultBytes: 56,
      userMs: 3_200,
    });
    play.say("You are in Berlin.", 2);
    play.end();
    await settled();
    play.openCards();
  },

  async failures(play) {
    await asked(play, "Try everything");
    const states: Partial<
      Record<Code, "denied" | "timed_out" | "cancelled" | "interrupted">
    > = {
      denied: "denied",
      permission_denied: "denied",
      not_delivered: "timed_out",
      timeout: "timed_out",
      cancelled: "cancelled",
      disconnected: "cancelled",
      budget: "cancelled",
      interrupted: "interrupted",
    };
    codeValues.forEach((code, at) =>
      play.call({ id: `t1.${at}`, code, state: states[code] ?? "failed" }),
    );
    play.end("model_error", {
      kind: "quota",
      message:
        "The quota of this server's key is used up for the moment. Wait a little, then send your message again.",
      retryAfterMs: 42_000,
    });
  },

  async thirty(play) {
    await asked(play, "Remember thirty things");
    for (let at = 1; at <= 30; at++) {
      play.call({
        id: `t1.${at}`,
        name: at % 3 === 0 ? "memory_list" : "memory_put",
        args: { key: `thing_${at}`, value: at },
        state: at < 29 ? "succeeded" : "running",
        ms: 40 * at,
      });
    }
  },

  async error(play) {
    await asked(play, "What is on my clipboard?");
    play.call({
      name: "clipboard_read",
      state: "awaiting_user",
      waiting: "approval",
    });
    play.approve("Read the text on your clipboard", true);
    play.emit("error", { type: "error", code: "internal", message: "m" });
  },
} satisfies Scenes;
