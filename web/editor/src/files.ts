// Getting files into the page: folder picker, inputs, drop, paste, archives, samples.
import { Gunzip, unzipSync } from "fflate";
import { type ParsedTarEntryWithData, unpackTar } from "modern-tar";
import { isBinary, type OpenedFile } from "./store/documents.js";

/** Files that were read; `archive`: the bytes of the one that they came in. */
export type FileList = OpenedFile[] & { archive?: Uint8Array<ArrayBuffer> };

/** What was opened: files, a name for them, and the folder that they are in where it can be written. `next` is opened beside it. */
export type Opened = { list: FileList; name: string; handle: FileSystemDirectoryHandle | null; draft?: string; next?: Opened };

type Bytes = Uint8Array<ArrayBuffer>;

const MAX_TOTAL = 512 * 1024 * 1024;
const MAX_ARCHIVE_FILES = 10_000;
const MOST_LINKS = 40; // from link to link, as in Linux
const PIECE = 1 << 16; // bytes that are inflated at once
export const ARCHIVE = /\.(zip|tar|tar\.gz|tgz)$/i;

/** Whether a file or folder is no longer where it was. */
export const isGone = (error: unknown) => error instanceof Error && error.name === "NotFoundError";

export class TooLarge extends Error {}

function guard(total: number): void {
  if (total > MAX_TOTAL) throw new TooLarge(`These files are larger than ${MAX_TOTAL >> 20} MiB together. Open fewer files.`);
}

export const canPickFolder = () => typeof window.showDirectoryPicker === "function";

export async function pickFolder(): Promise<Opened> {
  if (!window.showDirectoryPicker) throw new Error("This browser cannot open folders.");
  return readFolder(await window.showDirectoryPicker({ id: "olmkit", mode: "readwrite" }));
}

export const readFolder = async (handle: FileSystemDirectoryHandle): Promise<Opened> => ({ list: await readHandle(handle), name: handle.name, handle });

const isDirectory = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === "directory";

async function readHandle(directory: FileSystemDirectoryHandle): Promise<OpenedFile[]> {
  const found = new Reading();
  await found.addBelow(directory, "");
  return found.list;
}

/** Files that are being read, which must not be larger than the limit together. */
class Reading {
  readonly list: OpenedFile[] = [];
  #total = 0;

  /** Reads a file, unless it is too much. */
  async add(path: string, file: File, handle: FileSystemFileHandle | null): Promise<void> {
    this.#total += file.size;
    guard(this.#total);
    this.list.push({ path, bytes: new Uint8Array(await file.arrayBuffer()), handle, stamp: file.lastModified });
  }

  async addBelow(directory: FileSystemDirectoryHandle, prefix: string): Promise<void> {
    for await (const [name, entry] of directory.entries()) {
      const path = prefix + name;
      if (!isDirectory(entry)) await this.add(path, await entry.getFile(), entry);
      else if (name !== ".git" && name !== "node_modules") await this.addBelow(entry, `${path}/`);
    }
  }

  async addEntry(entry: FileSystemEntry, prefix: string, keepName: boolean): Promise<void> {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      return this.add(prefix + entry.name, file, null);
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    const below = prefix === "" && !keepName ? "" : `${prefix}${entry.name}/`;
    for (;;) {
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (batch.length === 0) return;
      for (const child of batch) await this.addEntry(child, below, true);
    }
  }
}

/** What can be opened, said where something cannot. */
export const LIMITS = `Files, folders and archives (.zip, .tar, .tar.gz) of up to ${MAX_TOTAL >> 20} MiB can be opened`;

/** Fails when nothing in the list is text. */
export function refuseBinary(list: OpenedFile[]): void {
  if (!list.every(({ bytes }) => isBinary(bytes))) return;
  const [first] = list;
  const what = list.length === 1 ? `${first?.path} is a binary file` : "These are binary files";
  throw new Error(`${what}: a catalog is text, in YAML or JSON. ${LIMITS}.`);
}

/** Files that the system hands over; an archive is unpacked in memory. */
export async function readHandles(handles: FileSystemFileHandle[]): Promise<Opened> {
  const [first] = handles;
  if (!first) return { list: [], name: "files", handle: null };
  if (handles.length === 1 && ARCHIVE.test(first.name)) return { list: await readFiles([await first.getFile()]), name: first.name, handle: null };
  const found = new Reading();
  for (const handle of handles) await found.add(handle.name, await handle.getFile(), handle);
  return { list: found.list, name: first.name, handle: null };
}

/** Files of an input or a paste; an archive is unpacked in memory. */
export async function readFiles(chosen: Iterable<File>): Promise<FileList> {
  const all = [...chosen];
  guard(all.reduce((sum, file) => sum + file.size, 0));
  const [only] = all;
  if (only && all.length === 1 && ARCHIVE.test(only.name)) return fromBytes(only.name, new Uint8Array(await only.arrayBuffer()));
  const found = new Reading();
  for (const file of all) await found.add(file.webkitRelativePath.split("/").slice(1).join("/") || file.name, file, null);
  return found.list;
}

export async function readDrop(transfer: DataTransfer): Promise<Opened> {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const handles = await Promise.all(items.map((item) => item.getAsFileSystemHandle?.()).filter((handle) => handle !== undefined)).catch(() => []);
  const [handle] = handles;
  if (handle && isDirectory(handle) && handles.length === 1) return readFolder(handle);
  const entries = items.map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  const [entry] = entries;
  if (entry && entries.some((entry) => entry.isDirectory)) {
    const found = new Reading();
    for (const entry of entries) await found.addEntry(entry, "", entries.length > 1);
    return { list: found.list, name: entry.name, handle: null };
  }
  const files = [...transfer.files];
  return { list: await readFiles(files), name: files[0]?.name ?? "files", handle: null };
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** An archive path is a path inside of the archive, or nothing. */
export function safePath(path: string): string | null {
  const parts = path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes("..") || /^[a-z]:/i.test(path) || path.startsWith("/") || path.includes("\0")) return null;
  return parts.join("/");
}

async function unpack(name: string, bytes: Bytes): Promise<OpenedFile[]> {
  const found = /\.zip$/i.test(name) ? unzip(bytes) : await untar(/gz$/i.test(name) ? gunzip(bytes) : bytes);
  if (found.length > MAX_ARCHIVE_FILES) throw new TooLarge(`the archive contains more than ${MAX_ARCHIVE_FILES} files`);
  const paths = new Set<string>();
  for (const { path } of found) {
    if (paths.has(path)) throw twice(path);
    paths.add(path);
  }
  return found;
}

const twice = (path: string) => new Error(`the archive contains ${path} twice`);

function unzip(bytes: Bytes): OpenedFile[] {
  let total = 0;
  const names = new Set<string>();
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (names.has(name)) throw twice(name);
      names.add(name);
      total += originalSize;
      guard(total);
      return true;
    },
  });
  return Object.entries(files)
    .filter(([path]) => !path.endsWith("/"))
    .map(([path, data]) => member(path, data));
}

/** All members of a gzip file; it may have several. */
function gunzip(bytes: Bytes): Bytes {
  const parts: Uint8Array[] = [];
  let total = 0;
  const stream = new Gunzip((part) => {
    total += part.length;
    guard(total);
    parts.push(part);
  });
  for (let at = 0; at < bytes.length; at += PIECE) stream.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  const out = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function member(path: string, bytes: Bytes): OpenedFile {
  const safe = safePath(path);
  if (!safe) throw new Error(`the archive contains a path outside it: ${path}`);
  return { path: safe, bytes, handle: null, stamp: 0 };
}

async function untar(bytes: Bytes): Promise<OpenedFile[]> {
  const entries = await unpackTar(bytes, { strict: true }).catch(() => {
    throw new Error("the archive is damaged");
  });
  const found = entries.filter(({ header }) => header.type === "file").map(({ header, data }) => member(header.name, data ?? new Uint8Array()));
  return [...found, ...linked(entries, found)];
}

/** The links of an archive that lead to its files, as files. Links to folders and out of the archive are left out. */
function linked(entries: ParsedTarEntryWithData[], files: OpenedFile[]): OpenedFile[] {
  const known = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const links = new Map<string, string>();
  for (const { header } of entries) {
    if (header.type === "link") links.set(resolved(header.name), resolved(header.linkname ?? ""));
    if (header.type === "symlink") links.set(resolved(header.name), resolved(header.linkname ?? "", header.name));
  }
  const bytesOf = (path: string, steps: number): Bytes | undefined => known.get(path) ?? (steps > 0 ? bytesOf(links.get(path) ?? "", steps - 1) : undefined);
  return [...links.keys()].flatMap((path) => {
    const bytes = bytesOf(path, MOST_LINKS);
    return bytes ? [member(path, bytes)] : [];
  });
}

/** A path of an archive, or one that begins at the folder of `from`, without `.` and `..`. It is empty outside the archive. */
function resolved(path: string, from = ""): string {
  const parts: string[] = [];
  if (path.startsWith("/")) return "";
  for (const part of [...from.split("/").slice(0, -1), ...path.split("/")]) {
    if (part === ".." && parts.pop() === undefined) return "";
    if (part !== "" && part !== "." && part !== "..") parts.push(part);
  }
  return parts.join("/");
}

export const fromText = (path: string, text: string): OpenedFile => ({ path, bytes: new TextEncoder().encode(text), handle: null, stamp: 0 });
/** A file of this name, or what the archive of this name holds. */
export const fromBytes = async (name: string, bytes: Bytes): Promise<FileList> =>
  ARCHIVE.test(name) ? Object.assign(await unpack(name, bytes), { archive: bytes }) : [{ path: name, bytes, handle: null, stamp: 0 }];
export const pasted = (text: string) => [fromText("untitled.yaml", text)];

export async function sample(name: string): Promise<OpenedFile[]> {
  const response = await fetch(new URL(`samples/${name}.yaml`, document.baseURI));
  if (!response.ok) throw new Error(`there is no sample "${name}"`);
  return [{ path: "catalog.yaml", bytes: new Uint8Array(await response.arrayBuffer()), handle: null, stamp: 0 }];
}
