// Dependencies between operators, from the wasm of the command line: fetched once, by `await init()`.
import load, { dependenciesJson, resolveJson } from "./cli.js";

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
  return JSON.parse(resolveJson(catalogs, JSON.stringify(request)));
}

export function dependencies(catalogs, options = {}) {
  return JSON.parse(dependenciesJson(catalogs, JSON.stringify(options)));
}
