import type { CatalogInput, Dependencies, DependencyOptions, Extension, ExtensionResolution, Request, Resolution } from "./cli.js";

export type {
  CatalogInput,
  CatalogName,
  Dependencies,
  DependencyOptions,
  DependencySummary,
  Extension,
  ExtensionCatalog,
  ExtensionCondition,
  ExtensionInstall,
  ExtensionResolution,
  FilePosition,
  FileRange,
  Finding,
  FindingSeverity,
  Install,
  LabelExpression,
  LabelSelector,
  Owners,
  Place,
  Provider,
  Reason,
  Request,
  Required,
  Requiring,
  Resolution,
  Subscription,
  UpgradeConstraintPolicy,
} from "./cli.js";

/** Loads the wasm; call it once and wait before anything else. In Node it is loaded already. */
export default function init(source?: URL | string | ArrayBuffer | Uint8Array): Promise<void>;

/** What OLM v1 would install for this ClusterExtension, from which catalog, or why nothing. */
export function resolve(catalogs: CatalogInput[], request: Extension & { olm: "v1" }): ExtensionResolution;

/** What OLM v0 would install for these subscriptions, or the shortest explanation why nothing. */
export function resolve(catalogs: CatalogInput[], request: Request & { olm?: "v0" }): Resolution;

/** What every bundle requires, by what it is met in OLM's order of preference, and what does not add up. */
export function dependencies(catalogs: CatalogInput[], options?: DependencyOptions): Dependencies;
