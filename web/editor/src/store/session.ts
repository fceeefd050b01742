// The engine's session: which texts it has, and that its answers are about the texts that are open.

import type { CatalogFile, OlmReport, Options, UnrelatedFiles } from "olmkit";
import type { EngineClient } from "olmkit/client";
import { configure, crash, engine, isStopped, messageOf } from "../engine.js";
import type { Documents, Link } from "./documents.js";
import type { Held } from "./edits.js";

/** The questions that the engine answers. */
type Asked = { [Name in keyof EngineClient as EngineClient[Name] extends (...args: never[]) => Promise<unknown> ? Name : never]: EngineClient[Name] };
export type Question = keyof Asked;
export type Answer<Name extends Question> = Awaited<ReturnType<EngineClient[Name]>>;

/** Tells the page what happened. */
export type Emit = (kind: string, detail?: unknown) => void;

/**
 * What the session knows of the page. `files`: those that the engine checks, as copies; `readOptions`: the configuration;
 * `finish`: the report as the page shows it, and what goes with it.
 */
type Page = {
  documents: Documents;
  emit: Emit;
  emitState(): void;
  files(): CatalogFile[];
  earlier(): { path: string; text: string; opened: string; saved: string }[];
  readOptions(isCurrent: () => boolean): Promise<Options>;
  finish(report: OlmReport, unrelated: UnrelatedFiles | null, held: Held): { report: OlmReport };
};

/** An answer about a catalog that is no longer open. The page ignores it, as it does an action that the user cancels. */
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
  #problem: unknown; // why it could not be fed
  #feeds = 0;
  #changes: Promise<unknown> = Promise.resolve();
  #running: Promise<void> | undefined;
  #again = false;
  #suspect = ""; // what was changed last
  #left = ""; // what is left out

  constructor(page: Page) {
    this.#page = page;
    configure({
      files: (attempt) => this.#replay(attempt),
      onProgress: (progress) => page.emit("progress", progress),
      onRestart: (event) => this.#restarted(event),
    });
  }

  // A document that the engine stops at again and again is left out, so that the rest can be checked.
  #replay(attempt: number): CatalogFile[] {
    const own = this.#page.files();
    this.#left = attempt > 1 && own.length > 1 ? this.#suspect : "";
    return own.filter(({ path }) => path !== this.#left);
  }

  #restarted(event: { message: string; ok: boolean }): void {
    this.#page.emit("restart", { ...event, left: event.ok ? this.#left : "" });
    if (!event.ok) return;
    this.layBase().catch(() => {});
    this.refresh();
  }

  /** The engine no longer has what is open. Questions wait until it has been fed again. */
  close(): void {
    this.#feeds += 1;
    this.#worker = undefined;
    this.#suspect = "";
    this.#isFed();
    this.#fed = new Promise((resolve) => {
      this.#isFed = resolve;
    });
  }

  /** Gives the engine all files anew. Everything is sent at once, so that a change which is made meanwhile comes after it. */
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
      const sent = [worker.reset(options), worker.openMany(this.#page.files()), this.layBase()];
      isFed();
      await Promise.all(sent);
    } catch (error) {
      if (isStopped(error)) return; // the restart opens them
      this.#problem = error;
      throw error;
    } finally {
      isFed();
    }
  }

  /** What was opened is what clusters may run: its versions must still upgrade. Entries are marked as changed since the last save. */
  async layBase(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const earlier = this.#page.earlier().filter(({ path }) => path !== this.#left);
    const put = (path: string, text: string): Promise<unknown> => (text === "" ? worker.close(path) : worker.open(path, text));
    const sent = [...earlier.map(({ path, opened }) => put(path, opened)), worker.keepBase()];
    if (earlier.some(({ opened, saved }) => opened !== saved)) sent.push(...earlier.map(({ path, saved }) => put(path, saved)), worker.keepSaved());
    sent.push(...earlier.map(({ path, text }) => worker.open(path, text)));
    await Promise.all(sent).catch((error) => isStopped(error) || Promise.reject(error));
  }

  /** A document was changed. `link`: see `Documents.apply`. */
  send({ path, document, isNew, forward }: Link): void {
    this.#suspect = path;
    const worker = this.#worker;
    if (!worker) return; // it gets the text as it is by then
    // An engine that was started anew may not know the file; it then gets the text as it is by then.
    const whole = () => {
      const found = this.#page.documents.get(path);
      return found?.id === document ? worker.open(path, this.#page.documents.text(found)) : undefined;
    };
    const sent = isNew ? whole() : worker.change(path, forward).catch(whole);
    this.#changes = Promise.all([this.#changes, Promise.resolve(sent).catch(() => {})]);
  }

  /** Asks the engine; what is on its way to it comes first. */
  async ask<Name extends Question>(method: Name, ...params: Parameters<EngineClient[Name]>): Promise<Answer<Name>> {
    return (await this.asked(method, ...params)).answer;
  }

  /** Asks the engine. `held`: the texts that the answer is about. */
  async asked<Name extends Question>(method: Name, ...params: Parameters<EngineClient[Name]>): Promise<{ answer: Answer<Name>; held: Held }> {
    const { documents } = this.#page;
    const { generation } = documents;
    await this.#changes;
    const first = this.#feeds === 0 ? await engine() : undefined; // nothing is open: it explains rules all the same
    while (!this.#worker && !first) {
      const fed = this.#fed;
      await fed;
      if (documents.generation !== generation) throw new Superseded();
      if (fed === this.#fed && !this.#worker) throw this.#problem ?? new Error("the engine could not be loaded");
    }
    const held = documents.snapshot();
    const worker = this.#worker ?? first;
    if (!worker) throw new Error("the engine could not be loaded");
    const answer = await call(worker, method, params);
    if (documents.generation !== generation) throw new Superseded();
    return { answer, held };
  }

  /** Asks for everything the page shows; calls during a run join into one more run. Ends when the page shows it. */
  refresh(): Promise<void> {
    this.#page.emitState();
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    do {
      this.#again = false;
      try {
        const [{ answer: report, held }, { answer: outline }, { answer: unrelated }] = await Promise.all([this.asked("report"), this.asked("outline"), this.asked("unrelated")]);
        this.#page.emit("checked", { ...this.#page.finish(report, unrelated, held), outline });
      } catch (error) {
        if (!isStopped(error) && !(error instanceof Superseded)) this.#page.emit("failed", { message: messageOf(error) });
      }
    } while (this.#again);
  }
}

/** TypeScript does not see that the parameters of a method are those of the same method. */
const call = <Name extends Question>(worker: EngineClient, method: Name, params: Parameters<EngineClient[Name]>) => (worker[method] as (...params: unknown[]) => Promise<Answer<Name>>)(...params);

export { crash, isStopped, Superseded };
