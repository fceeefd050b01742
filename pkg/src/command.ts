// The wasm of the command line: bundles, dependencies, documents. Each entry loads it for its environment.
import * as cli from "./cli.js";
import { guard } from "./guard.js";

export const command = /* @__PURE__ */ guard();
export const init = /* @__PURE__ */ command.loader(async (input) => cli.default(input ?? { module_or_path: await packedWasm() }));

async function packedWasm(): Promise<Response> {
  const [{ response }, { default: packed }] = await Promise.all([import("./packed.js"), import("./cli_packed.js")]);
  return response(packed);
}

export const bundleContents = /* @__PURE__ */ command.call(cli.bundleContents);
export const bundleImpact = /* @__PURE__ */ command.call(cli.bundleImpact);
export const applyToOther = /* @__PURE__ */ command.call(cli.applyToOther);
export const applyStateToOther = /* @__PURE__ */ command.call(cli.applyStateToOther);
export const compareCatalogs = /* @__PURE__ */ command.call(cli.compareCatalogs);
export const dependencies = /* @__PURE__ */ command.call(cli.dependencies);
export const describeBundle = /* @__PURE__ */ command.call(cli.describeBundle);
export const documents = /* @__PURE__ */ command.call(cli.documents);
export const folderContents = /* @__PURE__ */ command.call(cli.folderContents);
export const openBundle = /* @__PURE__ */ command.call(cli.openBundle);
export const packageAcross = /* @__PURE__ */ command.call(cli.packageAcross);
export const patch = /* @__PURE__ */ command.call(cli.patch);
export const pathsOfFiles = /* @__PURE__ */ command.call(cli.pathsOfFiles);
export const planAddition = /* @__PURE__ */ command.call(cli.planAddition);
export const planBundle = /* @__PURE__ */ command.call(cli.planBundle);
export const planPackage = /* @__PURE__ */ command.call(cli.planPackage);
export const planRendered = /* @__PURE__ */ command.call(cli.planRendered);
export const proposeAddition = /* @__PURE__ */ command.call(cli.proposeAddition);
export const renderBundle = /* @__PURE__ */ command.call(cli.renderBundle);
export const resolve = /* @__PURE__ */ command.call(cli.resolve);
export const runCli = /* @__PURE__ */ command.call(cli.runCli);
export const validateBundle = /* @__PURE__ */ command.call(cli.validateBundle);
