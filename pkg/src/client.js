// A promise for every call to the worker. When the engine dies, a new worker is started and the files are opened again.

import { checkOptions, failure, invalid, unpacked } from "./errors.js";
import { joined } from "./joined.js";

const RESTARTS = 3;

const OPTIONS = { worker: "function", files: "function", patience: "number", onProgress: "function", onRestart: "function" };

export function createClient(options = {}) {
  checkOptions("options", options, OPTIONS);
  return new Client(options);
}

class Client {
  #makeWorker;
  #worker;
  #files;
  #options;
  #own = new Map(); // path -> { content }, where the caller does not keep the files
  #pending = new Map();
  #next = 1;
  #listeners;
  #restarts = 0;
  #dead = ""; // why the engine was given up
  #patience;
  #timer;

  constructor({ worker, files, onProgress, onRestart, patience = 0 } = {}) {
    this.#patience = patience;
    this.#makeWorker = worker ?? (() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
    this.#files = files;
    this.#listeners = { progress: onProgress ?? (() => {}), restart: onRestart ?? (() => {}) };
    this.#start();
  }

  open(path, content) {
    return this.#noted([[path, content]], "open", [path, content]);
  }

  openMany(files) {
    const list = Array.isArray(files) ? files.filter((file) => typeof file === "object" && file !== null) : [];
    const buffers = this.#files ? list.map((file) => file.bytes?.buffer ?? file.bytes).filter((buffer) => buffer instanceof ArrayBuffer) : [];
    return this.#noted(list.map((file) => [file.path, file.text ?? file.bytes]), "openMany", [files], [...new Set(buffers)]);
  }

  close(path) {
    this.#own.delete(path);
    return this.#call("close", [path]);
  }

  change(path, changes, encoding) {
    const known = this.#own.get(path);
    return this.#noted(known ? changed(path, known.content, changes, encoding) : [], "change", [path, changes, encoding]);
  }

  async reset(options) {
    this.#options = options;
    this.#own.clear();
    try {
      return await this.#call("reset", [options]);
    } catch (error) {
      // Refused options leave an empty Workspace without options.
      if (error.code !== "ENGINE_STOPPED" && this.#options === options) this.#options = undefined;
      throw error;
    }
  }

  text = (path) => this.#call("text", [path]);
  paths = () => this.#call("paths", []);
  report = () => this.#call("report", []);
  diagnostics = () => this.#call("diagnostics", []);
  outline = () => this.#call("outline", []);
  packages = () => this.#call("packages", []);
  channel = (packageName, channel) => this.#call("channel", [packageName, channel]);
  at = (path, utf16) => this.#call("at", [path, utf16]);
  symbol = (path, utf16) => this.#call("symbol", [path, utf16]);
  complete = (path, utf16) => this.#call("complete", [path, utf16]);
  keepBase = () => this.#call("keepBase", []);
  search = (query, limit) => this.#call("search", [query, limit]);
  range = (question) => this.#call("range", [question]);
  planFixes = (question) => this.#call("planFixes", [question]);
  release = (question) => this.#call("release", [question]);
  plan = (intention) => this.#call("plan", [intention]);
  stranded = (question) => this.#call("stranded", [question]);
  path = (question) => this.#call("path", [question]);
  diff = (old) => this.#call("diff", [old]);
  graph = (question) => this.#call("graph", [question]);
  draw = (question, drawing) => this.#call("draw", [question, drawing]);
  explain = (rule) => this.#call("explain", [rule]);
  rules = () => this.#call("rules", []);

  restart() {
    this.#restarts = 0;
    return this.#restart("a restart was asked for");
  }

  terminate() {
    this.#dead = "the client was terminated";
    this.#worker.terminate();
    this.#fail(this.#dead);
  }

  /** A call, and the contents that files have after it; when the engine refuses it, they are as before. */
  async #noted(contents, method, params, transfer) {
    const undo = this.#files ? [] : contents.map(([path, content]) => [path, this.#own.get(path), { content }]);
    for (const [path, , after] of undo) this.#own.set(path, after);
    try {
      return await this.#call(method, params, transfer);
    } catch (error) {
      if (error.code !== "ENGINE_STOPPED") for (const step of undo) this.#restore(...step);
      throw error;
    }
  }

  #restore(path, before, after) {
    if (this.#own.get(path) !== after) return; // a later call set it
    if (before) this.#own.set(path, before);
    else this.#own.delete(path);
  }

  #call(method, params, transfer = []) {
    if (this.#dead) return Promise.reject(stopped(this.#dead));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      try {
        this.#worker.postMessage({ id, method, params }, transfer);
      } catch (error) {
        return reject(unsent(method, error));
      }
      this.#pending.set(id, { method, resolve, reject });
      if (this.#pending.size === 1) this.#watch();
    });
  }

  #start() {
    const worker = this.#makeWorker();
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => worker === this.#worker && this.#receive(data));
    worker.addEventListener("error", (event) => worker === this.#worker && this.#fail(event.message ?? "the worker failed"));
  }

  /** An engine that is silent for too long, with calls waiting, hangs. */
  #watch() {
    clearTimeout(this.#timer);
    if (!this.#patience || this.#pending.size === 0) return;
    this.#timer = setTimeout(() => this.#restart(`no answer for ${this.#patience / 1000} s`), this.#patience);
  }

  #receive(data) {
    if (data.event === "trap") return this.#restart(data.message);
    if (data.event === "progress") this.#listeners.progress(data);
    const waiting = this.#pending.get(data.id);
    if (waiting) {
      this.#pending.delete(data.id);
      if (data.ok && waiting.method === "report") this.#restarts = 0; // it works again
      if (data.ok) waiting.resolve(data.result);
      else waiting.reject(unpacked(data.error));
    }
    return this.#watch();
  }

  #restart(message) {
    this.#worker.terminate();
    this.#dead = "";
    this.#fail(message);
    this.#restarts += 1;
    if (this.#restarts > RESTARTS) {
      this.#dead = message;
      return this.#listeners.restart({ message, ok: false });
    }
    this.#start();
    const files = this.#files?.(this.#restarts) ?? [...this.#own].map(([path, { content }]) => (typeof content === "string" ? { path, text: content } : { path, bytes: content }));
    // Both at once: a change that is made meanwhile comes after the texts that it is a change of.
    const replay = this.#options ? [this.#call("reset", [this.#options])] : [];
    return Promise.all([...replay, this.#call("openMany", [files])]).then(
      () => this.#listeners.restart({ message, ok: true }),
      () => {}, // it trapped again, and that is handled where the event arrives
    );
  }

  #fail(message) {
    clearTimeout(this.#timer);
    for (const { reject } of this.#pending.values()) reject(stopped(message));
    this.#pending.clear();
  }
}

const stopped = (message) => failure("ENGINE_STOPPED", `The engine stopped: ${message.replace(/\.?$/, ".")}`);

/** What `postMessage` cannot copy, such as a function, or a buffer that was transferred before. */
const unsent = (method, error) => invalid(`The arguments of \`${method}\` cannot be sent to the Worker: ${error.message}`, method, "data that can be sent to a Worker", error);

/** The content of a file after some changes; nothing when they do not fit, which the engine then says. */
function changed(path, content, changes, encoding) {
  try {
    return [[path, encoding === "utf8" ? changedBytes(content, changes) : changedText(content, changes)]];
  } catch {
    return [];
  }
}

const changedBytes = (content, changes) => splice(typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content), changes);

function changedText(content, changes) {
  let text = typeof content === "string" ? content : new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
  for (const change of [...changes].sort((a, b) => b.from - a.from)) {
    text = text.slice(0, change.from) + change.text + text.slice(change.to);
  }
  return text;
}

function splice(bytes, changes) {
  const parts = [];
  let at = 0;
  for (const change of [...changes].sort((a, b) => a.from - b.from)) {
    parts.push(bytes.subarray(at, change.from), new TextEncoder().encode(change.text));
    at = change.to;
  }
  parts.push(bytes.subarray(at));
  return joined(parts);
}
