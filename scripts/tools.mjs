// Finds or installs the pinned tools. Versions live here and nowhere else (wasm-bindgen: also in Cargo.lock, checked).
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const TARGET = "wasm32-unknown-unknown";
/** Pinned build tools: version, how to ask for it, features, and the minutes an installation takes on two cores. */
export const TOOLS = {
  "wasm-bindgen": { crate: "wasm-bindgen-cli", version: "0.2.129", flags: [], minutes: 1.5 },
  trunk: { crate: "trunk", version: "0.21.14", flags: ["--no-default-features"], minutes: 3.5 },
  "wasm-pack": { crate: "wasm-pack", version: "0.15.1", flags: [], minutes: 1.5 },
};
const local = join(root, ".cache", "tools");

export const env = {
  ...process.env,
  PATH: [join(local, "bin"), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
  TRUNK_SKIP_VERSION_CHECK: "true",
};

const started = Date.now();
export function say(text) {
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(`[${seconds.padStart(4)} s] ${text}`);
}

export function fail(text) {
  console.error(`\n${text}`);
  process.exit(1);
}

export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, env, stdio: "inherit", ...options });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  return result.status ?? 1;
}

export function must(command, args, options) {
  const status = run(command, args, options);
  if (status !== 0) fail(`${command} ${args.join(" ")} failed with ${status}.`);
}

function output(command, args) {
  try {
    return execFileSync(command, args, { cwd: root, env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

export function checkLanguages() {
  if (!output("cargo", ["--version"])) fail("Rust is missing. Install it with rustup (https://rustup.rs), then try again.");
  if (Number(process.versions.node.split(".")[0]) < 20) fail(`Node 20 or newer is needed; this is ${process.versions.node}.`);
}

export function ensureTarget() {
  const sysroot = output("rustc", ["--print", "sysroot"]);
  if (existsSync(join(sysroot, "lib", "rustlib", TARGET))) return;
  say(`installing the Rust target ${TARGET}`);
  must("rustup", ["target", "add", TARGET]);
}

/** Installs tools that are not on the PATH in exactly the pinned version; unoptimised, they are good enough. */
export function ensureTools(names) {
  const missing = names.filter((name) => !output(name, ["--version"]).split(/\s+/).includes(TOOLS[name].version));
  let left = missing.reduce((sum, name) => sum + TOOLS[name].minutes, 0);
  for (const name of missing) {
    const { crate, version, flags, minutes } = TOOLS[name];
    say(`installing ${name} ${version} (about ${minutes} min; ${left.toFixed(1)} min of tools left)`);
    mkdirSync(local, { recursive: true });
    must("cargo", ["install", "--quiet", "--locked", "--root", local, `${crate}@${version}`, ...flags], {
      env: {
        ...env,
        CARGO_TARGET_DIR: join(root, ".cache", "tools-target"),
        CARGO_PROFILE_RELEASE_LTO: "off",
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
        CARGO_PROFILE_RELEASE_DEBUG: "0",
        CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
      },
    });
    left -= minutes;
  }
}

export function ensureNpm() {
  const stamp = join(root, "node_modules", ".package-lock.json");
  const fresh = existsSync(stamp) && spawnSync("npm", ["ls", "--depth=0"], { cwd: root, stdio: "ignore" }).status === 0;
  if (fresh) return;
  say("installing npm packages");
  must("npm", ["ci", "--no-audit", "--no-fund"]);
}

/** A Chromium for the browser suites: CHROME_PATH, the PATH, or Debian's package where that can be installed. */
export function findChromium() {
  const known = [process.env.CHROME_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = () => known.find((path) => path && existsSync(path));
  if (found() && output("chromedriver", ["--version"])) return found();
  if (process.getuid?.() === 0 && output("apt-get", ["--version"])) {
    say("installing Chromium with apt-get");
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "chromium-driver"]);
  }
  return found();
}
