// Tests the npm package with real consumers: `node tests/npm/run.mjs` after `node scripts/build-pkg.mjs`. The package
// is packed and unpacked like npm installs it, so unpublished files are missing.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nativeProgram } from "../../scripts/folders.mjs";
import { contentType } from "../../scripts/serve.mjs";
import { findChromium } from "../../scripts/tools.mjs";
import { FLAGS } from "../chromium.mjs";
import { ABSENT, shared, sources } from "../shared.mjs";
import { hosts, installHosts, olderTypeScript } from "./hosts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const require = createRequire(join(root, "package.json"));
const work = mkdtempSync(join(tmpdir(), "olmkit-npm-"));
const app = join(work, "app");

let passed = 0;
const failures = [];
async function test(name, body) {
  try {
    await body();
    passed += 1;
    console.log(`ok   ${name}`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL ${name}\n${String(error?.stdout ?? "").slice(-4000)}${String(error?.stderr ?? "").slice(-4000)}${error?.stack ?? error}`);
  }
}
const skip = (name, why) => console.log(`skip ${name}: ${why}`);
/** Returns all entries of some folders. */
const inFolders = (folders) => folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

function install() {
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", work], { cwd: join(root, "pkg"), encoding: "utf8" }));
  const target = join(app, "node_modules", "olmkit");
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", join(work, filename), "-C", target, "--strip-components=1"]);
  cpSync(join(here, "consumers"), app, { recursive: true });
  symlinkSync(join(root, "node_modules", "typescript"), join(app, "node_modules", "typescript"));
}

const node = (...args) => execFileSync(process.execPath, args, { cwd: app, encoding: "utf8" });
const checkOutput = (out) => assert.equal(out.trim(), "channel-multiple-heads");

// ---- bundlers and the browser ----

// The strictest policy that works: it allows compiling wasm, but not `eval`.
const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

function serve(folder, policy) {
  const server = createServer((request, response) => {
    if (policy) response.setHeader("content-security-policy", policy);
    const path = join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html"));
    if (!existsSync(path)) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": contentType(path) }).end(readFileSync(path));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ server, url: `http://127.0.0.1:${server.address().port}/` })));
}

const { headless } = findChromium();
let browser;

async function inBrowser(folder, policy, title = /^channel-multiple-heads$/) {
  const { chromium } = require("playwright-core");
  browser ??= await chromium.launch({ executablePath: headless, args: FLAGS });
  const { server, url } = await serve(folder, policy);
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  try {
    await page.goto(url);
    await page
      .waitForFunction(() => document.title !== "", undefined, { timeout: 60_000 })
      .catch(() => {
        throw new Error(`the page printed nothing; errors: ${errors.join("; ")}`);
      });
    assert.match(await page.title(), title);
  } finally {
    await page.close();
    server.close();
  }
}

const page = (script) => `<!doctype html><meta charset="utf-8"><script type="module" src="${script}"></script>`;

async function esbuildApp(entry, options) {
  const out = join(work, `esbuild-${entry}`);
  await require("esbuild").build({ entryPoints: [join(app, entry)], bundle: true, outdir: out, logLevel: "error", ...options });
  return out;
}

async function viteApp(entry) {
  const source = join(work, `vite-${entry}`);
  mkdirSync(source, { recursive: true });
  cpSync(join(app, entry), join(source, entry));
  symlinkSync(join(app, "node_modules"), join(source, "node_modules"));
  writeFileSync(join(source, "index.html"), page(`./${entry}`));
  const { build } = await import(join(dirname(require.resolve("vite/package.json")), "dist/node/index.js"));
  await build({ root: source, logLevel: "error", build: { target: "es2022" }, worker: { format: "es" } });
  return join(source, "dist");
}

function webpackApp(entry) {
  const out = join(work, `webpack-${entry}`);
  const compiler = require("webpack")({
    mode: "production",
    entry: join(app, entry),
    output: { path: out, filename: "main.js" },
    performance: { hints: false },
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error || stats.hasErrors()) return reject(error ?? new Error(stats.toString("errors-only")));
      writeFileSync(join(out, "index.html"), page("./main.js"));
      return compiler.close(() => resolve(out));
    });
  });
}

// ---- the two command lines ----

function commandLines() {
  const native = process.env.OLMKIT_NATIVE ?? nativeProgram;
  if (!process.env.OLMKIT_NATIVE) {
    // Otherwise an outdated binary could be compared with a new package.
    const { error } = spawnSync("cargo", ["build", "--quiet", "--locked", "-p", "olmkit-cli"], { cwd: root, stdio: "inherit" });
    if (error) return skip("native and npm command line agree", "cargo is missing; name a native olmkit with OLMKIT_NATIVE");
  }
  if (!shared()) skip("the same over real catalogs", ABSENT);
  const olmkit = join(app, "node_modules", "olmkit");
  const cli = join(olmkit, JSON.parse(readFileSync(join(olmkit, "package.json"), "utf8")).bin.olmkit);
  const both = (args, input, cwd = app) => {
    const options = { cwd, input, maxBuffer: 1 << 30, env: { ...process.env, NO_COLOR: "", FORCE_COLOR: "" } };
    const [a, b] = [spawnSync(native, args, options), spawnSync(process.execPath, [cli, ...args], options)];
    const show = (result) => ({ status: result.status, out: result.stdout.toString(), err: result.stderr.toString() });
    assert.deepEqual(show(b), show(a), `olmkit ${args.join(" ")}`);
    return a;
  };
  const formats = ["pretty", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "markdown", "html", "agent", "opm"];
  return test("native and npm command line agree, byte for byte", () => {
    const catalogs = readdirSync(join(app, "catalogs")).map((name) => `catalogs/${name}`);
    for (const format of formats) for (const path of catalogs) both(["validate", path, "-f", format]);
    assert.equal(both(["validate", ...catalogs]).status, 1);
    assert.equal(both(["validate", "catalogs/good"]).status, 0);
    assert.equal(both(["check", "catalogs"]).status, 1);
    assert.match(both(["validate", "catalogs"]).stderr.toString(), /^hint: .* is defined in /m);
    assert.equal(both(["validate", "catalogs/heads", "--exit-zero"]).status, 0);
    assert.equal(both(["validate", "catalogs/heads", "--color", "always", "-f", "pretty"]).status, 1);
    assert.equal(both(["validate", "-", "--stdin-filename", "a/b.yaml"], "schema: [").status, 1);
    assert.equal(both(["validate", "nowhere"]).status, 2);
    assert.equal(both(["validate", "--select", "no-such-rule", "catalogs/good"]).status, 2);
    for (const args of [[], ["dance"], ["--help"], ["--version"], ["rules"], ["rules", "-f", "json"], ["explain", "channel-multiple-heads"], ["explain", "nothing"]]) both(args);
    both(["edit", "set-replaces", "catalogs/heads", "package=foo", "channel=stable", "entry=foo.v1.1.0", "to=foo.v1.0.0", "--diff"]);
    both(["fix", ...catalogs, "--diff", "--unsafe"]);
    const config = "severity: {channel-multiple-heads: info}\noverrides:\n- files: [catalogs/good/]\n  ignore: [all]\n";
    assert.equal(both(["validate", ...catalogs, "--config", "-", "-f", "json"], config).status, 1);
    both(["--print-config", "catalogs/good/catalog.yaml", "--config", "-"], config);
    both(["validate", "catalogs/good", "--config", "-"], "profle: strict\n");
    both(["validate", ...catalogs, "--write-baseline", "--baseline", "baseline.json"]);
    both(["validate", ...catalogs, "--baseline", "baseline.json"]);
    both(["edit", "promot", "catalogs/good"]);
    for (const [input, status] of [
      ["junk", 2],
      ["junk\n", 2],
      ["Content-Length: 2\r\n", 0],
      ["Content-Length: x\r\n\r\n", 2],
      ["Content-Length: 9\n\n{", 0],
    ]) {
      assert.equal(both(["lsp"], input).status, status, input);
    }
    const folder = join(app, "v4.18");
    mkdirSync(folder);
    writeFileSync(join(folder, "catalog.yaml"), "schema: olm.bundle\npackage: foo\nname: foo.v1\nproperties: [{type: olm.bundle.object, value: {data: e30=}}]\n");
    assert.match(both(["validate", ".", "--select", "metadata-for-openshift"], "", folder).stdout.toString(), /the folder is for 4\.18/);
    if (process.platform !== "win32") {
      execFileSync("mkfifo", [join(folder, "pipe.yaml")]);
      symlinkSync("/dev/zero", join(folder, "zero.yaml"));
      symlinkSync("catalog.yaml", join(folder, "link.yaml"));
      assert.match(both(["validate", "v4.18"]).stdout.toString(), /open pipe\.yaml: not a regular file[\s\S]*open zero\.yaml: not a regular file/);
    }
    const versions = inFolders(sources("corpus", "catalogs"));
    assert.ok(versions.length > 0);
    for (const version of versions) both(["validate", version, "-f", "json"]);
  });
}

// ---- all of it ----

try {
  install();
  await test("the package has its license, its changes, and the notices of what is compiled in", () => {
    const read = (name) => readFileSync(join(app, "node_modules/olmkit", name), "utf8");
    assert.match(read("LICENSE"), /Apache License/);
    assert.match(read("CHANGELOG.md"), /^## \[/m);
    const notices = read("NOTICES.html");
    for (const name of ["serde_json", "wasm-bindgen", "batsat", "lsp-types", "fflate"]) assert.match(notices, new RegExp(`<h2>.*\\b${name} \\d`), name);
    assert.doesNotMatch(notices, /<h2>.*\btokio \d/, "it is in the native program alone");
  });
  await test("installing runs nothing and brings nothing else; every entry and every file with effects is there", () => {
    const folder = join(app, "node_modules/olmkit");
    const { scripts = {}, dependencies, optionalDependencies, publishConfig, sideEffects, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    assert.deepEqual([dependencies, optionalDependencies, publishConfig.provenance], [undefined, undefined, true]);
    for (const hook of ["preinstall", "install", "postinstall", "prepare"]) assert.equal(scripts[hook], undefined);
    const targets = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry).flatMap(targets));
    const named = [...targets(exports), ...sideEffects];
    assert.ok(named.length > 40);
    assert.deepEqual(
      named.filter((path) => !existsSync(join(folder, path))),
      [],
    );
  });
  await test("Node ESM", () => checkOutput(node("esm.mjs")));
  await test("Node CommonJS", () => checkOutput(node("cjs.cjs")));
  await test("wrong arguments, and calls at the wrong time, of every function", () => assert.match(node("arguments.mjs"), /^\d{4} refused\n$/));
  await test("paths of files, and archives without bytes", () => checkOutput(node("paths.mjs")));
  await test("all fixes of a package as one change", () => assert.equal(node("fix-stranded.mjs").trim(), "fixed"));
  await test("dependencies, in Node", () =>
    assert.deepEqual(node("resolver.mjs").trim().split("\n"), [
      "false foo.v1.0.0,bar.v2.0.0 dep-unsat",
      "two/bar.v2.0.0 newer/bar.v3.0.0 two/bar.v2.0.0",
      'error upgrading from currently installed version "1.0.0": no bundles found for package "bar" matching version "<2"',
      "OLM selects foo.v1.0.0 from one and rejects it: OLM v1 does not install a bundle with the property olm.package.required. It does not try another bundle. Select another version or channel.",
      '`request.olm` must be "v0" or "v1", not the string "v2".',
    ]));
  await test("the command line in memory", () => assert.equal(node("command.mjs"), "the same\n"));
  await test("the command line in memory, in CommonJS", () => node("-e", "require('olmkit/cli').run(['--version']).code && process.exit(1)"));
  await test("dependencies, in CommonJS", () => node("-e", "require('olmkit/resolver').resolve([], {})"));
  await test("bundles: the verdicts of the command line, of files and archives", () => {
    const archives = join(work, "archives");
    mkdirSync(archives);
    const foo = join(app, "bundles/foo");
    execFileSync("tar", ["-cf", join(archives, "foo.tar"), "-C", foo, "manifests", "metadata"]);
    execFileSync("tar", ["-czf", join(archives, "nested.tgz"), "-C", join(app, "bundles"), "foo"]);
    const paths = readdirSync(foo, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
    writeFileSync(join(archives, "foo.zip"), require("fflate").zipSync(Object.fromEntries(paths.map((path) => [path.slice(foo.length + 1), readFileSync(path)]))));
    node("node_modules/olmkit/dist/main.node.js", "bundle", "build", "bundles/foo", "--tag", "ex/foo:1", "--no-validate", "--output", join(archives, "image.tar"));
    if (!shared()) skip("the same over real bundles", ABSENT);
    const real = sources("corpus", "bundles").flatMap((corpus) =>
      inFolders([corpus])
        .slice(0, 8)
        .flatMap((folder) => inFolders([folder]).slice(0, 1)),
    );
    assert.ok(real.length >= (shared() ? 10 : 2), `${real.length} bundles`);
    assert.match(node("bundle.mjs", `archives=${archives}`, ...real), /^\d+ bundles, 4 archives\n$/);
  });
  await test("bundles, in CommonJS", () => node("-e", "require('olmkit/bundle').validateBundle([])"));
  await test("the entries of the command line have one engine, in CommonJS", () => {
    const engines = ["bundle", "resolver", "cli"].map((name) => `require("olmkit/${name}").default`);
    assert.equal(node("-p", `new Set([${engines}]).size`).trim(), "1");
  });
  await test("inline, in Node", () => checkOutput(node("inline.mjs")));
  await test("inline, in CommonJS", () => assert.match(node("-e", "console.log(require('olmkit/inline').version())"), /^\d+\.\d+\.\d+\n$/));
  await test("bundles, dependencies and the command line inline, in Node", () => assert.equal(node("command-inline.mjs"), "inside\n"));
  await test("the same in CommonJS", () => {
    const script = `const [{ validateBundle }, { resolve }, { run }] = ["bundle", "resolver", "cli"].map((name) => require(\`olmkit/\${name}/inline\`));
      resolve([], {});
      console.log(validateBundle([]).diagnostics.length > 0, run(["--version"]).code);`;
    assert.equal(node("-e", script), "true 0\n");
  });
  await test("the client, in CommonJS", () => assert.equal(node("-e", "require('olmkit/client').createClient().explain('FBC001').then(({ code }) => console.log(code))").trim(), "FBC001"));
  await hosts({ test, skip, checkOutput, app });
  const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  const older = installHosts() === undefined ? [olderTypeScript()] : [];
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true, target: "es2022", lib: ["es2022"], types: [] };
  /** Checks files, and all declarations that they import, with both compilers. */
  const compile = (options, ...files) => {
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
    for (const compiler of [tsc, ...older]) node(compiler, "-p", ".");
  };
  await test("TypeScript 7 and 5, strict, without DOM: nodenext (ESM and CommonJS) and bundler", () => {
    assert.match(node(tsc, "--version"), / 7\./);
    if (older.length) assert.match(node(older[0], "--version"), / 5\./);
    else skip("TypeScript 5", "it is not installed");
    compile({ module: "nodenext", moduleResolution: "nodenext" }, "types.mts", "types.cts");
    compile({ module: "esnext", moduleResolution: "bundler" }, "types.mts");
  });
  await test("answers have their declared types", () => {
    const corpus = join(process.env.OLMKIT_SHARED ?? join(root, "../shared"), "corpus/catalogs/v4.16");
    if (!existsSync(corpus)) skip("the same over real catalogs", `${corpus} is absent`);
    const size = (path) => statSync(path).size;
    const real = existsSync(corpus)
      ? readdirSync(corpus, { recursive: true })
          .map((name) => join(corpus, name))
          .filter((path) => /catalog\.(ya?ml|json)$/.test(path) && size(path) < 400_000)
          .sort((a, b) => size(b) - size(a) || (a < b ? -1 : 1))
          .slice(0, 3)
      : [];
    assert.match(node("shapes.mjs", ...real), /^\d+ answers\n$/);
    compile({ module: "nodenext", moduleResolution: "nodenext" }, "answers.ts");
  });
  await test("every public function and every type of an argument has an example, and all examples run", () => {
    assert.match(node("examples.mjs", new URL("../../scripts/examples.mjs", import.meta.url).href), /^1\d\d examples\n$/);
    const files = readdirSync(app).filter((name) => /^example-\d+\.mjs$/.test(name));
    compile({ module: "nodenext", moduleResolution: "nodenext", allowJs: true, checkJs: true, lib: ["es2023", "dom"] }, "examples.d.ts", ...files);
  });
  await test("no type has the name of a global", () => {
    const lib = join(dirname(require.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`, { paths: [dirname(tsc)] })), "lib");
    const globals = readdirSync(lib)
      .filter((name) => /^lib\..*\.d\.ts$/.test(name))
      .map((name) => readFileSync(join(lib, name), "utf8"))
      .join("\n");
    const names = ["index", "cli", "client", "worker", "protocol", "errors"].flatMap((name) =>
      [...readFileSync(join(app, `node_modules/olmkit/dist/${name}.d.cts`), "utf8").matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, found]) => found),
    );
    assert.ok(names.length > 50);
    assert.deepEqual(
      names.filter((name) => new RegExp(`^\\s*(?:declare )?(?:interface|var|type|class) ${name}\\b`, "m").test(globals)),
      [],
    );
  });
  await test("reports fit the published schema", () => checkOutput(node("schema.mjs", join(dirname(require.resolve("ajv/package.json")), "dist/2020.js"))));
  await test("the engine and the command line: each loads its own wasm, and no other", () => {
    const half = (without) => {
      const copy = mkdtempSync(join(work, "half-"));
      cpSync(app, copy, { recursive: true, verbatimSymlinks: true });
      for (const name of without) rmSync(join(copy, "node_modules/olmkit/dist", name));
      return (...args) => spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
    };
    const engine = half(["cli.js", "cli_packed.js"]);
    checkOutput(engine("esm.mjs").stdout);
    checkOutput(engine("cjs.cjs").stdout);
    const commandLine = half(["core.js", "core_bg.wasm", "core_packed.js", "unpack.js", "node.js", "node.cjs", "inline.cjs", "index.js"]);
    const { status, stdout } = commandLine("node_modules/olmkit/dist/main.node.js", "validate", "catalogs/heads", "-f", "concise");
    assert.equal(status, 1);
    assert.match(stdout, /channel-multiple-heads/);
    const {
      problemMatcher: [
        {
          pattern: [{ regexp }],
        },
      ],
    } = JSON.parse(readFileSync(join(root, "integrations/problem-matcher.json"), "utf8"));
    for (const line of stdout.trim().split("\n")) assert.match(line, new RegExp(regexp), "the problem matcher knows every line");
  });
  await test("commands of the native program only are an error with a command that installs it", () => {
    for (const args of [
      ["serve", "catalogs/good"],
      ["validate", "quay.io/a/b:1"],
      ["images", "catalogs/good", "--check"],
      ["check", "--watch"],
      ["opm", "serve"],
      ["cache", "info"],
      ["add", "a", "--to", "b"],
      ["compose", "a"],
    ]) {
      const { status, stderr } = spawnSync(process.execPath, ["node_modules/olmkit/dist/main.node.js", ...args], { cwd: app, encoding: "utf8" });
      assert.equal(status, 2, stderr);
      assert.match(stderr, /^olmkit: .*native program.*`curl -fsSL https:\S+\/install\.sh \| sh .*`.*\n$/, args.join(" "));
    }
  });
  await commandLines();
  if (!headless) {
    skip("everything in a browser", "no Chromium found; name one with CHROME_PATH=/path");
  } else {
    await test("bare <script type=module>", async () => {
      const folder = join(work, "bare");
      cpSync(join(app, "node_modules/olmkit/dist"), join(folder, "olmkit"), { recursive: true });
      writeFileSync(join(folder, "page.js"), readFileSync(join(app, "page.js"), "utf8").replace('"olmkit"', '"./olmkit/index.js"'));
      writeFileSync(join(folder, "index.html"), page("./page.js"));
      await inBrowser(folder);
    });
    await test("worker and client, bare", async () => {
      const folder = join(work, "bare-worker");
      cpSync(join(app, "node_modules/olmkit/dist"), join(folder, "olmkit"), { recursive: true });
      writeFileSync(join(folder, "page.js"), readFileSync(join(app, "worker-page.js"), "utf8").replace('"olmkit/client"', '"./olmkit/client.js"'));
      writeFileSync(join(folder, "index.html"), page("./page.js"));
      await inBrowser(folder);
    });
    await test("a page with a strict content security policy: the engine, in a worker, and inside of the script", async () => {
      const folder = join(work, "strict");
      cpSync(join(app, "node_modules/olmkit/dist"), join(folder, "olmkit"), { recursive: true });
      writeFileSync(join(folder, "index.html"), page("./page.js"));
      for (const [name, entry, file, title] of [
        ["page.js", "olmkit", "index.js"],
        ["worker-page.js", "olmkit/client", "client.js"],
        ["inline-page.js", "olmkit/inline", "inline.js"],
        ["command-page.js", "olmkit/bundle", "bundle.js", /^[a-z-]+$/],
        ["command-inline-page.js", "olmkit/bundle/inline", "bundle.inline.js", /^[a-z-]+$/],
      ]) {
        writeFileSync(join(folder, "page.js"), readFileSync(join(app, name), "utf8").replace(`"${entry}"`, `"./olmkit/${file}"`));
        await inBrowser(folder, STRICT, title);
      }
    });
    await test("bundles, built by esbuild, Vite and webpack: nothing is placed beside the script", async () => {
      const BUNDLE = /^[a-z-]+$/;
      for (const entry of ["command-page.js", "command-inline-page.js"]) {
        const folder = await esbuildApp(entry, { format: "esm", splitting: true });
        writeFileSync(join(folder, "index.html"), page(`./${entry}`));
        await inBrowser(folder, undefined, BUNDLE);
        await inBrowser(await viteApp(entry), undefined, BUNDLE);
        await inBrowser(await webpackApp(entry), undefined, BUNDLE);
      }
    });
    await test("esbuild, engine inside (IIFE)", async () => {
      const folder = await esbuildApp("inline-page.js", { format: "iife" });
      writeFileSync(join(folder, "index.html"), page("./inline-page.js"));
      await inBrowser(folder);
    });
    await test("esbuild, wasm beside the bundle", async () => {
      const folder = await esbuildApp("page.js", { format: "esm" });
      cpSync(join(app, "node_modules/olmkit/dist/core_bg.wasm"), join(folder, "core_bg.wasm"));
      writeFileSync(join(folder, "index.html"), page("./page.js"));
      await inBrowser(folder);
    });
    await test("Vite", async () => inBrowser(await viteApp("page.js")));
    await test("Vite, worker", async () => inBrowser(await viteApp("worker-page.js")));
    await test("webpack", async () => inBrowser(await webpackApp("page.js")));
    await test("webpack, worker", async () => inBrowser(await webpackApp("worker-page.js")));
  }
} finally {
  await browser?.close();
  rmSync(work, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
