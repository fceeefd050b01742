// The `olmkit.yaml` of the open files. The command line's own code reads it in the worker of the bundles, so that the
// page reports what CI reports. Without such a file the worker is not loaded.
import type { Diagnostic } from "olmkit";
import { runOn } from "./command.js";
import { CONFIG, type Config, isConfig, type NamedContent } from "./store/settings.js";

const ANY_FILE = { path: "catalog.yaml", content: new Uint8Array() }; // stands for all files: the options of one file are those of its folder
const LARGEST = 100_000; // bytes: files that it extends are small too

/** The configuration among the files that applies to a folder, such as `v4.14/`. Null if there is none. */
export async function readConfig(files: NamedContent[], folder: string): Promise<Config | null> {
  if (!files.some(({ path }) => isConfig(path))) return null;
  const file = { ...ANY_FILE, path: folder + ANY_FILE.path };
  const small = files.filter(({ path, content }) => content.length <= LARGEST && path !== file.path);
  const { stdout, stderr } = await runOn([...small, file], ["--print-config", file.path, "--format", "json"]);
  if (stdout.length === 0) throw new Error(stderr);
  const answer: Config | { problem: Diagnostic } = JSON.parse(new TextDecoder().decode(stdout));
  if ("files" in answer) return answer.files.length ? answer : null;
  return { ...answer, files: [answer.problem.path] };
}

/** The files `{ path, text }` that change when the configuration of a folder ignores one more rule. */
export async function ignoring(rule: string, { path, isCatalog }: { path: string; isCatalog: boolean }, files: NamedContent[]) {
  const folder = path.slice(0, -CONFIG.length);
  const concerned = files.filter((file) => file.path === path || file.path === `${folder}.indexignore`);
  const { code, stderr, written } = await runOn(concerned, ["config", "ignore", rule, folder || ".", ...(isCatalog ? ["--catalog"] : [])]);
  if (code !== 0) throw new Error(stderr);
  return written.map(({ path, bytes }) => ({ path, text: new TextDecoder().decode(bytes) }));
}
