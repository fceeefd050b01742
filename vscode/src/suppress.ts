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

/** Requests an edit from the server and applies it. Shows a refusal. */
export async function applyEdit(client: BaseLanguageClient | undefined, method: string, params: object): Promise<boolean> {
  if (!client) return false;
  try {
    const edit = await client.sendRequest<WorkspaceEdit>(method, params);
    return await workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(edit));
  } catch (error) {
    void window.showErrorMessage(`olmkit: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}
