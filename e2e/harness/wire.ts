/** The network between a page and its server, as a relay that can be cut or fall silent. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Wire = {
  /** Of the server behind it, with the relay's own port. */
  readonly url: string;
  /** Breaks every connection, and lets none through until `mend`. */
  cut(): void;
  mend(): void;
  /** Nothing more comes through on the connections that there are; new ones do. */
  freeze(): void;
  close(): Promise<void>;
};

/** A relay on a port of its own to the server on another one. */
export async function startWire(port: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let whole = true;
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = connect(port, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }
    relay(near, far);
    relay(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      whole = false;
      drop();
    },
    mend() {
      whole = true;
    },
    freeze() {
      for (const socket of sockets) socket.pause();
    },
    async close() {
      drop();
      server.close();
      await once(server, "close");
    },
  };
}

/** Passes on what comes; what ends or breaks one side ends the other. */
function relay(from: Socket, to: Socket): void {
  from.on("data", (chunk) => void to.write(chunk));
  from.once("end", () => to.end());
  from.once("close", () => to.destroy());
  from.on("error", () => {}); // a cut is no error here
}
