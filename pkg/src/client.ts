// Calls the worker; each call returns a promise. If the engine stops, starts a new worker and opens the files again.

import { badArgument, type CodedError, checkOptions, failure, invalid, thrown, unpacked } from "./errors.js";
import type { CatalogFile, Change, Encoding, Options, RuleInfo, RuleList, Workspace } from "./index.js";
import { joined } from "./joined.js";
import type { WorkerResponse } from "./protocol.js";
import { spliced, splicedText } from "./splice.js";

const RESTARTS = 3;

const OPTIONS = { worker: "function", files: "function", timeout: "number", onProgress: "function", onRestart: "function" };

/** Timers of JavaScript count milliseconds in 31 bits. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** The methods of Workspace that do not change the files. */
const QUERIES = [
  "text",
  "paths",
  "report",
  "diagnostics",
  "outline",
  "unrelated",
  "packages",
  "channel",
  "channelSince",
  "matrix",
  "packageInfo",
  "candidates",
  "at",
  "symbol",
  "complete",
  "keepBase",
  "search",
  "range",
  "planFixes",
  "fixAllStranded",
  "suppress",
  "release",
  "plan",
  "planAll",
  "loadProblems",
  "stranded",
  "path",
  "diff",
  "impact",
  "graph",
  "draw",
] as const satisfies (keyof Workspace)[];

/** The methods, with promises of their results. */
type Promised<Methods> = { [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Answer ? (...args: Args) => Promise<Answer> : never };

type Queries = Promised<Pick<Workspace, (typeof QUERIES)[number]>>;

/**
 * The methods of Workspace as promises, handled by a worker. If the engine stops, pending calls are rejected with an
 * error whose `code` is `"ENGINE_STOPPED"`. Later calls go to a new engine.
 */
export interface EngineClient extends Queries {
  open(path: string, content: string | Uint8Array | ArrayBuffer): Promise<void>;
  /** Opens many files and reports progress. With the option `files`, their bytes are transferred instead of copied. */
  openMany(files: CatalogFile[]): Promise<void>;
  close(path: string): Promise<boolean>;
  change(path: string, changes: Change[], encoding?: Encoding): Promise<void>;
  /** Resets the workspace: no files, and these options. Refused options change nothing. */
  reset(options?: Options): Promise<void>;
  explain(rule: string): Promise<RuleInfo | null>;
  rules(): Promise<RuleList>;
  /**
   * Starts a new worker and opens the files again, even if the client gave up. Rejects with the code `INVALID_ARGUMENT`
   * if the option `files` returns bytes that were transferred.
   */
  restart(): Promise<void>;
  /** Stops the worker; pending calls are rejected. */
  terminate(): void;
  /**
   * Returns the same client with calls that the signal can abort. An aborted call is rejected with the reason of the
   * signal. An aborted query that is still queued is not sent. If the engine is already working on it, the client waits
   * at most as long as opening the files took. Then it starts a new engine with the same files, which handles the
   * queued calls. Calls that open or change files are always completed. With the option `files`, a query is also
   * completed if calls that change files are queued behind it.
   *
   * @example
   * ```js
   * const report = await client.withSignal(AbortSignal.timeout(200)).report();
   * ```
   */
  withSignal(signal: SignalLike): EngineClient;
}

/** The part of `AbortSignal` that the client uses. */
export interface SignalLike {
  readonly aborted: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the caller that aborts chooses the reason
  readonly reason: any;
  addEventListener(type: "abort", listener: () => void, options: { once: true }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The part of `Worker` that the client uses. A Worker of the browser is compatible. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  // biome-ignore lint/suspicious/noExplicitAny: the events of a browser's Worker and of others have no type in common
  addEventListener(type: "message" | "error", listener: (event: any) => void): void;
  terminate(): unknown;
}

/** How the client runs its engine. */
export interface ClientOptions {
  /** Creates the worker. Required if the bundler does not support `new Worker(new URL(...))`. */
  worker?: () => WorkerLike;
  /**
   * Returns the current files. Called when the engine must be restarted. Without this option, the client keeps copies.
   * Must return strings or new bytes, because the bytes passed to `openMany` were transferred. If it throws, or returns
   * transferred bytes, the client gives up: calls are rejected until `restart()` succeeds. `attempt` counts the
   * restarts since the last report, so that later attempts can leave out a file that stops the engine.
   */
  files?: (attempt: number) => CatalogFile[];
  /** Milliseconds without a message after which a busy engine counts as hung. 0, the default, disables the check. */
  timeout?: number;
  /** Called with the bytes read while files are opened. */
  onProgress?: (progress: { done: number; total: number; label: string }) => void;
  /** Called after the engine stopped and was restarted, or with `ok: false` when the client gives up. */
  onRestart?: (event: { message: string; ok: boolean }) => void;
}

/**
 * Starts the engine in a Worker. Throws a `TypeError` with the code `INVALID_ARGUMENT` if an option is unknown or has
 * the wrong type.
 */
export function createClient(options: ClientOptions = {}): EngineClient {
  checkOptions("options", options, OPTIONS);
  if (options.timeout !== undefined && !(options.timeout >= 0 && options.timeout <= LONGEST_TIMEOUT)) throw badArgument("options.timeout", `a number from 0 to ${LONGEST_TIMEOUT}`, options.timeout);
  return new Client(options) as Client & Queries;
}

/** The methods of the worker, with their results. */
type Methods = Pick<Workspace, keyof Queries | "open" | "openMany" | "close" | "change"> & {
  reset(options?: Options): void;
  explain(rule: string): RuleInfo | null;
  rules(): RuleList;
};

type Content = string | Uint8Array | ArrayBuffer;
/** Replaces the content of a file that cannot be read. */
type Unreadable = { unreadable: string };
/** The content of a file. `undefined` if it has none, which the engine refuses. */
const contentOf = ({ text, bytes, unreadable }: { text?: string; bytes?: Uint8Array | ArrayBuffer; unreadable?: string }) => text ?? bytes ?? (unreadable === undefined ? undefined : { unreadable });

/** A copy of the content, because the caller may change its bytes later. */
function copied(content: Content | Unreadable | undefined): Content | Unreadable | undefined {
  if (content instanceof ArrayBuffer) return content.slice(0);
  return content instanceof Uint8Array ? new Uint8Array(content) : content;
}

/**
 * The path under which the engine keeps a file, as `Path` of olmkit-js: `./a` is `a`. Returns a path that the engine
 * refuses as it is, so that it is not the path of another file.
 */
function normalPath(path: string): string {
  if (typeof path !== "string") return path;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes("..") || path.startsWith("/") || path.includes("\\")) return path;
  return `${parts.join("/")}${path.endsWith("/") ? "/" : ""}`;
}

type Kept = { content: Content | Unreadable | undefined };
type Call = {
  id: number;
  method: keyof Methods;
  params: unknown[];
  transfer: ArrayBuffer[];
  /** Whether nothing else is sent to the engine while it works on the call, because it can be aborted or refused as a whole. */
  alone: boolean;
  /** Called when the call is sent. Records what the call changes. */
  begin: () => void;
  since: number;
  resolve: (answer: never) => void;
  // biome-ignore lint/suspicious/noExplicitAny: the caller that aborts chooses the reason
  reject: (reason: any) => void;
};
type Sending = Partial<Pick<Call, "transfer" | "begin">>;

/** The calls whose duration estimates how long a restart takes. */
const OPENING: (keyof Methods)[] = ["open", "openMany"];
/** Calls that do not change the files. */
const ASKING: string[] = [...QUERIES, "explain", "rules"];
/** The maximum time that an aborted call may continue, in milliseconds. */
const LONGEST_END = 1000;

class Client {
  #makeWorker: () => WorkerLike;
  #worker!: WorkerLike;
  #files: ClientOptions["files"];
  #options: Options | undefined;
  #own = new Map<string, Kept>(); // only if the caller does not keep the files
  #queue: Call[] = []; // not sent yet: an abortable call waits until the engine is idle, and later calls wait for it
  #pending = new Map<number, Call>();
  #next = 1;
  #listeners: { progress: NonNullable<ClientOptions["onProgress"]>; restart: NonNullable<ClientOptions["onRestart"]> };
  #restarts = 0;
  #dead = ""; // why the client gave up
  #timeout: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #opening = 0; // milliseconds that this engine needed to start and to open its files
  #answeredAt = 0;

  static {
    for (const method of QUERIES) {
      const value = function (this: Client, ...params: Parameters<Methods[typeof method]>) {
        return this.#call(method, params);
      };
      Object.defineProperty(Client.prototype, method, { value });
    }
  }

  constructor({ worker, files, onProgress, onRestart, timeout = 0 }: ClientOptions) {
    this.#timeout = timeout;
    this.#makeWorker = worker ?? (() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
    this.#files = files;
    this.#listeners = { progress: onProgress ?? (() => {}), restart: onRestart ?? (() => {}) };
    this.#start();
  }

  open(path: string, content: Content): Promise<void> {
    return this.#noted(() => [[normalPath(path), content]], "open", [path, content]);
  }

  openMany(files: CatalogFile[]): Promise<void> {
    const list = Array.isArray(files) ? files.filter((file) => typeof file === "object" && file !== null) : [];
    const refusal = transferred(files, "files");
    if (refusal) return Promise.reject(refusal);
    const contents = list.map((file): [string, Content | Unreadable | undefined] => [normalPath(file.path), contentOf(file)]);
    const buffers = this.#files ? contents.map(([, content]) => (ArrayBuffer.isView(content) ? content.buffer : content)).filter((content) => content instanceof ArrayBuffer) : [];
    return this.#noted(() => contents, "openMany", [files], [...new Set(buffers)]);
  }

  close(path: string): Promise<boolean> {
    return this.#call("close", [path], { begin: () => void this.#own.delete(normalPath(path)) });
  }

  change(path: string, changes: Change[], encoding?: Encoding): Promise<void> {
    const own = normalPath(path);
    const after = () => {
      const content = this.#own.get(own)?.content;
      return content === undefined || isUnreadable(content) ? [] : changed(own, content, changes, encoding);
    };
    return this.#noted(after, "change", [path, changes, encoding]);
  }

  reset(options?: Options): Promise<void> {
    if (this.#dead) return Promise.reject(stopped(this.#dead));
    return new Promise((resolve, reject) => {
      // Before later calls are sent, which wait for the answer. Refused options change nothing.
      const done = () => {
        this.#options = options;
        this.#own.clear();
        resolve();
      };
      this.#queue.push({ ...this.#made("reset", [options], { resolve: done, reject }), alone: true });
      this.#send();
    });
  }

  explain = (rule: string) => this.#call("explain", [rule]);
  rules = () => this.#call("rules", []);

  restart(): Promise<void> {
    this.#restarts = 0;
    return this.#restart("a restart was requested");
  }

  terminate(): void {
    this.#dead = "the client was terminated";
    this.#worker.terminate();
    this.#fail(this.#dead);
  }

  withSignal(signal: SignalLike): EngineClient {
    if (typeof signal?.addEventListener !== "function" || typeof signal.aborted !== "boolean") throw badArgument("signal", "an AbortSignal", signal);
    const get = (_: unknown, name: string | symbol) => {
      const value = Reflect.get(this, name, this);
      if (typeof value !== "function") return value;
      if (name === "terminate" || name === "withSignal") return (...args: unknown[]) => Reflect.apply(value, this, args);
      if (ASKING.includes(String(name))) return (...params: unknown[]) => this.#ask(signal, name as keyof Queries, params);
      return (...args: unknown[]) => abortable(signal, () => Reflect.apply(value, this, args));
    };
    return new Proxy(this, { get }) as unknown as EngineClient;
  }

  /**
   * Makes a call, and records the contents of files after it. If the engine refuses the call, restores the previous
   * contents.
   */
  async #noted<Method extends keyof Methods>(
    contents: () => [string, Content | Unreadable | undefined][],
    method: Method,
    params: Parameters<Methods[Method]>,
    transfer: ArrayBuffer[] = [],
  ): Promise<ReturnType<Methods[Method]>> {
    let undo: { path: string; before: Kept | undefined; after: Kept }[] = [];
    const begin = () => {
      undo = this.#files ? [] : contents().map(([path, content]) => ({ path, before: this.#own.get(path), after: { content: copied(content) } }));
      for (const { path, after } of undo) this.#own.set(path, after);
    };
    try {
      return await this.#call(method, params, { begin, transfer });
    } catch (error) {
      if (thrown(error).code !== "ENGINE_STOPPED") for (const { path, before, after } of undo) this.#restore(path, before, after);
      throw error;
    }
  }

  #restore(path: string, before: Kept | undefined, after: Kept): void {
    if (this.#own.get(path) !== after) return; // a later call replaced it
    if (before) this.#own.set(path, before);
    else this.#own.delete(path);
  }

  #call<Method extends keyof Methods>(method: Method, params: Parameters<Methods[Method]>, sending?: Sending): Promise<ReturnType<Methods[Method]>> {
    if (this.#dead) return Promise.reject(stopped(this.#dead));
    return new Promise((resolve, reject) => {
      this.#queue.push(this.#made(method, params, { resolve, reject, ...sending }));
      this.#send();
    });
  }

  #made(method: keyof Methods, params: unknown[], parts: Pick<Call, "resolve" | "reject"> & Sending): Call {
    return { id: this.#next++, method, params, transfer: [], alone: false, begin: () => {}, since: 0, ...parts };
  }

  /** Makes a query that can be aborted. */
  #ask(signal: SignalLike, method: keyof Queries, params: unknown[]): Promise<unknown> {
    if (this.#dead) return Promise.reject(stopped(this.#dead));
    let call: Call | undefined;
    const ask = () =>
      new Promise((resolve, reject) => {
        call = { ...this.#made(method, params, { resolve, reject }), alone: true };
        this.#queue.push(call);
        this.#send();
      });
    return abortable(signal, ask, () => call && this.#giveUp(call));
  }

  /** Sends queued calls while the engine can take them. */
  #send(): void {
    for (let call = this.#queue[0]; call && this.#takes(call); call = this.#queue[0]) {
      this.#queue.shift();
      this.#post(call);
    }
  }

  #takes({ alone }: Call): boolean {
    const [running] = this.#pending.values();
    return running === undefined || !(alone || running.alone);
  }

  #post(call: Call): void {
    const { id, method, params, transfer } = call;
    call.since = performance.now();
    try {
      this.#worker.postMessage({ id, method, params }, transfer);
    } catch (error) {
      call.reject(unsent(method, error));
      return;
    }
    call.begin(); // only now: arguments that cannot be copied change nothing
    this.#pending.set(id, call);
    if (this.#pending.size === 1) this.#watch();
  }

  /**
   * Cancels an aborted query. If it is running, it may continue for as long as a new engine needs to open the files.
   */
  #giveUp(call: Call): void {
    if (this.#queue.includes(call)) {
      this.#queue = this.#queue.filter((other) => other !== call);
      this.#send();
      return;
    }
    setTimeout(
      () => {
        // The caller's files may already contain the changes that are queued. A new engine must not receive both.
        const isClear = !this.#files || this.#queue.every(({ method }) => ASKING.includes(method));
        if (this.#pending.get(call.id) !== call || !isClear) return;
        this.#worker.terminate();
        this.#startAnew().catch(() => {});
      },
      Math.min(this.#opening, LONGEST_END),
    );
  }

  #start(): void {
    const worker = this.#makeWorker();
    this.#worker = worker;
    this.#opening = 0;
    worker.addEventListener("message", ({ data }: { data: WorkerResponse }) => worker === this.#worker && this.#receive(data));
    worker.addEventListener("error", (event: { message?: string }) => worker === this.#worker && this.#fail(event.message ?? "the worker failed"));
  }

  /** Restarts an engine that does not send a message for too long while calls are pending. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (!this.#timeout || this.#pending.size === 0) return;
    this.#timer = setTimeout(() => this.#revive(`no answer for ${this.#timeout / 1000} s`), this.#timeout);
  }

  #receive(data: WorkerResponse): void {
    if ("event" in data) {
      if (data.event === "trap") {
        this.#revive(data.message);
        return;
      }
      if (data.event === "progress") this.#listeners.progress(data);
    } else {
      this.#answered(data);
    }
    this.#watch();
  }

  #answered(data: Extract<WorkerResponse, { id: number }>): void {
    const waiting = this.#pending.get(data.id);
    if (!waiting) return;
    this.#pending.delete(data.id);
    const now = performance.now();
    if (OPENING.includes(waiting.method)) this.#opening += now - Math.max(waiting.since, this.#answeredAt);
    this.#answeredAt = now;
    if (data.ok && waiting.method === "report") this.#restarts = 0; // it works again
    if (data.ok) waiting.resolve(data.result as never);
    else waiting.reject(unpacked(data.error));
    this.#send();
  }

  /** Restarts without a caller that waits. If the restart fails, pending calls are rejected with that error. */
  #revive(message: string): void {
    this.#restart(message).catch(() => {});
  }

  async #restart(message: string): Promise<void> {
    this.#worker.terminate();
    this.#dead = "";
    this.#fail(message);
    this.#restarts += 1;
    if (this.#restarts > RESTARTS) {
      this.#dead = message;
      return this.#listeners.restart({ message, ok: false });
    }
    await this.#startAnew().then(
      () => this.#listeners.restart({ message, ok: true }),
      (error: unknown) => {
        // Either the engine trapped again, which the listener of the event handles, or it did not receive the files.
        if (thrown(error).code !== "ENGINE_STOPPED") throw error;
      },
    );
  }

  /** Gives up: an engine without the files would return results for an empty catalog. */
  #abandon(error: unknown): never {
    const message = String(thrown(error).message ?? error);
    this.#worker.terminate();
    this.#dead = message;
    this.#fail(message);
    this.#listeners.restart({ message, ok: false });
    throw error;
  }

  #again(): CatalogFile[] {
    if (!this.#files) return this.#kept();
    const files = this.#files(this.#restarts);
    const refusal = transferred(files, "files()");
    if (refusal) throw refusal;
    return files;
  }

  /** Starts a new engine with the same options and files. Calls that the old engine was working on are dropped. */
  async #startAnew(): Promise<void> {
    this.#pending.clear();
    this.#start();
    const forgotten = (error: unknown) => {
      if (thrown(error).code === "ENGINE_STOPPED") throw error;
      this.#options = undefined; // the old engine stopped before it refused them
    };
    try {
      const files = this.#again();
      // Both are sent at once, and before all queued calls: a change must follow the content that it changes.
      const replay = this.#options ? this.#repeat("reset", this.#options).catch(forgotten) : undefined;
      const opened = Promise.all([replay, this.#repeat("openMany", files)]);
      this.#send();
      await opened;
    } catch (error) {
      if (thrown(error).code === "ENGINE_STOPPED") throw error;
      this.#abandon(error);
    }
  }

  #repeat(method: "reset" | "openMany", param: Options | CatalogFile[]): Promise<void> {
    return new Promise((resolve, reject) => this.#post(this.#made(method, [param], { resolve, reject })));
  }

  #kept(): CatalogFile[] {
    return [...this.#own].map(([path, { content = "" }]) => keptFile(path, content));
  }

  #fail(message: string): void {
    clearTimeout(this.#timer);
    for (const { begin } of this.#queue) begin();
    for (const { reject } of [...this.#pending.values(), ...this.#queue]) reject(stopped(message));
    this.#pending.clear();
    this.#queue = [];
  }
}

/** Makes a call that is canceled when the signal is aborted. */
function abortable<Answer>(signal: SignalLike, call: () => Promise<Answer>, giveUp = () => {}): Promise<Answer> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason);
      giveUp();
    };
    signal.addEventListener("abort", abort, { once: true });
    call()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

const stopped = (message: string) => failure("ENGINE_STOPPED", `The engine stopped: ${message.replace(/\.?$/, ".")}`);

const isUnreadable = (content: Content | Unreadable): content is Unreadable => typeof content === "object" && "unreadable" in content;

function keptFile(path: string, content: Content | Unreadable): CatalogFile {
  if (typeof content === "string") return { path, text: content };
  return isUnreadable(content) ? { path, ...content } : { path, bytes: content };
}

/** Returns an error if the bytes of a file were transferred. They belong to a Worker now, and are empty here. */
function transferred(files: CatalogFile[], argument: string): CodedError | undefined {
  const bytesOf = (file: CatalogFile | null) => (typeof file === "object" && file !== null && "bytes" in file ? file.bytes : undefined);
  const contents = Array.isArray(files) ? files.map(bytesOf) : [];
  const at = contents.findIndex((bytes) => isDetached(ArrayBuffer.isView(bytes) ? bytes.buffer : bytes));
  if (at < 0) return undefined;
  const place = `${argument}[${at}].bytes`;
  return invalid(`\`${place}\` was transferred to a Worker and is empty. Pass new bytes.`, place, "bytes that were not transferred");
}

/** `ArrayBuffer.prototype.detached` is newer than the oldest supported environments. */
function isDetached(buffer: unknown): boolean {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength > 0) return false;
  try {
    return new Uint8Array(buffer).length > 0;
  } catch {
    return true;
  }
}

/** The error for arguments that `postMessage` cannot copy, such as a function or a transferred buffer. */
const unsent = (method: string, error: unknown) => invalid(`The arguments of \`${method}\` cannot be sent to the Worker: ${thrown(error).message}`, method, "data that can be sent to a Worker", error);

/** Returns the content of a file after some changes. Empty if the changes are invalid, which the engine reports. */
function changed(path: string, content: Content, changes: Change[], encoding?: Encoding): [string, Content][] {
  try {
    return [[path, encoding === "utf8" ? changedBytes(content, changes) : changedText(content, changes)]];
  } catch {
    return [];
  }
}

const encoded = (text: string) => new TextEncoder().encode(text);

function changedBytes(content: Content, changes: Change[]): Uint8Array {
  const bytes = typeof content === "string" ? encoded(content) : new Uint8Array(content);
  return joined(spliced(changes, (from, to) => bytes.subarray(from, to), encoded));
}

function changedText(content: Content, changes: Change[]): string {
  return splicedText(typeof content === "string" ? content : new TextDecoder("utf-8", { ignoreBOM: true }).decode(content), changes);
}
