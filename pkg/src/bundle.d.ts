import type { BundleDescription, BundleInput, BundleIntention, BundleOptions, Plan, Report, RuleInfo } from "./cli.js";

export type {
  ApiDescriptor,
  BundleApi,
  BundleDescription,
  BundleIcon,
  BundleImage,
  BundleInput,
  BundleIntention,
  BundleItem,
  BundleLink,
  BundleManifest,
  BundleMode,
  BundleOptions,
  BundlePermission,
  BundleSetting,
  BundleVerdict,
  Diagnostic,
  Edit,
  Fix,
  PermissionRule,
  Plan,
  Position,
  Range,
  Related,
  Report,
  RuleInfo,
  Severity,
  Spot,
  Suite,
  Tool,
} from "./cli.js";

/** How a bundle is rendered. */
export interface RenderOptions {
  /** The bundle image. `{{.Package}}`, `{{.Name}}` and `{{.Version}}` are replaced. */
  image?: string;
  /** Replaces the objects by `olm.csv.metadata`, as `opm render --migrate` does. Needs an image. */
  migrate?: boolean;
  /** How the text is written; as YAML without `document`. */
  format?: "json" | "yaml";
}

/** An `olm.bundle` document. */
export interface BundleDocument {
  schema: "olm.bundle";
  name: string;
  package: string;
  image: string;
  properties: { type: string; value: unknown }[];
  relatedImages?: { name: string; image: string }[];
}

/** A rendered bundle, or why opm does not render it. A bundle that names no package gives no document, as with opm. */
export type Rendered = { ok: true; text: string; document?: BundleDocument | null } | { ok: false; reason: string };

/** Loads the wasm; call it once and wait before anything else. In Node it is loaded already. */
export default function init(source?: URL | string | ArrayBuffer | Uint8Array): Promise<void>;

/**
 * What opm, operator-framework/api, operator-sdk and OLM say of a bundle. Never throws on a bad bundle, only on an archive
 * that cannot be read and on options that name what does not exist.
 */
export function validateBundle(files: BundleInput, options?: BundleOptions): Report;

/** The `olm.bundle` document, as `opm render` gives it. */
export function renderBundle(files: BundleInput, options?: RenderOptions): Rendered;

/** What a bundle is: identity, APIs, permissions, images, settings. What is missing or broken is empty. */
export function describeBundle(files: BundleInput): BundleDescription;

/** The smallest text edits for a change of annotations, dependencies or properties. Nothing is changed. */
export function planBundle(files: BundleInput, intention: BundleIntention): Plan;

/** The files of an archive of a bundle (zip, tar, tar.gz, tar.zst, image archive), by path below its root. */
export function openBundle(archive: BundleInput): { path: string; bytes: Uint8Array }[];

/** The page of a rule about bundles, by id or code; null when there is none. */
export function explainBundleRule(rule: string): RuleInfo | null;
