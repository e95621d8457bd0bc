/** Playwright's way to answer for a WebSocket, by its shape: nothing of Playwright is imported. */

import type { Ear, Pipe } from "./socket.ts";

/** A `Page` or `BrowserContext` of Playwright, 1.48 or newer. */
export type RoutablePage = {
  routeWebSocket(
    url: string | RegExp,
    handler: (socket: RoutedSocket) => void,
  ): Promise<unknown>;
};

/** A `WebSocketRoute` of Playwright. */
export type RoutedSocket = {
  send(text: string): void;
  close(options?: { code?: number; reason?: string }): Promise<void>;
  onMessage(handler: (message: string | Uint8Array) => void): void;
  onClose(handler: () => void): void;
};

/** Serves each socket of the page to this address. */
export async function routed(
  page: RoutablePage,
  url: string | RegExp,
  accept: (pipe: Pipe) => Ear,
): Promise<void> {
  await page.routeWebSocket(url, (socket) => {
    const ear = accept({
      send: (text) => socket.send(text),
      close(code, reason = "") {
        ear.gone();
        // A page may not see 1006; 1001 is a loss to the client as well.
        void socket.close({ code: code === 1006 ? 1001 : code, reason });
      },
    });
    socket.onMessage((text) => ear.receive(String(text)));
    socket.onClose(() => ear.gone());
  });
}
