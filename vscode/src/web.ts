// The extension in the browser: the packaged language server in a web worker, which receives its files through
// messages.
import { type ExtensionContext, FileType, Uri, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { type Activated, activateWith, clientOptions } from "./extension";
import { followSchemes, schemes } from "./schemes";
import { settings } from "./settings";
import type { Listed, Start } from "./worker/protocol";

export function activate(context: ExtensionContext): Promise<Activated> {
  context.subscriptions.push(followSchemes());
  return activateWith(context, start);
}

async function start(context: ExtensionContext): Promise<LanguageClient> {
  const file = (name: string) => Uri.joinPath(context.extensionUri, "dist", name);
  const worker = new Worker(file("worker.js").toString(true));
  const { profile } = settings();
  const args = ["lsp", ...(profile ? ["--profile", profile] : [])];
  worker.postMessage({ wasm: await workspace.fs.readFile(file("cli_packed.js")), args } satisfies Start);
  const client = new LanguageClient("olmkit", "olmkit", clientOptions(schemes()), worker);
  client.onRequest("olmkit/list", ({ uri }: { uri: string }) => list(Uri.parse(uri)));
  client.onRequest("olmkit/read", ({ uri }: { uri: string }) => read(Uri.parse(uri)));
  return client;
}

/** Returns the entries of a folder; null if it cannot be listed. */
async function list(uri: Uri): Promise<Listed | null> {
  try {
    const entries = await workspace.fs.readDirectory(uri);
    return entries.map(([name, type]) => [name, (type & FileType.Directory) !== 0 ? "directory" : "file"]);
  } catch {
    return null;
  }
}

/** Returns the bytes of a file; null if it cannot be read. */
async function read(uri: Uri): Promise<Uint8Array | null> {
  try {
    return await workspace.fs.readFile(uri);
  } catch {
    return null;
  }
}
