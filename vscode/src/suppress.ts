// Suppresses a finding with a comment. The user enters the reason.
import { window, workspace } from "vscode";
import type { BaseLanguageClient, WorkspaceEdit } from "vscode-languageclient";

interface Finding {
  uri: string;
  rule: string;
  line: number;
}

export async function suppress(running: () => BaseLanguageClient | undefined, { uri, rule, line }: Finding): Promise<void> {
  const reason = await window.showInputBox({
    title: `Suppress ${rule}`,
    prompt: "Why is this finding acceptable? The reason is written into the comment.",
    validateInput: (text) => (text.trim() ? undefined : "A comment needs a reason."),
  });
  if (reason) await applyEdit(running(), "olmkit/suppress", { uri, rule, line, reason });
}

/** Returns the path of the first document whose text is not the one that an edit was made for. */
function outdated(client: BaseLanguageClient, { documentChanges = [] }: WorkspaceEdit): string | undefined {
  for (const change of documentChanges) {
    if (!("textDocument" in change) || change.textDocument.version === null) continue;
    const uri = client.protocol2CodeConverter.asUri(change.textDocument.uri);
    const document = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    if (document?.version !== change.textDocument.version) return uri.path;
  }
  return undefined;
}

/** Requests an edit from the server and applies it, unless a document was changed meanwhile. Shows a refusal. */
async function applyEdit(client: BaseLanguageClient | undefined, method: string, params: object): Promise<boolean> {
  if (!client) return false;
  try {
    const edit = await client.sendRequest<WorkspaceEdit>(method, params);
    const converted = await client.protocol2CodeConverter.asWorkspaceEdit(edit); // without the versions
    const changed = outdated(client, edit);
    if (changed) throw new Error(`${changed} was changed while the edit was prepared. Nothing was written. Try again.`);
    return await workspace.applyEdit(converted);
  } catch (error) {
    void window.showErrorMessage(`olmkit: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}
