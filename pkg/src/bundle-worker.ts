// A module worker with the functions of olmkit/bundle, olmkit/resolver and the command line: bundles, dependencies and
// the documents of catalogs. Hosts start it on first use, beside the engine.
//
// Protocol:
//   page -> worker   {id, method, params}
//   worker -> page   {id, ok: true, result} | {id, ok: false, error: {message, code, argument, expected}}
//                    {event: "trap", message} when the engine stopped: start a new worker.

import {
  applyStateToOther,
  applyToOther,
  bundleContents,
  bundleImpact,
  compareCatalogs,
  dependencies,
  describeBundle,
  documents,
  folderContents,
  init,
  openBundle,
  packageAcross,
  patch,
  planAddition,
  planBundle,
  planPackage,
  planRendered,
  proposeAddition,
  renderBundle,
  resolve,
  validateBundle,
} from "./command.js";
import { badArgument, type PackedError, packed, thrown } from "./errors.js";
import { run } from "./run.js";

const METHODS = {
  bundleContents,
  bundleImpact,
  applyToOther,
  applyStateToOther,
  compareCatalogs,
  dependencies,
  describeBundle,
  documents,
  folderContents,
  openBundle,
  packageAcross,
  patch,
  planAddition,
  planBundle,
  planPackage,
  planRendered,
  proposeAddition,
  renderBundle,
  resolve,
  run,
  validateBundle,
};

/** The methods of the worker. */
export type BundleMethods = typeof METHODS;

/** A response of the worker. */
export type BundleResponse = { id: number; ok: true; result: unknown } | { id: number; ok: false; error: PackedError } | { event: "trap"; message: string };

type Method = (...params: unknown[]) => unknown;

const say = (response: BundleResponse) => postMessage(response);
const isMethod = (name: string): name is keyof BundleMethods => Object.hasOwn(METHODS, name);

const started = init();

addEventListener("message", async ({ data: { id, method, params = [] } }) => {
  try {
    await started;
    if (!isMethod(method)) throw badArgument("method", Object.keys(METHODS).join(" or "), method);
    say({ id, ok: true, result: (METHODS[method] as Method)(...params) });
  } catch (error) {
    const { code, message = "" } = thrown(error);
    if (code === "ENGINE_STOPPED") say({ event: "trap", message });
    say({ id, ok: false, error: packed(error) });
  }
});
