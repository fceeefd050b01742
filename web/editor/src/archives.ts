// Unpacks archives in the page: files and links to files. Total size is limited, and all paths stay below one folder.
import { Gunzip, unzipSync } from "fflate";
import { type ParsedTarEntryWithData, unpackTar } from "modern-tar";
import { inflated } from "./inflate.js";
import { guard, TooLarge } from "./limits.js";
import type { OpenedFile } from "./store/documents.js";

type Bytes = Uint8Array<ArrayBuffer>;

const MAX_ARCHIVE_FILES = 10_000;
const MAX_LINKS = 40; // in a chain of links, as in Linux
const PIECE = 1 << 16; // bytes that are inflated at once
export const ARCHIVE = /\.(zip|tar|tar\.gz|tgz)$/i;

/** Returns a path of an archive if it stays inside the archive, otherwise null. */
export function safePath(path: string): string | null {
  const parts = path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes("..") || /^[a-z]:/i.test(path) || path.startsWith("/") || path.includes("\0")) return null;
  return parts.join("/");
}

export async function unpack(name: string, bytes: Bytes): Promise<OpenedFile[]> {
  const found = /\.zip$/i.test(name) ? unzip(bytes) : await untar(/gz$/i.test(name) ? await gunzip(bytes) : bytes);
  if (found.length > MAX_ARCHIVE_FILES) throw new TooLarge(`The archive contains more than ${MAX_ARCHIVE_FILES} files`);
  const paths = new Set<string>();
  for (const { path } of found) {
    if (paths.has(path)) throw twice(path);
    paths.add(path);
  }
  return found;
}

const damaged = () => new Error("The archive is damaged");
const twice = (path: string) => new Error(`The archive contains ${path} twice`);

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

/** Unpacks all members of a gzip file and verifies their checksums. */
async function gunzip(bytes: Bytes): Promise<Bytes> {
  const parts: Bytes[] = [];
  let total = 0;
  try {
    for (const member of members(bytes)) {
      const part = await inflated(member, "gzip", (size) => guard(total + size));
      total += part.length;
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof TooLarge ? error : damaged();
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Splits a gzip file into its members, because browsers inflate only one. */
function members(bytes: Bytes): Bytes[] {
  const starts = [0];
  let total = 0;
  const stream = new Gunzip((part) => {
    total += part.length;
    guard(total);
  });
  stream.onmember = (start) => starts.push(start);
  for (let at = 0; at < bytes.length; at += PIECE) stream.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  return starts.map((start, at) => bytes.subarray(start, starts[at + 1]));
}

function member(path: string, bytes: Bytes): OpenedFile {
  const safe = safePath(path);
  if (!safe) throw new Error(`The archive contains a path outside it: ${path}`);
  return { path: safe, bytes, handle: null, stamp: 0 };
}

async function untar(bytes: Bytes): Promise<OpenedFile[]> {
  const entries = await unpackTar(bytes, { strict: true }).catch(() => {
    throw damaged();
  });
  const found = entries.filter(({ header }) => header.type === "file").map(({ header, data }) => member(header.name, data ?? new Uint8Array()));
  return [...found, ...linked(entries, found)];
}

/**
 * The links of an archive that point to its files, as files. Links to folders and links out of the archive are left
 * out.
 */
function linked(entries: ParsedTarEntryWithData[], files: OpenedFile[]): OpenedFile[] {
  const known = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const links = new Map<string, string>();
  for (const { header } of entries) {
    if (header.type === "link") links.set(resolved(header.name), resolved(header.linkname ?? ""));
    if (header.type === "symlink") links.set(resolved(header.name), resolved(header.linkname ?? "", header.name));
  }
  const bytesOf = (path: string, steps: number): Bytes | undefined => known.get(path) ?? (steps > 0 ? bytesOf(links.get(path) ?? "", steps - 1) : undefined);
  return [...links.keys()].flatMap((path) => {
    const bytes = bytesOf(path, MAX_LINKS);
    return bytes ? [member(path, bytes)] : [];
  });
}

/**
 * Resolves `.` and `..` in a path, relative to the folder of `from`. Returns an empty string if the path leaves the
 * archive.
 */
function resolved(path: string, from = ""): string {
  const parts: string[] = [];
  if (path.startsWith("/")) return "";
  for (const part of [...from.split("/").slice(0, -1), ...path.split("/")]) {
    if (part === ".." && parts.pop() === undefined) return "";
    if (part !== "" && part !== "." && part !== "..") parts.push(part);
  }
  return parts.join("/");
}
