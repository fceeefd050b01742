// The schemes of the documents that the extension serves in the browser: those of the workspace's folders, whose files the
// language server reads through the extension, and that of documents without a file.
import { commands, type Disposable, workspace } from "vscode";

let served: string[] = [];

/** The schemes to serve from now on. A client cannot add schemes later. */
export function schemes(): string[] {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  served = [...new Set([...folders, "untitled"])];
  return served;
}

/** Starts the client again when a folder with another scheme is added. */
export const followSchemes = (): Disposable =>
  workspace.onDidChangeWorkspaceFolders(({ added }) => {
    if (added.some(({ uri }) => !served.includes(uri.scheme))) void commands.executeCommand("olmkit.restart");
  });
