// `olmkit open` in Node.js: serves the editor on 127.0.0.1, and lets its page read and write exactly one folder or one
// file.
//
// The page has a random path. The first URL contains a token; its request sets a cookie that scripts cannot read. All
// other requests need the cookie, the correct `Host`, and the correct `Origin` if they have an `Origin`.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { basename, dirname, extname, join, resolve, sep } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { Folder, Refused } from "./folder.node.js";

/** What to open, and the page to serve. */
export type OpenOptions = {
  /** A folder, or a single file. */
  path: string;
  /** The folder of the editor's page. */
  page: string;
  /** The folder of the engine, if it is not `olmkit` in the folder of the page. */
  engine?: string;
  /** The first port to try. With 0, a free port. */
  port?: number;
};

/** A running server. `address` is a URL that works once. */
export type OpenServer = { address: string; close(): Promise<void> };

const PORT = 8087;
const PORTS_TRIED = 10;
const LOOPBACK = "127.0.0.1";
const LARGEST = 512 * 1024 * 1024; // bytes of a file that the page saves
const HEARTBEAT = 15_000; // milliseconds
const WAITING = 1024 * 1024; // bytes of changes that are buffered for a slow page

/** Media types by file extension. `npm run serve` uses the same. */
const TYPES: Record<string, string> = JSON.parse(readFileSync(new URL("./content-types.json", import.meta.url), "utf8"));

const HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "frame-ancestors 'none'",
  "cache-control": "no-store",
};

const USED = "This address works once. Use the page that it opened, or run `olmkit open` again.\n";
const UNKNOWN = "Open the address that `olmkit open` printed.\n";

function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

/** Reads a file of the page. The package contains most of them compressed, as `NAME.br` (scripts/package-page.mjs). */
async function content(file: string): Promise<Buffer> {
  const compressed = async () => brotliDecompressSync(await readFile(`${file}.br`));
  return readFile(file)
    .catch(compressed)
    .catch(() => Promise.reject(new Refused(404, "not found")));
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

async function body(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST) throw new Refused(413, "The file is too large.");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

class Session {
  #folder: Folder;
  #page: string;
  #engine: string;
  #name: string;
  #token = randomBytes(24).toString("base64url");
  #cookie = randomBytes(32).toString("base64url");
  #prefix = `/${randomBytes(8).toString("hex")}/`;
  #isUsed = false;
  #listeners = new Set<ServerResponse>();
  port = 0;

  constructor({ path, page, engine = join(page, "olmkit") }: OpenOptions) {
    const real = realpathSync(path);
    const isFile = statSync(real).isFile();
    this.#folder = new Folder(isFile ? dirname(real) : real, isFile ? basename(real) : undefined);
    this.#name = basename(real);
    this.#page = resolve(page);
    this.#engine = resolve(engine);
    this.#folder.watch(
      (changes) => this.#tell(`data: ${JSON.stringify(changes)}\n\n`),
      () => this.#listeners.size > 0,
    );
  }

  get address(): string {
    return `http://${LOOPBACK}:${this.port}/?token=${this.#token}`;
  }

  close(): void {
    this.#folder.close();
    for (const response of this.#listeners) response.end();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    try {
      await this.#route(request, response);
    } catch (error) {
      const { status, message } = error instanceof Refused ? error : new Refused(500, error instanceof Error ? error.message : String(error));
      request.resume();
      if (response.headersSent) response.destroy();
      else response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(message);
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const own = `${LOOPBACK}:${this.port}`;
    const { host, origin, cookie = "" } = request.headers;
    if (host !== own) throw new Refused(421, UNKNOWN);
    if (origin !== undefined && origin !== `http://${own}`) throw new Refused(403, "Requests from other pages are refused.\n");
    const site = request.headers["sec-fetch-site"];
    if (site !== undefined && site !== "same-origin" && site !== "none") throw new Refused(403, "Requests from other pages are refused.\n");
    const url = new URL(request.url ?? "/", `http://${own}`);
    if (url.pathname === "/") return this.#enter(url, response);
    const sent = cookie.split("; ").find((pair) => pair.startsWith(`${this.#cookieName}=`));
    if (!url.pathname.startsWith(this.#prefix) || !sent || !isSame(sent.slice(this.#cookieName.length + 1), this.#cookie)) throw new Refused(403, UNKNOWN);
    const path = url.pathname.slice(this.#prefix.length);
    if (path.startsWith("local/")) return this.#local(path.slice("local/".length), url, request, response);
    if (request.method !== "GET" && request.method !== "HEAD") throw new Refused(405, "Not allowed.");
    await this.#static(decodeURIComponent(path), response);
  }

  get #cookieName(): string {
    return `olmkit-${this.port}`;
  }

  #enter(url: URL, response: ServerResponse): void {
    const token = url.searchParams.get("token") ?? "";
    if (!isSame(token, this.#token)) throw new Refused(403, UNKNOWN);
    if (this.#isUsed) throw new Refused(403, USED);
    this.#isUsed = true;
    const cookie = `${this.#cookieName}=${this.#cookie}; Path=${this.#prefix}; HttpOnly; SameSite=Strict`;
    response.writeHead(303, { "set-cookie": cookie, location: this.#prefix }).end();
  }

  async #static(path: string, response: ServerResponse): Promise<void> {
    const [root, below] = path.startsWith("olmkit/") ? [this.#engine, path.slice("olmkit/".length)] : [this.#page, path || "index.html"];
    const file = resolve(root, below);
    if (!file.startsWith(root + sep)) throw new Refused(404, "not found");
    let bytes = await content(file);
    if (path === "") {
      const mark = `<meta name="olmkit-local" content="${escaped(this.#name)}" data-root="${escaped(this.#folder.root)}" />`;
      bytes = Buffer.from(bytes.toString("utf8").replace("<head>", () => `<head>${mark}`));
    }
    response.writeHead(200, { "content-type": TYPES[extname(file) || ".html"] ?? "application/octet-stream", "content-length": bytes.length, "cache-control": "no-cache" }).end(bytes);
  }

  async #local(what: string, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method } = request;
    if (what === "files" && method === "GET") return this.#json(response, await this.#folder.list());
    if (what === "changes" && method === "GET") return this.#listen(response);
    if (what === "files" || what === "changes") throw new Refused(405, "Not allowed.");
    if (what !== "file") throw new Refused(404, "not found");
    const path = url.searchParams.get("path") ?? "";
    if (method === "GET") {
      const found = this.#folder.find(path);
      // The page asks whether a file is there. A browser prints other statuses as errors on its console.
      if (!found) return void response.writeHead(204).end();
      const { bytes, modified, version } = found;
      response.writeHead(200, { "content-type": "application/octet-stream", "x-modified": String(modified), etag: `"${version}"` }).end(bytes);
      return;
    }
    if (method !== "PUT") throw new Refused(405, "Not allowed.");
    const expected = request.headers["if-match"]?.replaceAll('"', "");
    const isNew = request.headers["if-none-match"] === "*";
    if (expected === undefined && !isNew) throw new Refused(428, "Set the version to replace: If-Match, or If-None-Match: *.");
    const { version, modified } = this.#folder.write(path, await body(request), expected);
    this.#json(response, { version, modified });
  }

  #json(response: ServerResponse, value: unknown): void {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  }

  #listen(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("retry: 1000\n\n");
    this.#listeners.add(response);
    const timer = setInterval(() => response.write(": \n\n"), HEARTBEAT);
    response.once("close", () => {
      clearInterval(timer);
      this.#listeners.delete(response);
    });
  }

  /** Ends the stream of a page that does not read it: the page connects again, and then compares what it has with the folder. */
  #tell(text: string): void {
    for (const response of this.#listeners) {
      if (response.writableLength > WAITING) response.destroy();
      else response.write(text);
    }
  }
}

function listen(server: Server, port: number): Promise<number | undefined> {
  return new Promise((done, reject) => {
    const failed = (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? done(undefined) : reject(error));
    server.once("error", failed);
    server.listen(port, LOOPBACK, () => {
      server.off("error", failed);
      const address = server.address();
      done(address && typeof address === "object" ? address.port : port);
    });
  });
}

/** Listens on a port, or on the first free one of those that are tried. Returns the port. */
async function listening(server: Server, port: number | undefined): Promise<number> {
  const wanted = port === undefined ? Array.from({ length: PORTS_TRIED }, (_, at) => PORT + at) : [port];
  for (const one of wanted) {
    const got = await listen(server, one);
    if (got !== undefined) return got;
  }
  throw new Error(`port ${wanted.join(", ")} is in use. Choose one with --port.`);
}

/** Serves the editor for a folder or file, until `close` is called. */
export async function open(options: OpenOptions): Promise<OpenServer> {
  const session = new Session(options);
  const server = createServer((request, response) => void session.answer(request, response));
  try {
    session.port = await listening(server, options.port);
  } catch (error) {
    session.close();
    throw error;
  }
  const close = async () => {
    session.close();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { address: session.address, close };
}
