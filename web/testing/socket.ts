/** A WebSocket whose server is in the same process. Frames pass as text, each after the task that sent it. */

/** The server's end of a socket. */
export type Pipe = {
  send(text: string): void;
  close(code: number, reason?: string): void;
};

/** What a server hears on its end. */
export type Ear = { receive(text: string): void; gone(): void };

/** A constructor for `Options.WebSocket`; `accept` serves each socket that it makes. */
export function localSockets(accept: (pipe: Pipe) => Ear): typeof WebSocket {
  class LocalSocket {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;
    #open = true;
    readonly #ear: Ear;

    constructor() {
      this.#ear = accept({
        send: (text) => this.#later(() => this.onmessage?.({ data: text })),
        close: (code, reason) => this.#end(code, reason),
      });
      this.#later(() => this.onopen?.());
    }

    send(text: string): void {
      this.#later(() => this.#ear.receive(text));
    }

    close(code = 1005, reason = ""): void {
      this.#end(code, reason);
    }

    #end(code: number, reason = ""): void {
      if (!this.#open) return;
      this.#open = false;
      this.#ear.gone();
      queueMicrotask(() => this.onclose?.({ code, reason }));
    }

    #later(act: () => void): void {
      queueMicrotask(() => this.#open && act());
    }
  }
  return LocalSocket as unknown as typeof WebSocket;
}
