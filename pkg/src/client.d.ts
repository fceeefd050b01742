import type {
  At, Change, ChannelTable, Completion, Diagnostic, DiffReport, Drawing, Encoding, FixQuestion, FixReport, Found, GraphQuestion, GraphReport, Intention, OlmFile, OlmReport, OlmSymbol, Options, Outline,
  PackageSummary, PathQuestion, PathReport, Plan, RangeQuestion, RangeReport, ReleaseQuestion, ReleaseReport, RuleInfo, RuleList, StrandedQuestion, StrandedReport,
} from "./index.js";

/**
 * The methods of Workspace as promises, answered by a worker. Calls that wait while the engine dies are rejected with an
 * error whose `code` is `"ENGINE_STOPPED"`; calls made after that go to its successor.
 */
export interface EngineClient {
  open(path: string, content: string | Uint8Array | ArrayBuffer): Promise<void>;
  /** Opens many files with progress. With the option `files` their bytes are transferred, not copied. */
  openMany(files: OlmFile[]): Promise<void>;
  close(path: string): Promise<boolean>;
  change(path: string, changes: Change[], encoding?: Encoding): Promise<void>;
  /** Starts anew: no files, these options. */
  reset(options?: Options): Promise<void>;
  text(path: string): Promise<string | undefined>;
  paths(): Promise<string[]>;
  report(): Promise<OlmReport>;
  diagnostics(): Promise<Diagnostic[]>;
  outline(): Promise<Outline>;
  packages(): Promise<PackageSummary[]>;
  channel(packageName: string, channel: string): Promise<ChannelTable | null>;
  /** What stands at a UTF-16 offset of a file. */
  at(path: string, utf16: number): Promise<At | null>;
  /** The name at a UTF-16 offset of a file: what it means, and where else it stands. */
  symbol(path: string, utf16: number): Promise<OlmSymbol | null>;
  /** What may be written at a UTF-16 offset of a file. */
  complete(path: string, utf16: number): Promise<Completion | null>;
  /** What is open now becomes the base: the older state that clusters may run. A restarted engine does not know it. */
  keepBase(): Promise<void>;
  /** Packages, channels and entries whose name fits all words, best first. */
  search(query: string, limit: number): Promise<Found[]>;
  /** What a skipRange would admit of its channel. */
  range(question: RangeQuestion): Promise<RangeReport>;
  /** The edges that a new release should have, and who gains or loses a way to the head by it. */
  planFixes(question?: FixQuestion): Promise<FixReport>;
  release(question: ReleaseQuestion): Promise<ReleaseReport>;
  /** The smallest text edits for an intention. Nothing is applied; give the edits to `change`. */
  plan(intention: Intention): Promise<Plan>;
  stranded(question?: StrandedQuestion): Promise<StrandedReport>;
  path(question: PathQuestion): Promise<PathReport>;
  /** What changed since the given files, in meaning. */
  diff(old: OlmFile[]): Promise<DiffReport>;
  graph(question?: GraphQuestion): Promise<GraphReport>;
  /** Mermaid (as opm draws it), Graphviz or SVG text. */
  draw(question?: GraphQuestion, drawing?: Drawing): Promise<string>;
  explain(rule: string): Promise<RuleInfo | null>;
  rules(): Promise<RuleList>;
  /** Starts a new worker and opens the files again, also after the engine was given up. */
  restart(): Promise<void>;
  /** Ends the worker; calls that wait are rejected. */
  terminate(): void;
}

/** What the client needs of a Worker: one of a browser fits. */
export interface WorkerLike {
  postMessage(message: any, transfer: any[]): void;
  addEventListener(type: "message" | "error", listener: (event: any) => void): void;
  terminate(): unknown;
}

export interface ClientOptions {
  /** Makes the worker; needed where the bundler does not understand `new Worker(new URL(...))`. */
  worker?: () => WorkerLike;
  /**
   * The files as they are now, asked for when the engine has to be restarted. Without it the client keeps copies.
   * `attempt` counts the restarts since the last report; a file that the engine dies of can be left out of a later one.
   */
  files?: (attempt: number) => OlmFile[];
  /** Milliseconds without any sign of life after which a busy engine counts as hung; 0, the default: never. */
  patience?: number;
  /** Bytes read while opening. */
  onProgress?: (progress: { done: number; total: number; label: string }) => void;
  /** The engine died and was started again (or, with `ok: false`, was given up). */
  onRestart?: (event: { message: string; ok: boolean }) => void;
}

/** Throws a `TypeError` with the code `INVALID_ARGUMENT` when an option has the wrong type or is not known. */
export function createClient(options?: ClientOptions): EngineClient;
