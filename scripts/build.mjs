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
const EDITOR_INPUTS = [...ENGINE_INPUTS, "web", "index.html", "Trunk.toml"];

function buildStep(key, title, inputs, outputs, needs, run) {
  const print = fingerprint(inputs, output("rustc", ["--version"]));
  if (isFresh(key, print, outputs)) return [];
  return [{ key, title, needs, run: async () => run().then(() => setFresh(key, print)) }];
}

/** `pkg/dist`, the npm package. */
function engineStep() {
  const run = () => command("engine", process.execPath, ["scripts/build-pkg.mjs"], { env });
  const needs = ["target", "npm", "wasm-bindgen"];
  return buildStep("engine", "the engine (Rust to wasm)", ENGINE_INPUTS, ["pkg/dist/core_bg.wasm", "pkg/dist/cli_bg.wasm", "pkg/dist/worker.js"], needs, run);
}

/** `web/editor/dist`, the JavaScript of the page: the Rust of the page does not compile without it. */
function bundleStep() {
  const run = () => command("bundle", process.execPath, ["web/editor/build.mjs"], { env });
  return buildStep("bundle", "the page's JavaScript", ["web/editor", "package-lock.json"], ["web/editor/dist/editor.js"], ["npm"], run);
}

/** `dist`, the editor. What Trunk would compile is compiled before, while Trunk itself may still be being built. */
function webSteps() {
  const print = fingerprint(EDITOR_INPUTS, output("rustc", ["--version"]));
  const outputs = ["dist/index.html", "dist/olmkit/core_bg.wasm"];
  if (isFresh("editor", print, outputs)) return [];
  const page = async () => {
    const build = ["build", "--locked", "--manifest-path", "web/Cargo.toml", "--bin", "olmkit-web"];
    await command("page", "cargo", [...build, "--target", TARGET, "--profile", "wasm-release"], { env });
  };
  // Trunk works offline: what it needs is fetched before.
  const editor = async () => {
    await command("fetch", "cargo", ["fetch", "--locked", "--target", TARGET], { env });
    await command("editor", "trunk", ["build", "--release"], { env });
    setFresh("editor", print);
  };
  return [
    { key: "page", title: "the page (Rust to wasm)", needs: ["engine", "bundle"], run: page },
    { key: "editor", title: "the editor (Trunk)", needs: ["page", "trunk"], run: editor },
  ];
}

/** The page's JavaScript and what it needs. */
export const bundleSteps = () => [...npmStep(), ...bundleStep()];

/** Everything that the package needs. */
export const engineSteps = () => [...targetStep(), ...npmStep(), ...toolSteps(["wasm-bindgen"]), ...engineStep()];

/** Everything that the editor needs; Trunk, the costliest tool, is built beside the rest. */
export const editorSteps = () => [...toolSteps(["trunk"]), ...engineSteps(), ...bundleStep(), ...webSteps()];
