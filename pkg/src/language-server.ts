// Connects the language server with a client, over any streams.
import type { LanguageServer } from "./cli.js";
import { joined } from "./joined.js";

/** The functions that the host provides. */
export interface Surroundings {
  send(message: string): void;
  /** Schedules work after all arrived messages were received, because one of them can cancel others. */
  later(work: () => void): void;
  /** Called when the client ends the connection. */
  ended(code: number): void;
  /** Called after each handled message. */
  worked?(): void;
}

/** Runs a server, one message at a time. */
export class Conversation {
  readonly #server: LanguageServer;
  readonly #around: Surroundings;
  #isPlanned = false;
  #pauses = 0;

  constructor(server: LanguageServer, around: Surroundings) {
    this.#server = server;
    this.#around = around;
  }

  receive(message: string): void {
    this.#server.receive(message);
    this.#plan();
  }

  /** Reports changed files. They are handled before any queued message. */
  changed(uris: string[]): void {
    this.#server.changed(uris);
    this.#plan();
  }

  /** Pauses the handling of messages until the promise settles. */
  async pauseUntil(until: Promise<unknown>): Promise<void> {
    this.#pauses += 1;
    try {
      await until;
    } finally {
      this.#pauses -= 1;
      this.#plan();
    }
  }

  #plan(): void {
    if (this.#isPlanned || this.#pauses > 0) return;
    this.#isPlanned = true;
    this.#around.later(() => {
      this.#isPlanned = false;
      if (this.#pauses === 0) this.#work();
    });
  }

  #work(): void {
    const sent = this.#server.step();
    for (const message of sent ?? []) this.#around.send(message);
    this.#around.worked?.();
    const code = this.#server.exitCode;
    if (code !== undefined) this.#around.ended(code);
    else if (sent) this.#plan();
  }
}

const HEAD_END = "\r\n\r\n";
const LINE_END = 10;
/** The maximum size of a header, in bytes. */
const LONGEST_HEAD = 4096;
/** The maximum size of a message, in bytes. */
const LARGEST = 2 ** 29;

/** Splits a byte stream into messages. Each has a header with its length. */
export class Frames {
  #chunks: Uint8Array[] = [];
  #size = 0;
  /** The number of bytes that the next message needs at least. */
  #needed = 0;

  /** Adds bytes, and returns the messages that are now complete. */
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

  /** Checks the rest of the input. Throws if it ends with a header without a length; an incomplete message is ignored. */
  end(): void {
    const rest = joined(this.#chunks);
    if (rest.length > 0 && rest.at(-1) !== LINE_END) frame(joined([rest, Uint8Array.of(LINE_END)]), 0);
  }

  /** Returns a message with its header. */
  static of(message: string): Uint8Array {
    const bytes = new TextEncoder().encode(message);
    return joined([new TextEncoder().encode(`Content-Length: ${bytes.length}${HEAD_END}`), bytes]);
  }
}

/**
 * Returns the start and the end of the message at an offset. If its header is incomplete, the end is past the end of
 * the bytes. The header ends with the first line without a colon.
 */
function frame(all: Uint8Array, at: number): { start: number; end: number } {
  // A header is short, and contains ASCII characters only.
  const text = new TextDecoder("latin1").decode(all.subarray(at, at + LONGEST_HEAD));
  const head = /^(?:[^:\n]*:[^\n]*\n)*[^:\n]*\n/.exec(text)?.[0];
  if (head === undefined && text.length < LONGEST_HEAD) return { start: at, end: all.length + 1 };
  const length = head && /^content-length: *(\d+)\s*$/im.exec(head)?.[1];
  if (!length || Number(length) > LARGEST) throw new Error("a message has no Content-Length of at most 512 MiB");
  const start = at + head.length;
  return { start, end: start + Number(length) };
}
