// What a change means: the files before and after it, compared by an engine of their own and by the worker of the bundles.
import type { ImpactCluster } from "olmkit";
import { ask as bundler } from "./bundle.js";
import { createEngine } from "./engine.js";
import { allFiles, bundleFiles, bundlePlace, changedFiles, changedSinceOpened, isBundleFile, openedFiles, settings } from "./store.js";

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
  const [catalog, bundle] = await Promise.all([compareCatalog(changes.filter(({ path }) => !isBundleFile(path))), compareBundle(changes.filter(({ path }) => isBundleFile(path)))]);
  return [...catalog, ...bundle];
}

async function compareCatalog(changes: FileChange[]): Promise<ImpactCluster[]> {
  if (changes.length === 0) return [];
  const engine = await createEngine();
  try {
    await engine.reset(settings());
    await engine.openMany(openedFiles());
    await engine.keepBase();
    // The other files are as they were opened already, but for what was changed since.
    const after = new Map([...changedSinceOpened(), ...texts(changes, "after")]);
    await engine.openMany([...after].map(([path, text]) => ({ path, text })));
    const { clusters } = await engine.impact(
      withTexts(
        allFiles().map(({ path, content }) => ({ path, bytes: content })),
        texts(changes, "before"),
      ),
      settings(),
    );
    return clusters;
  } finally {
    engine.terminate();
  }
}

async function compareBundle(changes: FileChange[]): Promise<ImpactCluster[]> {
  if (changes.length === 0) return [];
  const { prefix = "" } = bundlePlace() ?? {};
  const own = changes.map((change) => ({ ...change, path: change.path.slice(prefix.length) }));
  const [before, after] = (["before", "after"] as const).map((side) => withTexts(bundleFiles(), texts(own, side)));
  const { clusters } = await bundler("bundleImpact", before ?? [], after ?? []);
  return clusters;
}

const texts = (changes: FileChange[], side: Side) => new Map(changes.map((change) => [change.path, change[side]]));

/** Files, some with another text; one without text does not exist. */
function withTexts<File extends { path: string }>(files: File[], texts: Map<string, string>) {
  const kept = files.filter(({ path }) => !texts.has(path));
  const others = [...texts].filter(([, text]) => text !== "").map(([path, text]) => ({ path, text }));
  return [...kept, ...others];
}
