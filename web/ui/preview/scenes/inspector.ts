/** The inspector beside a conversation, and the strips about the contract's file. */

import type { ClientFrame, ServerFrame } from "../../../gen/protocol.ts";
import * as samples from "../../samples.ts";
import { type Player, settled } from "../player.ts";
import { asked, type Scenes } from "./scene.ts";

const inputSchema = {
  type: "object",
  properties: {
    sku: {
      type: "string",
      description: "Number of the article, as it stands on the page.",
      minLength: 3,
      maxLength: 20,
      pattern: "^[A-Z]{2}-\\d+$",
    },
    count: {
      type: "integer",
      title: "How many",
      minimum: 1,
      maximum: 99,
      default: 1,
    },
    gift: { type: "boolean", description: "Wrap it." },
    size: { enum: ["S", "M", "L"] },
    delivery: {
      description: "Where it goes.",
      oneOf: [
        {
          title: "To an address",
          type: "object",
          properties: {
            street: { type: "string" },
            city: { type: "string" },
          },
          required: ["street", "city"],
          additionalProperties: false,
        },
        { title: "To the shop", const: "shop" },
      ],
    },
    notes: { type: "array", items: { type: "string" }, maxItems: 3 },
    extra: { description: "Whatever the shop understands." },
  },
  required: ["sku", "count", "delivery", "notes"],
  additionalProperties: false,
};

const outputSchema = {
  type: "object",
  properties: { items: { type: "integer", minimum: 0 } },
  required: ["items"],
  additionalProperties: false,
};

const cart = {
  ...samples.tool("cart_add", "Put into the cart"),
  hash: "3fd2a901",
  inputSchema,
  outputSchema,
};

const hello = {
  ...samples.hello,
  dev: true,
  tools: [
    cart,
    ...samples.hello.tools.map((tool) => ({ ...tool, hash: "0c11d2aa" })),
  ],
  withheld: [
    {
      name: "speak",
      title: "Read aloud",
      reason: "schema" as const,
      server: "0fb1c2d3",
      page: "99aa00bb",
      hash: "0fb1c2d3",
      inputSchema: { type: "object", additionalProperties: false },
    },
  ],
};

/** A frame on the wire, in words of the client and of the server. */
function wire(play: Player, sent: boolean, frame: ClientFrame | ServerFrame) {
  play.emit("wire", { sent, text: JSON.stringify(frame) });
}

async function opened(play: Player, tab: string): Promise<void> {
  wire(play, true, {
    type: "hello",
    protocol: 1,
    tools: { cart_add: "", geolocation_get: "0c11d2aa", speak: "99aa00bb" },
  });
  play.open(hello);
  await settled();
  const root = play.root();
  root.querySelector<HTMLElement>("#inspector-button")?.click();
  await until(() => root.querySelector(`#tab-${tab}`) !== null);
  root.querySelector<HTMLElement>(`#tab-${tab}`)?.click();
  await settled();
}

async function until(there: () => boolean): Promise<void> {
  for (let at = 0; at < 100 && !there(); at++) await settled();
}

export const inspector = {
  async "inspector-tools"(play) {
    await opened(play, "tools");
    const first = play.root().querySelector(".entry details");
    if (first instanceof HTMLDetailsElement) first.open = true;
  },

  async "inspector-form"(play) {
    await opened(play, "run");
  },

  async "inspector-json"(play) {
    await opened(play, "run");
    const root = play.root();
    root.querySelectorAll<HTMLElement>(".modes input")[1]?.click();
    await settled();
    const field = root.querySelector<HTMLTextAreaElement>("textarea.code");
    if (field === null) return;
    field.value = '{\n  "sku": "AB-12",\n  "count": 2,\n}';
    field.dispatchEvent(new Event("input", { bubbles: true }));
  },

  async "inspector-ran"(play) {
    await opened(play, "run");
    const root = play.root();
    root.querySelector<HTMLElement>(".sheet button[type=submit]")?.click();
    await settled();
    const now = Date.now();
    play.call({
      name: "cart_add",
      args: { sku: "AB-12", count: 2 },
      state: "succeeded",
      result: { items: 2 },
      resultBytes: 11,
      ms: 812,
      confirmed: true,
      userMs: 600,
      marks: {
        requested: now - 812,
        delivered: now - 810,
        running: now - 200,
        succeeded: now,
      },
    });
    play.emit("inspected", {
      type: "inspected",
      turn: 1,
      response: { output: { items: 2 } },
    });
    play.end();
    await settled();
    root.querySelector(".runs")?.scrollIntoView();
  },

  async "inspector-asking"(play) {
    await opened(play, "run");
    const root = play.root();
    root.querySelector<HTMLElement>(".sheet button[type=submit]")?.click();
    await settled();
    play.call({
      name: "cart_add",
      args: { sku: "AB-12", count: 2 },
      state: "awaiting_user",
      waiting: "approval",
    });
    play.approve("Put 2 of AB-12 into the cart", true);
    await settled();
    root.querySelector(".runs")?.scrollIntoView();
  },

  async "inspector-frames"(play) {
    await asked(play, "Where am I?");
    await opened(play, "frames");
    wire(play, true, { type: "user", id: "u1", text: "Where am I?" });
    wire(play, false, { type: "turn_start", turn: 1, user: "u1" });
    wire(play, false, {
      type: "tool_call",
      turn: 1,
      step: 1,
      id: "t1.1",
      name: "geolocation_get",
      args: {},
      timeoutMs: 15_000,
      userTimeoutMs: 120_000,
    });
    wire(play, true, { type: "tool_state", id: "t1.1", state: "delivered" });
    for (let seq = 1; seq <= 3; seq++) {
      wire(play, false, { type: "heartbeat", seq });
      wire(play, true, { type: "heartbeat", seq });
    }
    wire(play, true, {
      type: "tool_result",
      id: "t1.1",
      result: { latitude: 52.52, longitude: 13.405, accuracy: 12 },
    });
    wire(play, false, { type: "nack", id: "t1.1", reason: "settled" });
    play.emit("wire", { sent: false, text: '{"type":"sing"' });
    await settled();
    const rows = play.root().querySelectorAll(".frame details");
    const row = rows[4];
    if (row instanceof HTMLDetailsElement) row.open = true;
  },

  async "inspector-pending"(play) {
    await asked(play, "Where am I?");
    play.call({ state: "running" });
    play.call({
      id: "t1.2",
      name: "cart_add",
      state: "failed",
      code: "failed",
    });
    await opened(play, "calls");
    wire(play, false, {
      type: "tool_call",
      turn: 1,
      step: 1,
      id: "t1.1",
      name: "geolocation_get",
      args: {},
      timeoutMs: 15_000,
      userTimeoutMs: 120_000,
    });
    wire(play, false, { type: "nack", id: "t1.2", reason: "settled" });
  },

  async "inspector-report"(play) {
    await opened(play, "report");
  },

  async "contract-changed"(play) {
    await asked(play, "Where am I?");
    play.open(hello);
    play.say("You are in Berlin.");
    play.end();
    play.emit("contract_changed", { type: "contract_changed", faults: [] });
  },

  async "contract-faults"(play) {
    play.open(hello);
    play.emit("contract_changed", {
      type: "contract_changed",
      faults: [
        {
          path: "tools[0].inputSchema.properties.count",
          message: "unknown keyword minimun",
        },
        {
          path: "tools[2].policy.approval",
          message: 'must be "always" where risk is critical',
        },
      ],
    });
  },
} satisfies Scenes;
