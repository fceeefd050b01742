// Bundles go into the catalog. The wasm of the command line works out the edits; here they get the documents that they are for.
import type { BundleAddition, Plan } from "olmkit/bundle";
import { ask as bundler } from "./bundle.js";
import { rendered } from "./command.js";
import { planned } from "./store/edits.js";
import { bundleFiles, heldFiles, snapshot } from "./store.js";

/** How the open bundle can be added. */
export const proposal = () => bundler("proposeAddition", heldFiles(), bundleFiles());

/** The edits that add it, or why it cannot be added. */
export const addition = (wanted: BundleAddition) => stampedWith(() => bundler("planAddition", heldFiles(), bundleFiles(), wanted));

/** The edits that add what `opm render` printed, with entries in a channel if it has a name; or why it cannot be added. */
export const addRendered = (text: string, channel: string) => stampedWith(() => bundler("planRendered", heldFiles(), text, channel || undefined));

/** The bundles in what `opm render` printed. Throws what opm would say. */
export async function renderedBundles(text: string) {
  const bundles = (await rendered(text)).filter(({ schema }) => schema === "olm.bundle");
  return bundles.map(({ package: owner, name, version, images }) => ({ package: owner, name, version, images: images.length }));
}

/** The edits that add a package with its default channel and what `opm render` printed for its first bundles. */
export const addPackage = (name: string, channel: string, rendered: string) => stampedWith(() => bundler("planPackage", heldFiles(), name, channel, rendered || undefined));

/** A plan for the texts as they are when it is asked for. */
async function stampedWith(ask: () => Promise<Plan>) {
  const held = snapshot();
  const plan = planned(await ask(), held);
  return plan.ok ? { ...plan, title: plan.label, safety: "safe" as const } : plan;
}
