// Saves into the opened folder if the browser supports it, and as a download everywhere.
import type { Drawing, GraphQuery } from "olmkit";
import { messageOf } from "./engine.js";
import { diskOf, isGone } from "./files.js";
import type { Conflict, ConflictKind, FailedFile, GraphFormat, Saved, Take } from "./generated/page.js";
import { merge } from "./merge.js";
import { withBackslash } from "./page-path.js";
import { queue } from "./queue.js";
import { exportedPath } from "./store/bundle-paths.js";
import { notText, type OnDisk } from "./store/documents.js";
import { acceptDeletion, changedFiles, diskChanged, folder, lose, markSaved, rebase } from "./store.js";
import { zip } from "./zip.js";

type Changed = ReturnType<typeof changedFiles>[number];

const encoder = new TextEncoder();
const LARGEST = 16_000; // pixels of a side of the canvas

/** A file on disk. Null if the file was deleted. */
type Found = OnDisk | null;

/**
 * The content of a changed file on disk if it differs from what was opened, otherwise undefined. Null if it was deleted.
 * A file with an unchanged time stamp is read only if `isCertain`.
 */
async function disk(file: Changed, { isCertain = false } = {}): Promise<Found | undefined> {
  const handle = file.handle ?? (await existing(file.place));
  const isAsked = file.mergeBase !== undefined; // what to keep
  if (!handle) return isAsked ? null : undefined;
  try {
    const now = await handle.getFile();
    if (!isCertain && !isAsked && file.handle && now.lastModified === file.stamp) return undefined;
    const found = await diskOf(now, handle);
    return !isAsked && found.text === (file.handle ? file.before : file.after) ? undefined : found;
  } catch (error) {
    if (!isGone(error)) throw error;
    return file.handle ? null : undefined;
  }
}

/** The existing file at the place of a new file of the page, if there is one. */
async function existing({ directory, inside }: Changed["place"]): Promise<FileSystemFileHandle | undefined> {
  if (!directory) return undefined;
  try {
    const handle = await fileIn(directory, inside, false);
    await handle.getFile();
    return handle;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Changed files that have also been changed on disk since they were opened, with their content on disk. */
async function changedOnDisk(): Promise<[Changed, Found][]> {
  const out: [Changed, Found][] = [];
  for (const file of changedFiles()) {
    const found = await disk(file);
    if (found !== undefined) out.push([file, found]);
  }
  await lose(out.flatMap(([{ path, handle }, found]) => (handle && found === null ? path : [])));
  return out;
}

export const conflicts = async (): Promise<Conflict[]> => (await changedOnDisk()).map(([file, found]) => conflictOf(file, found));

/** What `checkDisk` found last. */
let lastCheck = "";

/** Makes the page show changes on disk of files with unsaved changes, if there are other ones than at the last check. */
export async function checkDisk(): Promise<void> {
  const all = await changedOnDisk().catch(() => null);
  if (!all) return; // saving reports it
  const check = all.map(([{ document }, found]) => `${document} ${found?.stamp ?? "deleted"}`).join();
  if (check === lastCheck) return;
  lastCheck = check;
  diskChanged();
}

const conflictOf = (file: Changed, found: Found): Conflict => ({ path: file.path, stamp: found?.stamp ?? null, kind: kindOf(file, found) });

function kindOf({ before, mergeBase = before, after }: Changed, found: Found): ConflictKind {
  if (found === null) return "gone";
  if (found.text === null) return "not-text";
  return merge(mergeBase, after, found.text) === null ? "same-lines" : "mergeable";
}

/** The text of a changed file when it was opened, and its text on disk now, or why that is not shown. */
export async function changeOnDisk(path: string): Promise<{ before: string; after: string } | { reason: string } | undefined> {
  const file = changedFiles().find((changed) => changed.path === path);
  const found = file && (await disk(file, { isCertain: true }));
  if (!file || found === undefined) return undefined;
  if (found?.text === null) return { reason: notText(path, found.bytes) };
  return { before: file.mergeBase ?? file.before, after: found?.text ?? "" };
}

/** Resolves a conflict: `merge` merges both sides, `disk` takes the text on disk, or accepts that the file was deleted. */
export async function resolve(path: string, take: Take): Promise<boolean | undefined> {
  const file = changedFiles().find((changed) => changed.path === path);
  const found = file && (await disk(file, { isCertain: true }));
  if (file === undefined || found === undefined) return false;
  if (found) return rebase(file.document, found, take);
  await acceptDeletion(path);
  return true;
}

const inTurn = queue();

/**
 * Writes the changed files into the open folder, except those that were changed on disk; or only the file of a conflict,
 * if its version on disk is still the one of the conflict. Calls run one after the other.
 */
export const saveToFolder = (overwrite: Conflict | null = null): Promise<Saved> => inTurn(() => write(overwrite));

async function write(overwrite: Conflict | null): Promise<Saved> {
  const saved: { path: string; document: number; text: string; stamp: number; handle: FileSystemFileHandle }[] = [];
  const failed: FailedFile[] = [];
  const refused: Conflict[] = [];
  await allowed();
  for (const file of changedFiles().filter(({ path }) => !overwrite || path === overwrite.path)) {
    try {
      const found = await disk(file, { isCertain: true });
      if (found !== undefined && (found?.stamp ?? null) !== overwrite?.stamp) {
        refused.push(conflictOf(file, found));
        continue;
      }
      const handle = await handleOf(file, found);
      await replaceContent(handle, encoder.encode(file.after));
      saved.push({ path: file.path, document: file.document, text: file.after, stamp: (await handle.getFile()).lastModified, handle });
    } catch (error) {
      failed.push({ path: file.path, message: messageOf(error) });
    }
  }
  await markSaved(saved);
  return { saved: saved.map(({ path }) => path), conflicts: refused, failed };
}

/** Replaces the content of a file at once, or not at all. */
async function replaceContent(handle: FileSystemFileHandle, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const writable = await handle.createWritable();
  try {
    await writable.write(content);
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => {}); // deletes the temporary file
    throw error;
  }
}

/** Requests write permission: a folder that was dropped can only be read at first. */
async function allowed(): Promise<void> {
  const mode = { mode: "readwrite" } as const;
  const open = folder();
  if ((await open?.queryPermission?.(mode)) === "prompt") await open?.requestPermission(mode);
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** The handle to write a file to. Creates a file that is not on disk. */
async function handleOf(file: Changed, found: Found | undefined): Promise<FileSystemFileHandle> {
  if (found) return found.handle;
  if (file.handle && found === undefined) return file.handle;
  const { directory, inside } = file.place;
  if (!directory) throw new Error("it is from an archive; download it instead");
  return (await existing(file.place)) ?? created(directory, inside);
}

function created(directory: FileSystemDirectoryHandle, inside: string): Promise<FileSystemFileHandle> {
  const part = withBackslash(inside);
  if (part !== undefined) throw new Error(`${part} contains a backslash on disk, and the page cannot create files there; download it instead`);
  return fileIn(directory, inside, true);
}

async function fileIn(directory: FileSystemDirectoryHandle, inside: string, create: boolean): Promise<FileSystemFileHandle> {
  let within = directory;
  for (const part of inside.split("/").slice(0, -1)) within = await within.getDirectoryHandle(part, { create });
  return within.getFileHandle(nameOf(inside), { create });
}

export async function download(): Promise<string[]> {
  const changed = changedFiles();
  const [first] = changed;
  if (!first) return [];
  if (changed.length === 1) offer(nameOf(first.path), encoder.encode(first.after), "application/yaml");
  else offer("changed-files.zip", await zip(changed.map((file): [string, Uint8Array] => [exportedPath(file.path), encoder.encode(file.after)])), "application/zip");
  // A file in a folder keeps its old text on disk.
  await markSaved(changed.filter(({ handle, place }) => !handle && !place.directory).map(({ document, after }) => ({ document, text: after })));
  return changed.map((file) => file.path);
}

export function offer(name: string, bytes: BlobPart, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const DRAWINGS: Record<Drawing, [ending: string, type: string]> = { svg: ["svg", "image/svg+xml"], mermaid: ["mmd", "text/plain"], dot: ["dot", "text/vnd.graphviz"] };

/** Offers the graph of a channel as a download. PNG is drawn from the SVG. */
export async function saveDrawing({ package: packageName, channel }: GraphQuery, kind: GraphFormat, draw: (kind: Drawing) => Promise<string>): Promise<void> {
  const name = `${packageName}-${channel}`;
  if (kind === "png") return offer(`${name}.png`, await paint(await draw("svg")), "image/png");
  const [ending, type] = DRAWINGS[kind];
  return offer(`${name}.${ending}`, encoder.encode(await draw(kind)), type);
}

async function paint(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    const scale = Math.min(2, LARGEST / Math.max(image.width, image.height));
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("This browser cannot draw an image of that size. Use the SVG");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
