// The extension on the desktop and on servers. It runs the native language server if it is installed, otherwise the
// packaged one in Node.js.
import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { type ExtensionContext, Uri, workspace } from "vscode";
import { LanguageClient, type ServerOptions, TransportKind } from "vscode-languageclient/node";
import { type Activated, activateWith, clientOptions } from "./extension";
import { settings } from "./settings";

export const activate = (context: ExtensionContext): Promise<Activated> => activateWith(context, start);

const run = promisify(execFile);

async function start(context: ExtensionContext, log: (text: string) => void): Promise<LanguageClient> {
  const program = await nativeProgram();
  log(program ? `Using the native server: ${program}` : "Using the packaged server.");
  const schemes = ["file", "untitled"];
  return new LanguageClient("olmkit", "olmkit", program ? native(program) : packaged(context), clientOptions(schemes));
}

function args(): string[] {
  const { profile } = settings();
  return ["lsp", ...(profile ? ["--profile", profile] : [])];
}

function native(command: string): ServerOptions {
  return { command, args: args(), transport: TransportKind.stdio };
}

/** Runs the packaged server with the Node.js of Visual Studio Code. */
function packaged(context: ExtensionContext): ServerOptions {
  const script = Uri.joinPath(context.extensionUri, "dist", "server.mjs").fsPath;
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  return { command: process.execPath, args: [script, ...args()], options: { env }, transport: TransportKind.stdio };
}

/** Returns the native program from the settings, or from the PATH. */
async function nativeProgram(): Promise<string | undefined> {
  const { server, path } = settings();
  if (server === "packaged" || !workspace.isTrusted) return undefined;
  if (path) return requireWorking(path);
  const found = await onPath();
  if (found && (await isWorking(found))) return found;
  if (server === "native") throw new Error("No `olmkit` is on the PATH. Install it, or set `olmkit.path`.");
  return undefined;
}

async function requireWorking(path: string): Promise<string> {
  if (await isWorking(path)) return path;
  throw new Error(`\`olmkit.path\` names \`${path}\`, which does not run. Correct the setting, or clear it to use the packaged server.`);
}

async function isWorking(path: string): Promise<boolean> {
  try {
    const { stdout } = await run(path, ["--version"], { timeout: 5000 });
    return /^olmkit \d/.test(stdout);
  } catch {
    return false;
  }
}

/** Relative folders of the PATH are ignored, because they would be resolved in the workspace. */
async function onPath(): Promise<string | undefined> {
  const name = process.platform === "win32" ? "olmkit.exe" : "olmkit";
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}
