import type {
  Change, ChannelTable, Diagnostic, Encoding, File, Options, Outline, PackageSummary, Report, RuleInfo, RuleList,
} from "./index.js";

/** The methods of Workspace as promises, answered by a worker. */
export interface Client {
  open(path: string, content: string | Uint8Array | ArrayBuffer): Promise<void>;
  /** Opens many files with progress. With the option `files` their bytes are transferred, not copied. */
  openMany(files: File[]): Promise<void>;
  close(path: string): Promise<boolean>;
  change(path: string, changes: Change[], encoding?: Encoding): Promise<void>;
  /** Starts anew: no files, these options. */
  reset(options?: Options): Promise<void>;
  text(path: string): Promise<string | undefined>;
  paths(): Promise<string[]>;
  report(): Promise<Report>;
  diagnostics(): Promise<Diagnostic[]>;
  outline(): Promise<Outline>;
  packages(): Promise<PackageSummary[]>;
  channel(packageName: string, channel: string): Promise<ChannelTable | null>;
  explain(rule: string): Promise<RuleInfo | null>;
  rules(): Promise<RuleList>;
  /** Ends the worker; open calls are rejected. */
  terminate(): void;
}

export interface ClientOptions {
  /** Makes the worker; needed where the bundler does not understand `new Worker(new URL(...))`. */
  worker?: () => Worker;
  /** The files as they are now, asked for when the engine has to be restarted. Without it the client keeps copies. */
  files?: () => File[];
  /** Bytes read while opening. */
  onProgress?: (progress: { done: number; total: number; label: string }) => void;
  /** The engine died and was started again (or, with `ok: false`, was given up). */
  onRestart?: (event: { message: string; ok: boolean }) => void;
}

export function createClient(options?: ClientOptions): Client;
