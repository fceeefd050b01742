// Hosts from npm's registry: bundlers for Node.js, Next, Bun, Deno, an older TypeScript. All clones of a user share one
// installation; hosts/package.json has the versions.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiArguments } from "../../scripts/build-site.mjs";
import { root, toolsFolder } from "../../scripts/folders.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const list = readFileSync(join(here, "hosts", "package.json"), "utf8");
const cache = join(toolsFolder, "npm-hosts", createHash("sha256").update(list).digest("hex").slice(0, 16));
const modules = join(cache, "node_modules");
const windows = process.platform === "win32";

/** Installs the hosts if they are missing. Returns an error message if this fails. */
export function installHosts() {
  if (existsSync(cache)) return undefined;
  const scratch = `${cache}-unfinished-${process.pid}`;
  mkdirSync(scratch, { recursive: true });
  writeFileSync(join(scratch, "package.json"), list);
  const args = ["install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, stderr } = spawnSync("npm", args, { cwd: scratch, encoding: "utf8", shell: windows });
  if (status === 0 && !existsSync(cache)) renameSync(scratch, cache);
  else rmSync(scratch, { recursive: true, force: true });
  return status === 0 ? undefined : `the hosts cannot be installed: ${stderr.split("\n")[0]}`;
}

/** Returns the executable of a package that has a separate package for each platform. */
function binary(scope, names) {
  const folder = join(modules, scope);
  const found = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => names.map((path) => join(folder, name, path))).find((path) => existsSync(path));
  assert.ok(found, `${scope} has an executable for this platform`);
  return found;
}

const bun = () => binary("@oven", ["bin/bun", "bin/bun.exe"]);
const deno = () => binary("@deno", ["deno", "deno.exe"]);

/** The compiler of TypeScript 5. */
export const olderTypeScript = () => join(modules, "typescript", "bin", "tsc");

/** Creates a folder for the tests beside the hosts, so that module resolution finds them. */
function workplace(app) {
  const folder = mkdtempSync(join(cache, "run-"));
  for (const name of readdirSync(app).filter((name) => name !== "node_modules")) cpSync(join(app, name), join(folder, name), { recursive: true });
  cpSync(join(app, "node_modules", "olmkit"), join(folder, "node_modules", "olmkit"), { recursive: true });
  return folder;
}

const UNLOADED = [
  /^NOT_LOADED: The wasm of olmkit is not next to this bundled script\. Call `await init\(\)`, import `olmkit\/inline`, or leave olmkit out of the bundle \(mark it as external\)\.$/,
  /^NOT_LOADED: .* Call `await init\(\)`, add `\/inline` to the name of the entry, or leave olmkit out of the bundle \(mark it as external\)\.$/,
  /^loaded: [a-z-]+$/,
  /^LOAD_FAILED: olmkit cannot find the script of its Worker .* pass `worker`\.$/,
];

/** Runs all tests of hosts. `test` and `skip` report; `checkOutput` checks the output of a script of consumers/. */
export async function hosts({ test, skip, checkOutput, app }) {
  const reason = installHosts();
  if (reason) {
    if (process.env.CI) throw new Error(reason);
    return skip("Bun, Deno, Next, Rollup, bundles for Node", reason);
  }
  const folder = workplace(app);
  const away = mkdtempSync(join(tmpdir(), "olmkit-away-")); // no folder above contains the package
  const run = (program, ...args) => execFileSync(program, args, { cwd: folder, encoding: "utf8", timeout: 300_000, env: { ...process.env, DENO_DIR: join(folder, "deno") } });
  const elsewhere = (program, ...args) => execFileSync(program, args, { cwd: away, encoding: "utf8" });
  const require = createRequire(join(root, "package.json"));

  async function bundled(entry, options) {
    const out = join(away, `${entry.replace(/\W/g, "-")}.${options.format === "cjs" ? "cjs" : "mjs"}`);
    await require("esbuild").build({ entryPoints: [join(folder, entry)], bundle: true, platform: "node", target: "node20", outfile: out, logLevel: "error", ...options });
    return elsewhere(process.execPath, out);
  }

  async function rolledUp(entry) {
    const own = createRequire(join(cache, "package.json"));
    const bundle = await own("rollup").rollup({
      input: join(folder, entry),
      plugins: [own("@rollup/plugin-node-resolve").default({ exportConditions: ["node"] })],
      external: /^node:/,
      onwarn: ({ message }) => assert.fail(message),
    });
    const out = join(away, "rollup");
    await bundle.write({ dir: out, format: "es", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" });
    return elsewhere(process.execPath, join(out, entry));
  }

  function next(bundler) {
    const own = join(folder, "next");
    cpSync(join(folder, "heads.js"), join(own, "heads.js"));
    rmSync(join(own, ".next"), { recursive: true, force: true });
    execFileSync(process.execPath, [join(modules, "next/dist/bin/next"), "build", bundler], { cwd: own, encoding: "utf8", env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" }, stdio: "pipe" });
    const html = readFileSync(join(own, ".next/server/app/index.html"), "utf8");
    return /<p>(.*?)<\/p>/.exec(html)?.[1] ?? html;
  }

  try {
    await test("esbuild for Node, as a module", async () => checkOutput(await bundled("engine.mjs", { format: "esm" })));
    await test("esbuild for Node, as CommonJS", async () => checkOutput(await bundled("engine.mjs", { format: "cjs", logOverride: { "empty-import-meta": "silent" } })));
    await test("esbuild for Node, engine inside", async () => checkOutput(await bundled("inline.mjs", { format: "esm" })));
    await test("esbuild for Node: a missing file is an error with advice", async () => {
      const lines = (await bundled("unloaded.mjs", { format: "esm" })).trim().split("\n");
      assert.equal(lines.length, UNLOADED.length, lines.join("\n"));
      for (const [at, line] of lines.entries()) assert.match(line, UNLOADED[at]);
    });
    await test("esbuild for Node, bundles and dependencies inside", async () => {
      assert.equal(await bundled("command-inline.mjs", { format: "esm" }), "inside\n");
      assert.equal(await bundled("command-inline.mjs", { format: "cjs" }), "inside\n");
    });
    await test("Rollup for Node", async () => checkOutput(await rolledUp("engine.mjs")));
    await test("Node, createClient in a thread", () => checkOutput(run(process.execPath, "thread.mjs")));
    await test("Node, a client without calls does not keep the process alive", () => assert.equal(run(process.execPath, "unused.mjs"), "created\n"));
    await test("Node, aborted queries of a client", () => checkOutput(run(process.execPath, "aborted.mjs")));
    await test("Node, bytes of a client that were transferred", () => checkOutput(run(process.execPath, "transferred.mjs")));
    await test("Bun", () => {
      for (const entry of ["engine.mjs", "inline.mjs", "thread.mjs"]) checkOutput(run(bun(), entry));
      assert.equal(run(bun(), "command-inline.mjs"), "inside\n");
    });
    await test("Bun, compiled into one program", () => {
      const program = join(away, windows ? "engine.exe" : "engine");
      run(bun(), "build", "--compile", "engine.mjs", "--outfile", program);
      checkOutput(elsewhere(program));
    });
    await test("Deno", () => {
      const denoRun = (entry) => run(deno(), "run", "--allow-read", "--allow-env", "--node-modules-dir=manual", "--cached-only", entry);
      for (const entry of ["engine.mjs", "inline.mjs", "thread.mjs"]) checkOutput(denoRun(entry));
      assert.equal(denoRun("command-inline.mjs"), "inside\n");
    });
    await test("TypeDoc, without a warning", () => {
      // Links to the sources need a git remote, which not every copy has.
      run(process.execPath, join(modules, "typedoc", "bin", "typedoc"), ...apiArguments(join(away, "api")), "--disableSources");
    });
    await test("Next, server component (Turbopack)", () => checkOutput(next("--turbopack")));
    await test("Next, server component (webpack)", () => checkOutput(next("--webpack")));
  } finally {
    for (const path of [folder, away]) rmSync(path, { recursive: true, force: true });
  }
}
