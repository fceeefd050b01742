// `npm test`: all suites, each by name and with its time. `-- --only rust,wasm` runs a part.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkLanguages, ensureNpm, ensureTarget, ensureTools, env, findChromium, root, say } from "./tools.mjs";
import { build } from "./start.mjs";

const only = process.argv.find((argument) => argument.startsWith("--only"))?.split("=")[1] ?? process.argv[process.argv.indexOf("--only") + 1];
const wanted = (group) => !process.argv.some((a) => a.startsWith("--only")) || only.split(",").includes(group);
const has = (path) => existsSync(join(root, path));
const results = [];
let counted = 0;

function suite(name, command, args, options = {}) {
  const begin = Date.now();
  say(`${name}: ${command} ${args.join(" ")}`);
  const result = spawnSync(command, args, { cwd: root, env, encoding: "utf8", maxBuffer: 1 << 30, ...options });
  const text = `${result.stdout ?? ""}${result.stderr ?? ""}`;
  process.stdout.write(text);
  for (const [, passed] of text.matchAll(/test result: \w+\. (\d+) passed/g)) counted += Number(passed);
  for (const [, passed] of text.matchAll(/^# pass (\d+)/gm)) counted += Number(passed);
  results.push({ name, ok: result.status === 0, seconds: (Date.now() - begin) / 1000 });
}

checkLanguages();
if (wanted("rust")) {
  suite("format", "cargo", ["fmt", "--all", "--check"]);
  suite("clippy", "cargo", ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]);
  suite("rust tests", "cargo", ["test", "--workspace", "--locked"]);
}
if (wanted("wasm") || wanted("npm") || wanted("e2e")) {
  ensureTarget();
  ensureTools(["wasm-bindgen", "trunk", "wasm-pack"]);
  ensureNpm();
  build();
}
const chromium = wanted("wasm") || wanted("npm") || wanted("e2e") ? findChromium() : undefined;
if ((wanted("wasm") || wanted("e2e")) && !chromium) {
  say("no Chromium found: the browser suites cannot run. Install chromium and chromedriver, or set CHROME_PATH.");
  results.push({ name: "browser suites", ok: false, seconds: 0 });
}
if (wanted("wasm") && has("crates/wasm/tests")) {
  const wait = { env: { ...env, WASM_BINDGEN_TEST_TIMEOUT: "120", WASM_BINDGEN_TEST_DRIVER_TIMEOUT: "60" } };
  suite("wasm in node", "wasm-pack", ["test", "--node", "--mode", "no-install", "crates/wasm"], wait);
  if (chromium) suite("wasm in chromium", "wasm-pack", ["test", "--headless", "--chrome", "--mode", "no-install", "crates/wasm"], wait);
}
if (wanted("npm") && has("tests/npm/run.mjs")) suite("npm consumers", "node", ["tests/npm/run.mjs"]);
if (wanted("e2e") && chromium) {
  suite("editor", "node", ["--test", "--test-concurrency=1", "tests/e2e/"], { env: { ...env, CHROME_PATH: chromium } });
}

console.log("\nsuite                     result   seconds");
for (const { name, ok, seconds } of results) console.log(`${name.padEnd(25)} ${ok ? "ok      " : "FAILED  "} ${seconds.toFixed(1)}`);
const failed = results.filter((result) => !result.ok).length;
console.log(`\n${counted} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
