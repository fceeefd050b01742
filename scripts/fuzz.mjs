// `node scripts/fuzz.mjs [--seconds 30] [--only yaml,json]`: runs the fuzz targets from their seeds, two at a time.
// Requires cargo-fuzz and a C++ compiler. If they are missing, it prints a message and succeeds; with CI set, it fails.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMain } from "./folders.mjs";
import { root } from "./progress.mjs";
import { env, output } from "./tools.mjs";

const folder = join(root, "fuzz");
const WHERE = ["--sanitizer", "none", "--fuzz-dir", folder];
const AT_ONCE = 2;
/** The limits for one input, in seconds and MiB. */
const LIMITS = ["-timeout=30", "-rss_limit_mb=2048"];
// With CI set, each target has a fixed random seed and starts only from the committed seeds, so that it tries the same
// inputs in the same order. It stops at the time limit or after this number of inputs. How many inputs it tries before the
// time limit depends on the speed of the machine.
const IN_CI = process.env.CI ? ["-seed=1", "-runs=1000000"] : [];

/** The targets that fuzz/Cargo.toml lists. */
export function targets() {
  return [...readFileSync(join(folder, "Cargo.toml"), "utf8").matchAll(/^\[\[bin\]\]\nname = "([a-z]+)"$/gm)].map(([, name]) => name);
}

/** Returns the initial inputs of a target: its own files, and whole catalogs and bundles. */
export function seeds(target) {
  const own = join(folder, "seeds", target);
  const catalogs = ["crates/testing/fixtures/corpus/catalogs", "web/samples"];
  const more = { yaml: catalogs, validate: catalogs, fix: catalogs, bundle: ["crates/testing/fixtures/corpus/bundles"] };
  return [own, ...(more[target] ?? []).map((path) => join(root, path))].filter((path) => existsSync(path));
}

/** Parses the summary of libFuzzer: the number of runs, and of inputs in the corpus. */
export function figures(text) {
  const runs = text.match(/^Done (\d+) runs/m)?.[1] ?? text.match(/^stat::number_of_executed_units: (\d+)/m)?.[1];
  const corpus = [...text.matchAll(/corp: (\d+)\//g)].at(-1)?.[1];
  return { runs: Number(runs ?? 0), corpus: Number(corpus ?? 0) };
}

function run(args, isShown = false) {
  return new Promise((resolve) => {
    const child = spawn("cargo", args, { cwd: root, env });
    let text = "";
    const add = (data) => {
      text += data;
      if (isShown) process.stdout.write(data);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", add);
    child.once("error", (error) => resolve({ code: 1, text: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, text }));
  });
}

async function fuzz(target, seconds) {
  const corpus = process.env.CI ? mkdtempSync(join(tmpdir(), "olmkit-fuzz-")) : join(folder, "corpus", target);
  mkdirSync(corpus, { recursive: true });
  const options = ["--", `-max_total_time=${seconds}`, "-print_final_stats=1", ...LIMITS, ...IN_CI];
  const { code, text } = await run(["fuzz", "run", ...WHERE, target, corpus, ...seeds(target), ...options]);
  const { runs, corpus: size } = figures(text);
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${target.padEnd(10)} ${String(runs).padStart(9)} runs, ${size} inputs`);
  if (code !== 0) console.log(text.slice(-4000));
  return code === 0;
}

/** Runs a few targets at a time. Returns the number of failures. */
async function all(names, seconds) {
  const waiting = [...names];
  let failed = 0;
  const worker = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      const isSound = await fuzz(target, seconds);
      if (!isSound) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}

async function main() {
  const { values } = parseArgs({ options: { seconds: { type: "string", default: process.env.OLMKIT_FUZZ_SECONDS ?? "30" }, only: { type: "string" } } });
  const names = values.only ? values.only.split(",") : targets();
  const missing = [!output("cargo", ["fuzz", "--version"]) && "cargo-fuzz", !output("c++", ["--version"]) && "a C++ compiler"].filter(Boolean);
  if (missing.length) {
    console.log(`fuzzing: not run. ${missing.join(" and ")} is not installed (cargo install cargo-fuzz).`);
    process.exitCode = process.env.CI ? 1 : 0;
    return;
  }
  // The build prints what it compiles: a suite without output for some minutes is stopped.
  const built = await run(["fuzz", "build", ...WHERE], true);
  if (built.code !== 0) {
    process.exitCode = 1;
    return;
  }
  const failed = await all(names, Number(values.seconds));
  console.log(`${names.length - failed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

if (isMain(import.meta.url)) await main();
