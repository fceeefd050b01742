// The options of the checks: those of the configuration among the files, and a profile that was chosen by hand.
import type { Diagnostic, OlmReport, Options } from "olmkit";
import { messageOf } from "../engine.js";

/** A file by its path. */
export type NamedContent = { path: string; content: Uint8Array };

/** Why a configuration cannot be used, and where it says so. */
export type ConfigProblem = { path: string; line: number; column: number; message: string };

/** What the configuration says, and the files that it was read from. */
export type Config = { files: string[]; options?: Options; problem?: ConfigProblem };

/** Reads the configuration that applies to a folder among files; null without one. */
export type ReadConfig = (files: NamedContent[], folder: string) => Promise<Config | null>;

/** The finding that a configuration is which cannot be used. */
export type ConfigFinding = (problem: ConfigProblem, text: string) => Diagnostic;

export type Profile = NonNullable<Options["profile"]>;

export const CONFIG = "olmkit.yaml";

export class Settings {
  options: Options = {};
  /** It is stronger than the configuration, as on the command line. */
  chosen: Profile | "" = "";
  #config: Config | null = null;
  #readConfig: ReadConfig = async () => null;
  #finding: ConfigFinding | undefined;

  /** The page gives what reads a configuration, so that it is loaded only if there is one. */
  configuredBy(read: ReadConfig, finding: ConfigFinding): void {
    this.#readConfig = read;
    this.#finding = finding;
  }

  /** Whether the options follow from this file. */
  isRead = (path: string) => path === CONFIG || path.endsWith(`/${CONFIG}`) || Boolean(this.#config?.files.includes(path));

  /**
   * Reads the options of the catalog in a folder anew; those of before stay when something else is open by then. Says
   * whether they are others. `prefix`: what the paths of the opened folder begin with; the files are those below it.
   */
  async read(files: NamedContent[], { prefix, folder }: { prefix: string; folder: string }, isCurrent: () => boolean): Promise<boolean> {
    const broken = (error: unknown): Config => ({ files: [], problem: { path: CONFIG, line: 1, column: 1, message: messageOf(error) } });
    const inside = files.map(({ path, content }) => ({ path: path.slice(prefix.length), content }));
    const found = await this.#readConfig(inside, folder.slice(prefix.length)).catch(broken);
    if (!isCurrent()) return false;
    const problem = found?.problem && { ...found.problem, path: prefix + found.problem.path };
    this.#config = found && { ...found, files: found.files.map((path) => prefix + path), ...(problem && { problem }) };
    this.options = { ...found?.options, ...(this.chosen && { profile: this.chosen }) };
    return true;
  }

  /** What the page shows of the configuration. */
  get shown(): { files: string[]; profile: Profile; broken: boolean } {
    return { files: this.#config?.files ?? [], profile: this.options.profile ?? "default", broken: Boolean(this.#config?.problem) };
  }

  /** A broken configuration is a finding too. `textOf`: the text of a file, if it is open. */
  withProblem<Report extends Pick<OlmReport, "summary"> & { diagnostics: unknown[] }>(report: Report, textOf: (path: string) => string | undefined): Report {
    const problem = this.#config?.problem;
    const text = problem && textOf(problem.path);
    if (!problem || !this.#finding || text === undefined) return report;
    return { ...report, summary: { ...report.summary, errors: report.summary.errors + 1 }, diagnostics: [this.#finding(problem, text), ...report.diagnostics] };
  }
}
