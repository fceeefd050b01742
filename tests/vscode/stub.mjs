// Loads the sources of the extension without Visual Studio Code. A test mocks the part of its API that they use.
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../scripts/progress.mjs";

/** Returns the exports of a source of the extension, with `vscode` as its API. */
export async function load(source, vscode) {
  const entry = join(root, "vscode", "src", source);
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: "cjs", platform: "node", external: ["vscode"], logLevel: "warning" });
  const module = { exports: {} };
  new Function("module", "require", outputFiles[0].text)(module, () => vscode);
  return module.exports;
}

export class Uri {
  scheme = "file";
  authority = "";

  constructor(path) {
    this.path = path;
  }

  static parse = (text) => new Uri(text.slice("file://".length));
  static joinPath = ({ path }, ...parts) => new Uri(join(path, ...parts));
  with = ({ path }) => new Uri(path);
  toString = () => `file://${this.path}`;
}

export const nothing = () => ({ dispose() {} });
export const Disposable = { from: nothing };

/** Returns an event of the API, and a function that fires it. */
export function event() {
  const heard = new Set();
  const on = (listener) => {
    heard.add(listener);
    return { dispose: () => heard.delete(listener) };
  };
  return [on, (event) => [...heard].map((listener) => listener(event))];
}

/** Returns a promise that the test settles. */
export function later() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
