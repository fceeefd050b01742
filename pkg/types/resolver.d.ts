export type {
  CatalogInput,
  CatalogName,
  ConditionStatus,
  ConditionType,
  Dependencies,
  DependencyOptions,
  DependencySummary,
  ErrorCode,
  Extension,
  ExtensionCatalog,
  ExtensionCondition,
  ExtensionInstall,
  ExtensionResolution,
  Install,
  LabelExpression,
  LabelSelector,
  OlmFile,
  OlmkitError,
  OlmRequest,
  Owners,
  Place,
  Provider,
  Reason,
  Requirement,
  Requiring,
  Resolution,
  Subscription,
  UpgradeConstraintPolicy,
} from "./cli.js";

export { dependencies, resolve } from "./cli.js";

/**
 * Loads the wasm. Call it once, and await it before any other call. In Node.js the wasm is already loaded. `source` is
 * its location, such as a `URL`, or its bytes.
 */
export default function init(source?: string | { readonly href: string } | ArrayBuffer | Uint8Array): Promise<void>;
