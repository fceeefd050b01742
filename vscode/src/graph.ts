// The upgrade graph of a channel in a tab. The language server draws it; what is done in it becomes edits of the document.
import { type ExtensionContext, Range, TextEditorRevealType, Uri, ViewColumn, type Webview, type WebviewPanel, window, workspace } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { applyEdit } from "./suppress";
import type { Asked, Edit, Graph, GraphNode, Semantics } from "./webview/protocol";

type Running = () => BaseLanguageClient | undefined;

/** What a code lens asks for; from the command palette it is the document in front. */
interface Channel {
  uri: string;
  package?: string;
  channel?: string;
}

const REFRESH = 200;
const open = new Map<string, Shown>();

export async function openGraph(context: ExtensionContext, running: Running, asked?: Channel): Promise<void> {
  const uri = asked?.uri ?? window.activeTextEditor?.document.uri.toString();
  if (!uri) return void window.showInformationMessage("olmkit: open a file of a catalog first.");
  const shown = open.get(uri) ?? new Shown(context, running, uri);
  open.set(uri, shown);
  await shown.show(asked ?? { uri });
}

/** A document has changed: its own graph and those of its catalog may be others. */
export function refreshGraphs(_uri: string): void {
  for (const shown of open.values()) shown.refresh();
}

class Shown {
  readonly #panel: WebviewPanel;
  readonly #running: Running;
  readonly #uri: string;
  #asked: Channel;
  #semantics: Semantics = "v0";
  #graph: Graph | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(context: ExtensionContext, running: Running, uri: string) {
    this.#running = running;
    this.#uri = uri;
    this.#asked = { uri };
    const dist = Uri.joinPath(context.extensionUri, "dist");
    const options = { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [dist] };
    this.#panel = window.createWebviewPanel("olmkit.graph", "Upgrade graph", { viewColumn: ViewColumn.Beside, preserveFocus: true }, options);
    this.#panel.iconPath = Uri.joinPath(context.extensionUri, "icon.png");
    this.#panel.webview.html = page(this.#panel.webview, dist);
    this.#panel.webview.onDidReceiveMessage((asked: Asked) => this.#answer(asked));
    this.#panel.onDidDispose(() => {
      clearTimeout(this.#waiting);
      open.delete(uri);
    });
  }

  async show(asked: Channel): Promise<void> {
    this.#asked = asked;
    this.#panel.reveal(undefined, true);
    await this.#draw();
  }

  refresh(): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#draw(), REFRESH);
  }

  async #draw(): Promise<void> {
    const { package: name, channel } = this.#asked;
    try {
      this.#graph = await this.#running()?.sendRequest<Graph>("olmkit/graph", { uri: this.#uri, package: name, channel, semantics: this.#semantics });
      if (!this.#graph) return;
      this.#panel.title = `${this.#graph.package} ${this.#graph.channel}`;
      await this.#panel.webview.postMessage({ graph: this.#graph });
    } catch (error) {
      await this.#panel.webview.postMessage({ problem: error instanceof Error ? error.message : String(error) });
    }
  }

  async #answer(asked: Asked): Promise<void> {
    if (asked.do === "ready") return this.#draw();
    if (asked.do === "choose") {
      this.#asked = { uri: this.#uri, package: asked.package, channel: asked.channel };
      this.#semantics = asked.semantics;
      return this.#draw();
    }
    const node = this.#graph?.nodes.find((node) => node.name === asked.name);
    if (!node || !this.#graph) return;
    if (asked.do === "reveal") return reveal(node);
    const intention = await intended(asked.do, this.#graph, node);
    if (intention) await applyEdit(this.#running(), "olmkit/plan", { uri: this.#uri, intention });
  }
}

/** Shows the entry in its file, beside the graph. */
async function reveal({ uri, range: { start, end } }: GraphNode): Promise<void> {
  const document = await workspace.openTextDocument(Uri.parse(uri));
  const column = window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn ?? ViewColumn.One;
  const selection = new Range(start.line, start.character, end.line, end.character);
  const editor = await window.showTextDocument(document, { viewColumn: column, selection });
  editor.revealRange(selection, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** What a button of the graph means; nothing when the user changes their mind. */
async function intended(action: Edit, graph: Graph, node: GraphNode): Promise<object | undefined> {
  const { package: name, channel } = graph;
  const of = { package: name, channel, entry: node.name };
  if (action === "remove") return { do: "remove-entry", ...of, bridge: true };
  if (action === "fix") return { do: "fix-stranded", ...of };
  if (action === "deprecate") {
    const message = await window.showInputBox({ title: `Deprecate ${node.name}`, prompt: "The message that users of this version see." });
    return message ? { do: "deprecate", package: name, schema: "olm.bundle", name: node.name, message } : undefined;
  }
  const others = graph.nodes.filter((other) => other.name !== node.name).map((other) => other.name);
  if (action === "replaces") return replaces(of, others);
  return action === "skips" ? skips(of, others, node) : skipRange(of, node);
}

type Entry = { package: string; channel: string; entry: string };

async function replaces(of: Entry, others: string[]) {
  const none = "(nothing)";
  const to = await window.showQuickPick([none, ...others], { title: `What does ${of.entry} replace?` });
  return to ? { do: "set-replaces", ...of, to: to === none ? null : to } : undefined;
}

async function skips(of: Entry, others: string[], { skips }: GraphNode) {
  const items = others.map((label) => ({ label, picked: skips.includes(label) }));
  const chosen = await window.showQuickPick(items, { title: `What does ${of.entry} skip?`, canPickMany: true });
  return chosen && { do: "set-skips", ...of, to: chosen.map(({ label }) => label) };
}

async function skipRange(of: Entry, { skipRange }: GraphNode) {
  const title = `Which versions does ${of.entry} skip?`;
  const range = await window.showInputBox({ title, value: skipRange ?? "", placeHolder: ">=1.0.0 <1.2.0", prompt: "A range of versions. Without one, skipRange is removed." });
  if (range === undefined) return undefined;
  return { do: "set-skip-range", ...of, to: range.trim() || null };
}

/** The page: its own script and style, and nothing from anywhere else. */
function page(webview: Webview, dist: Uri): string {
  const address = (name: string) => webview.asWebviewUri(Uri.joinPath(dist, name)).toString();
  const policy = `default-src 'none'; script-src ${webview.cspSource}; style-src ${webview.cspSource} 'unsafe-inline'`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <title>Upgrade graph</title>
    <link rel="stylesheet" href="${address("graph.css")}" />
  </head>
  <body>
    <script type="module" src="${address("graph.js")}"></script>
  </body>
</html>`;
}
