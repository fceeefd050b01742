// The impact of a change: compares the files before and after it, in a separate engine and in the worker of the
// bundles.
import type { CatalogFile, ImpactCluster } from "olmkit";
import { upgradeOptions } from "./bundle.js";
import { ask as bundler } from "./command-worker.js";
import { createEngine, prepareEngine } from "./engine.js";
import type { ChangedFile, Impacts } from "./generated/page.js";
import { bundleFiles, bundlePlace, catalogOf, changedFiles, changedSinceLoaded, currentFiles, isBundleFile, loadedFiles, settings } from "./store.js";

/** The impact of a change on a catalog, and the catalog after it. */
type Impact = Pick<Impacts["catalogs"][number], "clusters" | "after">;

/** One side of a change. */
type Side = "before" | "after";

/**
 * Compares the meaning of files before and after changes. With `preview`: the texts of a fix, compared with what is
 * open. Without it: what is open, compared with the files as they were loaded or saved last.
 */
export async function compare(preview?: ChangedFile[]): Promise<Impacts> {
  const changes: ChangedFile[] = preview ?? changedFiles();
  const roots = new Set(changes.filter(({ path }) => !isBundleFile(path)).map(({ path }) => catalogOf(path)));
  const catalogs: Impacts["catalogs"] = [];
  for (const root of roots) {
    if (root === undefined) continue; // the file is not part of a catalog
    const own = changes.filter(({ path }) => !isBundleFile(path) && catalogOf(path) === root);
    const impact = await compareCatalog(root, own, preview ? withTexts(currentFiles(root), texts(own, "before")) : loadedFiles(root));
    catalogs.push({ ...impact, root: roots.size > 1 ? root : null });
  }
  return { catalogs, bundle: await compareBundle(changes.filter(({ path }) => isBundleFile(path))) };
}

/** The impact of changes of files of a catalog on its files before them. */
async function compareCatalog(root: string, changes: ChangedFile[], before: CatalogFile[]): Promise<Impact> {
  // All other files start as they were loaded. Only those that have changed since need their current text.
  const after = new Map([...changedSinceLoaded(root), ...texts(changes, "after")]);
  const { clusters, opm, summary } = await meaningOf(before, loadedFiles(root), after);
  return { clusters, after: { root, opm, summary } };
}

/** A copy for the engine: transferring the page's own buffer would detach it. */
const copied = (file: CatalogFile): CatalogFile => ("bytes" in file ? { path: file.path, bytes: file.bytes.slice(0) } : file);

/**
 * The impact of the change from `before` to `loaded` with the texts that replace some of its files, and opm's verdict and
 * the findings after it. Clusters may run what was loaded, so that is the base.
 */
async function meaningOf(before: CatalogFile[], loaded: CatalogFile[], texts: Map<string, string>) {
  const engine = await createEngine();
  try {
    await engine.reset(settings());
    await engine.openMany(loaded.map(copied));
    await engine.keepBase();
    await engine.openMany([...texts].map(([path, text]) => ({ path, text })));
    const { clusters } = await engine.impact(before, settings());
    const { opm, summary } = await engine.report();
    return { clusters, opm, summary };
  } finally {
    engine.terminate();
    prepareEngine();
  }
}

async function compareBundle(changes: ChangedFile[]): Promise<ImpactCluster[]> {
  if (changes.length === 0) return [];
  const { prefix = "" } = bundlePlace() ?? {};
  const own = changes.map((change) => ({ ...change, path: change.path.slice(prefix.length) }));
  const [before, after] = (["before", "after"] as const).map((side) => withTexts(bundleFiles(), texts(own, side)));
  const { clusters } = await bundler("bundleImpact", before ?? [], after ?? [], upgradeOptions());
  return clusters;
}

const texts = (changes: ChangedFile[], side: Side) => new Map(changes.map((change) => [change.path, change[side]]));

/** Replaces the texts of some files. An empty text removes the file. */
function withTexts<File extends { path: string }>(files: File[], texts: Map<string, string>) {
  const kept = files.filter(({ path }) => !texts.has(path));
  const others = [...texts].filter(([, text]) => text !== "").map(([path, text]) => ({ path, text }));
  return [...kept, ...others];
}
