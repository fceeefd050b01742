// Builds the engine (pkg/dist) and the editor (dist). Each is built only if one of its inputs changed.

import { command } from "./progress.mjs";
import { fingerprint, isFresh, setFresh } from "./stamps.mjs";
import { env, npmStep, output, TARGET, targetStep, toolSteps } from "./tools.mjs";

const ENGINE_INPUTS = ["Cargo.toml", "Cargo.lock", ".cargo", "crates", "pkg", "scripts/build-pkg.mjs", "package.json", "package-lock.json"];
const EDITOR_INPUTS = [...ENGINE_INPUTS, "web", "index.html", "Trunk.toml", "scripts/assemble.mjs"];

/**
 * Tracks whether a build is up to date. A quick build, which is not optimized for size, satisfies a request for a quick
 * build; a full build satisfies every request.
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

/** Compiles Rust. wasm-bindgen and Trunk, which process the result, can be built at the same time. */
function cargo(key, title, profile, what) {
  const build = ["build", "--locked", ...what, "--target", TARGET, "--profile", profile];
  return { key, title, needs: ["target"], run: () => command(key, "cargo", build, { env }) };
}

/**
 * Quick: compiles everything at once, so that nothing is compiled twice. Features are shared then, so the engine
 * contains the rules' pages.
 */
const quickCode = () => cargo("code", "the engine and the page (Rust to wasm)", "wasm-quick", ["-p", "olmkit-wasm", "-p", "olmkit-wasm-cli", "-p", "olmkit-web", "--lib", "--bins"]);

function engineCode() {
  const run = () => command("engine-code", process.execPath, ["scripts/build-pkg.mjs", "--compile"], { env });
  return { key: "engine-code", title: "the engine (Rust to wasm)", needs: ["target"], run };
}

/** Has a profile of its own: Cargo compiles two profiles at the same time. */
const pageCode = () => cargo("page", "the page (Rust to wasm)", "wasm-page", ["-p", "olmkit-web"]);

/** `pkg/dist`, the npm package. */
function engineSteps(quick) {
  const outputs = ["pkg/generated/core.d.ts", "pkg/dist/core_bg.wasm", "pkg/dist/cli_packed.js", "pkg/dist/worker.js"];
  const options = quick ? ["--compiled", "--quick"] : ["--compiled"];
  const run = () => command("engine", process.execPath, ["scripts/build-pkg.mjs", ...options], { env });
  const steps = buildStep("engine", "the package (wasm, JavaScript, types)", ENGINE_INPUTS, outputs, ["npm", "wasm-bindgen", "engine-code", "code"], run, quick);
  return steps.length && !quick ? [engineCode(), ...steps] : steps;
}

/** `web/editor/dist`, the JavaScript of the page. */
function bundleStep() {
  const run = () => command("bundle", process.execPath, ["web/editor/build.mjs"], { env });
  return buildStep(
    "bundle",
    "the page's JavaScript",
    ["web/editor", "pkg/src", "package-lock.json"],
    ["editor.js", "fetch-worker.js", "zip-worker.js"].map((name) => `web/editor/dist/${name}`),
    ["npm"],
    run,
  );
}

/** `dist`, the published editor. Trunk works offline, because its dependencies are fetched before. */
async function published() {
  await command("fetch", "cargo", ["fetch", "--locked", "--target", TARGET], { env });
  await command("editor", "trunk", ["build", "--release"], { env });
}

/** `dist`, the editor for `npm start`. */
const assembled = () => command("editor", process.execPath, ["scripts/assemble.mjs"], { env });

function webSteps(quick) {
  const [title, build, code] = quick ? ["the editor", assembled, quickCode()] : ["the editor (Trunk)", published, pageCode()];
  const needs = ["code", "page", "bundle", "engine", "trunk"];
  const steps = buildStep("editor", title, EDITOR_INPUTS, ["dist/index.html", "dist/olmkit/core_bg.wasm"], needs, build, quick);
  return steps.length ? [code, ...steps] : [];
}

/** The steps that build the package. */
export const packageSteps = (quick = false) => [...targetStep(), ...npmStep(), ...toolSteps(["wasm-bindgen"]), ...engineSteps(quick)];

/** The steps that build the package quickly, for its types, which do not depend on optimization. */
export function typesSteps() {
  const steps = packageSteps(true);
  const code = cargo("code", "the engine (Rust to wasm)", "wasm-quick", ["-p", "olmkit-wasm", "-p", "olmkit-wasm-cli", "--lib"]);
  return steps.some((step) => step.key === "engine") ? [code, ...steps] : steps;
}

const EXTENSION_INPUTS = ["src", "package.json", "package-lock.json", "build.mjs", "page.mjs", "README.md", "CHANGELOG.md", ".vscodeignore"].map((name) => `vscode/${name}`);

/** The steps that build `vscode/olmkit.vsix`, the extension for Visual Studio Code, including the editor's page. */
export function extensionSteps(quick = false) {
  const options = quick ? ["--package", "--quick"] : ["--package"];
  const run = () => command("vscode", process.execPath, ["vscode/build.mjs", ...options], { env });
  const inputs = [...EDITOR_INPUTS, ...EXTENSION_INPUTS];
  const outputs = ["vscode/olmkit.vsix", "vscode/dist/cli_packed.js", "vscode/dist/page/page.wasm"];
  const build = buildStep("vscode", "the extension (.vsix)", inputs, outputs, ["npm", "npm-vscode", "engine", "editor"], run, quick);
  return [...editorSteps(quick), ...npmStep("vscode"), ...build];
}

/**
 * The steps that build the editor. Quick: the size is not optimized, and Trunk, the tool that takes longest to build,
 * is not needed.
 */
export const editorSteps = (quick = false) => [...(quick ? [] : toolSteps(["trunk"])), ...packageSteps(quick), ...bundleStep(), ...webSteps(quick)];
