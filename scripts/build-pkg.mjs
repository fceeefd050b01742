// Builds the npm package: `node scripts/build-pkg.mjs` (`--dev`: fast to build, not small).
// Needs: cargo with the wasm32-unknown-unknown target, wasm-bindgen of the version in Cargo.lock, and the root's
// node_modules (binaryen, esbuild). Files of pkg/dist are only rewritten when their content changes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pkg = join(root, "pkg");
const dist = join(pkg, "dist");
const dev = process.argv.includes("--dev");
const profile = dev ? "dev" : "wasm-release";
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const scratch = join(target, "pkg", profile);
const GZIP_GOAL = 350 * 1024;
const GZIP_LIMIT = 560 * 1024; // what it must never grow to; docs/performance.md says how far the goal is
const require = createRequire(join(root, "package.json"));

const run = (command, args, options) => execFileSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], ...options });
const say = (text) => console.log(text);

function compile() {
  run("cargo", ["build", "--locked", "-p", "olmkit-wasm", "--lib", "--target", "wasm32-unknown-unknown", "--profile", profile]);
  return join(target, "wasm32-unknown-unknown", dev ? "debug" : profile, "olmkit_wasm.wasm");
}

function bind(wasm) {
  mkdirSync(scratch, { recursive: true });
  run("wasm-bindgen", [wasm, "--target", "web", "--out-dir", scratch, "--out-name", "core"]);
}

// wasm-opt costs 10 seconds and more, so its result is kept by the hash of its input.
function optimise() {
  const input = join(scratch, "core_bg.wasm");
  if (dev) return readFileSync(input);
  const args = ["-Oz"];
  const key = createHash("sha256").update(readFileSync(input)).update(args.join()).digest("hex").slice(0, 16);
  const output = join(scratch, `core_bg.${key}.opt.wasm`);
  if (!existsSync(output)) {
    const wasmOpt = join(dirname(require.resolve("binaryen/package.json")), "bin", "wasm-opt");
    run(process.execPath, [wasmOpt, ...args, input, "-o", output]);
  }
  return readFileSync(output);
}

function write(name, content) {
  const path = join(dist, name);
  const bytes = Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

// The public types: what tsify and wasm-bindgen made of the Rust types, without the raw memory interface.
function types() {
  const all = readFileSync(join(scratch, "core.d.ts"), "utf8");
  const end = all.indexOf("export type InitInput");
  if (end < 0) throw new Error("core.d.ts does not look as expected: no InitInput");
  const own = all.slice(0, end).replace(/^\/\*\*\n \* Makes panics readable[^]*?\nexport function start\(\): void;\n/m, "").trimEnd();
  const init = `
/**
 * Loads the engine; call it once and wait before anything else. In Node it is loaded already.
 * @param source where the wasm is, if not beside the script
 */
export default function init(source?: URL | string | Request | Response | BufferSource | WebAssembly.Module): Promise<void>;
`;
  const text = `${own}\n${init}`;
  // `Request` and `Response` exist in a browser only; a type that is missing must not break Node users.
  return text.replace("URL | string | Request | Response | BufferSource | WebAssembly.Module", "URL | string | ArrayBuffer | Uint8Array");
}

function commonJs() {
  const esbuild = require("esbuild");
  const result = esbuild.buildSync({
    entryPoints: [join(dist, "node.js")],
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node20",
    banner: { js: "const __url = require('node:url').pathToFileURL(__filename).href;" },
    define: { "import.meta.url": "__url" },
  });
  return result.outputFiles[0].contents;
}

const wasm = compile();
bind(wasm);
const engine = optimise();
mkdirSync(dist, { recursive: true });
write("core.js", readFileSync(join(scratch, "core.js")));
write("core_bg.wasm", engine);
write("core_base64.js", `export default ${JSON.stringify(engine.toString("base64"))};\n`);
for (const name of ["index.js", "node.js", "inline.js", "worker.js", "worker.d.ts", "client.js", "client.d.ts"]) {
  write(name, readFileSync(join(pkg, "src", name)));
}
const declarations = types();
write("index.d.ts", declarations);
write("index.d.cts", declarations);
write("node.cjs", commonJs());
rmSync(join(dist, ".gitignore"), { force: true });

const gzip = gzipSync(engine, { level: 9 }).length;
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
say(`core_bg.wasm ${kib(engine.length)}, gzip ${kib(gzip)}, brotli ${kib(brotliCompressSync(engine).length)} (${profile})`);
if (!dev && gzip > GZIP_GOAL) say(`core_bg.wasm is above its goal of ${kib(GZIP_GOAL)} gzipped`);
if (!dev && gzip > GZIP_LIMIT) {
  console.error(`core_bg.wasm is ${kib(gzip)} gzipped; the limit is ${kib(GZIP_LIMIT)}`);
  process.exitCode = 1;
}
