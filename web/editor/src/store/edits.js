// Edits of texts, in UTF-16 offsets. An edit names the document and the version that it was made for.

/** An edit of which nothing is applied. */
export class RefusedEdit extends Error {
  constructor(path, message) {
    super(message);
    this.name = "RefusedEdit";
    this.path = path;
  }
}

/** An edit that was made for another document or version than the one that is open. */
export class StaleEdit extends RefusedEdit {
  constructor(path, reason) {
    super(path, `Not changed: ${reason}. Nothing was written to ${path}; try again.`);
    this.name = "StaleEdit";
  }
}

/** No document: an edit for it creates the file. */
export const NO_DOCUMENT = Object.freeze({ document: 0, version: 0 });

/** Changes of one text: offsets of the text before. Returns the text after, and the changes that lead back. */
export function splice(text, changes) {
  const sorted = [...changes].sort((a, b) => a.from - b.from || a.to - b.to);
  let out = "";
  let at = 0;
  const inverse = [];
  for (const { from, to, text: insert } of sorted) {
    if (from < at || to < from || to > text.length) throw new RangeError("the changes overlap, or lie outside of the text");
    out += text.slice(at, from);
    inverse.push({ from: out.length, to: out.length + insert.length, text: text.slice(from, to) });
    out += insert;
    at = to;
  }
  return { text: out + text.slice(at), inverse, sorted };
}

/** An edit in the form of the engine. `origin`: the document and version that the offsets belong to. */
export function editAt(path, { from, to, text }, origin) {
  const at = (utf16) => ({ line: 0, column: 0, offset: 0, utf16 });
  return { path, document: origin.document, version: origin.version, range: { start: at(from), end: at(to) }, text };
}

/** Edits of the engine with the documents and versions that they were made for. `held`: see `Documents.snapshot`. */
export const stamped = (edits, held) => edits.map((edit) => ({ ...edit, ...originOf(held, edit.path) }));

/** The document and version of a path in a snapshot. */
export function originOf(held, path) {
  const found = held.get(path);
  return found ? { document: found.document, version: found.version } : NO_DOCUMENT;
}

/** Stamps the fixes of findings. */
export const withStampedFixes = (found, held) => found.map((one) => (one.fixes?.length ? { ...one, fixes: one.fixes.map((fix) => ({ ...fix, edits: stamped(fix.edits, held) })) } : one));

/** An engine's plan as stamped edits only: a new file is an edit of no document. */
export function planned(plan, held) {
  if (!plan.ok) return plan;
  const created = (plan.creates ?? []).map(({ path, text }) => editAt(path, { from: 0, to: 0, text }, originOf(held, path)));
  return { ...plan, edits: [...stamped(plan.edits, held), ...created], creates: [] };
}

/** Edits by file. All edits of one file were made for the same document and version. */
export function partsOf(edits) {
  const parts = new Map();
  for (const { path, document, version, range, text } of edits) {
    if (document === undefined) throw new TypeError(`an edit of ${path} names no document`);
    if (!parts.has(path)) parts.set(path, { path, document, version, changes: [] });
    const part = parts.get(path);
    if (part.document !== document || part.version !== version) throw new StaleEdit(path, `the edits of ${path} were made for different versions of it`);
    part.changes.push({ from: range.start.utf16, to: range.end.utf16, text });
  }
  return [...parts.values()];
}
