// The editor's page of a channel, as a custom editor for the files of catalogs. Visual Studio Code handles undo,
// unsaved changes and saving.
import type { Wanted } from "olmkit-page/protocol";
import { type CustomTextEditorProvider, commands, type Disposable, type ExtensionContext, type TextDocument, Uri, ViewColumn, type WebviewPanel, window } from "vscode";
import { html } from "./html";
import { type Running, Shown } from "./shown";

const TYPE = "olmkit.channel";

/** The argument of a code lens. The command palette passes none; then the channel at the cursor is shown. */
export interface Channel {
  uri: string;
  package?: string;
  channel?: string;
}

export class ChannelEditor implements CustomTextEditorProvider {
  readonly #folder: Uri;
  readonly #running: Running;
  readonly #open = new Set<Shown>();
  /** What pages show first while they are being opened, by the URI of their document. */
  readonly #wanted = new Map<string, Wanted>();

  constructor(context: ExtensionContext, running: Running) {
    this.#folder = Uri.joinPath(context.extensionUri, "dist", "page");
    this.#running = running;
  }

  register(): Disposable {
    return window.registerCustomEditorProvider(TYPE, this, { webviewOptions: { retainContextWhenHidden: true } });
  }

  resolveCustomTextEditor(document: TextDocument, panel: WebviewPanel): void {
    const key = document.uri.toString();
    const shown = new Shown(document, panel, this.#running, this.#wanted.get(key) ?? null);
    this.#wanted.delete(key);
    this.#open.add(shown);
    panel.onDidDispose(() => this.#open.delete(shown));
    panel.webview.options = { enableScripts: true, localResourceRoots: [Uri.joinPath(this.#folder, "..")] };
    panel.webview.html = html(panel.webview, this.#folder);
  }

  /** Opens the page of a channel beside its text. */
  async show(asked?: Channel): Promise<void> {
    const editor = window.activeTextEditor;
    const uri = asked?.uri === undefined ? editor?.document.uri : Uri.parse(asked.uri);
    if (!uri) return void window.showInformationMessage("olmkit: open a file of a catalog first.");
    const { package: name, channel } = asked ?? {};
    const offset = editor?.document.offsetAt(editor.selection.active) ?? 0;
    const wanted = name !== undefined && channel !== undefined ? { package: name, channel } : { path: uri.toString(), offset };
    const open = [...this.#open].find((shown) => shown.has(uri));
    if (open) return open.show(wanted);
    this.#wanted.set(uri.toString(), wanted);
    await commands.executeCommand("vscode.openWith", uri, TYPE, ViewColumn.Beside);
  }
}
