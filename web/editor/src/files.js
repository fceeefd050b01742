// Getting files into the page: folder picker, inputs, drop, paste, archives, samples.
import { unzipSync, gunzipSync } from "fflate";
import { isBinary } from "./store/documents.js";

const MAX_TOTAL = 512 * 1024 * 1024;
const MAX_ARCHIVE_FILES = 10_000;
export const ARCHIVE = /\.(zip|tar|tar\.gz|tgz)$/i;

export class TooLarge extends Error {}

function guard(total) {
  if (total > MAX_TOTAL) throw new TooLarge(`These files are larger than ${MAX_TOTAL >> 20} MiB together. Open a part of them.`);
}

export const canPickFolder = () => typeof window.showDirectoryPicker === "function";

export async function pickFolder() {
  return readFolder(await window.showDirectoryPicker({ id: "olmkit", mode: "readwrite" }));
}

export const readFolder = async (handle) => ({ list: await readHandle(handle), name: handle.name, handle });

async function readHandle(directory, prefix = "", out = []) {
  for await (const [name, entry] of directory.entries()) {
    const path = prefix + name;
    if (entry.kind === "directory") {
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
export function refuseBinary(list) {
  if (!list.every(({ bytes }) => isBinary(bytes))) return;
  const what = list.length === 1 ? `${list[0].path} is a binary file` : "These are binary files";
  throw new Error(`${what}: a catalog is text, in YAML or JSON. ${LIMITS}.`);
}

/** Files that the system hands over; an archive is unpacked in memory. */
export async function readHandles(handles) {
  if (handles.length === 1 && ARCHIVE.test(handles[0].name)) return { list: await readFiles([await handles[0].getFile()]), name: handles[0].name, handle: null };
  const list = [];
  for (const handle of handles) {
    const file = await handle.getFile();
    list.push({ path: handle.name, bytes: new Uint8Array(await file.arrayBuffer()), handle, stamp: file.lastModified });
  }
  return { list, name: handles[0].name, handle: null };
}

/** Files of an input or a paste; an archive is unpacked in memory. */
export async function readFiles(fileList) {
  const all = [...fileList];
  guard(all.reduce((sum, file) => sum + file.size, 0));
  const out = [];
  for (const file of all) {
    const path = file.webkitRelativePath ? file.webkitRelativePath.split("/").slice(1).join("/") : file.name;
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (all.length === 1 && ARCHIVE.test(file.name)) return fromBytes(file.name, bytes);
    out.push({ path: path || file.name, bytes, handle: null, stamp: file.lastModified });
  }
  return out;
}

export async function readDrop(transfer) {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const handles = await Promise.all(items.map((item) => item.getAsFileSystemHandle?.()).filter(Boolean)).catch(() => []);
  const directories = handles.filter((handle) => handle?.kind === "directory");
  if (directories.length === 1 && handles.length === 1) return readFolder(directories[0]);
  const entries = items.map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.some((entry) => entry.isDirectory)) {
    const list = [];
    for (const entry of entries) await walkEntry(entry, "", list, entries.length > 1);
    return { list, name: entries[0].name, handle: null };
  }
  const files = [...transfer.files];
  return { list: await readFiles(files), name: files[0]?.name ?? "files", handle: null };
}

async function walkEntry(entry, prefix, out, keepName) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    out.push({ path: prefix + entry.name, bytes: new Uint8Array(await file.arrayBuffer()), handle: null, stamp: file.lastModified });
    return;
  }
  const reader = entry.createReader();
  const below = prefix === "" && !keepName ? "" : `${prefix}${entry.name}/`;
  for (;;) {
    const batch = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const child of batch) await walkEntry(child, below, out, true);
  }
}

/** An archive path is a path inside of the archive, or nothing. */
export function safePath(path) {
  const parts = path.replaceAll("\\", "/").split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes("..") || /^[a-z]:/i.test(path) || path.startsWith("/") || path.includes("\0")) return null;
  return parts.join("/");
}

function unpack(name, bytes) {
  const found = /\.zip$/i.test(name) ? unzip(bytes) : untar(/gz$/i.test(name) ? gunzip(bytes) : bytes);
  if (found.length > MAX_ARCHIVE_FILES) throw new TooLarge(`the archive holds more than ${MAX_ARCHIVE_FILES} files`);
  return found;
}

function unzip(bytes) {
  let total = 0;
  const files = unzipSync(bytes, {
    filter: ({ originalSize }) => {
      total += originalSize;
      guard(total);
      return true;
    },
  });
  return Object.entries(files).filter(([path]) => !path.endsWith("/")).map(([path, data]) => member(path, data));
}

function gunzip(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true);
  guard(size);
  return gunzipSync(bytes, { out: new Uint8Array(size) });
}

function member(path, bytes) {
  const safe = safePath(path);
  if (!safe) throw new Error(`the archive holds a path that leads outside of it: ${path}`);
  return { path: safe, bytes, handle: null, stamp: 0 };
}

function untar(bytes) {
  const text = (from, length) => new TextDecoder().decode(bytes.subarray(from, from + length)).replace(/\0.*$/s, "");
  const out = [];
  for (let at = 0; at + 512 <= bytes.length; ) {
    const name = text(at, 100);
    if (!name) break;
    const size = Number.parseInt(text(at + 124, 12).trim() || "0", 8);
    const type = String.fromCharCode(bytes[at + 156]);
    const prefix = text(at + 257, 5) === "ustar" ? text(at + 345, 155) : "";
    if (!Number.isSafeInteger(size) || size < 0 || at + 512 + size > bytes.length) throw new Error("the archive is damaged");
    if (type === "0" || type === "\0") out.push(member(prefix ? `${prefix}/${name}` : name, bytes.slice(at + 512, at + 512 + size)));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return out;
}

export const fromText = (path, text) => ({ path, bytes: new TextEncoder().encode(text), handle: null, stamp: 0 });
/** A file of this name, or what the archive of this name holds. */
export const fromBytes = (name, bytes) => (ARCHIVE.test(name) ? Object.assign(unpack(name, bytes), { archive: bytes }) : [{ path: name, bytes, handle: null, stamp: 0 }]);
export const pasted = (text) => [fromText("untitled.yaml", text)];

export async function sample(name) {
  const response = await fetch(new URL(`samples/${name}.yaml`, document.baseURI));
  if (!response.ok) throw new Error(`there is no sample "${name}"`);
  return [{ path: "catalog.yaml", bytes: new Uint8Array(await response.arrayBuffer()), handle: null, stamp: 0 }];
}
