// Edits that the extension requests from the server are applied to the text that they were made for only.
import assert from "node:assert/strict";
import { test } from "../test.mjs";
import { load, Uri } from "./stub.mjs";

/** Suppresses a finding in `/c/a.yaml`, whose version is 1, with an edit for a version. Returns what was applied and shown. */
async function suppressed(version, isOpen = true) {
  const [applied, shown] = [[], []];
  const vscode = {
    window: { showInputBox: async () => "known", showErrorMessage: (message) => shown.push(message) },
    workspace: { textDocuments: isOpen ? [{ uri: new Uri("/c/a.yaml"), version: 1 }] : [], applyEdit: async (edit) => applied.push(edit) > 0 },
  };
  const client = {
    sendRequest: async () => ({
      documentChanges: [
        { textDocument: { uri: "file:///c/a.yaml", version }, edits: [] },
        { kind: "create", uri: "file:///c/b.yaml" },
      ],
    }),
    protocol2CodeConverter: { asUri: Uri.parse, asWorkspaceEdit: async () => "the edit" },
  };
  const { suppress } = await load("suppress.ts", vscode);
  await suppress(() => client, { uri: "file:///c/a.yaml", rule: "skips-unknown", line: 1 });
  return { applied, shown };
}

test("an edit for the current text, or for a file that is not open, is applied", async () => {
  assert.deepEqual(await suppressed(1), { applied: ["the edit"], shown: [] });
  assert.deepEqual(await suppressed(null, false), { applied: ["the edit"], shown: [] });
});

test("an edit for another version of a text is refused", async () => {
  const shown = ["olmkit: /c/a.yaml was changed while the edit was prepared. Nothing was written. Try again."];
  assert.deepEqual(await suppressed(0), { applied: [], shown });
  assert.deepEqual(await suppressed(1, false), { applied: [], shown });
});
