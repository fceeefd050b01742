// Documents whose texts another editor keeps: what is changed here is changed there, and comes back.
import type { Change } from "olmkit";
import { difference } from "../merge.js";
import type { Documents, OpenDocument } from "./documents.js";
import type { Part } from "./edits.js";

/** Writes changes where the texts are kept; it ends when `take` has had what came of them. It refuses with a `StaleEdit`. */
export type Keeper = (label: string, parts: Part[]) => Promise<void>;

/** `change`: makes changes, and tells who shows or checks them; `changed`: ends when the page shows them. */
type Page = { documents: Documents; change(parts: Part[]): void; changed(): Promise<void>; layBase(): Promise<void> };

export class Kept {
  /** Who keeps the texts, and the steps of undo with them. */
  by: Keeper | undefined;
  #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Takes another text of a document, or changes of its text, from where it is kept. */
  async take(path: string, now: string | Change[]): Promise<void> {
    const { documents, change, changed } = this.#page;
    const document = this.#readable(path);
    if (!document) return;
    const text = documents.text(document);
    if (now === text) return;
    change([{ path, document: document.id, version: document.version, changes: typeof now === "string" ? [difference(text, now)] : now }]);
    await changed();
  }

  /** Takes note that the text of a document is on disk. */
  async takeSaved(path: string): Promise<void> {
    const { documents, changed, layBase } = this.#page;
    const document = this.#readable(path);
    if (!document || documents.text(document) === documents.base(document)) return;
    documents.setBase(document, documents.text(document));
    await layBase();
    await changed();
  }

  /** Throws when changes are for other texts than those that are here. */
  check(parts: Part[]): void {
    this.#page.documents.check(parts);
  }

  #readable(path: string): OpenDocument | undefined {
    const { documents } = this.#page;
    const document = documents.get(path);
    return document && documents.isText(document) ? document : undefined;
  }
}
