// The part of the extension that the desktop and the browser share.
import { commands, type ExtensionContext, type OutputChannel, window, workspace } from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { type Channel, ChannelEditor } from "./page/editor";
import { suppress } from "./suppress";

/** The exports of the extension for tests and for other extensions. */
export interface Activated {
  /** The running language client. */
  client(): BaseLanguageClient | undefined;
}

/** The commands that the server may use in its responses. */
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

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Stops a client. A client that does not stop in time is abandoned. */
async function end(client: BaseLanguageClient | undefined): Promise<void> {
  await client?.dispose().catch((error) => output().appendLine(messageOf(error)));
}

type StartClient = (context: ExtensionContext, log: (text: string) => void) => Promise<BaseLanguageClient>;

export async function activateWith(context: ExtensionContext, start: StartClient): Promise<Activated> {
  let client: BaseLanguageClient | undefined;
  const startAgain = async () => {
    await end(client);
    client = undefined;
    let fresh: BaseLanguageClient | undefined;
    try {
      fresh = await start(context, (text) => output().appendLine(text));
      await fresh.start();
      client = fresh;
    } catch (error) {
      await end(fresh);
      const message = messageOf(error);
      output().appendLine(message);
      void window.showErrorMessage(`olmkit: ${message}`, "Show Output").then((chosen) => chosen && output().show());
    }
  };
  let starting: Promise<void> = Promise.resolve();
  /** Restarts are sequential: each stops the client that the previous one started. */
  const restart = () => {
    starting = starting.then(startAgain);
    return starting;
  };
  const running = () => {
    if (!client) void window.showWarningMessage("olmkit: the language server is not running. See the output.");
    return client;
  };
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
  await restart();
  return { client: () => client };
}
