// Adds bundles to the catalog. The wasm of the command line plans the edits; this file stamps them with their
// documents.
import type { BundleAddition, Plan } from "olmkit/bundle";
import { rendered } from "./command.js";
import { ask as bundler } from "./command-worker.js";
import type { RenderedBundle } from "./generated/page.js";
import { planned } from "./store/edits.js";
import { bundleFiles, currentFiles, snapshot } from "./store.js";

/** Describes how the open bundle can be added. */
export const proposal = () => bundler("proposeAddition", currentFiles(), bundleFiles());

/** Plans the edits that add the open bundle, or returns why it cannot be added. */
export const addition = (wanted: BundleAddition) => stampedWith(() => bundler("planAddition", currentFiles(), bundleFiles(), wanted));

/**
 * Plans the edits that add what `opm render` printed, with entries in `channel` unless it is empty; or returns why that
 * is not possible.
 */
export const addRendered = (text: string, channel: string) => stampedWith(() => bundler("planRendered", currentFiles(), text, channel || undefined));

/** The bundles in the output of `opm render`. Throws opm's error message. */
export async function renderedBundles(text: string): Promise<RenderedBundle[]> {
  const bundles = (await rendered(text)).filter(({ schema }) => schema === "olm.bundle");
  return bundles.map(({ package: owner, name, version, images }) => ({ package: owner, name, version, images: images.length }));
}

/** Plans the edits that add a package with its default channel and its first bundles, as `opm render` printed them. */
export const addPackage = (name: string, channel: string, rendered: string) => stampedWith(() => bundler("planPackage", currentFiles(), name, channel, rendered || undefined));

/** Runs a planner and stamps its edits with the document versions at the time of the call. */
async function stampedWith(ask: () => Promise<Plan>) {
  const current = snapshot();
  const plan = planned(await ask(), current);
  return plan.ok ? { ...plan, title: plan.label, safety: "safe" as const } : plan;
}
