// The open documents. A document has an id for as long as it is open, and a version for each of its texts. A file that
// is opened again, or another file of the same path, is another document.
import type { At, Change } from "olmkit";
import { difference } from "../merge.js";
import { type Part, RefusedEdit, type Snapshot, StaleEdit, splice } from "./edits.js";
import { type Removed, removedKey } from "./removed.js";

/** A file as it is opened. `unreadable`: why it could not be read, as opm prints it. `isPasted`: whether its text is on no disk. */
export type OpenedFile = { path: string; bytes: Uint8Array<ArrayBuffer>; unreadable?: string; handle?: FileSystemFileHandle | null; stamp?: number; isPasted?: boolean };

/** A file as it is on disk now. `text`: null if it is not text. */
export type OnDisk = { bytes: Uint8Array<ArrayBuffer>; text: string | null; stamp: number; handle: FileSystemFileHandle };

/**
 * An open file. `text`: null until it is needed or changed. `base`: the text on disk. `pasted`: the text that was opened,
 * if it was on no disk. `mergeBase`: the text that the unsaved changes were made on, if the file was then deleted on disk
 * or changed in the same lines; saving asks what to keep. A file that is not on disk has the base "" and no handle.
 */
export type OpenDocument = {
  readonly id: number;
  version: number;
  lastVersion: number;
  readonly path: string;
  bytes: Uint8Array<ArrayBuffer>;
  readonly unreadable: string | undefined;
  text: string | null;
  base: string | null;
  handle: FileSystemFileHandle | null;
  stamp: number;
  pasted: string | undefined;
  mergeBase?: string | undefined;
  isText?: boolean;
};

/** An applied part, with what undo and redo need. `isNew`: it created the file. `isGone`: it removed the file. */
export type AppliedPart = { path: string; document: number; isNew: boolean; isGone?: boolean; before: number; after: number; forward: Change[]; inverse: Change[] };

/** A change of a file on disk: its text as one change, and the time stamps before and after. `mergeBase`: that before. */
export type Rebase = { path: string; document: number; stamps: [before: number, after: number]; forward: Change; inverse: Change; mergeBase?: string | undefined };

/** A range in a file, in UTF-16 offsets. */
export type Place = { path: string; from: number; to: number };

/** A place of a change. `removed`: what was there, if the change only removes text. */
export type ChangedPlace = Place & { removed?: Promise<At | null> | undefined };

/** The places of changes in the current texts: the start of their inverse changes. */
export const placesOf = (applied: AppliedPart[]): Place[] => applied.flatMap(({ path, inverse: [first] }) => (first ? [{ path, from: first.from, to: first.to }] : []));

const length = ({ from, to }: { from: number; to: number }) => to - from;
/** The texts that changes have written, longest first: the longest shows what a step of several changes is about. */
export const longestFirst = (applied: AppliedPart[], removed: Removed): ChangedPlace[] =>
  applied
    .flatMap(({ path, forward, inverse }) => inverse.map(({ from, to }, at) => ({ path, from, to, removed: removed.get(removedKey(path, forward[at]?.from ?? 0)) })))
    .sort((a, b) => length(b) - length(a));

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
const encoder = new TextEncoder();
const START = 8000; // bytes: a zero byte among them means that the file is binary
const NO_BYTES = new Uint8Array();

const startsLikeUtf16 = ([first, second]: Uint8Array) => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
/** Whether the bytes are not text in any encoding: images, archives, programs. */
export const isBinary = (bytes: Uint8Array) => bytes.subarray(0, START).includes(0) && !startsLikeUtf16(bytes);

/** The text of bytes that can be edited: writing it gives the same bytes. Null for files that are binary or not UTF-8. */
export function textIn(bytes: Uint8Array): string | null {
  if (isBinary(bytes)) return null;
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes as text to look at. It is never written: bytes that are not UTF-8 are replaced in it. */
export const shownText = (bytes: Uint8Array | undefined) => decoder.decode(bytes);

/** Why a file with these bytes is not shown as text. */
export function notText(path: string, bytes: Uint8Array): string {
  const size = `${Math.ceil(bytes.length / 1000)} kB`;
  if (isBinary(bytes)) return `${path} is a binary file (${size}). It is not shown here.`;
  return `${path} is not valid UTF-8 (${size}). It is not shown or edited here, so that none of its bytes change. Convert it to UTF-8 first.`;
}

/** Whether a document is on no disk. */
export const isNowhere = ({ handle, base, bytes, unreadable }: OpenDocument) => !handle && !base && bytes.length === 0 && unreadable === undefined;

type Unreadable = { path: string; unreadable: string; bytes?: undefined; text?: undefined };

/** The content of a file: its text, or its bytes if its text has not been needed yet. */
export type Content = { path: string; text: string; bytes?: undefined } | { path: string; bytes: Uint8Array<ArrayBuffer>; text?: undefined };

/** The content of a file, or why it could not be read. */
export type FileContent = Content | Unreadable;

export const isReadable = (file: FileContent): file is Content => !("unreadable" in file);

/** The content of a document, not copied. */
export function contentOf({ path, text, bytes, unreadable }: OpenDocument): FileContent {
  if (unreadable !== undefined) return { path, unreadable };
  return text === null ? { path, bytes } : { path, text };
}

/** A copy for the engine: transferring the page's own buffer would detach it. */
export function copyOf(file: OpenDocument): FileContent {
  const content = contentOf(file);
  return content.bytes ? { path: content.path, bytes: content.bytes.slice() } : content;
}

/** The bytes of the documents that could be read, by path. */
export const contentsOf = (files: OpenDocument[]) =>
  files.filter(({ unreadable }) => unreadable === undefined).map(({ path, text, bytes }) => ({ path, content: text === null ? bytes : encoder.encode(text) }));

export class Documents {
  #byPath = new Map<string, OpenDocument>();
  #nextId = 1;
  /** Incremented when another catalog is opened. Answers about an earlier generation are outdated. */
  generation = 0;
  /** Incremented whenever a text, or the text on disk, changes. */
  revision = 0;

  get = (path: string) => this.#byPath.get(path);
  has = (path: string) => this.#byPath.has(path);
  all = () => [...this.#byPath.values()];
  byId = (id: number) => this.all().find((document) => document.id === id);
  get size(): number {
    return this.#byPath.size;
  }

  /** Opens a file, replacing a document of the same path. */
  add({ path, bytes = NO_BYTES, unreadable, handle = null, stamp = 0, text = null, base = null }: Partial<OpenedFile> & { path: string; text?: string | null; base?: string | null }): OpenDocument {
    const document: OpenDocument = { id: this.#nextId, version: 1, lastVersion: 1, path, bytes, unreadable, text, base, handle, stamp, pasted: undefined };
    this.#nextId += 1;
    this.revision += 1;
    this.#byPath.set(path, document);
    return document;
  }

  /** Opens a file. Pasted text is a new file with that text. */
  open(file: OpenedFile): void {
    if (!file.isPasted) return void this.add(file);
    const text = decoder.decode(file.bytes);
    this.add({ path: file.path, text, base: "" }).pasted = text;
  }

  close(document: OpenDocument): void {
    if (this.#byPath.get(document.path) === document) this.#byPath.delete(document.path);
  }

  /** The text of a document. Bytes that are not UTF-8 are kept: what is shown of them is never written back. */
  text(document: OpenDocument): string {
    if (document.text === null) {
      if (!this.isText(document)) return shownText(document.bytes);
      document.text = decoder.decode(document.bytes);
      document.base = document.text;
    }
    return document.text;
  }

  /** Whether the document can be shown and edited as text. */
  isText(document: OpenDocument): boolean {
    document.isText ??= document.unreadable === undefined && (document.text !== null || textIn(document.bytes) !== null);
    return document.isText;
  }

  /** The reason why a file is not shown as text. Empty for a text file. */
  unreadable(path: string): string {
    const document = this.get(path);
    if (!document || this.isText(document)) return "";
    if (document.unreadable !== undefined) return `This file cannot be read: ${document.unreadable}.`;
    return notText(path, document.bytes);
  }

  base = (document: OpenDocument) => document.base ?? shownText(document.bytes);
  /** Whether a file was read or written with these bytes last. */
  isHeld = ({ bytes, unreadable }: OpenDocument, now: Uint8Array) => unreadable === undefined && bytes.length === now.length && bytes.every((byte, at) => byte === now[at]);
  isChanged = (document: OpenDocument): document is OpenDocument & { text: string } => document.text !== null && document.text !== this.base(document);

  /** What changes are compared with: the text that was loaded, saved or accepted last. It may no longer be on disk. */
  loadedText = (document: OpenDocument) => this.base(document) || (document.mergeBase ?? document.pasted ?? "");
  isOther = (document: OpenDocument): document is OpenDocument & { text: string } => document.text !== null && document.text !== this.loadedText(document);

  /** A file on disk: its handle, whether its bytes are known, whether the document is text and has changes, and on which text. */
  onDisk = (path: string) => {
    const file = this.get(path);
    return (
      file && { document: file.id, isHeld: (bytes: Uint8Array) => this.isHeld(file, bytes), isChanged: this.isChanged(file), isText: this.isText(file), handle: file.handle, mergeBase: file.mergeBase }
    );
  };

  /** Sets the text on disk. Throws `RefusedEdit` for a document that is not text. */
  setBase(document: OpenDocument, text: string, { stamp, handle }: { stamp?: number; handle?: FileSystemFileHandle } = {}): void {
    this.#checkText(document);
    this.revision += 1;
    document.text ??= this.base(document);
    document.base = text;
    document.mergeBase = undefined;
    document.bytes = encoder.encode(text);
    document.stamp = stamp ?? document.stamp;
    document.handle = handle ?? document.handle;
  }

  /** Records that the file of a document was deleted. Its text is a change. */
  lose(document: OpenDocument): void {
    const mergeBase = document.mergeBase ?? this.base(document);
    this.setBase(document, "", { stamp: 0 });
    document.handle = null;
    document.mergeBase = mergeBase;
  }

  /** Does the same as `setBase`, and returns what undo and redo need. */
  rebase(document: OpenDocument, { text, ...place }: { text: string; stamp: number; handle?: FileSystemFileHandle }): Rebase {
    const [before, stamp, mergeBase] = [this.base(document), document.stamp, document.mergeBase];
    this.setBase(document, text, place);
    return { path: document.path, document: document.id, stamps: [stamp, place.stamp], forward: difference(before, text), inverse: difference(text, before), mergeBase };
  }

  /**
   * Undoes or redoes the changes of files on disk that steps contain. Returns whether there were any. Skips files that were
   * written or read since.
   */
  moveBases(steps: { rebase?: Rebase }[], direction: "undo" | "redo"): boolean {
    const all = steps.flatMap(({ rebase }) => rebase ?? []);
    for (const {
      document,
      stamps: [before, after],
      forward,
      inverse,
      mergeBase,
    } of all) {
      const file = this.byId(document);
      const [from, to, change] = direction === "undo" ? [after, before, inverse] : [before, after, forward];
      if (file?.stamp !== from) continue;
      this.setBase(file, splice(this.base(file), [change]).text, { stamp: to });
      if (direction === "undo") file.mergeBase = mergeBase;
    }
    return all.length > 0;
  }

  /** A snapshot of the current texts by path, which the answer to a query sent now is about. */
  snapshot(): Snapshot {
    return new Map(this.all().map(({ path, id, version, text, bytes }) => [path, { path, document: id, version, text, bytes }]));
  }

  /**
   * Applies changes of several documents, or none of them. Each part names its document and version. Throws `StaleEdit`
   * if another one is open; document 0 creates the file. A text without `becomes` is new and gets a new version. Returns for
   * each part what undo and redo need.
   */
  apply(parts: Part[]): AppliedPart[] {
    return this.check(parts).map(({ part, found, done }) => {
      const document = found ?? this.add({ path: part.path, text: "", base: "" });
      const before = document.version;
      document.text = done.text;
      this.revision += 1;
      if (part.becomes === undefined) document.lastVersion += 1;
      document.version = part.becomes ?? document.lastVersion;
      document.lastVersion = Math.max(document.lastVersion, document.version); // of a file that redo has created again
      const isGone = Boolean(part.removes) && isNowhere(document) && document.text === "";
      if (isGone) this.close(document);
      return { path: document.path, document: document.id, isNew: !found, ...(isGone && { isGone }), before, after: document.version, forward: done.sorted, inverse: done.inverse };
    });
  }

  /** Throws if a part is for another document or version than the open one. */
  check(parts: Part[]) {
    if (new Set(parts.map(({ path }) => path)).size < parts.length) throw new TypeError("two parts change the same file");
    return parts.map((part) => this.#planned(part));
  }

  /** The texts before and after parts. Applies none. */
  preview = (parts: Part[]) => this.check(parts).map(({ part, found, done }) => ({ path: part.path, before: found ? this.text(found) : "", after: done.text }));

  #planned(part: Part) {
    const { path, document, version, changes } = part;
    const found = this.get(path);
    if (document === 0 && found) throw new StaleEdit(path, `${path} was created in the meantime`);
    const isCreated = document === 0 || (part.creates && !found);
    if (!isCreated && found?.id !== document) throw new StaleEdit(path, `the edit is for another file that was open as ${path}`);
    if (found) this.#checkText(found);
    if (found && found.version !== version) throw new StaleEdit(path, `${path} has changed since this edit was prepared`);
    return { part, found, done: splice(found ? this.text(found) : "", changes) };
  }

  #checkText(document: OpenDocument): void {
    if (this.isText(document)) return;
    throw new RefusedEdit(document.path, `Not changed: ${document.path} ${document.unreadable === undefined ? "is not UTF-8 text" : "cannot be read"}.`);
  }
}
