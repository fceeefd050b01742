// What a change means: the files before and after it, compared by an engine of their own and by the worker of the bundles.
import type { CatalogFile, ImpactCluster } from "olmkit";
import { ask as bundler, upgradeOptions } from "./bundle.js";
import { createEngine } from "./engine.js";
import { bundleFiles, bundlePlace, catalogOf, changedFiles, changedSinceOpened, heldFiles, isBundleFile, openedFiles, settings } from "./store.js";

/** A file before and after a change. */
export type FileChange = { path: string; before: string; after: string };

/** Which side of the changes. */
type Side = "before" | "after";

/**
 * `preview`: what some files would be (a fix that is looked at), compared with what is open. Without it: what is open,
 * compared with the files as they were opened or saved last.
 */
export async function compare(preview?: FileChange[]): Promise<ImpactCluster[]> {
  const changes: FileChange[] = preview ?? changedFiles();
  const roots = new Set(changes.filter(({ path }) => !isBundleFile(path)).map(({ path }) => catalogOf(path)));
  const found: ImpactCluster[][] = [];
  for (const root of roots) {
    if (root === undefined) continue; // no catalog has the file
    const own = await compareCatalog(
      root,
      changes.filter(({ path }) => !isBundleFile(path) && catalogOf(path) === root),
    );
    found.push(roots.size > 1 ? own.map((cluster) => inCatalog(root, cluster)) : own);
  }
  return [...joined(found.flat()), ...(await compareBundle(changes.filter(({ path }) => isBundleFile(path))))];
}

/** A cluster whose sentences name its catalog. */
const inCatalog = (root: string, cluster: ImpactCluster): ImpactCluster => ({
  ...cluster,
  consequences: cluster.consequences.map((line) => `${root}: ${line}`),
  verdicts: cluster.verdicts?.map((verdict) => ({ ...verdict, catalog: root })),
  paths: cluster.paths?.map((path) => ({ ...path, package: `${root}${path.package}` })),
});

/** Those of one kind as one, in the order in which the kinds come first. */
function joined(clusters: ImpactCluster[]): ImpactCluster[] {
  const kinds = new Map<string, ImpactCluster>();
  for (const { kind, count, consequences, problems = [], verdicts = [], paths = [], longest } of clusters) {
    const known = kinds.get(kind) ?? { kind, count: 0, consequences: [] };
    kinds.set(kind, {
      kind,
      count: known.count + count,
      consequences: [...known.consequences, ...consequences],
      problems: [...(known.problems ?? []), ...problems],
      verdicts: [...(known.verdicts ?? []), ...verdicts],
      paths: [...(known.paths ?? []), ...paths],
      longest: known.longest ?? longest,
    });
  }
  return [...kinds.values()];
}

async function compareCatalog(root: string, changes: FileChange[]): Promise<ImpactCluster[]> {
  const before = withTexts(heldFiles(root), texts(changes, "before"));
  // The other files are as they were opened already, but for what was changed since.
  const after = new Map([...changedSinceOpened(root), ...texts(changes, "after")]);
  return meaningOf(before, openedFiles(root), after);
}

/** A copy goes to the engine: what the page holds must never be transferred away. */
const copied = (file: CatalogFile): CatalogFile => ("bytes" in file ? { path: file.path, bytes: file.bytes.slice(0) } : file);

/**
 * What the change from some files to others means: `opened`, with other texts where `texts` has them. What was opened is
 * what clusters may run.
 */
async function meaningOf(before: CatalogFile[], opened: CatalogFile[], texts: Map<string, string>): Promise<ImpactCluster[]> {
  const engine = await createEngine();
  try {
    await engine.reset(settings());
    await engine.openMany(opened.map(copied));
    await engine.keepBase();
    await engine.openMany([...texts].map(([path, text]) => ({ path, text })));
    return (await engine.impact(before, settings())).clusters;
  } finally {
    engine.terminate();
  }
}

async function compareBundle(changes: FileChange[]): Promise<ImpactCluster[]> {
  if (changes.length === 0) return [];
  const { prefix = "" } = bundlePlace() ?? {};
  const own = changes.map((change) => ({ ...change, path: change.path.slice(prefix.length) }));
  const [before, after] = (["before", "after"] as const).map((side) => withTexts(bundleFiles(), texts(own, side)));
  const { clusters } = await bundler("bundleImpact", before ?? [], after ?? [], upgradeOptions());
  return clusters;
}

const texts = (changes: FileChange[], side: Side) => new Map(changes.map((change) => [change.path, change[side]]));

/** Files, some with another text; one without text does not exist. */
function withTexts<File extends { path: string }>(files: File[], texts: Map<string, string>) {
  const kept = files.filter(({ path }) => !texts.has(path));
  const others = [...texts].filter(([, text]) => text !== "").map(([path, text]) => ({ path, text }));
  return [...kept, ...others];
}
