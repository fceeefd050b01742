import type { OlmFile } from "./cli.js";

export type { ErrorCode, OlmFile, OlmkitError } from "./cli.js";

/** What a run of the command line left. */
export interface RunResult {
  /** The exit code: 0 nothing found at the failing severity, 1 findings, 2 wrong usage, 3 internal error. */
  code: number;
  /** What it printed: findings, documents or an archive. */
  stdout: Uint8Array;
  /** What it printed besides: progress, summaries and errors. */
  stderr: string;
  /** The files that it wrote. The files that it was given stay as they were. */
  written: { path: string; bytes: Uint8Array }[];
}

/**
 * Runs the command line, as `olmkit` does, in a folder that has these files and nothing else: no environment, no standard
 * input, no other file of the machine. A file `olmkit.yaml` among them is its configuration.
 *
 * @throws a `TypeError` with the code `INVALID_ARGUMENT` for arguments of the wrong type. Wrong usage is exit code 2.
 */
export function run(args: string[], files?: OlmFile[]): RunResult;

/** Loads the wasm; call it once and wait before anything else. In Node it is loaded already. `source`: its address, such as a `URL`, or its bytes. */
export default function init(source?: string | { readonly href: string } | ArrayBuffer | Uint8Array): Promise<void>;
