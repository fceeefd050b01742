// Getting files into the page: folder picker, inputs, drop, paste, archives, samples.
import { gunzipSync, unzipSync } from "fflate";
import { isBinary, type OpenedFile } from "./store/documents.js";

/** Files that were read; `archive`: the bytes of the one that they came in. */
export type FileList = OpenedFile[] & { archive?: Uint8Array<ArrayBuffer> };

/** What was opened: files, a name for them, and the folder that they are in where it can be written. `next` is opened beside it. */
export type Opened = { list: FileList; name: string; handle: FileSystemDirectoryHandle | null; draft?: string; next?: Opened };

type Bytes = Uint8Array<ArrayBuffer>;

const MAX_TOTAL = 512 * 1024 * 1024;
const MAX_ARCHIVE_FILES = 10_000;
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

async function readHandle(directory: FileSystemDirectoryHandle, prefix = "", out: OpenedFile[] = []): Promise<OpenedFile[]> {
  for await (const [name, entry] of directory.entries()) {
    const path = prefix + name;
    if (isDirectory(entry)) {
      if (name !== ".git" && name !== "node_modules") await readHandle(entry, `${path}/`, out);
      continue;
    }
    const file = await entry.getFile();
    out.push({ path, bytes: new Uint8Array(await file.arrayBuffer()), handle: entry, stamp: file.lastModified });
  }
  return out;
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
  const list: OpenedFile[] = [];
  for (const handle of handles) {
    const file = await handle.getFile();
    list.push({ path: handle.name, bytes: new Uint8Array(await file.arrayBuffer()), handle, stamp: file.lastModified });
  }
  return { list, name: first.name, handle: null };
}

/** Files of an input or a paste; an archive is unpacked in memory. */
export async function readFiles(chosen: Iterable<File>): Promise<FileList> {
  const all = [...chosen];
  guard(all.reduce((sum, file) => sum + file.size, 0));
  const out: OpenedFile[] = [];
  for (const file of all) {
    const path = file.webkitRelativePath ? file.webkitRelativePath.split("/").slice(1).join("/") : file.name;
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (all.length === 1 && ARCHIVE.test(file.name)) return fromBytes(file.name, bytes);
    out.push({ path: path || file.name, bytes, handle: null, stamp: file.lastModified });
  }
  return out;
}

export async function readDrop(transfer: DataTransfer): Promise<Opened> {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const handles = await Promise.all(items.map((item) => item.getAsFileSystemHandle?.()).filter((handle) => handle !== undefined)).catch(() => []);
  const [handle] = handles;
  if (handle && isDirectory(handle) && handles.length === 1) return readFolder(handle);
  const entries = items.map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  const [entry] = entries;
  if (entry && entries.some((entry) => entry.isDirectory)) {
    const list: OpenedFile[] = [];
    for (const entry of entries) await walkEntry(entry, "", list, entries.length > 1);
    return { list, name: entry.name, handle: null };
  }
  const files = [...transfer.files];
  return { list: await readFiles(files), name: files[0]?.name ?? "files", handle: null };
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function walkEntry(entry: FileSystemEntry, prefix: string, out: OpenedFile[], keepName: boolean): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    out.push({ path: prefix + entry.name, bytes: new Uint8Array(await file.arrayBuffer()), handle: null, stamp: file.lastModified });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const below = prefix === "" && !keepName ? "" : `${prefix}${entry.name}/`;
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const child of batch) await walkEntry(child, below, out, true);
  }
}

/** An archive path is a path inside of the archive, or nothing. */
export function safePath(path: string): string | null {
  const parts = path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes("..") || /^[a-z]:/i.test(path) || path.startsWith("/") || path.includes("\0")) return null;
  return parts.join("/");
}

function unpack(name: string, bytes: Bytes): OpenedFile[] {
  const found = /\.zip$/i.test(name) ? unzip(bytes) : untar(/gz$/i.test(name) ? gunzip(bytes) : bytes);
  if (found.length > MAX_ARCHIVE_FILES) throw new TooLarge(`the archive contains more than ${MAX_ARCHIVE_FILES} files`);
  return found;
}

function unzip(bytes: Bytes): OpenedFile[] {
  let total = 0;
  const files = unzipSync(bytes, {
    filter: ({ originalSize }) => {
      total += originalSize;
      guard(total);
      return true;
    },
  });
  return Object.entries(files)
    .filter(([path]) => !path.endsWith("/"))
    .map(([path, data]) => member(path, data));
}

function gunzip(bytes: Bytes): Bytes {
  const size = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true);
  guard(size);
  return gunzipSync(bytes, { out: new Uint8Array(size) });
}

function member(path: string, bytes: Bytes): OpenedFile {
  const safe = safePath(path);
  if (!safe) throw new Error(`the archive contains a path outside it: ${path}`);
  return { path: safe, bytes, handle: null, stamp: 0 };
}

function untar(bytes: Bytes): OpenedFile[] {
  const text = (from: number, length: number) => new TextDecoder().decode(bytes.subarray(from, from + length)).replace(/\0.*$/s, "");
  const out: OpenedFile[] = [];
  for (let at = 0; at + 512 <= bytes.length; ) {
    const name = text(at, 100);
    if (!name) break;
    const size = Number.parseInt(text(at + 124, 12).trim() || "0", 8);
    const type = String.fromCharCode(bytes[at + 156] ?? 0);
    const prefix = text(at + 257, 5) === "ustar" ? text(at + 345, 155) : "";
    if (!Number.isSafeInteger(size) || size < 0 || at + 512 + size > bytes.length) throw new Error("the archive is damaged");
    if (type === "0" || type === "\0") out.push(member(prefix ? `${prefix}/${name}` : name, bytes.slice(at + 512, at + 512 + size)));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return out;
}

export const fromText = (path: string, text: string): OpenedFile => ({ path, bytes: new TextEncoder().encode(text), handle: null, stamp: 0 });
/** A file of this name, or what the archive of this name holds. */
export const fromBytes = (name: string, bytes: Bytes): FileList => (ARCHIVE.test(name) ? Object.assign(unpack(name, bytes), { archive: bytes }) : [{ path: name, bytes, handle: null, stamp: 0 }]);
export const pasted = (text: string) => [fromText("untitled.yaml", text)];

export async function sample(name: string): Promise<OpenedFile[]> {
  const response = await fetch(new URL(`samples/${name}.yaml`, document.baseURI));
  if (!response.ok) throw new Error(`there is no sample "${name}"`);
  return [{ path: "catalog.yaml", bytes: new Uint8Array(await response.arrayBuffer()), handle: null, stamp: 0 }];
}
