// An open page: its catalog, and the messages to and from it.
import type { Asked, EditorMessage, HostFile, Wanted } from "olmkit-page/protocol";
import { Disposable, Range, RelativePattern, Selection, type TextDocument, type TextEditor, TextEditorRevealType, Uri, ViewColumn, type WebviewPanel, window, workspace } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { settings } from "../settings";
import { bytesOf, CatalogFiles } from "./files";
import { refused, Texts } from "./texts";

/** Returns the language client when it runs. */
export type Running = () => Promise<BaseLanguageClient | undefined>;

/** Delays in milliseconds. */
const PAUSE = { cursor: 120, saved: 400, disk: 400 };

const same = (a: Uri, b: Uri) => a.toString() === b.toString();
const open = (uri: Uri) => workspace.textDocuments.find((document) => same(document.uri, uri));

/** Returns the folders above a folder, up to the workspace folder. */
function foldersAbove(folder: Uri): Uri[] {
  const limit = workspace.getWorkspaceFolder(folder)?.uri.path.length ?? Number.POSITIVE_INFINITY;
  const above: Uri[] = [];
  for (let at = folder; at.path.length > limit; ) {
    at = Uri.joinPath(at, "..");
    above.push(at);
  }
  return above;
}

export class Shown {
  readonly #document: TextDocument;
  readonly #panel: WebviewPanel;
  readonly #running: Running;
  readonly #texts = new Texts();
  readonly #subscriptions: Disposable[] = [];
  #watchers: Disposable[] = [];
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #onDisk = new Map<string, Uri>();
  #files: CatalogFiles | undefined;
  #wanted: Wanted | null;
  /** The last selection that the page made in a text. */
  #revealed: { uri: Uri; selection: Selection } | undefined;

  /** `wanted` is what the page shows first, as in `show`. */
  constructor(document: TextDocument, panel: WebviewPanel, running: Running, wanted: Wanted | null) {
    this.#document = document;
    this.#panel = panel;
    this.#running = running;
    this.#wanted = wanted;
    this.#subscriptions.push(
      panel.webview.onDidReceiveMessage((asked: Asked) => this.#answer(asked)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        this.#changed(
          document,
          contentChanges.map(({ rangeOffset, rangeLength, text }) => ({ from: rangeOffset, to: rangeOffset + rangeLength, text })),
        );
      }),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("olmkit.profile") && this.#files) this.#tell({ do: "profile", profile: settings().profile });
      }),
      workspace.onDidChangeWorkspaceFolders(() => this.#later("disk", PAUSE.disk, () => this.#reread())),
      workspace.onDidSaveTextDocument((document) => this.#tellSaved(document)),
      workspace.onDidOpenTextDocument((document) => this.#opened(document)),
      workspace.onDidCloseTextDocument((document) => this.#closed(document)),
      window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        // An edit moves the cursor without a kind. A position that the page revealed is already known to it.
        const isOwn = this.#revealed && same(this.#revealed.uri, textEditor.document.uri) && this.#revealed.selection.isEqual(textEditor.selection);
        if (kind !== undefined && !isOwn) this.#later("cursor", PAUSE.cursor, () => this.#follow(textEditor));
      }),
    );
    panel.onDidDispose(() => {
      for (const timer of this.#timers.values()) clearTimeout(timer);
      Disposable.from(...this.#subscriptions, ...this.#watchers).dispose();
    });
  }

  /** Whether it shows the catalog that contains a file. */
  has = (uri: Uri) => same(uri, this.#document.uri) || this.#files?.pathOf(uri) !== undefined;

  /** Brings the page to the front, and shows something else. The path of a position is the URI of its file. */
  show(wanted: Wanted): void {
    this.#panel.reveal(this.#panel.viewColumn, false); // otherwise it moves to the column of the text
    const place = this.#inPage(wanted);
    if (place) this.#tell({ do: "show", wanted: place });
  }

  #tell(message: EditorMessage): void {
    void this.#panel.webview.postMessage(message);
  }

  #later(what: string, milliseconds: number, act: () => void): void {
    clearTimeout(this.#timers.get(what));
    this.#timers.set(what, setTimeout(act, milliseconds));
  }

  async #answer(asked: Asked): Promise<void> {
    if (asked.do === "ready") return this.#begin().catch((error) => void window.showErrorMessage(`olmkit: the catalog cannot be shown. ${error.message}`));
    if (asked.do === "reveal") return this.#reveal(asked);
    const refusal = await (asked.do === "open-texts" ? this.#openTexts(asked.paths) : this.#edit(asked.parts)).catch((error) => refused(String(error.message)));
    this.#tell({ do: "answer", id: asked.id, refusal });
  }

  /** Sends the page all files of the catalog, and what to show first. */
  async #begin(): Promise<void> {
    await this.#give(await CatalogFiles.of(this.#document, await this.#running()), this.#wanted);
  }

  async #give(files: CatalogFiles, wanted: Wanted | null): Promise<void> {
    this.#files = files;
    this.#texts.clear();
    this.#watch(files);
    const found = await Promise.all(
      files.paths.map(async (path) => {
        const uri = files.uriOf(path);
        return { path, bytes: uri ? await bytesOf(uri) : null, uri };
      }),
    );
    if (this.#files !== files) return; // a later call sends the files again
    // All texts are read at once. They contain all earlier changes, and later changes are sent after them.
    const list = found.flatMap(({ path, uri, bytes }) => this.#host(path, bytes, uri && open(uri)));
    const { profile } = settings();
    this.#tell({ do: "open", name: files.name, folder: files.folder, profile, files: list, wanted: wanted && this.#inPage(wanted) });
  }

  /** Replaces the URI of the file with its path in the page. Returns null for a file of another catalog. */
  #inPage(wanted: Wanted): Wanted | null {
    if (!("path" in wanted)) return wanted;
    const path = this.#files?.pathOf(Uri.parse(wanted.path));
    return path === undefined ? null : { ...wanted, path };
  }

  /** Returns a file for the page; empty if it is neither on disk nor open. */
  #host(path: string, bytes: Uint8Array<ArrayBuffer> | null, document: TextDocument | undefined): HostFile[] {
    if (!bytes && !document) return [];
    return [{ path, bytes: bytes ?? new Uint8Array(), open: document ? this.#texts.record(path, document) : null }];
  }

  /** Watches the root, the configuration files above it, and files that can make another folder the root. */
  #watch(files: CatalogFiles): void {
    Disposable.from(...this.#watchers).dispose(); // of a page that was loaded earlier
    this.#watchers = [];
    if (!files.root) return;
    const { root } = files;
    const outside = files.uris.filter(({ path }) => !path.startsWith(`${root.path}/`));
    const above = foldersAbove(root).map((folder) => new RelativePattern(folder, "*.{yaml,yml,json}"));
    const patterns = [new RelativePattern(root, "**/*"), ...above, ...outside.map((uri) => new RelativePattern(Uri.joinPath(uri, ".."), uri.path.slice(uri.path.lastIndexOf("/") + 1)))];
    for (const pattern of patterns) {
      const watcher = workspace.createFileSystemWatcher(pattern);
      const noted = (uri: Uri) => {
        this.#onDisk.set(uri.toString(), uri);
        this.#later("disk", PAUSE.disk, () => this.#reread());
      };
      this.#watchers.push(watcher, watcher.onDidChange(noted), watcher.onDidCreate(noted), watcher.onDidDelete(noted));
    }
  }

  /**
   * Handles changes on disk. The server determines which files belong to the catalog now. Another root means another
   * catalog.
   */
  async #reread(): Promise<void> {
    const files = this.#files;
    const changed = [...this.#onDisk.values()];
    this.#onDisk.clear();
    if (!files) return;
    const now = await CatalogFiles.of(this.#document, await this.#running());
    if (files.isLeftFor(now)) return this.#give(now, null);
    const onDisk: { path: string; bytes: Uint8Array<ArrayBuffer> | null }[] = [];
    for (const uri of changed) {
      const isNew = files.pathOf(uri) === undefined;
      if (now.pathOf(uri) !== undefined) files.add(uri);
      const path = files.pathOf(uri);
      if (path === undefined) continue;
      const document = open(uri);
      if (document && !isNew) this.#tellSaved(document);
      else onDisk.push(await this.#onDiskNow(files, path, uri));
    }
    if (onDisk.length === 0) return;
    this.#tell({ do: "disk", files: onDisk });
    for (const document of workspace.textDocuments) this.#opened(document);
  }

  /** Returns a file as it is on disk. Removes a file that no longer exists from the catalog. */
  async #onDiskNow(files: CatalogFiles, path: string, uri: Uri) {
    const bytes = await bytesOf(uri);
    if (!bytes) files.remove(path);
    return { path, bytes };
  }

  #changed(document: TextDocument, changes: { from: number; to: number; text: string }[]): void {
    const path = this.#files?.pathOf(document.uri);
    if (path === undefined || !this.#texts.has(path)) return;
    if (changes.length) this.#tell({ do: "change", path, stamp: this.#texts.changed(path, document), changes, length: document.getText().length });
    else if (this.#texts.hasOtherLines(path, document)) this.#tell({ do: "text", path, open: this.#texts.record(path, document) });
    this.#later(`saved ${path}`, PAUSE.saved, () => this.#tellSaved(document));
  }

  /** Reports that a text equals the file on disk: it was saved, undone to the saved state, or reloaded. */
  #tellSaved(document: TextDocument): void {
    const path = this.#files?.pathOf(document.uri);
    const stamp = path === undefined ? undefined : this.#texts.saved(path, document);
    if (path !== undefined && stamp !== undefined) this.#tell({ do: "saved", path, stamp });
  }

  #opened(document: TextDocument): void {
    const path = this.#files?.pathOf(document.uri);
    if (path !== undefined && !this.#texts.has(path)) this.#tell({ do: "text", path, open: this.#texts.record(path, document) });
  }

  async #closed(document: TextDocument): Promise<void> {
    const path = this.#files?.pathOf(document.uri);
    if (path === undefined || !this.#texts.drop(path)) return;
    this.#tell({ do: "closed", path });
    if (this.#files) this.#tell({ do: "disk", files: [await this.#onDiskNow(this.#files, path, document.uri)] });
  }

  /** Opens files so that their texts can be changed, and sends their texts. */
  async #openTexts(paths: string[]): Promise<null> {
    for (const path of paths) {
      const uri = this.#files?.uriOf(path);
      if (uri) this.#tell({ do: "text", path, open: this.#texts.record(path, await workspace.openTextDocument(uri)) });
    }
    return null;
  }

  async #edit(parts: Extract<Asked, { do: "edit" }>["parts"]) {
    const files = this.#files;
    if (!files) return refused("The catalog is not open yet");
    const refusal = await this.#texts.edit(parts, (path) => files.uriOf(path));
    if (refusal) return refusal;
    for (const { path } of parts.filter(({ stamp }) => stamp === 0)) {
      const uri = files.uriOf(path);
      const bytes = uri && (await bytesOf(uri));
      if (!uri || !bytes) continue;
      files.add(uri);
      this.#tell({ do: "disk", files: [{ path, bytes }] });
    }
    return null;
  }

  #follow({ document, selection }: TextEditor): void {
    const path = this.#files?.pathOf(document.uri);
    if (path !== undefined) this.#tell({ do: "cursor", path, offset: document.offsetAt(selection.active) });
  }

  /** Shows a range in the text. If the text is not visible, this requires a request of the user. */
  async #reveal({ path, from, to, focus }: Extract<Asked, { do: "reveal" }>): Promise<void> {
    const uri = this.#files?.uriOf(path);
    if (!uri) return;
    const visible = window.visibleTextEditors.find(({ document }) => same(document.uri, uri));
    // Nothing is selected while the page does not have the focus, because the next typed character would replace the
    // selection.
    if (!focus && !(visible && this.#panel.active)) return;
    const beside = this.#panel.viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One;
    const document = visible?.document ?? (await workspace.openTextDocument(uri));
    const editor = focus || !visible ? await window.showTextDocument(document, { viewColumn: visible?.viewColumn ?? beside }) : visible;
    const start = document.positionAt(from);
    const end = document.positionAt(to);
    const lineEnd = document.lineAt(start.line).range.end;
    const selection = new Selection(start, end.isBefore(lineEnd) ? end : lineEnd);
    this.#revealed = { uri, selection };
    editor.selection = selection;
    editor.revealRange(new Range(start, end), TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
