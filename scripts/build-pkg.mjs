// Builds the npm package: `node scripts/build-pkg.mjs`. `--compile` only compiles the Rust; `--compiled` does
// everything else; `--quick` minimizes the build time, not the size; `--dev` minimizes the time of repeated builds, and
// is slow at run time. Requires cargo with the wasm32-unknown-unknown target, wasm-bindgen of the version in
// Cargo.lock, and the root's node_modules (binaryen, esbuild). Files of pkg/dist are rewritten only if their content
// changes; outdated files are removed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, deflateRawSync } from "node:zlib";
import { examples, withExamples } from "./examples.mjs";
import { root, targetFolder } from "./folders.mjs";
import { numbering } from "./import-names.mjs";
import { bundled, contents, page } from "./notices.mjs";
import { gzipped, judge, record, recorded } from "./sizes.mjs";
import { optimized } from "./wasm-opt.mjs";

const pkg = join(root, "pkg");
const dist = join(pkg, "dist");
const dev = process.argv.includes("--dev");
const quick = dev || process.argv.includes("--quick");
const profile = dev ? "dev" : quick ? "wasm-quick" : "wasm-release";
const scratch = join(targetFolder, "pkg", profile);
const emitted = join(scratch, "src"); // pkg/src as JavaScript
const generated = join(pkg, "generated"); // declarations for type checking pkg/src
const require = createRequire(join(root, "package.json"));

// Applications that only check catalogs do not load the command line. scripts/sizes.json limits the size of each wasm.
const ENGINE = { crate: "olmkit_wasm", name: "core" };
const COMMAND_LINE = { crate: "olmkit_wasm_cli", name: "cli" };

const run = (command, args, options) => execFileSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], ...options });

// Compiled one after the other. Together they would share their features, and the engine would contain the rules'
// pages.
function compile({ crate }) {
  const name = crate.replaceAll("_", "-");
  run("cargo", ["build", "--locked", "-p", name, "--lib", "--target", "wasm32-unknown-unknown", "--profile", profile]);
}

function bind({ crate, name }) {
  const wasm = join(targetFolder, "wasm32-unknown-unknown", dev ? "debug" : profile, `${crate}.wasm`);
  run("wasm-bindgen", [wasm, "--target", "web", "--out-dir", scratch, "--out-name", name]);
  const numbered = numbering();
  for (const file of [`${name}_bg.wasm`, `${name}.js`].map((name) => join(scratch, name))) writeFileSync(file, numbered(readFileSync(file)));
  write(generated, `${name}.d.ts`, readFileSync(join(scratch, `${name}.d.ts`)));
}

/** Compiles pkg/src to JavaScript and declarations. */
function emit() {
  const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  run(process.execPath, [tsc, "-p", pkg, "--outDir", emitted]);
}

/** Returns the wasm for publication. A quick build does not optimize it. */
function small({ name }) {
  const wasm = readFileSync(join(scratch, `${name}_bg.wasm`));
  return quick ? wasm : optimized(wasm);
}

const written = new Set();

function write(folder, name, content) {
  const path = join(folder, name);
  written.add(path);
  const bytes = Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

// The public types: the output of tsify and wasm-bindgen, without the raw memory interface, which needs types of the
// browser.
function ownTypes(name) {
  const all = readFileSync(join(scratch, name), "utf8");
  const end = all.indexOf("export type InitInput");
  if (end < 0) throw new Error(`${name} does not look as expected: no InitInput`);
  const own = all
    .slice(0, end)
    .replace(/^\/\*\*\n(?: \*.*\n)*? \*\/\nexport function start\(\): void;\n/m, "")
    .trimEnd();
  const documented = own
    .replace(/^ {4}free\(\): void;$/gm, `    /**\n     * Frees the memory. The object cannot be used afterwards.\n     */\n$&`)
    .replace(/^ {4}\[Symbol\.dispose\]\(\): void;$/gm, `    /**\n     * The same as \`free\`, for \`using\` declarations.\n     */\n$&`);
  const disposable = own.includes("Symbol.dispose") ? '/// <reference lib="esnext.disposable" />\n' : "";
  return `${disposable}${documented}\n`;
}

function types() {
  const init = `
/**
 * Loads the engine. Call it once and wait for it before you call anything else. In Node.js the engine is already loaded.
 * @param source the URL of the wasm file if it is not next to the script; or its bytes
 */
export default function init(source?: string | { readonly href: string } | ArrayBuffer | Uint8Array): Promise<void>;

/**
 * Returns a rule by id or code; null if it does not exist.
 */
export function explain(rule: string): RuleInfo | null;

/**
 * Returns all rules.
 */
export function rules(): RuleList;

/**
 * Runs the code that a keystroke needs on a small catalog, so that the first keystroke does not wait for its compilation.
 * Takes a few milliseconds. Call it while the thread is idle, once in each thread that has a Workspace.
 */
export function warm(): void;
`;
  return withExamples(`${ownTypes("core.d.ts")}${init}`, known);
}

/** The examples for the documentation of functions. */
const known = examples();

/**
 * Entries that re-export some functions of the command line. Their declarations refer to those of the wasm, which have
 * the documentation.
 */
const FACADES = ["resolver", "bundle", "run"];

/** The modules whose emitted declarations are published. Other declarations come from `types` or from pkg/types. */
const DECLARED = ["client.d.ts", "errors.d.ts", "protocol.d.ts", "worker.d.ts"];

/** Whether an emitted file is published as it is. */
const isPublished = (name) => (name.endsWith(".d.ts") ? DECLARED.includes(name) : name !== "unpack.js");

/**
 * The wasm of the command line is a script. The generated code must not refer to a wasm file that bundlers cannot find.
 */
function withoutAddress(glue) {
  const own = / {4}if \(module_or_path === undefined\) \{\n {8}module_or_path = new URL\('cli_bg\.wasm', import\.meta\.url\);\n {4}\}\n/;
  if (!own.test(glue)) throw new Error("cli.js does not look as expected: no address of its wasm");
  return glue.replace(own, "");
}

/**
 * Returns a wasm as a module, deflated. The smallest form takes half a minute; a quick build does not optimize the
 * size.
 */
async function packed(wasm) {
  const bytes = quick ? deflateRawSync(wasm) : await require("@gfx/zopfli").deflateAsync(wasm, { numiterations: 5 });
  return dataModule(Buffer.from(bytes).toString("base64"));
}

/** Makes declarations refer to the modules of the package instead of those generated by wasm-bindgen. */
const publicTypes = (text) => text.replaceAll('from "./core.js"', 'from "./index.js"');

/** Types for `require` must not import a module that only `import` can load. */
const commonTypes = (text) => text.replaceAll(/from "(\.\/\w+)\.js"/g, 'from "$1.cjs"');

/**
 * Writes large types only once: the types for `import` re-export those for `require`. `export *` does not include the
 * default export.
 */
function writeTypes(name, text) {
  const [init = ""] = text.match(/(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export default .*\n/) ?? [];
  write(dist, `${name}.d.cts`, text);
  write(dist, `${name}.d.ts`, `export * from "./${name}.cjs";\n${init && `\n${init}`}`);
}

/** Returns a module that consists of one string. CommonJS reads the same file, so the package contains it once. */
const dataModule = (text) => `export default ${JSON.stringify(text)};\n`;

/** Returns the rules with their pages, for `explain` and `rules` of the package. The engine does not need them. */
async function rulesText() {
  const { initSync, rulesJson } = await import(pathToFileURL(join(scratch, "cli.js")));
  initSync({ module: readFileSync(join(scratch, "cli_bg.wasm")) });
  return rulesJson();
}

/** Bundles the used part of fflate into a module, so that the package does not depend on fflate. */
async function unpacking() {
  const result = await require("esbuild").build({
    entryPoints: [join(emitted, "unpack.js")],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    nodePaths: [join(root, "node_modules")],
  });
  return result.outputFiles[0].contents;
}

// Older versions of Node.js cannot `require` an ES module, so the file is read. If it is not beside the script, the
// script was bundled, and the bundler has included the module.
const readData = (name) => `
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
function read() {
  try {
    return JSON.parse(readFileSync(join(__dirname, "${name}"), "utf8").slice("export default ".length, -2));
  } catch {
    return require("./${name}").default;
  }
}
module.exports = read();`;

const data = {
  name: "data",
  setup(build) {
    build.onResolve({ filter: /^\.\/(core_packed|cli_packed|rules_text)\.js$/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path: path.slice(2), namespace: "data" } : { path, external: true },
    );
    build.onResolve({ filter: /^\.\/(unpack|packed)\.js$/ }, ({ path, kind }) => (kind === "dynamic-import" ? { path, external: true } : undefined));
    build.onLoad({ filter: /.*/, namespace: "data" }, ({ path }) => ({ contents: readData(path), loader: "js" }));
  },
};

/** `entry` is a file of the package, or a script. */
async function commonJs(entry) {
  const result = await require("esbuild").build({
    ...(typeof entry === "string" ? { entryPoints: [join(dist, entry)] } : { stdin: entry }),
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node20",
    plugins: [data],
    banner: { js: "const __url = require('node:url').pathToFileURL(__filename).href;" },
    define: { "import.meta.url": "__url" },
  });
  return result.outputFiles[0].contents;
}

/**
 * Bundles the functions of all entries of the command line to one script. The types determine which entry has which
 * functions.
 */
function commandCommonJs(kind) {
  const lines = [...FACADES.map((name) => `export * from "./${name}.${kind}.js";`), `export { default } from "./command.${kind}.js";`];
  return commonJs({ contents: lines.join("\n"), resolveDir: dist });
}

/** Prints the size of a wasm, and fails if it exceeds its limit. Sizes of quick builds are not checked. */
function weigh({ name }, wasm) {
  if (quick) return;
  const gzip = gzipped(wasm);
  const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
  console.log(`${name}_bg.wasm ${kib(wasm.length)}, gzip ${gzip === undefined ? "not measured (the program is missing)" : kib(gzip)}, brotli ${kib(brotliCompressSync(wasm).length)} (${profile})`);
  if (process.argv.includes("--record") && gzip !== undefined) record(name, gzip);
  for (const fault of judge(name, gzip, recorded()[name])) {
    console.error(fault);
    process.exitCode = 1;
  }
}

if (!process.argv.includes("--compiled")) for (const part of [ENGINE, COMMAND_LINE]) compile(part);
if (process.argv.includes("--compile")) process.exit(0);
mkdirSync(scratch, { recursive: true });
for (const part of [ENGINE, COMMAND_LINE]) bind(part);
rmSync(emitted, { recursive: true, force: true });
emit();
const [engine, commandLine] = await Promise.all([small(ENGINE), small(COMMAND_LINE)]);
mkdirSync(dist, { recursive: true });
write(dist, "core.js", readFileSync(join(scratch, "core.js")));
write(dist, "core_bg.wasm", engine);
write(dist, "core_packed.js", await packed(engine));
write(dist, "unpack.js", await unpacking());
write(dist, "content-types.json", readFileSync(join(pkg, "src", "content-types.json")));
write(dist, "rules_text.js", dataModule(await rulesText()));
write(dist, "cli.js", withoutAddress(readFileSync(join(scratch, "cli.js"), "utf8")));
write(dist, "cli_packed.js", await packed(commandLine));
writeTypes("cli", withExamples(ownTypes("cli.d.ts"), known));
for (const name of readdirSync(emitted).filter((name) => isPublished(name))) {
  const text = readFileSync(join(emitted, name), "utf8");
  write(dist, name, name.endsWith(".d.ts") ? withExamples(publicTypes(text), known) : text);
}
for (const name of FACADES) {
  const text = readFileSync(join(pkg, "types", `${name}.d.ts`), "utf8");
  write(dist, `${name}.d.ts`, withExamples(text, known, { init: `${name}.init` }));
}
// It declares the messages only; the functions are declared by the facades.
write(dist, "bundle-worker.d.ts", readFileSync(join(pkg, "types", "bundle-worker.d.ts")));
writeTypes("index", types());
for (const name of [...DECLARED, ...FACADES.map((facade) => `${facade}.d.ts`)]) {
  write(dist, name.replace(".d.ts", ".d.cts"), commonTypes(readFileSync(join(dist, name), "utf8")));
}
for (const name of ["node", "inline"]) write(dist, `${name}.cjs`, await commonJs(`${name}.js`));
for (const kind of ["node", "inline"]) write(dist, `command.${kind}.cjs`, await commandCommonJs(kind));
write(dist, "client.cjs", await commonJs("client.node.js"));
const parts = [ENGINE, COMMAND_LINE].flatMap(({ crate }) => contents(crate.replaceAll("_", "-"), "wasm32-unknown-unknown"));
write(pkg, "NOTICES.html", page([...parts, bundled("fflate")]));
for (const name of ["LICENSE", "CHANGELOG.md"]) write(pkg, name, readFileSync(join(root, name)));
// Files of an earlier build would hide that a file is missing.
for (const name of readdirSync(dist).filter((name) => !written.has(join(dist, name)))) rmSync(join(dist, name), { recursive: true });
weigh(ENGINE, engine);
weigh(COMMAND_LINE, commandLine);
