// Node: a wasm is read synchronously from beside the script. Where there is none, because the script was bundled, the first
// call says what helps, and `init` can load it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Guard, Init, Load, Source } from "./guard.js";

type Wasm = {
  guard: Guard;
  /** Reads it. */
  read: () => Uint8Array;
  start: (input: { module: Uint8Array }) => unknown;
  load: Load;
  /** What `init()` does where there is no file. */
  absent: () => Promise<unknown>;
  /** What helps there, in a sentence. */
  advice: string;
};

/** Starts the wasm when it is there. Answers with `init` of the entry. */
export function beside({ guard, read, start, load, absent, advice }: Wasm): Init {
  const bytes = content(read);
  if (bytes) {
    start({ module: bytes });
    guard.ready();
    return guard.loader(async () => {});
  }
  guard.advise(`The wasm of olmkit is not next to this bundled script. ${advice}`);
  return guard.loader((input) => (input === undefined ? absent() : load({ module_or_path: opened(input.module_or_path) })), advice);
}

function content(read: () => Uint8Array): Uint8Array | undefined {
  try {
    return read();
  } catch {
    return undefined; // bundlers leave another address, or none, in the place of `import.meta.url`
  }
}

/** Node cannot fetch a file. */
const opened = (source: Source) => (String(source).startsWith("file:") ? readFileSync(fileURLToPath(String(source))) : source);
