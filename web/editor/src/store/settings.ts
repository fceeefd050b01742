// The options of the checks: those of the configuration among the files, and a profile that the user chose.
import type { Diagnostic, OlmReport, Options } from "olmkit";
import { messageOf } from "../engine.js";

/** A file by its path. */
export type NamedContent = { path: string; content: Uint8Array };

/** Why a configuration cannot be used, and its location. */
export type ConfigProblem = { path: string; line: number; column: number; message: string };

/** The options of a configuration, and the files that it was read from. */
export type Config = { files: string[]; options?: Options; problem?: ConfigProblem };

/** Reads the configuration among files that applies to a folder. Null if there is none. */
export type ReadConfig = (files: NamedContent[], folder: string) => Promise<Config | null>;

/** Converts a configuration problem to a finding. */
export type ConfigFinding = (problem: ConfigProblem, text: string) => Diagnostic;

export type Profile = NonNullable<Options["profile"]>;

export const CONFIG = "olmkit.yaml";

export class Settings {
  options: Options = {};
  /** Overrides the configuration, as on the command line. */
  chosen: Profile | "" = "";
  #config: Config | null = null;
  #readConfig: ReadConfig = async () => null;
  #finding: ConfigFinding | undefined;

  /** Sets the reader of configurations. The page sets it, so that it is loaded only if there is a configuration. */
  configuredBy(read: ReadConfig, finding: ConfigFinding): void {
    this.#readConfig = read;
    this.#finding = finding;
  }

  /** Whether the options depend on this file. */
  isRead = (path: string) => path === CONFIG || path.endsWith(`/${CONFIG}`) || Boolean(this.#config?.files.includes(path));

  /**
   * Reads the options of the catalog in a folder again. Returns false and keeps the old options if something else has
   * been opened meanwhile. `prefix`: the path prefix of the opened folder; only files below it are given.
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

  /** The configuration as the page shows it. */
  get shown(): { files: string[]; profile: Profile; broken: boolean } {
    return { files: this.#config?.files ?? [], profile: this.options.profile ?? "default", broken: Boolean(this.#config?.problem) };
  }

  /** Adds a finding to the report if the configuration is broken. `textOf`: the text of a file, if it is open. */
  withProblem<Report extends Pick<OlmReport, "summary"> & { diagnostics: unknown[] }>(report: Report, textOf: (path: string) => string | undefined): Report {
    const problem = this.#config?.problem;
    const text = problem && textOf(problem.path);
    if (!problem || !this.#finding || text === undefined) return report;
    return { ...report, summary: { ...report.summary, errors: report.summary.errors + 1 }, diagnostics: [this.#finding(problem, text), ...report.diagnostics] };
  }
}
