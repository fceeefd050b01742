// Documents whose texts belong to another editor: changes made here are sent to it, and arrive here from it.
import type { Change } from "olmkit";
import { difference } from "../merge.js";
import type { Documents, OpenDocument } from "./documents.js";
import type { Part } from "./edits.js";

/**
 * Sends changes to the owner of the texts. Resolves after `take` has received the results. Rejects with a `StaleEdit`
 * if refused.
 */
export type SendChange = (label: string, parts: Part[]) => Promise<void>;

/** `change`: applies changes and notifies the views and the session. `changed`: resolves when the page shows them. */
type Page = { documents: Documents; change(parts: Part[]): void; changed(): Promise<void>; sendBase(): Promise<void> };

export class OwnedTexts {
  /** Sends changes to the owner of the texts and of the undo history, if it is not this page. */
  send: SendChange | undefined;
  #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Applies a new text of a document, or changes of its text, from its owner. */
  async take(path: string, now: string | Change[]): Promise<void> {
    const { documents, change, changed } = this.#page;
    const document = this.#readable(path);
    if (!document) return;
    const text = documents.text(document);
    if (now === text) return;
    change([{ path, document: document.id, version: document.version, changes: typeof now === "string" ? [difference(text, now)] : now }]);
    await changed();
  }

  /** Records that the text of a document is on disk. */
  async takeSaved(path: string): Promise<void> {
    const { documents, changed, sendBase } = this.#page;
    const document = this.#readable(path);
    if (!document || documents.text(document) === documents.base(document)) return;
    documents.setBase(document, documents.text(document));
    await sendBase();
    await changed();
  }

  /** Throws if changes are for other versions than those of this page. */
  check(parts: Part[]): void {
    this.#page.documents.check(parts);
  }

  #readable(path: string): OpenDocument | undefined {
    const { documents } = this.#page;
    const document = documents.get(path);
    return document && documents.isText(document) ? document : undefined;
  }
}
