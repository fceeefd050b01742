// Opens files in the page: folder picker, inputs, drop, paste, archives, samples.
import { ARCHIVE, unpack } from "./archives.js";
import { messageOf } from "./engine.js";
import { guard, MAX_TOTAL } from "./limits.js";
import { pagePath } from "./page-path.js";
import { isBinary, type OnDisk, type OpenedFile, textIn } from "./store/documents.js";

/** Files that were read. `archive`: the bytes of the archive that contained them. */
export type FileList = OpenedFile[] & { archive?: Uint8Array<ArrayBuffer> };

/** Opened files and their name. `handle`: their folder, if it can be written. `next`: what is opened beside them. */
export type Opened = { list: FileList; name: string; handle: FileSystemDirectoryHandle | null; draft?: string; next?: Opened };

/** Whether a file or folder no longer exists at its place. */
export const isGone = (error: unknown) => error instanceof Error && error.name === "NotFoundError";

/** The reason why a file cannot be read, as opm prints this system error. */
function reasonOf(error: unknown): string {
  if (isGone(error)) return "no such file or directory";
  const isRefused = error instanceof Error && ["NotAllowedError", "NotReadableError", "SecurityError"].includes(error.name);
  return isRefused ? "permission denied" : messageOf(error);
}

/** The content of a file that was read through its handle. */
export async function diskOf(file: File, handle: FileSystemFileHandle): Promise<OnDisk> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { bytes, text: textIn(bytes), stamp: file.lastModified, handle };
}

export const canPickFolder = () => typeof window.showDirectoryPicker === "function";

export async function pickFolder(): Promise<FileSystemDirectoryHandle> {
  if (!window.showDirectoryPicker) throw new Error("This browser cannot open folders.");
  return window.showDirectoryPicker({ id: "olmkit", mode: "readwrite" });
}

export const readFolder = async (handle: FileSystemDirectoryHandle): Promise<Opened> => ({ list: await readHandle(handle), name: handle.name, handle });

const isDirectory = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === "directory";

async function readHandle(directory: FileSystemDirectoryHandle): Promise<OpenedFile[]> {
  const found = new Reading();
  await found.addBelow(directory, "");
  return found.list;
}

/** Reads files and enforces the limit of their total size. */
class Reading {
  readonly list: OpenedFile[] = [];
  #total = 0;

  /** Reads a file. Fails if the limit is exceeded. */
  async add(path: string, file: File, handle: FileSystemFileHandle | null): Promise<void> {
    this.#total += file.size;
    guard(this.#total);
    try {
      this.list.push({ path: pagePath(path), bytes: new Uint8Array(await file.arrayBuffer()), handle, stamp: file.lastModified });
    } catch (error) {
      this.fail(path, error, handle);
    }
  }

  /** Records a file that cannot be read, so that the others can still be read. */
  fail(path: string, error: unknown, handle: FileSystemFileHandle | null): void {
    this.list.push({ path: pagePath(path), bytes: new Uint8Array(), unreadable: `open ${path}: ${reasonOf(error)}`, handle });
  }

  async addHandle(path: string, handle: FileSystemFileHandle): Promise<void> {
    const file = await handle.getFile().catch((error) => this.fail(path, error, handle));
    if (file) await this.add(path, file, handle);
  }

  async addBelow(directory: FileSystemDirectoryHandle, prefix: string): Promise<void> {
    for await (const [name, entry] of directory.entries()) {
      const path = prefix + name;
      if (!isDirectory(entry)) await this.addHandle(path, entry);
      else if (name !== ".git" && name !== "node_modules") await this.addBelow(entry, `${path}/`);
    }
  }

  async addEntry(entry: FileSystemEntry, prefix: string, keepName: boolean): Promise<void> {
    if (isFile(entry)) {
      const path = prefix + entry.name;
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch((error) => this.fail(path, error, null));
      return file && this.add(path, file, null);
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

/** Describes what can be opened, for error messages. */
export const LIMITS = `Files, folders and archives (.zip, .tar, .tar.gz) of up to ${MAX_TOTAL >> 20} MiB can be opened`;

/** Throws if none of the files is text. */
export function refuseBinary(list: OpenedFile[]): void {
  if (!list.every(({ bytes }) => isBinary(bytes))) return;
  const [first] = list;
  const what = list.length === 1 ? `${first?.path} is a binary file` : "These are binary files";
  throw new Error(`${what}: a catalog is text, in YAML or JSON. ${LIMITS}.`);
}

/** Reads files that the system hands over. Archives are unpacked in memory. */
export async function readHandles(handles: FileSystemFileHandle[]): Promise<Opened> {
  const [first] = handles;
  if (!first) return { list: [], name: "files", handle: null };
  if (handles.length === 1 && ARCHIVE.test(first.name)) return { list: await readFiles([await first.getFile()]), name: first.name, handle: null };
  const found = new Reading();
  for (const handle of handles) await found.addHandle(handle.name, handle);
  return { list: found.list, name: first.name, handle: null };
}

/** Reads files of an input or a paste. Archives are unpacked in memory. */
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

export const fromText = (path: string, text: string): OpenedFile => ({ path, bytes: new TextEncoder().encode(text), handle: null, stamp: 0 });
/** A file of this name, or the files in the archive of this name. */
export const fromBytes = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<FileList> =>
  ARCHIVE.test(name) ? Object.assign(await unpack(name, bytes), { archive: bytes }) : [{ path: name, bytes, handle: null, stamp: 0 }];
export const pasted = (text: string): OpenedFile[] => [{ ...fromText("untitled.yaml", text), isPasted: true }];

export async function sample(name: string): Promise<OpenedFile[]> {
  const response = await fetch(new URL(`samples/${name}.yaml`, document.baseURI));
  if (!response.ok) throw new Error(`There is no sample \`${name}\`.`);
  return [{ path: "catalog.yaml", bytes: new Uint8Array(await response.arrayBuffer()), handle: null, stamp: 0 }];
}
