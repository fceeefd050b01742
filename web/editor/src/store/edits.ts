// Edits of texts, in UTF-16 offsets. An edit names the document and the version that it was made for.
import type { Change, Edit, Fix, Intention, Plan } from "olmkit";
import { inOrder, splicedText } from "olmkit/splice";
import type { Origins, Edit as StampedEdit } from "../generated/page.js";

export type { StampedEdit };

/** The document and the version that something was made for. */
export type Origin = { document: number; version: number };

/** The texts of all documents at one moment, by path. */
export type Snapshot = Map<string, Origin & { path: string; text: string | null; bytes: Uint8Array<ArrayBuffer> }>;

/** A plan with stamped edits. */
export type StampedPlan = { ok: true; label: string; edits: StampedEdit[]; creates: never[]; notes: string[] } | Extract<Plan, { ok: false }>;

/**
 * The changes of one document. `becomes`: the version of the text that undo or redo restores. `creates`: the file is created
 * if it is not open. `removes`: the file is closed if it is on no disk.
 */
export type Part = Origin & { path: string; changes: Change[]; becomes?: number; creates?: boolean | undefined; removes?: boolean | undefined };

/** A change: the intentions that it was planned for, if any, its catalog, and the texts before it by path. */
export type MadeChange = { label: string; intentions: Intention[]; root: string; before: Map<string, string> };

/** An edit that was refused as a whole. */
export class RefusedEdit extends Error {
  path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = "RefusedEdit";
    this.path = path;
  }
}

/** An edit that was made for another document or version than the open one. */
export class StaleEdit extends RefusedEdit {
  constructor(path: string, reason: string) {
    super(path, `Not changed: ${reason}. Nothing was written to ${path}. Try again.`);
    this.name = "StaleEdit";
  }
}

/** No document: an edit for it creates the file. */
export const NO_DOCUMENT: Origin = Object.freeze({ document: 0, version: 0 });

/** Applies changes, in offsets of the text before. Returns the text after them and the inverse changes. */
export function splice(text: string, changes: Change[]): { text: string; inverse: Change[]; sorted: Change[] } {
  const sorted = inOrder(changes);
  let [at, moved] = [0, 0]; // the end of the change before, and how far later text is moved
  const inverse = sorted.map(({ from, to, text: insert }) => {
    if (from < at || to < from || to > text.length) throw new RangeError("the changes overlap or are outside the text");
    const start = from + moved;
    at = to;
    moved += insert.length - (to - from);
    return { from: start, to: start + insert.length, text: text.slice(from, to) };
  });
  return { text: splicedText(text, sorted), inverse, sorted };
}

/** An edit in the form of the engine. `origin`: the document and version that the offsets belong to. */
export function editAt(path: string, { from, to, text }: Change, origin: Origin): StampedEdit {
  const at = (utf16: number) => ({ line: 0, column: 0, offset: 0, utf16 });
  return { path, document: origin.document, version: origin.version, range: { start: at(from), end: at(to) }, text };
}

/** Adds to edits of the engine the documents and versions that they were made for. `snapshot`: see `Documents.snapshot`. */
export const stamped = (edits: Edit[], snapshot: Snapshot): StampedEdit[] => edits.map((edit) => ({ ...edit, ...originOf(snapshot, edit.path) }));

/** The document and version of a path in a snapshot. */
export function originOf(snapshot: Snapshot, path: string): Origin {
  const found = snapshot.get(path);
  return found ? { document: found.document, version: found.version } : NO_DOCUMENT;
}

/** The document and version of each path that fixes of findings edit. */
export function originsOf(found: { fixes: Fix[] }[], snapshot: Snapshot): Origins {
  const paths = new Set(found.flatMap(({ fixes }) => fixes.flatMap(({ edits }) => edits.map(({ path }) => path))));
  return [...paths].map((path) => ({ path, ...originOf(snapshot, path) }));
}

/** An engine's plan with stamped edits only: a new file is an edit of no document. */
export function planned(plan: Plan, snapshot: Snapshot): StampedPlan {
  if (!plan.ok) return plan;
  const created = plan.creates.map(({ path, text }) => editAt(path, { from: 0, to: 0, text }, originOf(snapshot, path)));
  return { ...plan, edits: [...stamped(plan.edits, snapshot), ...created], creates: [] };
}

/** Groups edits by file. All edits of a file must be made for the same document and version. */
export function partsOf(edits: StampedEdit[]): Part[] {
  const parts = new Map<string, Part>();
  for (const { path, document, version, range, text } of edits) {
    if (document === undefined) throw new TypeError(`an edit of ${path} has no document`);
    const part = parts.get(path) ?? { path, document, version, changes: [] };
    parts.set(path, part);
    if (part.document !== document || part.version !== version) throw new StaleEdit(path, `the edits of ${path} were made for different versions of it`);
    part.changes.push({ from: range.start.utf16, to: range.end.utf16, text });
  }
  return [...parts.values()];
}
