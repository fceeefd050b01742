// The engine's session: sends texts to the engine, and makes sure that its answers are about the open texts.

import type { CatalogFile, OlmReport, Options, UnrelatedFiles } from "olmkit";
import type { EngineClient } from "olmkit/client";
import { configure, crash, engine, isStopped, sentenceOf } from "../engine.js";
import type { Checked } from "../generated/page.js";
import { notLoaded } from "../local.js";
import { combined } from "../queue.js";
import type { AppliedPart, Documents } from "./documents.js";
import type { Snapshot } from "./edits.js";
import type { Emit } from "./events.js";

/** The methods of the engine. */
type Asked = { [Name in keyof EngineClient as EngineClient[Name] extends (...args: never[]) => Promise<unknown> ? Name : never]: EngineClient[Name] };
export type Query = keyof Asked;
export type Answer<Name extends Query> = Awaited<ReturnType<EngineClient[Name]>>;

/**
 * What the session needs from the page. `files`: copies of the files that the engine checks. `readOptions`: reads the
 * configuration. `finish`: adds to a report what the page shows with it.
 */
type Page = {
  documents: Documents;
  emit: Emit;
  emitState(): void;
  files(): CatalogFile[];
  earlier(): { path: string; text: string; loaded: string }[];
  readOptions(isCurrent: () => boolean): Promise<Options>;
  finish(report: OlmReport, unrelated: UnrelatedFiles | null, snapshot: Snapshot): Omit<Checked, "outline">;
};

/** An answer about a catalog that is no longer open. The page ignores it, like an action that the user cancels. */
class Superseded extends Error {
  constructor() {
    super("another catalog has been opened");
    this.name = "AbortError";
  }
}

export class Session {
  #page: Page;
  #worker: EngineClient | undefined; // set while the engine has the files
  #fed: Promise<void> = Promise.resolve();
  #isFed = () => {};
  #problem: unknown; // why the files could not be sent
  #feeds = 0;
  #changes: Promise<unknown> = Promise.resolve();
  readonly #answer = combined(() => this.#run());
  #suspect = ""; // the path that was changed last
  #left = ""; // the path that is left out

  constructor(page: Page) {
    this.#page = page;
    configure({
      files: (attempt) => this.#replay(attempt),
      onProgress: (progress) => page.emit("progress", progress),
      onRestart: (event) => this.#restarted(event),
    });
  }

  // Leaves out the last changed document if the engine stops at it repeatedly, so that the rest can be checked.
  #replay(attempt: number): CatalogFile[] {
    const own = this.#page.files();
    this.#left = attempt > 1 && own.length > 1 ? this.#suspect : "";
    return own.filter(({ path }) => path !== this.#left);
  }

  #restarted(event: { message: string; ok: boolean }): void {
    this.#page.emit("restart", { ...event, left: event.ok ? this.#left : "" });
    if (!event.ok) return;
    this.sendBase().catch(() => {});
    this.refresh();
  }

  /** Closes the session: the engine no longer has the open files. Calls wait until they have been sent again. */
  close(): void {
    this.#feeds += 1;
    this.#worker = undefined;
    this.#suspect = "";
    this.#isFed();
    this.#fed = new Promise((resolve) => {
      this.#isFed = resolve;
    });
  }

  /**
   * Sends all files to the engine again. Sends them all synchronously, so that a change made meanwhile arrives after
   * them.
   */
  async feed(): Promise<void> {
    this.close();
    const own = this.#feeds;
    const isFed = this.#isFed;
    this.#problem = undefined;
    try {
      const options = await this.#page.readOptions(() => own === this.#feeds);
      const worker = await engine();
      if (own !== this.#feeds) return;
      this.#worker = worker;
      this.#left = "";
      const sent = [worker.reset(options), worker.openMany(this.#page.files()), this.sendBase()];
      isFed();
      await Promise.all(sent);
    } catch (error) {
      if (isStopped(error)) return; // the restart opens the files
      this.#problem = error;
      throw error;
    } finally {
      isFed();
    }
  }

  /**
   * Sets the base of comparisons: the files as they were loaded or saved last. Clusters may run their versions, and
   * entries are marked as changed since then.
   */
  async sendBase(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const earlier = this.#page.earlier().filter(({ path }) => path !== this.#left);
    const put = (path: string, text: string): Promise<unknown> => (text === "" ? worker.close(path) : worker.open(path, text));
    const sent = [...earlier.map(({ path, loaded }) => put(path, loaded)), worker.keepBase(), ...earlier.map(({ path, text }) => worker.open(path, text))];
    await Promise.all(sent).catch((error) => isStopped(error) || Promise.reject(error));
  }

  /** Sends a change of a document. `part`: see `Documents.apply`. */
  send({ path, document, isNew, isGone, forward }: AppliedPart): void {
    this.#suspect = path;
    const worker = this.#worker;
    if (!worker) return; // the engine will get the current text when the files are sent
    // A restarted engine may not know the file; it then gets the current text.
    const whole = () => {
      const found = this.#page.documents.get(path);
      return found?.id === document ? worker.open(path, this.#page.documents.text(found)) : undefined;
    };
    const changed = () => (isNew ? whole() : worker.change(path, forward).catch(whole));
    const sent: unknown = isGone ? worker.close(path) : changed();
    // Without a value: it would keep the values of all earlier changes.
    this.#changes = Promise.all([this.#changes, Promise.resolve(sent).catch(() => {})]).then(() => undefined);
  }

  /** Calls the engine after pending changes have been sent. */
  async ask<Name extends Query>(method: Name, ...params: Parameters<EngineClient[Name]>): Promise<Answer<Name>> {
    return (await this.asked(method, ...params)).answer;
  }

  /** Asks about the current texts, before a change that is sent next. Undefined if the engine does not have them. */
  askNow<Name extends Query>(method: Name, ...params: Parameters<EngineClient[Name]>): Promise<Answer<Name>> | undefined {
    return this.#worker && call(this.#worker, method, params);
  }

  /** Calls the engine. Also returns the snapshot that the answer is about. */
  async asked<Name extends Query>(method: Name, ...params: Parameters<EngineClient[Name]>): Promise<{ answer: Answer<Name>; snapshot: Snapshot }> {
    const { documents } = this.#page;
    const { generation } = documents;
    await this.#changes;
    const first = this.#feeds === 0 ? await engine() : undefined; // rules can be explained although nothing is open
    while (!this.#worker && !first) {
      const fed = this.#fed;
      await fed;
      if (documents.generation !== generation) throw new Superseded();
      if (fed === this.#fed && !this.#worker) throw this.#problem ?? notLoaded("The engine");
    }
    const snapshot = documents.snapshot();
    const worker = this.#worker ?? first;
    if (!worker) throw notLoaded("The engine");
    const answer = await call(worker, method, params);
    if (documents.generation !== generation) throw new Superseded();
    return { answer, snapshot };
  }

  /**
   * Requests everything that the page shows. Calls during a run are combined into one further run. Resolves when the
   * page shows the result.
   */
  refresh(): Promise<void> {
    this.#page.emitState();
    return this.#answer();
  }

  async #run(): Promise<void> {
    try {
      const [{ answer: report, snapshot }, { answer: outline }, { answer: unrelated }] = await Promise.all([this.asked("report"), this.asked("outline"), this.asked("unrelated")]);
      this.#page.emit("checked", { ...this.#page.finish(report, unrelated, snapshot), outline });
    } catch (error) {
      if (!isStopped(error) && !(error instanceof Superseded)) this.#page.emit("failed", { message: sentenceOf(error) });
    }
  }
}

/** Needed because TypeScript does not see that method and parameters belong together. */
const call = <Name extends Query>(worker: EngineClient, method: Name, params: Parameters<EngineClient[Name]>) => (worker[method] as (...params: unknown[]) => Promise<Answer<Name>>)(...params);

export { crash, isStopped, Superseded };
