// What the web worker and the extension tell each other beside the language server protocol.
import type { Kind } from "olmkit/cli";

/** The first message to the worker. */
export interface Start {
  /** The script with the packed wasm of the command line. */
  wasm: Uint8Array;
  /** The command line, such as `["lsp"]`. */
  args: string[];
}

/** The names in a folder, with what they are. */
export type Listed = [name: string, kind: Kind][];
