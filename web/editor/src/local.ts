// The folder that `olmkit open` serves: files of this machine, read and written through the server of the page. The
// handles implement the part of the browser's file handles that the page uses.

/** A file of the folder as it is listed. */
export type Listed = { path: string; size: number; modified: number };
/** A file that was changed on disk. `modified`: null if it was deleted. */
export type DiskChange = { path: string; modified: number | null };

const mark = () => document.querySelector<HTMLMetaElement>('meta[name="olmkit-local"]');

/** Whether the page was opened by `olmkit open`. */
export const isServed = () => mark() !== null;

const STOPPED = "olmkit open has been stopped. Run it again, or download what you changed.";

/** The error for a part of the page that could not be loaded, such as a worker. */
export const notLoaded = (part: string) => new Error(isServed() ? STOPPED : `${part} could not be loaded`);

/** The names of the errors that the browser's own handles throw, by the HTTP status of the response. */
const ERRORS = new Map([
  [403, "NotAllowedError"],
  [404, "NotFoundError"],
]);

/** The status of the response for a file that does not exist. The browser reports other ones as errors on its console. */
const MISSING = 204;

const address = (what: string) => new URL(`local/${what}`, document.baseURI);
const placeOf = (path: string) => `${mark()?.getAttribute("data-root") ?? ""}/${path}`;
const addressOf = (path: string) => `file?path=${encodeURIComponent(path)}`;

async function ask(what: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(address(what), options).catch(() => {
    throw new Error(STOPPED);
  });
  if (response.ok) return response;
  const message = (await response.text()).trim();
  throw new DOMException(message, ERRORS.get(response.status) ?? "OperationError");
}

class ServedFile {
  readonly kind = "file";
  /** The file on this machine. Kept in the copy of a stored draft. */
  readonly place: string;
  #path: string;
  #version: string | undefined; // of the content that was read last

  constructor(path: string) {
    this.#path = path;
    this.place = placeOf(path);
  }

  get name(): string {
    return this.#path.slice(this.#path.lastIndexOf("/") + 1);
  }

  async getFile(): Promise<File> {
    const response = await ask(addressOf(this.#path));
    if (response.status === MISSING) throw new DOMException(`${this.#path} does not exist.`, "NotFoundError");
    this.#version = response.headers.get("etag") ?? undefined;
    return new File([await response.arrayBuffer()], this.name, { lastModified: Number(response.headers.get("x-modified")) });
  }

  async createWritable() {
    const parts: BlobPart[] = [];
    return {
      write: async (part: BlobPart) => void parts.push(part),
      close: () => this.#write(new Blob(parts)),
      abort: async () => {}, // nothing is written before
    };
  }

  async #write(body: Blob): Promise<void> {
    const condition: Record<string, string> = this.#version === undefined ? { "if-none-match": "*" } : { "if-match": this.#version };
    const { version } = await (await ask(addressOf(this.#path), { method: "PUT", body, headers: condition })).json();
    this.#version = `"${version}"`;
  }
}

type Below = Map<string, ServedFile | ServedFolder>;

class ServedFolder {
  readonly kind = "directory";
  readonly name: string;
  readonly place: string;
  readonly #prefix: string;
  readonly #below: Below = new Map();

  constructor(name: string, prefix: string) {
    this.name = name;
    this.#prefix = prefix;
    this.place = placeOf(prefix);
  }

  /** Adds a file by the components of its path below this folder. */
  take([name = "", ...rest]: string[]): void {
    if (rest.length === 0) this.#below.set(name, new ServedFile(this.#prefix + name));
    else this.#folder(name).take(rest);
  }

  async *entries(): AsyncGenerator<[string, ServedFile | ServedFolder]> {
    yield* this.#below;
  }

  #folder(name: string): ServedFolder {
    const known = this.#below.get(name);
    if (known instanceof ServedFolder) return known;
    const made = new ServedFolder(name, `${this.#prefix}${name}/`);
    this.#below.set(name, made);
    return made;
  }

  getDirectoryHandle = async (name: string) => new ServedFolder(name, `${this.#prefix}${name}/`);
  /** A file that does not exist yet is created when it is written. */
  getFileHandle = async (name: string) => new ServedFile(this.#prefix + name);
  isSameEntry = async (other: unknown) => other === this;
  queryPermission = async () => "granted" as const;
  requestPermission = async () => "granted" as const;
}

/** The files of the served folder. */
export const listServed = async (): Promise<Listed[]> => (await ask("files")).json();

/** The served folder as a directory handle of the browser. */
export function servedFolder(files: Listed[]): FileSystemDirectoryHandle {
  const folder = new ServedFolder(mark()?.content ?? "", "");
  for (const { path } of files) folder.take(path.split("/"));
  return folder as unknown as FileSystemDirectoryHandle;
}

/** The files that differ between two listings of the folder. */
export function changedBetween(before: Listed[], now: Listed[]): DiskChange[] {
  const stateOf = ({ path, size, modified }: Listed): [string, string] => [path, `${size} ${modified}`];
  const [old, found] = [new Map(before.map(stateOf)), new Map(now.map(stateOf))];
  const changed = [...found].filter(([path, state]) => old.get(path) !== state);
  const gone = [...old].filter(([path]) => !found.has(path));
  const modified = new Map(now.map((file) => [file.path, file.modified]));
  return [...changed, ...gone].map(([path]) => ({ path, modified: modified.get(path) ?? null }));
}

/** The handle of a file in the served folder. */
export const servedFile = (path: string) => new ServedFile(path) as unknown as FileSystemFileHandle;

/** The place of a served file or folder on this machine, by its handle or what a draft stores of it. Undefined for other handles. */
export const servedPlace = (handle: object | null | undefined) => (handle as Partial<ServedFile> | null | undefined)?.place;

/** In milliseconds. The browser connects again after one second, because the server asks for that. */
export const INTERRUPTION = 2000;

/**
 * Calls `look` when files have changed on disk: with the changes when the server sends them, and without them whenever it
 * is connected, because changes before that are not sent. Calls `reach` when the files can no longer be reached or can
 * again; a short interruption is not reported.
 */
export function watchServed(look: (changes?: DiskChange[]) => void, reach: (isReachable: boolean) => void): void {
  const source = new EventSource(address("changes"));
  source.addEventListener("open", () => {
    reach(true);
    look();
  });
  source.addEventListener("error", () => {
    setTimeout(() => source.readyState !== EventSource.OPEN && reach(false), INTERRUPTION);
  });
  source.addEventListener("message", ({ data }) => look(JSON.parse(data)));
}
