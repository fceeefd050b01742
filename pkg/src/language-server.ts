// The conversation of the language server with a client, on any streams.
import type { LanguageServer } from "./cli.js";
import { joined } from "./joined.js";

/** What a conversation needs of its surroundings. */
export interface Surroundings {
  send(message: string): void;
  /** Does work when all messages that have come were received: one may cancel what waits. */
  later(work: () => void): void;
  /** The client has ended the conversation. */
  ended(code: number): void;
  /** Called after each message that was handled. */
  worked?(): void;
}

/** Lets a server answer, a message at a time. */
export class Conversation {
  readonly #server: LanguageServer;
  readonly #around: Surroundings;
  #isPlanned = false;
  #holds = 0;

  constructor(server: LanguageServer, around: Surroundings) {
    this.#server = server;
    this.#around = around;
  }

  receive(message: string): void {
    this.#server.receive(message);
    this.#plan();
  }

  /** Files have changed: told before any message that waits. */
  changed(uris: string[]): void {
    this.#server.changed(uris);
    this.#plan();
  }

  /** Nothing is handled until this is done. */
  async hold(until: Promise<unknown>): Promise<void> {
    this.#holds += 1;
    try {
      await until;
    } finally {
      this.#holds -= 1;
      this.#plan();
    }
  }

  #plan(): void {
    if (this.#isPlanned || this.#holds > 0) return;
    this.#isPlanned = true;
    this.#around.later(() => {
      this.#isPlanned = false;
      if (this.#holds === 0) this.#work();
    });
  }

  #work(): void {
    const said = this.#server.step();
    for (const message of said ?? []) this.#around.send(message);
    this.#around.worked?.();
    const code = this.#server.exitCode;
    if (code !== undefined) this.#around.ended(code);
    else if (said) this.#plan();
  }
}

const HEAD_END = "\r\n\r\n";
/** The largest message, in bytes. */
const LARGEST = 2 ** 29;

/** Takes the messages out of a byte stream, each behind a head with its length. */
export class Frames {
  #chunks: Uint8Array[] = [];
  #size = 0;
  /** With fewer bytes no message is complete. */
  #needed = 0;

  /** The messages that are complete with these bytes. */
  take(chunk: Uint8Array): string[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return [];
    const all = joined(this.#chunks);
    const found: string[] = [];
    let at = 0;
    for (;;) {
      const { start, end } = frame(all, at);
      if (end > all.length) {
        this.#needed = end - at;
        break;
      }
      found.push(new TextDecoder().decode(all.subarray(start, end)));
      at = end;
    }
    this.#chunks = [all.slice(at)];
    this.#size = all.length - at;
    return found;
  }

  /** A message as it is sent. */
  static of(message: string): Uint8Array {
    const bytes = new TextEncoder().encode(message);
    return joined([new TextEncoder().encode(`Content-Length: ${bytes.length}${HEAD_END}`), bytes]);
  }
}

/** The start and the end of the message at a place. As long as its head is not there, it ends behind all that is. */
function frame(all: Uint8Array, at: number): { start: number; end: number } {
  // A head is short, and of ASCII only.
  const text = new TextDecoder("latin1").decode(all.subarray(at, at + 4096));
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return { start: at, end: all.length + 1 };
  const length = /^content-length: *(\d+)$/im.exec(text.slice(0, headEnd))?.[1];
  if (length === undefined || Number(length) > LARGEST) throw new Error("a message has no Content-Length of at most 512 MiB");
  const start = at + headEnd + HEAD_END.length;
  return { start, end: start + Number(length) };
}
