// A promise for every call to the worker. When the engine dies, a new worker is started and the files are opened again.

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

  constructor({ worker, files, onProgress, onRestart } = {}) {
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
  plan = (intention) => this.#call("plan", [intention]);
  explain = (rule) => this.#call("explain", [rule]);
  rules = () => this.#call("rules", []);

  terminate() {
    this.#worker.terminate();
    this.#fail("the client was terminated");
  }

  #keep(path, content) {
    if (!this.#files) this.#own.set(path, content);
  }

  #call(method, params, transfer = []) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, params }, transfer);
    });
  }

  #start() {
    const worker = this.#makeWorker();
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => worker === this.#worker && this.#receive(data));
    worker.addEventListener("error", (event) => worker === this.#worker && this.#fail(event.message ?? "the worker failed"));
  }

  #receive(data) {
    if (data.event === "progress") return this.#listeners.progress(data);
    if (data.event === "trap") return this.#restart(data.message);
    const waiting = this.#pending.get(data.id);
    if (!waiting) return undefined;
    this.#pending.delete(data.id);
    return data.ok ? waiting.resolve(data.result) : waiting.reject(new Error(data.error.message));
  }

  #restart(message) {
    this.#worker.terminate();
    this.#fail(`the engine stopped: ${message}`);
    if (++this.#restarts > RESTARTS) return this.#listeners.restart({ message, ok: false });
    this.#start();
    const files = this.#files?.() ?? [...this.#own].map(([path, content]) => (typeof content === "string" ? { path, text: content } : { path, bytes: content }));
    const replay = this.#options ? this.#call("reset", [this.#options]) : Promise.resolve();
    return replay
      .then(() => this.#call("openMany", [files]))
      .then(
        () => this.#listeners.restart({ message, ok: true }),
        () => {}, // it trapped again, and that is handled where the event arrives
      );
  }

  #fail(message) {
    for (const { reject } of this.#pending.values()) reject(new Error(message));
    this.#pending.clear();
  }
}

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
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let written = 0;
  for (const part of parts) {
    out.set(part, written);
    written += part.length;
  }
  return out;
}
