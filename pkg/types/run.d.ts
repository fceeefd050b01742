import type { OlmFile } from "./cli.js";

export type { ErrorCode, OlmFile, OlmkitError } from "./cli.js";

/** The result of a run of the command line. */
export interface RunResult {
  /**
   * The exit code: 0 if there are no findings at the failing severity, 1 for findings, 2 for incorrect usage, 3 for an
   * internal error.
   */
  code: number;
  /** The standard output: findings, documents or an archive. */
  stdout: Uint8Array;
  /** The standard error: progress, summaries and errors. */
  stderr: string;
  /** The files that it wrote. The given files are not changed. */
  written: { path: string; bytes: Uint8Array }[];
}

/**
 * Runs the command line, as `olmkit` does, in a folder that contains only these files. There is no environment, no
 * standard input, and no access to other files. A file `olmkit.yaml` among the files is its configuration.
 *
 * @throws a `TypeError` with the code `INVALID_ARGUMENT` for arguments of the wrong type. Incorrect usage returns 2.
 */
export function run(args: string[], files?: OlmFile[]): RunResult;

/**
 * Loads the wasm. Call it once, and await it before any other call. In Node.js the wasm is already loaded. `source` is
 * its location, such as a `URL`, or its bytes.
 */
export default function init(source?: string | { readonly href: string } | ArrayBuffer | Uint8Array): Promise<void>;
