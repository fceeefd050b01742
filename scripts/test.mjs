// `npm test`: runs all suites, and prints the time of each. `npm test -- --only rust,npm` runs some of them. With CI
// set, a suite that cannot run fails; otherwise it is reported as skipped. The same applies to the shared data
// (CONTRIBUTING.md).
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ABSENT, locate } from "../tests/shared.mjs";
import { editorSteps, extensionSteps, packageSteps, typesSteps } from "./build.mjs";
import { isMain } from "./folders.mjs";
import { duration, runSteps } from "./progress.mjs";
import {
  checkLanguages,
  chromiumStep,
  codeServer,
  codeServerStep,
  enginesStep,
  env,
  fail,
  findChromium,
  npmStep,
  output,
  preCommitStep,
  registryStep,
  root,
  say,
  TARGET,
  TOOLS,
  targetStep,
  toolSteps,
} from "./tools.mjs";

const GROUPS = ["rust", "deny", "types", "scripts", "wasm", "npm", "vscode", "e2e", "engines", "fuzz"];
const HELP = `npm test [-- --only ${GROUPS.join(",")}]`;
const strict = Boolean(process.env.CI);

function wantedGroups(args) {
  const at = args.findIndex((arg) => arg.startsWith("--only"));
  if (at < 0) return args.length ? fail(`Unknown: ${args.join(" ")}. ${HELP}`) : new Set(strict ? GROUPS : GROUPS.filter((group) => group !== "fuzz"));
  const names = (args[at].split("=")[1] ?? args[at + 1] ?? "").split(",").filter(Boolean);
  const unknown = names.filter((name) => !GROUPS.includes(name));
  if (unknown.length || !names.length) fail(`--only takes suites, separated by commas. ${HELP}`);
  return new Set(names);
}

/**
 * Counts passed and failed tests in the output of cargo, Node.js and our own runners. A test that timed out is reported
 * as cancelled.
 */
export function count(text) {
  const sum = (pattern) => [...text.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);
  return {
    passed: sum(/^test result: \w+\. (\d+) passed/gm) + sum(/^(?:#|ℹ) pass (\d+)$/gm) + sum(/^(\d+) passed, \d+ failed$/gm),
    failed: sum(/^test result: \w+\. \d+ passed; (\d+) failed/gm) + sum(/^(?:#|ℹ) (?:fail|cancelled) (\d+)$/gm) + sum(/^\d+ passed, (\d+) failed$/gm),
  };
}

/** Returns the names of failed tests, and of files that timed out, from the output of the Node.js runner (TAP). */
export const failedTests = (text) => [...text.matchAll(/^not ok \d+ - (.+)$/gm)].map(([, name]) => name.replaceAll("\\#", "#"));

/** The number of lines that are shown again of one failure. */
const SHOWN_LINES = 60;

/**
 * Returns what a suite printed about its failed tests: the reports of cargo and of the Node.js runner (TAP), or without
 * any the end of its output. Each is shortened to `SHOWN_LINES`.
 */
export function failureReports(text) {
  const reports = [...text.matchAll(/^---- \S+ stdout ----\n[\s\S]*?(?=\n\n(?:---- |failures:))/gm), ...text.matchAll(/^not ok \d+ - .*\n(?: {2}.*\n)*/gm)];
  const lines = (report) => report.trimEnd().split("\n");
  if (!reports.length) return [lines(text).slice(-SHOWN_LINES).join("\n")];
  return reports.map(([report]) => lines(report).slice(0, SHOWN_LINES).join("\n"));
}

// A suite without output for this time is stopped, so that the others still run.
const SILENCE = 12 * 60_000;

/** Runs a command, shows its output, and returns its exit code and output. */
export function tee(program, args, extra, silence = SILENCE) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env: { ...env, ...extra }, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    const done = (code, more = "") => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, text: text + more });
    };
    const end = () => {
      child.kill("SIGKILL");
      child.stdout.destroy();
      child.stderr.destroy();
      done(1, `nothing was printed for ${duration(silence / 1000)}: ended\n`);
    };
    let timer = setTimeout(end, silence);
    for (const [stream, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.setEncoding("utf8").on("data", (data) => {
        to.write(data);
        text += data;
        clearTimeout(timer);
        timer = setTimeout(end, silence);
      });
    }
    child.once("error", (error) => done(1, `${error.message}\n`));
    child.once("close", (code) => done(code));
  });
}

const results = [];

async function suite(name, program, args, extra = {}) {
  const begun = Date.now();
  say(`${name}: ${program} ${args.join(" ")}`);
  const { code, text } = await tee(program, args, extra);
  let { passed, failed } = count(text);
  if (passed + failed === 0) passed = code === 0 ? 1 : 0;
  if (code !== 0) failed = Math.max(1, failed);
  results.push({ name, state: failed ? "FAILED" : "ok", passed, failed, seconds: (Date.now() - begun) / 1000, text });
}

/** The result of a suite that is not run: a failure in strict mode. */
export const notRun = (name, state, isStrict = strict) => ({ name, state: isStrict ? "FAILED" : state, passed: 0, failed: isStrict ? 1 : 0, seconds: 0 });

function skip(name, why) {
  say(`${name}: not run. ${why}`);
  results.push(notRun(name, "skipped"));
}

/** Reports a suite whose files do not exist, instead of ignoring it. */
function absent(name, path) {
  say(`${name}: ${path} does not exist`);
  results.push(notRun(name, "absent"));
}

const has = (path) => existsSync(join(root, path));

/** Returns the files of tests in a folder. Without any, Node.js would run other files. */
function testFiles(folder) {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith(".test.mjs"));
  return files.length ? files.map((name) => join(folder, name)) : fail(`${folder} has no tests`);
}

/** Reports in the summary whether the shared data is used. If it is required but missing, no suite runs. */
function sharedData() {
  try {
    if (locate(process.env)) return;
  } catch (error) {
    fail(error.message);
  }
  say(`shared data: ${ABSENT}. The suites run on the fixtures of the repository only.`);
  results.push({ name: "shared data", state: "absent", passed: 0, failed: 0, seconds: 0 });
}

/** Lints that keep the wasm small. The fuzz targets are not part of it. */
const ANY_LIBRARY = ["-A", "clippy::disallowed_types", "-A", "clippy::disallowed_methods"];

async function rust(wanted) {
  await suite("format", "cargo", ["fmt", "--all", "--check"]);
  const notWeb = ["--workspace", "--exclude", "olmkit-web", "--locked"];
  await suite("clippy", "cargo", ["clippy", ...notWeb, "--all-targets", "--", "-D", "warnings"]);
  await suite("crates alone", "node", ["scripts/crates-alone.mjs"]);
  await suite("clippy of the page", "cargo", ["clippy", "-p", "olmkit-web", "--locked", "--target", TARGET, "--", "-D", "warnings"]);
  // The fuzz targets are a separate workspace, and require a C++ compiler.
  if (strict || wanted.has("fuzz")) await suite("clippy of fuzzing", "cargo", ["clippy", "--manifest-path", "fuzz/Cargo.toml", "--locked", "--", "-D", "warnings", ...ANY_LIBRARY]);
  await suite("rust tests", "cargo", ["test", ...notWeb, "--no-fail-fast"]);
  // The native binary was built for the Rust tests.
  await suite("serving", "node", ["--test", "--test-concurrency=1", ...testFiles("tests/serve")]);
  await suite("integrations", "node", ["--test", "--test-concurrency=1", ...testFiles("tests/integrations")]);
}

/** Checks format and lint of JavaScript and TypeScript, and types of TypeScript. */
async function types() {
  await suite("format and lint", "biome", ["ci", "--colors=off"]);
  for (const project of ["pkg", "web/editor", "web/editor/service-worker", "vscode"]) await suite(`types of ${project}`, "tsc", ["-p", project, "--noEmit"]);
}

/** Runs each target for half a minute: in CI, and on request (`--only fuzz`). */
async function fuzz() {
  await suite("fuzzing", "node", ["scripts/fuzz.mjs"]);
}

async function deny() {
  if (!output("cargo-deny", ["--version"]).endsWith(TOOLS["cargo-deny"].version)) {
    return skip("cargo deny", "cargo-deny is not installed; it is in CI.");
  }
  await suite("cargo deny", "cargo", ["deny", "--offline", "--locked", "check", "bans", "licenses", "sources"]);
  await suite("advisories", "cargo", ["deny", "--locked", "check", "advisories"], { GIT_TERMINAL_PROMPT: "0" });
  noteWithoutNetwork(results.at(-1));
}

/** Advisories are downloaded. Without a network, the check neither passes nor fails. */
function noteWithoutNetwork(result) {
  if (!result.text.includes("failed to fetch advisory database")) return;
  say("advisories: the database cannot be reached from here; nothing was checked.");
  Object.assign(result, { state: "offline", passed: 0, failed: 0 });
}

async function wasm({ chromium, driver }) {
  const options = { WASM_BINDGEN_TEST_TIMEOUT: "120", WASM_BINDGEN_TEST_DRIVER_TIMEOUT: "60", CHROME_PATH: chromium ?? "" };
  const test = (where) => ["test", ...where, "--mode", "no-install", "crates/wasm"];
  await suite("wasm in Node", "wasm-pack", test(["--node"]), options);
  if (chromium && driver) return suite("wasm in Chromium", "wasm-pack", test(["--headless", "--chrome"]), options);
  return skip("wasm in Chromium", MISSING);
}

// A loaded machine can make a browser miss a deadline, and a browser can hang. If at most this many tests failed, their
// files run again. Tests that pass then are reported as unstable. More failures indicate a defect.
const RETRIES = 3;

/** The time limit for a file of browser tests: ten times its usual time. */
const LONGEST_FILE = 8 * 60_000;

/** Tests of the extension's page in Chromium, and of the extension in a real Visual Studio Code. */
const PAGE = "page.test.mjs";
const IN_CODE = ["code.test.mjs", "moves.test.mjs"];

/**
 * Tests the packaged servers; the page if Chromium is available; and the extension in a real Visual Studio Code if
 * code-server is, too.
 */
async function vscode({ chromium }) {
  const files = testFiles("tests/vscode").filter((path) => ![PAGE, ...IN_CODE].some((name) => path.endsWith(name)));
  await suite("extension's servers", "node", ["--test", ...files]);
  if (!chromium) return skip("extension", MISSING);
  await inBrowsers("extension's page", [`tests/vscode/${PAGE}`], chromium);
  if (process.platform === "win32") return say("extension: not run. code-server does not run on Windows.");
  if (!codeServer()) return skip("extension", "code-server could not be installed; see the log of that step.");
  const inCode = IN_CODE.map((name) => `tests/vscode/${name}`);
  await inBrowsers("extension", inCode, chromium, { wholeFiles: true });
}

const MISSING = "Chromium or chromedriver is missing: install both (Debian: chromium, chromium-driver), or set CHROME_PATH.";

/**
 * Runs files of tests in browsers, some of them at once. If only a few tests failed, these run again, alone; with
 * `wholeFiles`, all files do, because their tests build on each other.
 */
async function inBrowsers(name, all, chromium, { wholeFiles = false, atOnce = 1 } = {}) {
  const runner = (files) => ["--test", `--test-concurrency=${files}`, `--test-timeout=${LONGEST_FILE}`, "--test-reporter=tap"];
  const extra = { CHROME_PATH: chromium ?? "" };
  await suite(name, "node", [...runner(atOnce), ...all], extra);
  const first = results.at(-1);
  const names = failedTests(first.text ?? "");
  if (!first.failed || !names.length || names.length > RETRIES) return;
  const again = async (args, wanted) => {
    await suite(`${name}, again`, "node", [...runner(1), ...args], extra);
    return !results.at(-1).failed && results.at(-1).passed >= wanted;
  };
  for (const [args, wanted] of wholeFiles ? [[all, names.length]] : onlyFailed(names, all)) {
    if (!(await again(args, wanted))) return;
  }
  first.failed = 0;
  first.state = "UNSTABLE";
  for (const name of names) say(`unstable: failed once, passed when it ran again: ${name}`);
}

/** Returns the arguments that run the failed tests again, each with the number of tests that must pass. */
function onlyFailed(names, all) {
  const files = names.filter((name) => name.endsWith(".test.mjs"));
  const tests = names.filter((name) => !files.includes(name));
  const pattern = `^(${tests.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")})$`;
  return [
    [[`--test-name-pattern=${pattern}`, ...all], tests.length],
    [files, files.length],
  ].filter(([, count]) => count);
}

const e2e = ({ headless }) => (headless ? inBrowsers("editor", testFiles("tests/e2e"), headless, { atOnce: 2 }) : skip("editor", MISSING));

/** Tests the core flows in Chromium, Firefox and WebKit. An engine that is not installed is reported in the output. */
const engines = ({ chromium }) => inBrowsers("browser engines", testFiles("tests/engines"), chromium);

function preparation(wanted) {
  const wants = (...groups) => groups.some((group) => wanted.has(group));
  const steps = [
    ...(wants("e2e", "engines") ? editorSteps() : wants("npm") ? packageSteps() : wants("types") ? typesSteps() : []),
    ...(wants("rust") ? [...targetStep(), ...registryStep(), ...preCommitStep()] : []),
    ...(wants("wasm") ? [...targetStep(), ...toolSteps(["wasm-bindgen", "wasm-pack"])] : []),
    ...(wants("fuzz") ? toolSteps(["cargo-fuzz"]) : []),
    ...(wants("deny") && strict ? toolSteps(["cargo-deny"]) : []),
    ...(wants("vscode") ? [...extensionSteps(), ...codeServerStep()] : []),
    ...(wants("types") ? npmStep("vscode") : []),
    ...(wants("wasm", "vscode", "e2e", "engines") ? chromiumStep() : []),
    ...(wants("engines") ? enginesStep() : []),
    ...npmStep(),
  ];
  return [...new Map(steps.map((step) => [step.key, step])).values()];
}

/** Shows the reports of failed tests again, at the end of the output, where they are found. */
function summary() {
  for (const { name, failed, text } of results) {
    if (failed && text) console.log(`\n==== ${name}: what failed ====\n${failureReports(text).join("\n\n")}`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${"suite".padEnd(20)} ${"result".padEnd(8)} ${"passed".padStart(7)} ${"failed".padStart(7)}  time`);
  for (const { name, state, passed, failed, seconds } of results) {
    console.log(`${name.padEnd(20)} ${state.padEnd(8)} ${String(passed).padStart(7)} ${String(failed).padStart(7)}  ${duration(seconds)}`);
  }
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  return sum("failed") === 0;
}

async function main() {
  const wanted = wantedGroups(process.argv.slice(2));
  checkLanguages();
  sharedData();
  await runSteps(preparation(wanted)).catch((error) => fail(error.message));
  const browser = findChromium();
  if (wanted.has("rust")) await rust(wanted);
  if (wanted.has("deny")) await deny();
  if (wanted.has("types")) await types();
  if (wanted.has("scripts")) await suite("scripts", "node", ["--test", ...testFiles("tests/scripts")]);
  if (wanted.has("wasm")) await (has("crates/wasm/tests") ? wasm(browser) : absent("wasm", "crates/wasm/tests"));
  if (wanted.has("npm")) await (has("tests/npm/run.mjs") ? suite("npm consumers", "node", ["tests/npm/run.mjs"]) : absent("npm consumers", "tests/npm/run.mjs"));
  if (wanted.has("vscode")) await vscode(browser);
  if (wanted.has("e2e")) await e2e(browser);
  if (wanted.has("engines")) await engines(browser);
  if (wanted.has("fuzz")) await fuzz();
  process.exitCode = summary() ? 0 : 1;
}

if (isMain(import.meta.url)) await main();
