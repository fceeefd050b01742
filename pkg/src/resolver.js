// Dependencies between operators, from the wasm of the command line: fetched once, by `await init()`.
import load, { dependenciesJson, resolveExtensionJson, resolveJson } from "./cli.js";

let loading;

export default function init(source) {
  loading ??= load(source === undefined ? undefined : { module_or_path: source }).then(
    () => undefined,
    (error) => {
      loading = undefined; // the next call tries again
      throw error;
    },
  );
  return loading;
}

export function resolve(catalogs, request = {}) {
  const { olm = "v0", ...question } = request;
  const ask = { v0: resolveJson, v1: resolveExtensionJson }[olm];
  if (!ask) throw new Error(`olm is "v0" or "v1", not ${JSON.stringify(olm)}`);
  return JSON.parse(ask(catalogs, JSON.stringify(question)));
}

export function dependencies(catalogs, options = {}) {
  return JSON.parse(dependenciesJson(catalogs, JSON.stringify(options)));
}
