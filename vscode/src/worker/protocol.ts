// The messages between the web worker and the extension, in addition to the language server protocol.
import type { Kind } from "olmkit/cli";

/** The first message to the worker. */
export interface Start {
  /** The script with the packed wasm of the command line. */
  wasm: Uint8Array;
  /** The command line, such as `["lsp"]`. */
  args: string[];
}

/** The names in a folder, with their kinds. */
export type Listed = [name: string, kind: Kind][];
