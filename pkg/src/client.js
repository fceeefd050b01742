// A promise for every call to the worker. When the engine dies, a new worker is started and the files are opened again.

import { joined } from "./joined.js";

const RESTARTS = 3;

export function createClient(options = {}) {
  return new Client(options);
}

class Client {
  #makeWorker;
  #worker;
  #files;
  #options;
  #own = new Map(); // path -> string | Uint8Array, where the caller does not keep the files
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
    this.#keep(path, content);
    return this.#call("open", [path, content]);
  }

  openMany(files) {
    for (const file of files) this.#keep(file.path, file.text ?? file.bytes);
    const transfer = this.#files ? files.map((file) => file.bytes?.buffer ?? file.bytes).filter(Boolean) : [];
    return this.#call("openMany", [files], [...new Set(transfer)]);
  }

  close(path) {
    this.#own.delete(path);
    return this.#call("close", [path]);
  }

  change(path, changes, encoding) {
    if (!this.#files && this.#own.has(path)) this.#own.set(path, changed(this.#own.get(path), changes, encoding));
    return this.#call("change", [path, changes, encoding]);
  }

  reset(options) {
    this.#options = options;
    this.#own.clear();
    return this.#call("reset", [options]);
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
  release = (question) => this.#call("release", [question]);
  plan = (intention) => this.#call("plan", [intention]);
  stranded = (question) => this.#call("stranded", [question]);
  path = (question) => this.#call("path", [question]);
  diff = (old) => this.#call("diff", [old]);
  graph = (question) => this.#call("graph", [question]);
  draw = (question, drawing) => this.#call("draw", [question, drawing]);
  explain = (rule) => this.#call("explain", [rule]);
  rules = () => this.#call("rules", []);
  crash = (how = "trap") => this.#call("crash", [how]);

  restart() {
    this.#restarts = 0;
    return this.#restart("a restart was asked for");
  }

  terminate() {
    this.#dead = "the client was terminated";
    this.#worker.terminate();
    this.#fail(this.#dead);
  }

  #keep(path, content) {
    if (!this.#files) this.#own.set(path, content);
  }

  #call(method, params, transfer = []) {
    if (this.#dead) return Promise.reject(stopped(this.#dead));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { method, resolve, reject });
      this.#worker.postMessage({ id, method, params }, transfer);
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
      else waiting.reject(new Error(data.error.message));
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
    const files = this.#files?.(this.#restarts) ?? [...this.#own].map(([path, content]) => (typeof content === "string" ? { path, text: content } : { path, bytes: content }));
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

const stopped = (message) => Object.assign(new Error(`the engine stopped: ${message}`), { code: "ENGINE_STOPPED" });

function changed(content, changes, encoding) {
  if (encoding === "utf8") {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
    return splice(bytes, changes);
  }
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
