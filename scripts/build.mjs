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

/**
 * What a build is made from, and what notes it: a quick build, not made small, will do where a quick one is asked for, a
 * full one always.
 */
function stamp(key, inputs, outputs, quick) {
  const print = fingerprint(inputs, output("rustc", ["--version"]));
  const quickPrint = `${print} quick`;
  return {
    fresh: isFresh(key, quick ? [print, quickPrint] : [print], outputs),
    set: () => setFresh(key, quick ? quickPrint : print),
  };
}

function buildStep(key, title, inputs, outputs, needs, run, quick = false) {
  const { fresh, set } = stamp(key, inputs, outputs, quick);
  return fresh ? [] : [{ key, title, needs, run: async () => run().then(set) }];
}

/** `pkg/dist`, the npm package. Its Rust is compiled before, while wasm-bindgen may still be being built. */
function engineSteps(quick) {
  const how = quick ? ["--quick"] : [];
  const run = (key, option) => command(key, process.execPath, ["scripts/build-pkg.mjs", option, ...how], { env });
  const outputs = ["pkg/dist/core_bg.wasm", "pkg/dist/cli_bg.wasm", "pkg/dist/worker.js"];
  const needs = ["target", "npm", "wasm-bindgen", "engine-code"];
  const steps = buildStep("engine", "the package (wasm, JavaScript, types)", ENGINE_INPUTS, outputs, needs, () => run("engine", "--compiled"), quick);
  const code = { key: "engine-code", title: "the engine (Rust to wasm)", needs: ["target", "npm"], run: () => run("engine-code", "--compile") };
  return steps.length ? [code, ...steps] : [];
}

/** `web/editor/dist`, the JavaScript of the page. */
function bundleStep() {
  const run = () => command("bundle", process.execPath, ["web/editor/build.mjs"], { env });
  return buildStep("bundle", "the page's JavaScript", ["web/editor", "pkg/src/mend.js", "package-lock.json"], ["web/editor/dist/editor.js"], ["npm"], run);
}

/** `dist`, the editor. What Trunk would compile is compiled before, while Trunk itself may still be being built. */
function webSteps(quick) {
  const { fresh, set } = stamp("editor", EDITOR_INPUTS, ["dist/index.html", "dist/olmkit/core_bg.wasm"], quick);
  if (fresh) return [];
  const page = async () => {
    const build = ["build", "--locked", "--manifest-path", "web/Cargo.toml", "--bin", "olmkit-web"];
    await command("page", "cargo", [...build, "--target", TARGET, "--profile", quick ? "wasm-quick" : "wasm-release"], { env });
  };
  // Trunk works offline: what it needs is fetched before.
  const editor = async () => {
    await command("fetch", "cargo", ["fetch", "--locked", "--target", TARGET], { env });
    await command("editor", "trunk", ["build", ...(quick ? ["--cargo-profile", "wasm-quick"] : ["--release"])], { env });
    set();
  };
  return [
    { key: "page", title: "the page (Rust to wasm)", needs: ["engine-code"], run: page },
    { key: "editor", title: "the editor (Trunk)", needs: ["page", "bundle", "engine", "trunk"], run: editor },
  ];
}

/** The page's JavaScript and what it needs. */
export const bundleSteps = () => [...npmStep(), ...bundleStep()];

/** Everything that the package needs. */
export const packageSteps = (quick = false) => [...targetStep(), ...npmStep(), ...toolSteps(["wasm-bindgen"]), ...engineSteps(quick)];

/** Everything that the editor needs; Trunk, the costliest tool, is built beside the rest. Quick: engines not made small. */
export const editorSteps = (quick = false) => [...toolSteps(["trunk"]), ...packageSteps(quick), ...bundleStep(), ...webSteps(quick)];
