// Node.js: the wasm is read synchronously from the folder of the script. If it is not there because the script was
// bundled, the first call fails with advice, and `init` can load it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Guard, Init, Load, Source } from "./guard.js";

type Wasm = {
  guard: Guard;
  /** Reads the wasm. */
  read: () => Uint8Array;
  start: (input: { module: Uint8Array }) => unknown;
  load: Load;
  /** The result of `init()` without an argument if the file does not exist. */
  absent: () => Promise<unknown>;
  /** The advice for this case, as a sentence. */
  advice: string;
};

/** Starts the wasm if its file exists. Returns `init` of the entry. */
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
    return undefined; // bundlers replace `import.meta.url` with another URL, or with nothing
  }
}

/** `fetch` of Node.js does not support `file:` URLs. */
const opened = (source: Source) => (String(source).startsWith("file:") ? readFileSync(fileURLToPath(String(source))) : source);
