// The dependencies of the build: languages, the wasm target, the pinned tools (tools.json), npm packages, Chromium.
// Each function returns the missing steps, so that a complete machine has nothing to do.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root, toolsFolder } from "./folders.mjs";
import { command, say } from "./progress.mjs";

export { root, say };

export const TARGET = "wasm32-unknown-unknown";
/** The versions of build tools: programs of crates, packages of npm and of Python. */
const { crates, npm: NPM, python: PYTHON } = JSON.parse(readFileSync(join(root, "scripts", "tools.json"), "utf8"));
export const TOOLS = crates;
const toolFolder = (name) => join(toolsFolder, `${name}-${TOOLS[name].version}`);

/** CI builds a tree only once, and its backtraces do not need line numbers. */
const CI_BUILD = { CARGO_INCREMENTAL: "0", CARGO_PROFILE_DEV_DEBUG: "0" };

/** The environment of all commands. Our tools come first, then node_modules/.bin (wasm-opt), then the system's PATH. */
export const env = {
  ...(process.env.CI ? CI_BUILD : {}),
  ...process.env,
  PATH: [...Object.keys(TOOLS).map((name) => join(toolFolder(name), "bin")), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
  TRUNK_SKIP_VERSION_CHECK: "true",
};

export function fail(text) {
  console.error(`\n${text}`);
  process.exit(1);
}

export function output(program, args) {
  try {
    return execFileSync(program, args, { cwd: root, env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

const read = (path) => readFileSync(join(root, path), "utf8");

/** Exits with a message if Rust or Node.js is missing, or older than Cargo.toml and package.json require. */
export function checkLanguages() {
  const [, oldestNode] = read("package.json").match(/"node": ">=(\d+)"/);
  const major = Number(process.versions.node.split(".")[0]);
  if (major < Number(oldestNode)) fail(`Node ${oldestNode} or newer is needed; this is ${process.versions.node}. Install a newer Node.js, then try again.`);
  const rust = output("rustc", ["--version"]).match(/^rustc (\d+)\.(\d+)/);
  if (!rust || !output("cargo", ["--version"])) {
    fail('Rust is missing. Install it with rustup (see rust-lang.org, "Install"), open a new terminal, then try again.');
  }
  const oldest = read("Cargo.toml")
    .match(/^rust-version = "(\d+)\.(\d+)"/m)
    .slice(1)
    .map(Number);
  const [, ...version] = rust.map(Number);
  if (version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1])) {
    fail(`Rust ${oldest.join(".")} or newer is needed; this is ${version.join(".")}. Run \`rustup update\`, then try again.`);
  }
}

/** Installs the wasm target if it is missing. */
export function targetStep() {
  if (existsSync(join(output("rustc", ["--print", "sysroot"]), "lib", "rustlib", TARGET, "lib"))) return [];
  if (!output("rustup", ["--version"])) fail(`The Rust target ${TARGET} is missing, and so is rustup, which installs it.`);
  const run = () => command("target", "rustup", ["target", "add", TARGET], { env });
  return [{ key: "target", title: `Rust target ${TARGET}`, run }];
}

function isInstalled(name) {
  return output(name, ["--version"]).split(/\s+/).includes(TOOLS[name].version);
}

/**
 * Installs the pinned tools that are not on the PATH in this exact version. They are built without optimization, which
 * takes a quarter of the time and is sufficient. The settings apply to the installation only, not to our builds.
 */
export function toolSteps(names, after = {}) {
  return names
    .filter((name) => !isInstalled(name))
    .map((name) => {
      const { crate, version, flags = [] } = TOOLS[name];
      const scratch = join(toolsFolder, `unfinished-${process.pid}-${name}`);
      const args = ["install", "--locked", "--root", scratch, `${crate}@${version}`, ...flags];
      const cheap = {
        CARGO_TARGET_DIR: join(scratch, "target"),
        CARGO_PROFILE_RELEASE_LTO: "off",
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
        CARGO_PROFILE_RELEASE_DEBUG: "0",
        CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
        CARGO_PROFILE_RELEASE_PANIC: "abort",
      };
      const run = async () => {
        await command(name, "cargo", args, { env: { ...env, ...cheap } });
        rmSync(join(scratch, "target"), { recursive: true, force: true });
        moveInto(scratch, toolFolder(name));
      };
      return { key: name, title: `${name} ${version}`, needs: after[name] ?? [], run };
    });
}

/** Renames a finished folder to its final name. If another process was faster, its folder is kept. */
function moveInto(scratch, folder) {
  try {
    renameSync(scratch, folder);
  } catch {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Installs the npm packages of the root, or of a folder with its own packages, if they do not match package-lock.json.
 */
export function npmStep(folder = "") {
  const stamp = join(root, folder, "node_modules", ".olmkit-lock");
  const want = createHash("sha256")
    .update(readFileSync(join(root, folder, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === want) return [];
  const key = folder ? `npm-${folder}` : "npm";
  const run = async () => {
    await command(key, "npm", ["ci", "--no-audit", "--no-fund"], { env, cwd: join(root, folder) });
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, want);
  };
  return [{ key, title: folder ? `npm packages of ${folder}` : "npm packages", run }];
}

const CODE_SERVER = NPM["code-server"];
const codeServerFolder = join(toolsFolder, `code-server-${CODE_SERVER}`);
const code = join(codeServerFolder, "node_modules", "code-server", "lib", "vscode");

const codeServerStamp = join(codeServerFolder, "installed");

/**
 * The Visual Studio Code that runs the tests of the extension: a server from the npm package code-server. Undefined if
 * it is not installed.
 */
export const codeServer = () => (existsSync(codeServerStamp) ? join(code, "out", "server-main.js") : undefined);

/**
 * Installs code-server if it is missing. Nothing is compiled: the server runs without its C++ modules, which are for
 * terminals and logs. If the registry is not reachable, the tests are skipped.
 */
export function codeServerStep() {
  if (codeServer() || process.platform === "win32") return [];
  const install = (args, cwd) => command("code-server", "npm", ["install", ...args, "--ignore-scripts", "--no-audit", "--no-fund"], { env, cwd });
  const run = async () => {
    mkdirSync(codeServerFolder, { recursive: true });
    writeFileSync(join(codeServerFolder, "package.json"), JSON.stringify({ private: true }));
    try {
      await install([`code-server@${CODE_SERVER}`], codeServerFolder);
      await install(["--omit=dev"], code);
      writeFileSync(codeServerStamp, "");
    } catch (error) {
      say(`code-server cannot be installed: ${error.message.split("\n")[0]}`);
    }
  };
  return [{ key: "code-server", title: `Visual Studio Code (code-server ${CODE_SERVER})`, run }];
}

/** Finds a program of this name in the PATH or in /usr/bin. */
const findProgram = (...names) => {
  const folders = (process.env.PATH ?? "").split(delimiter).concat("/usr/bin");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
};

/**
 * Finds Chromium and chromedriver for the browser suites: in CHROME_PATH, the PATH, or /usr/bin. `headless` is its headless
 * shell, in which the same tests need a third less CPU time; Chromium itself if it is not installed.
 */
export function findChromium() {
  const named = existsSync(process.env.CHROME_PATH ?? "") ? process.env.CHROME_PATH : undefined;
  const chromium = named ?? findProgram("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  const headless = named ?? findProgram("chromium-headless-shell") ?? chromium;
  return { chromium, headless, driver: output("chromedriver", ["--version"]) !== "" };
}

/** Installs Debian's Chromium if it is missing. Requires root and apt-get. */
export function chromiumStep() {
  const { chromium, headless, driver } = findChromium();
  const whole = chromium && driver ? [] : aptStep("chromium", "Chromium and chromedriver (apt-get)", ["chromium", "chromium-driver"]);
  if (process.env.CHROME_PATH || headless !== chromium) return whole;
  const shell = aptStep("headless", "chromium-headless-shell (apt-get)", ["chromium-headless-shell"]);
  const without = () => say("chromium-headless-shell could not be installed; the tests run in Chromium.");
  return [...whole, ...shell.map((step) => ({ ...step, run: () => step.run().catch(without) }))];
}

/** Installs Debian's Firefox and WebKit. The tests report what is missing. */
export function enginesStep() {
  const wanted = { "firefox-esr": ["firefox-esr", "firefox"], "webkit2gtk-driver": ["WebKitWebDriver"], xvfb: ["Xvfb"] };
  const missing = Object.keys(wanted).filter((name) => !wanted[name].some(onPath));
  return missing.length ? aptStep("engines", `${missing.join(", ")} (apt-get)`, missing) : [];
}

/**
 * Installs a registry and tools for building images, for tests of the native program. The tests report what is missing.
 */
export function registryStep() {
  const missing = ["docker-registry", "skopeo", "buildah", "podman", "openssl", "jq", "curl", "shellcheck"].filter((program) => !onPath(program));
  return missing.length ? aptStep("registry", `${missing.join(", ")} (apt-get)`, missing) : [];
}

const PRE_COMMIT = PYTHON["pre-commit"];

/** The folder of the Python packages of pre-commit. */
export const preCommitFolder = join(toolsFolder, `pre-commit-${PRE_COMMIT}`);

/** Installs pre-commit, which runs our hooks in a test, in a separate folder. Requires Python. */
export function preCommitStep() {
  if (existsSync(join(preCommitFolder, "pre_commit")) || !output("python3", ["-m", "pip", "--version"])) return [];
  const install = ["-m", "pip", "install", "--quiet", "--target", preCommitFolder, `pre-commit==${PRE_COMMIT}`];
  const run = () => command("pre-commit", "python3", install, { env });
  return [{ key: "pre-commit", title: "pre-commit (pip)", run }];
}

const onPath = (program) => (env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Serializes installations: a second apt-get does not wait for the lock of the package lists. */
let installing = Promise.resolve();

/** Installs Debian packages, if that is possible. */
function aptStep(key, title, names) {
  if (process.getuid?.() !== 0 || !output("apt-get", ["--version"])) return [];
  const apt = (args) => command(key, "apt-get", args, { env: { ...env, DEBIAN_FRONTEND: "noninteractive" } });
  const install = async () => {
    await apt(["update", "-qq"]);
    await apt(["install", "-y", "-qq", "--no-install-recommends", ...names]);
  };
  const run = () => {
    const mine = installing.then(install);
    installing = mine.catch(() => {});
    return mine;
  };
  return [{ key, title, run }];
}
