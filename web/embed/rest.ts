/** All of the element that is not needed before it is opened. */

import type { Client, Options, ToolMap } from "../client/api.ts";
import { connect } from "../tools/late.ts";
import { createConversation } from "../ui/conversation.tsx";
import { speech } from "../ui/open.ts";
import type { AnyClient } from "./api.ts";
import { contextOf } from "./context.ts";
import { show } from "./panel.ts";
import type { Stage, Talk } from "./talk.ts";

/** Begins the conversation of an element, with what its page wants. */
export async function begin(stage: Stage): Promise<Talk> {
  await parsed();
  const conversation = createConversation();
  const { approve, gesture, ask, store } = conversation;
  const client: Client = stage.element.client ?? open(stage);
  conversation.attach(client, speech);
  if (stage.element.hasAttribute("webmcp")) {
    void import("../client/webmcp.ts").then(({ importWebMCP }) =>
      importWebMCP(client),
    );
  }

  function open({ element, server }: Stage): AnyClient {
    const url = new URL("ws", server);
    url.protocol = url.protocol.replace("http", "ws");
    // The address names the conversation where the client keeps it in the tab.
    if (element.id) url.searchParams.set("chat", element.id);
    const { getTicket, hashes } = element;
    const tools = element.tools as Options<ToolMap>["tools"];
    const ticketUrl = element.getAttribute("ticket-url");
    const options: Options<ToolMap> = {
      url: url.href,
      context: () => contextOf(element),
      ...(getTicket && { getTicket }),
      ...(hashes && { hashes }),
      ...(ticketUrl && { ticketUrl }),
      ...(tools && { tools }),
      approve,
      gesture,
      ask,
    };
    return connect(options);
  }

  return {
    approve,
    gesture,
    ask,
    client,
    restart() {
      client.reset();
      if (client.status.status !== "open") client.reconnect();
      store.dispatch({ type: "cleared" });
    },
    show: (next) => show(conversation, client, next),
  };
}

const mostWaitMs = 3_000; // a script of somebody else may hang

/**
 * Waits for the scripts of a page that is still being read, deferred ones and
 * modules too: they say what the page wants, and listen to what is told.
 */
async function parsed(): Promise<void> {
  // "interactive" is said before deferred scripts run
  // (https://html.spec.whatwg.org/#the-end).
  const [page] = performance.getEntriesByType(
    "navigation",
  ) as PerformanceNavigationTiming[];
  if (document.readyState === "complete" || !page) return;
  if (page.domContentLoadedEventStart > 0) return;
  await new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
    setTimeout(resolve, mostWaitMs);
  });
}
