// `npm run bench:compare -- [BASE] [--limit 5] [--profile release]`: compares the instructions of the command line at
// BASE (default: main) and of this tree, measured alternately with callgrind. Fails if a measurement grew by more than
// the limit, in percent. `--binaries OLD,NEW` compares two existing programs.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { shared } from "../tests/shared.mjs";
import { isMain, targetFolder } from "./folders.mjs";
import { root } from "./progress.mjs";
import { env, fail, output, say } from "./tools.mjs";

/** Returns a channel with this number of entries, each of which replaces the one before. */
function channel(length) {
  const names = Array.from({ length }, (_, at) => `foo.v1.0.${at}`);
  const entries = names.map((name, at) => `- name: ${name}\n${at ? `  replaces: ${names[at - 1]}\n` : ""}`).reverse();
  const bundles = names.map(
    (name, at) =>
      `---\nschema: olm.bundle\npackage: foo\nname: ${name}\nimage: registry.example.com/foo:v1.0.${at}\nproperties:\n- type: olm.package\n  value:\n    packageName: foo\n    version: 1.0.${at}\n`,
  );
  return `---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n${entries.join("")}${bundles.join("")}`;
}

/** Returns the measurements: titles and arguments. `scratch` is a folder for output. */
function workloads(scratch) {
  const long = join(scratch, "channel");
  mkdirSync(long);
  writeFileSync(join(long, "catalog.yaml"), channel(3000));
  const fixtures = join(root, "crates", "testing", "fixtures", "corpus");
  const own = [
    ["validate, channel of 3000", ["validate", long]],
    ["stranded, channel of 3000", ["stranded", long]],
    ["path, channel of 3000", ["path", long, "foo", "foo.v1.0.0"]],
    ["bundle validate, a fixture", ["bundle", "validate", join(fixtures, "bundles", "lamp-operator", "1.0.0")]],
    ["render, the fixtures", ["render", join(fixtures, "catalogs", "v4.16"), "-o", "yaml"]],
  ];
  const real = ["v4.16", "v4.20"].map((version) => [`validate, ${version}`, ["validate", shared("corpus", "catalogs", version)]]);
  return [...own, ...real.filter(([, [, path]]) => path && existsSync(path))];
}

/** Returns the instructions of a run; `undefined` if the program does not know the command, or fails. */
function instructions(program, args) {
  const { status, stderr } = spawnSync("valgrind", ["--tool=callgrind", "--callgrind-out-file=/dev/null", program, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  const found = stderr.match(/Collected : (\d+)/);
  return found && status !== null && status < 2 ? Number(found[1]) : undefined;
}

/** Returns a row of the table: by how much head is slower, in percent, and whether it exceeds the limit. */
export function judge(base, head, limit) {
  if (base === undefined || head === undefined) return { change: undefined, isWorse: head === undefined && base !== undefined };
  return { change: (head / base - 1) * 100, isWorse: head * 100 > base * (100 + limit) };
}

/** Measures both programs alternately. Returns the number of measurements that exceed the limit. */
function compare(base, head, limit) {
  const scratch = mkdtempSync(join(tmpdir(), "olmkit-bench-"));
  let worse = 0;
  console.log(`${"measurement".padEnd(30)} ${"base".padStart(15)} ${"head".padStart(15)}  change`);
  for (const [title, args] of workloads(scratch)) {
    const [old, own] = [instructions(base, args), instructions(head, args)];
    const { change, isWorse } = judge(old, own, limit);
    worse += isWorse ? 1 : 0;
    const shown = change === undefined ? "not comparable" : `${change >= 0 ? "+" : ""}${change.toFixed(2)} %`;
    console.log(`${title.padEnd(30)} ${String(old ?? "-").padStart(15)} ${String(own ?? "-").padStart(15)}  ${shown}${isWorse ? "  TOO MUCH" : ""}`);
  }
  rmSync(scratch, { recursive: true });
  return worse;
}

/** Builds the command line of a tree. Returns its path. */
function build(tree, target, profile) {
  say(`building ${tree}`);
  const args = ["build", "--quiet", "--locked", "--profile", profile, "-p", "olmkit-cli"];
  execFileSync("cargo", args, { cwd: tree, env: { ...env, CARGO_TARGET_DIR: target }, stdio: "inherit" });
  return join(target, profile === "dev" ? "debug" : profile, "olmkit");
}

/** Builds the program of a commit in a temporary worktree. */
function buildBase(commit, profile) {
  const tree = mkdtempSync(join(tmpdir(), "olmkit-base-"));
  execFileSync("git", ["worktree", "add", "--quiet", "--detach", "--force", tree, commit], { cwd: root });
  try {
    return build(tree, join(root, ".cache", "bench-base"), profile);
  } finally {
    execFileSync("git", ["worktree", "remove", "--force", tree], { cwd: root });
  }
}

function main() {
  const options = { limit: { type: "string", default: "5" }, profile: { type: "string", default: "release" }, binaries: { type: "string" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (!output("valgrind", ["--version"])) fail("valgrind is missing: it counts the instructions.");
  const commit = positionals[0] ?? "main";
  const [base, head] = values.binaries?.split(",") ?? [buildBase(commit, values.profile), build(root, targetFolder, values.profile)];
  const worse = compare(base, head, Number(values.limit));
  if (worse) fail(`${worse} ${worse === 1 ? "measurement" : "measurements"} grew by more than ${values.limit} %.`);
}

if (isMain(import.meta.url)) main();
