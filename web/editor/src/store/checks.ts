// The engine's checks of the open files, with their configuration, and queries about them.
import type { Options } from "olmkit";
import type { EngineClient } from "olmkit/client";
import { sentenceOf } from "../engine.js";
import { contentsOf, copyOf } from "./documents.js";
import { catalogFiles, filesBesideBundle } from "./files.js";
import { documents, folders, options, pending } from "./open.js";
import { autosave, emit, emitState } from "./page-state.js";
import { plansOf } from "./plans.js";
import { withOrigins } from "./report.js";
import { type Query, Session } from "./session.js";
import { CONFIG, type Profile, type ReadConfig } from "./settings.js";

const CONFIG_DELAY = 400;

export const session = new Session({
  documents,
  emit,
  emitState,
  files: () => catalogFiles().map(copyOf),
  earlier: () =>
    catalogFiles()
      .filter(documents.isOther)
      .map((file) => ({ path: file.path, text: file.text, loaded: documents.loadedText(file) })),
  readOptions,
  finish: (report, unrelated, snapshot) => withOrigins(options.withProblem(report, documents.has), unrelated, snapshot),
});

/** Sends all files to the engine, and requests a report. */
export async function feed(): Promise<void> {
  try {
    await session.feed();
  } finally {
    await session.refresh();
  }
}

let configTimer: ReturnType<typeof setTimeout> | undefined;

/** Schedules `feed` after a change of the configuration. */
export function feedLater(): void {
  clearTimeout(configTimer);
  configTimer = setTimeout(() => feed().catch((error) => emit("failed", { message: sentenceOf(error) })), CONFIG_DELAY);
}

export const cancelFeed = () => clearTimeout(configTimer);

export const configuredBy = (read: ReadConfig) => options.configuredBy(read);

async function readOptions(isCurrent: () => boolean): Promise<Options> {
  const [folder, prefix] = [folders.current, folders.prefixOf(folders.current)];
  const own = filesBesideBundle().filter(({ path }) => folders.prefixOf(path) === prefix);
  const failed = (message: string) => emit("failed", { message: `${CONFIG} cannot be read: ${message}.` });
  if (await options.read(contentsOf(own), { prefix, folder }, isCurrent, failed)) emit("config", options.shown);
  return options.options;
}
/** The path of the configuration, which may not exist yet, and whether its folder is a catalog. */
export const configPlace = (prefix = folders.prefixOf(folders.current)) => ({
  path: options.shown.files[0] ?? prefix + CONFIG,
  isCatalog: folders.current === prefix,
});

export const settings = () => options.options;
export async function setProfile(profile: Profile | ""): Promise<void> {
  options.chosen = profile;
  await feed();
}

/** Stores the draft and requests a new report, after a change. */
export async function changed(): Promise<void> {
  autosave.later();
  await session.refresh();
}

export const ask = <Name extends Query>(method: Name, ...params: Parameters<EngineClient[Name]>) => session.ask(method, ...params);

export const { planFixes, suppress, fixAllStranded, stranded, consider, planAll } = plansOf(session, pending);

/** Requests a new report. */
export const refresh = () => session.refresh();
