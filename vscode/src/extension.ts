// What the extension does on the desktop and in the browser alike.
import { commands, type ExtensionContext, type OutputChannel, window, workspace } from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { type Channel, ChannelEditor } from "./page/editor";
import { suppress } from "./suppress";

/** What the extension gives to tests and to other extensions. */
export interface Activated {
  /** The language client that runs. */
  client(): BaseLanguageClient | undefined;
}

/** The commands that the server may use in its answers. */
const OURS = ["olmkit.openGraph", "olmkit.suppress"];

export function clientOptions(schemes: string[]): LanguageClientOptions {
  const languages = ["yaml", "json"];
  return {
    documentSelector: schemes.flatMap((scheme) => languages.map((language) => ({ scheme, language }))),
    initializationOptions: { commands: OURS },
    outputChannel: output(),
    markdown: { isTrusted: false, supportHtml: false },
  };
}

let channel: OutputChannel | undefined;
const output = (): OutputChannel => {
  channel ??= window.createOutputChannel("olmkit");
  return channel;
};

type StartClient = (context: ExtensionContext, log: (text: string) => void) => Promise<BaseLanguageClient>;

export async function activateWith(context: ExtensionContext, start: StartClient): Promise<Activated> {
  let client: BaseLanguageClient | undefined;
  const restart = async () => {
    await client?.dispose();
    client = undefined;
    try {
      const fresh = await start(context, (text) => output().appendLine(text));
      await fresh.start();
      client = fresh;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      output().appendLine(message);
      void window.showErrorMessage(`olmkit: ${message}`, "Show Output").then((chosen) => chosen && output().show());
    }
  };
  const running = () => {
    if (!client) void window.showWarningMessage("olmkit: the language server is not running. See the output.");
    return client;
  };
  let starting: Promise<void> = Promise.resolve();
  const pages = new ChannelEditor(context, async () => {
    await starting;
    return client;
  });
  context.subscriptions.push(
    output(),
    pages.register(),
    { dispose: () => client?.dispose() },
    commands.registerCommand("olmkit.restart", restart),
    commands.registerCommand("olmkit.showOutput", () => output().show()),
    commands.registerCommand("olmkit.openGraph", (asked?: Channel) => pages.show(asked)),
    commands.registerCommand("olmkit.suppress", (asked) => suppress(running, asked)),
    commands.registerCommand("olmkit.fixAll", () => commands.executeCommand("editor.action.codeAction", { kind: "source.fixAll", apply: "first" })),
    workspace.onDidChangeConfiguration((change) => {
      if (["server", "path", "profile"].some((name) => change.affectsConfiguration(`olmkit.${name}`))) void restart();
    }),
    workspace.onDidGrantWorkspaceTrust(restart),
  );
  starting = restart();
  await starting;
  return { client: () => client };
}
