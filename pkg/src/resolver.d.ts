export type {
  CatalogInput,
  CatalogName,
  Dependencies,
  DependencyOptions,
  DependencySummary,
  ErrorCode,
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
  OlmFile,
  OlmRequest,
  OlmkitError,
  Owners,
  Place,
  Provider,
  Reason,
  Required,
  Requiring,
  Resolution,
  Subscription,
  UpgradeConstraintPolicy,
} from "./cli.js";

export { dependencies, resolve } from "./cli.js";

/** Loads the wasm; call it once and wait before anything else. In Node it is loaded already. */
export default function init(source?: URL | string | ArrayBuffer | Uint8Array): Promise<void>;
