// Operator bundles, from the wasm of the command line: fetched once, by `await init()`.
import { describeBundleJson, explainBundleRuleJson, openBundleArchive, planBundleJson, renderBundleJson, validateBundleJson } from "./cli.js";

export { default } from "./resolver.js";

export const validateBundle = (files, options = {}) => JSON.parse(validateBundleJson(files, JSON.stringify(options)));

export function renderBundle(files, options = {}) {
  const rendered = JSON.parse(renderBundleJson(files, JSON.stringify(options)));
  if (rendered.ok && options.format !== "yaml") rendered.document = rendered.text ? JSON.parse(rendered.text) : null;
  return rendered;
}

export const describeBundle = (files) => JSON.parse(describeBundleJson(files));

export const planBundle = (files, intention) => JSON.parse(planBundleJson(files, JSON.stringify(intention)));

export const openBundle = (archive) => openBundleArchive(archive);

export const explainBundleRule = (rule) => JSON.parse(explainBundleRuleJson(rule));
