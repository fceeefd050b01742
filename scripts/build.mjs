// The builds: the engine (pkg/dist) and the editor (dist), each only when something it reads has changed.
import { output, env, TARGET, targetStep, toolSteps, npmStep } from "./tools.mjs";
import { command } from "./progress.mjs";
import { fingerprint, isFresh, setFresh } from "./stamps.mjs";

const ENGINE_INPUTS = [
  "Cargo.toml",
  "Cargo.lock",
  ".cargo",
  "crates",
  "pkg",
  "scripts/build-pkg.mjs",
  "package.json",
  "package-lock.json",
];
const EDITOR_INPUTS = [...ENGINE_INPUTS, "web", "samples", "index.html", "Trunk.toml"];

function buildStep(key, title, inputs, outputs, needs, run) {
  const print = fingerprint(inputs, output("rustc", ["--version"]));
  if (isFresh(key, print, outputs)) return [];
  return [{ key, title, needs, run: async () => run().then(() => setFresh(key, print)) }];
}

/** `pkg/dist`, the npm package. */
function engineStep() {
  const run = () => command("engine", process.execPath, ["scripts/build-pkg.mjs"], { env });
  const needs = ["target", "npm", "wasm-bindgen"];
  return buildStep("engine", "the engine (Rust to wasm)", ENGINE_INPUTS, ["pkg/dist/core_bg.wasm", "pkg/dist/worker.js"], needs, run);
}

/** `dist`, the editor. Trunk works offline, so what it needs is fetched before. */
function editorStep() {
  const run = async () => {
    await command("fetch", "cargo", ["fetch", "--locked", "--target", TARGET], { env });
    await command("editor", "trunk", ["build", "--release"], { env });
  };
  return buildStep("editor", "the editor (Rust to wasm)", EDITOR_INPUTS, ["dist/index.html"], ["engine", "trunk"], run);
}

/** Everything that the package needs. */
export const engineSteps = () => [...targetStep(), ...npmStep(), ...toolSteps(["wasm-bindgen"]), ...engineStep()];

/** Everything that the editor needs; Trunk, the costliest tool, is built beside the engine. */
export const editorSteps = () => [...toolSteps(["trunk"]), ...engineSteps(), ...editorStep()];
