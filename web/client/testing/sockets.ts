/** A WebSocket whose other end is the test. Fake, because its clock is fake too. */
export type FakeSocket = {
  readonly url: string;
  readonly protocols: readonly string[];
  /** The frames that the client sent, parsed. */
  readonly sent: { type: string; [field: string]: unknown }[];
  /** The code with which the client closed it. */
  closed: number | undefined;
  open(): void;
  /** A frame of the server. */
  receive(frame: unknown): void;
  drop(code: number, reason?: string): void;
  /** An error event alone. */
  fail(): void;
};

/** A constructor for `options.WebSocket`, and the sockets that it made. */
export function fakeSockets(): {
  WebSocket: typeof WebSocket;
  made: FakeSocket[];
  last: () => FakeSocket;
} {
  const made: FakeSocket[] = [];
  class Socket implements FakeSocket {
    readonly url: string;
    readonly protocols: readonly string[];
    readonly sent: FakeSocket["sent"] = [];
    closed: number | undefined;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onerror: ((event: object) => void) | null = null;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;

    constructor(url: string, protocols: readonly string[]) {
      this.url = url;
      this.protocols = protocols;
      made.push(this);
    }
    send(text: string): void {
      this.sent.push(JSON.parse(text));
    }
    close(code: number): void {
      this.closed = code;
    }
    open(): void {
      this.onopen?.();
    }
    receive(frame: unknown): void {
      this.onmessage?.({
        data: typeof frame === "string" ? frame : JSON.stringify(frame),
      });
    }
    drop(code: number, reason = ""): void {
      this.onclose?.({ code, reason });
    }
    fail(): void {
      this.onerror?.({});
    }
  }
  return {
    WebSocket: Socket as unknown as typeof WebSocket,
    made,
    last: () => made.at(-1) as FakeSocket,
  };
}
