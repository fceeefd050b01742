// Checks that the core crates compile without the features that other crates enable: `node scripts/crates-alone.mjs`.
// Cargo enables the features of all selected crates together, so a build of the whole workspace hides two mistakes: a
// crate that does not enable a feature that it needs, and a crate whose code depends on which features of another crate
// are enabled. The first is found when each crate is checked alone, the second when all are checked together, without
// their own features.
import { execFileSync, spawnSync } from "node:child_process";
import { root } from "./folders.mjs";

/** The crates with these names, and all crates of the workspace that they depend on. */
function withDependencies(names, packages, found = new Set()) {
  for (const name of names.filter((name) => packages.has(name) && !found.has(name))) {
    found.add(name);
    const dependencies = packages.get(name).dependencies.filter(({ kind }) => kind === null);
    withDependencies(
      dependencies.map(({ name }) => name),
      packages,
      found,
    );
  }
  return found;
}

const metadata = JSON.parse(execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1"], { cwd: root, maxBuffer: 1 << 28 }));
const packages = new Map(metadata.packages.map((found) => [found.name, found]));
// Crates on higher layers are compiled alone by other builds: the programs and the wasm modules.
const core = [...withDependencies(["olmkit-workspace"], packages)].sort();
const selected = core.map((name) => ["-p", name]);
for (const crates of [...selected, selected.flat()]) {
  const { status } = spawnSync("cargo", ["check", "--locked", "--quiet", "--no-default-features", ...crates], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
console.log(`${core.length} crates compile alone`);
