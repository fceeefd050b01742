// The open bundle, bundles of the catalog, and additions of bundles to the catalog.
import type { BundleAddition, BundleIntention } from "olmkit/bundle";
import { aboutPackage, chosenIcon } from "../about.js";
import * as adding from "../add.js";
import * as bundle from "../bundle.js";
import { catalogBundle } from "../contents.js";
import type { Done, ProposedChange } from "../generated/page.js";
import * as opening from "../opening.js";
import * as store from "../store.js";
import { answered, done, guarded, planned } from "./answers.js";
import { chosen } from "./chosen.js";

/** Opens one of several bundles by its root folder. */
export const chooseBundle = (root: string) => guarded(() => opening.chooseBundle(root));

/** Opens files only if they are a bundle, so that a wrong choice does not replace the catalog. */
export const openBundleInput = (input: HTMLInputElement) =>
  answered(async () => {
    await opening.request(() => chosen(input), opening.openOnlyBundle);
    return null;
  });

/** Compares the open bundle with the bundle in the files of an input. */
export const choosePrevious = (input: HTMLInputElement) =>
  answered(async () => {
    const { list } = await chosen(input);
    await bundle.compareWith(list);
    return null;
  });
export const dropPrevious = () => guarded(bundle.compareWithNone);

export const closeBundle = () =>
  guarded(async () => {
    if (store.hasUnsavedBundle() && !confirm("Close the bundle? Unsaved changes to it are lost.")) return;
    await store.closeBundle();
  });
export const bundleIntend = (intention: BundleIntention) => planned<Done>(async () => done(await bundle.intend(intention)));
export const proposal = () => answered(adding.proposal);
export const addition = (wanted: BundleAddition) => planned<ProposedChange>(() => adding.addition(wanted));
/** Reads a bundle of the catalog by its name and the position of its document. */
export const bundleContents = (name: string, path: string, utf16: number) => answered(() => catalogBundle(name, path, utf16));
/** The description and icon of a package by the position of its document. */
export const about = (path: string, utf16: number) => answered(() => aboutPackage(path, utf16));
export const readIcon = (input: HTMLInputElement) => answered(() => chosenIcon(input));
export const pasted = (text: string, channel: string) => planned<ProposedChange>(() => adding.addRendered(text, channel));
export const renderedBundles = (text: string) => answered(() => adding.renderedBundles(text));
export const newPackage = (name: string, channel: string, rendered: string) => planned<ProposedChange>(() => adding.addPackage(name, channel, rendered));
