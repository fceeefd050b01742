// Measures the engine of pkg/dist under Node.js: `node scripts/bench-wasm.mjs [--runs N] [--keys N] [--wasm FILE]
// [--cold] [CATALOG [FILE]]`.
//
// Validates CATALOG. Without arguments these are v4.16, which is mostly base64, and v4.20, which is mostly structure.
// Changes single characters in a channel of FILE, by default the largest file of the corpus. The first keystroke is
// that of a warm engine, as in the editor; with --cold it includes compilation by V8.
//
// The default catalogs are in the shared corpus (OLMKIT_SHARED, or ../shared). CPU time is that of the whole process,
// including V8's compiler threads. Compare ratios of programs that run alternately, not absolute times.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./folders.mjs";

const options = { runs: { type: "string", default: "9" }, keys: { type: "string", default: "200" }, wasm: { type: "string" }, cold: { type: "boolean" } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
/** The limit for a keystroke, in milliseconds. */
const BAR = 4;
const corpus = join(process.env.OLMKIT_SHARED ?? join(root, "../shared"), "corpus/catalogs");
const [given, single = join(corpus, "v4.14/dell-csm-operator/catalog.yaml")] = positionals;
const catalogs = given ? [given] : ["v4.16", "v4.20"].map((version) => join(corpus, version));

function paths(folder) {
  if (!statSync(folder).isDirectory()) return [folder];
  return readdirSync(folder)
    .sort()
    .flatMap((name) => paths(join(folder, name)));
}

const milliseconds = (value) => `${value.toFixed(2).padStart(8)} ms`;

/** CPU and wall time of a call, in milliseconds. */
function timed(work) {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const result = work();
  const wall = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000, wall, result };
}

function print(name, runs) {
  const sorted = (key) => runs.map((run) => run[key]).sort((a, b) => a - b);
  const shown = (list) => `median ${milliseconds(list[Math.floor(list.length / 2)])}  least ${milliseconds(list[0])}  most ${milliseconds(list.at(-1))}`;
  console.log(`${name.padEnd(44)} wall: ${shown(sorted("wall"))}\n${"".padEnd(44)} CPU:  ${shown(sorted("cpu"))}`);
}

/** Prints the first run, the 99th percentile, and all runs above the limit. */
function printSpread(runs) {
  for (const key of ["wall", "cpu"]) {
    const sorted = runs.map((run) => run[key]).sort((a, b) => a - b);
    const within = sorted[Math.ceil(sorted.length * 0.99) - 1];
    console.log(`${"".padEnd(44)} ${`${key}:`.padEnd(5)} first  ${milliseconds(runs[0][key])}  99 %  ${milliseconds(within)}`);
  }
  // Much more wall than CPU time means that other programs ran. Much of both means that V8 compiled on other threads.
  runs.forEach(({ wall, cpu }, index) => {
    if (wall > BAR || cpu > BAR) console.log(`  above ${BAR} ms: run ${index + 1}, wall ${milliseconds(wall)}, CPU ${milliseconds(cpu)}`);
  });
}

const { initSync, Workspace, validate } = await import(join(root, "pkg/dist/core.js"));
const { warm } = await import(join(root, "pkg/dist/warm.js"));
const { engine } = await import(join(root, "pkg/dist/engine.js"));
const bytes = readFileSync(values.wasm ?? join(root, "pkg/dist/core_bg.wasm"));
let memory;
print("compile and start", [timed(() => (memory = initSync({ module: bytes }).memory))]);
engine.ready();

const WARM_RUNS = 30;
const times = (count, work) => Array.from({ length: count }, (_, index) => timed(() => work(index)));
for (const [at, catalog] of catalogs.entries()) {
  const files = paths(catalog).map((path) => ({ path: relative(catalog, path), bytes: readFileSync(path) }));
  const size = files.reduce((sum, file) => sum + file.bytes.length, 0);
  console.log(`${catalog}: ${files.length} files, ${(size / 1e6).toFixed(1)} MB`);
  print(
    `validate, first time${at ? "" : " (engine not warm)"}`,
    times(1, () => validate(files)),
  );
  print(
    "validate, then",
    times(Number(values.runs), () => validate(files)),
  );
  // V8 has compiled everything with its slower, optimizing compiler by then.
  times(WARM_RUNS, () => validate(files));
  print(
    `validate, after ${WARM_RUNS} runs`,
    times(Number(values.runs), () => validate(files)),
  );
}
console.log(`${"wasm memory after it".padEnd(44)} ${(memory.buffer.byteLength / 2 ** 20).toFixed(0)} MiB`);

const text = readFileSync(single, "utf8");
const at = text.indexOf("replaces: ", text.indexOf("schema: olm.channel")) + "replaces: ".length;
const workspace = new Workspace();
const open = timed(() => {
  workspace.open("catalog.yaml", text);
  return workspace.report();
});
console.log(`${single}: ${(text.length / 1e6).toFixed(1)} MB`);
print("open and report", [open]);
if (!values.cold) print("warm, as the editor does", [timed(warm)]);
const key = (index) => {
  workspace.change("catalog.yaml", index % 2 ? [{ from: at, to: at + 1, text: "" }] : [{ from: at, to: at, text: "x" }]);
  return workspace.report();
};
const keys = times(Number(values.keys), key);
print("keystroke: change and report", keys);
printSpread(keys);
