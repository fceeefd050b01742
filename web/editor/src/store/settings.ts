// The options of the checks: those of the configuration among the files, and a profile that the user chose.
import type { Diagnostic, Options } from "olmkit";
import { reasonOf } from "../engine.js";
import type { Config as ShownConfig } from "../generated/page.js";

/** A file by its path. */
export type NamedContent = { path: string; content: Uint8Array };

/** The options of a configuration, and the files that it was read from. `problem`: why it cannot be used. */
export type Config = { files: string[]; options?: Options; problem?: Diagnostic };

/** Reads the configuration among files that applies to a folder. Null if there is none. */
export type ReadConfig = (files: NamedContent[], folder: string) => Promise<Config | null>;

export type Profile = NonNullable<Options["profile"]>;

export const CONFIG = "olmkit.yaml";
/** Whether a file is a configuration, of whichever folder. */
export const isConfig = (path: string) => path === CONFIG || path.endsWith(`/${CONFIG}`);

export class Settings {
  options: Options = {};
  /** Overrides the configuration, as on the command line. */
  chosen: Profile | "" = "";
  #config: Config | null = null;
  #readConfig: ReadConfig = async () => null;
  #isUnread = false; // whether the reader failed

  /** Sets the reader of configurations. The page sets it, so that it is loaded only if there is a configuration. */
  configuredBy(read: ReadConfig): void {
    this.#readConfig = read;
  }

  /** Whether the options depend on this file. */
  isRead = (path: string) => isConfig(path) || Boolean(this.#config?.files.includes(path));

  /**
   * Reads the options of the catalog in a folder again. Returns false and keeps the old options if something else has
   * been opened meanwhile. `prefix`: the path prefix of the opened folder; only files below it are given. `failed`:
   * called if the configuration cannot be read; the options are then the default ones.
   */
  async read(files: NamedContent[], { prefix, folder }: { prefix: string; folder: string }, isCurrent: () => boolean, failed: (message: string) => void): Promise<boolean> {
    const inside = files.map(({ path, content }) => ({ path: path.slice(prefix.length), content }));
    let isUnread = false;
    const found = await this.#readConfig(inside, folder.slice(prefix.length)).catch((error) => {
      isUnread = true;
      if (isCurrent()) failed(reasonOf(error));
      return null;
    });
    if (!isCurrent()) return false;
    this.#isUnread = isUnread;
    const problem = found?.problem && { ...found.problem, path: prefix + found.problem.path };
    this.#config = found && { ...found, files: found.files.map((path) => prefix + path), ...(problem && { problem }) };
    this.options = { ...found?.options, ...(this.chosen && { profile: this.chosen }) };
    return true;
  }

  /** The configuration as the page shows it. */
  get shown(): ShownConfig {
    return { files: this.#config?.files ?? [], profile: this.options.profile ?? "default", broken: this.#isUnread || Boolean(this.#config?.problem) };
  }

  /** Adds a finding to the report if the configuration is broken; the page counts the findings. `isOpen`: whether a file is open. */
  withProblem<Report extends { diagnostics: unknown[] }>(report: Report, isOpen: (path: string) => boolean): Report {
    const problem = this.#config?.problem;
    if (!problem || !isOpen(problem.path)) return report;
    return { ...report, diagnostics: [problem, ...report.diagnostics] };
  }
}
