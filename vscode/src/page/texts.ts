// The texts of a catalog that are open in Visual Studio Code. Each text has a stamp, and an edit is valid for one stamp
// only.
import type { HostPart, Refusal, Text } from "olmkit-page/protocol";
import { Range, type TextDocument, type Uri, WorkspaceEdit, workspace } from "vscode";

type Held = { document: TextDocument; version: number; eol: number; stamp: number };

const encoder = new TextEncoder();

export const refused = (message: string): Refusal => ({ message, path: null });
const stale = (path: string): Refusal => ({ message: `${path} has changed since this edit was prepared`, path });

export class Texts {
  readonly #held = new Map<string, Held>();
  #last = 0;

  /** Records the current text of a document. */
  record(path: string, document: TextDocument): Text {
    this.#last += 1;
    this.#held.set(path, { document, version: document.version, eol: document.eol, stamp: this.#last });
    return { stamp: this.#last, text: document.getText(), isSaved: !document.isDirty };
  }

  /** Records a change, and returns the stamp of the new text. */
  changed(path: string, document: TextDocument): number {
    this.#last += 1;
    this.#held.set(path, { document, version: document.version, eol: document.eol, stamp: this.#last });
    return this.#last;
  }

  /** Returns the stamp of the text if it equals the file on disk. */
  saved(path: string, document: TextDocument): number | undefined {
    const held = this.#held.get(path);
    return held?.document === document && !document.isDirty ? held.stamp : undefined;
  }

  has = (path: string) => this.#held.has(path);
  hasOtherLines = (path: string, document: TextDocument) => this.#held.get(path)?.eol !== document.eol;
  clear = () => this.#held.clear();
  drop = (path: string) => this.#held.delete(path);

  /** Applies changes, all or none. If a part has the stamp of an outdated text, all parts are refused. */
  async edit(parts: HostPart[], uriOf: (path: string) => Uri | undefined): Promise<Refusal | null> {
    const edit = new WorkspaceEdit();
    for (const part of parts) {
      const problem = this.#put(edit, part, uriOf(part.path));
      if (problem) return problem;
    }
    // The edit contains the versions of the documents, and is not applied to other versions.
    if (await workspace.applyEdit(edit)) return null;
    const moved = parts.find((part) => part.stamp !== 0 && !this.#current(part));
    return moved ? stale(moved.path) : refused("Visual Studio Code has not made the change. Check whether the file can be written.");
  }

  #put(edit: WorkspaceEdit, part: HostPart, uri: Uri | undefined): Refusal | undefined {
    const { path, stamp, changes } = part;
    if (!uri) return refused(`${path} is not a file of this catalog`);
    if (stamp === 0) {
      edit.createFile(uri, { contents: encoder.encode(changes.map(({ text }) => text).join("")) });
      return undefined;
    }
    const document = this.#current(part);
    if (!document) return stale(path);
    for (const { from, to, text } of changes) edit.replace(uri, new Range(document.positionAt(from), document.positionAt(to)), text);
    return undefined;
  }

  /** Returns the document of a part if its text still has the stamp of the part. */
  #current({ path, stamp }: HostPart): TextDocument | undefined {
    const held = this.#held.get(path);
    const isCurrent = held?.stamp === stamp && !held.document.isClosed && held.document.version === held.version;
    return isCurrent ? held.document : undefined;
  }
}
