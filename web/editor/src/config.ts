// The `olmkit.yaml` of the open files. The command line's own code reads it in the worker of the bundles, so that the
// page reports what CI reports. Without such a file the worker is not loaded.
import type { Diagnostic } from "olmkit";
import { runOn } from "./command.js";
import { CONFIG, type Config, type ConfigProblem, type NamedContent } from "./store/settings.js";

const ANY_FILE = { path: "catalog.yaml", content: new Uint8Array() }; // stands for all files: the options of one file are those of its folder
const LARGEST = 100_000; // bytes: files that it extends are small too

/** Whether the configuration at this path applies to a folder. Either may be the root, which is the empty string. */
function applies(path: string, folder: string): boolean {
  if (path !== CONFIG && !path.endsWith(`/${CONFIG}`)) return false;
  return folder.startsWith(path.slice(0, -CONFIG.length));
}

/** The configuration among the files that applies to a folder, such as `v4.14/`. Null if there is none. */
export async function readConfig(files: NamedContent[], folder: string): Promise<Config | null> {
  if (!files.some(({ path }) => applies(path, folder))) return null;
  const file = { ...ANY_FILE, path: folder + ANY_FILE.path };
  const small = files.filter(({ path, content }) => content.length <= LARGEST && path !== file.path);
  const { stdout, stderr } = await runOn([...small, file], ["--print-config", file.path, "--format", "json"]);
  if (stdout.length === 0) throw new Error(stderr);
  const answer: Config & { problem?: Partial<ConfigProblem> & { message: string } } = JSON.parse(new TextDecoder().decode(stdout));
  if (!answer.problem) return answer;
  const { path = CONFIG, line = 1, column = 1, message } = answer.problem;
  return { files: [...new Set([...(answer.files ?? []), path])], problem: { path, line, column, message } };
}

/** The files `{ path, text }` that change when the configuration of a folder ignores one more rule. */
export async function ignoring(rule: string, { path, isCatalog }: { path: string; isCatalog: boolean }, files: NamedContent[]) {
  const folder = path.slice(0, -CONFIG.length);
  const concerned = files.filter((file) => file.path === path || file.path === `${folder}.indexignore`);
  const { code, stderr, written } = await runOn(concerned, ["config", "ignore", rule, folder || ".", ...(isCatalog ? ["--catalog"] : [])]);
  if (code !== 0) throw new Error(stderr);
  return written.map(({ path, bytes }) => ({ path, text: new TextDecoder().decode(bytes) }));
}

/** A configuration that cannot be used, as a finding. */
export function finding({ path, line, column, message }: ConfigProblem, text: string): Diagnostic {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const end = start + Math.max(1, (lines[line - 1] ?? "").slice(column - 1).trimEnd().length);
  const position = (utf16: number) => ({ line, column: column + utf16 - start, offset: utf16, utf16 });
  return {
    rule: "configuration-invalid",
    code: "CFG001",
    severity: "error",
    message: `${CONFIG} cannot be used: ${message}.`,
    help: "Until it is fixed, the checks ignore it, and the command line exits with 2.",
    docs: "",
    path,
    range: { start: position(start), end: position(end) },
    related: [],
    fixes: [],
  };
}
