// What a machine needs: languages, the wasm target, the pinned tools (tools.json), npm packages, Chromium.
// Each function answers with the steps that are missing, so a machine that has everything pays nothing.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root, toolsFolder } from "./folders.mjs";
import { command, say } from "./progress.mjs";

export { root, say };

export const TARGET = "wasm32-unknown-unknown";
export const TOOLS = JSON.parse(readFileSync(join(root, "scripts", "tools.json"), "utf8"));
const RUST = [1, 90];
const toolFolder = (name) => join(toolsFolder, `${name}-${TOOLS[name].version}`);

/** In CI a tree is built once, and backtraces need no line numbers. */
const CI_BUILD = { CARGO_INCREMENTAL: "0", CARGO_PROFILE_DEV_DEBUG: "0" };

/** Environment of every command: our tools first, and node_modules/.bin (wasm-opt) before the system's. */
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

/** Ends with a sentence when Rust or Node is missing or too old. */
export function checkLanguages() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) fail(`Node 20 or newer is needed; this is ${process.versions.node}. Install a newer Node.js, then try again.`);
  const rust = output("rustc", ["--version"]).match(/^rustc (\d+)\.(\d+)/);
  if (!rust || !output("cargo", ["--version"])) {
    fail('Rust is missing. Install it with rustup (see rust-lang.org, "Install"), open a new terminal, then try again.');
  }
  const [, ...version] = rust.map(Number);
  if (version[0] < RUST[0] || (version[0] === RUST[0] && version[1] < RUST[1])) {
    fail(`Rust ${RUST.join(".")} or newer is needed; this is ${version.join(".")}. Run \`rustup update\`, then try again.`);
  }
}

/** The wasm target, when missing. */
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
 * The pinned tools that are not on the PATH in exactly that version. They are built without optimisation, which is a
 * quarter of the time and enough for them; the settings hold for the installation only, not for our own builds.
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

/** Puts a finished folder in its place. Another process may have done so before: then its folder stays. */
function moveInto(scratch, folder) {
  try {
    renameSync(scratch, folder);
  } catch {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The npm packages of the root, or of a folder with its own, when package-lock.json is not what is installed. */
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

const CODE_SERVER = "4.100.3";
const codeServerFolder = join(toolsFolder, `code-server-${CODE_SERVER}`);
const code = join(codeServerFolder, "node_modules", "code-server", "lib", "vscode");

const codeServerStamp = join(codeServerFolder, "installed");

/** The Visual Studio Code that the extension is tested in: a server, of the npm package code-server; if it is installed. */
export const codeServer = () => (existsSync(codeServerStamp) ? join(code, "out", "server-main.js") : undefined);

/**
 * Installs it, when it is missing. Nothing is compiled: the server runs without its modules in C++, which are for
 * terminals and logs. Without a registry the tests are skipped.
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

/** The Chromium and chromedriver of the browser suites: CHROME_PATH, the PATH, or the usual places. */
export function findChromium() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(delimiter).concat("/usr/bin");
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const chromium = [process.env.CHROME_PATH, ...places].find((path) => path && existsSync(path));
  const driver = output("chromedriver", ["--version"]) !== "";
  return { chromium, driver };
}

/** Debian's Chromium, when there is none and this is root on a machine with apt-get. */
export function chromiumStep() {
  const { chromium, driver } = findChromium();
  if (chromium && driver) return [];
  return aptStep("chromium", "Chromium and chromedriver (apt-get)", ["chromium", "chromium-driver"]);
}

/** Debian's Firefox and WebKit, beside Chromium. The tests say what is missing. */
export function enginesStep() {
  const wanted = { "firefox-esr": ["firefox-esr", "firefox"], "webkit2gtk-driver": ["WebKitWebDriver"], xvfb: ["Xvfb"] };
  const missing = Object.keys(wanted).filter((name) => !wanted[name].some(onPath));
  return missing.length ? aptStep("engines", `${missing.join(", ")} (apt-get)`, missing) : [];
}

/** A registry and what makes images, for tests of the native program. The tests say what is missing. */
export function registryStep() {
  const missing = ["docker-registry", "skopeo", "buildah", "openssl", "jq", "curl", "shellcheck"].filter((program) => !onPath(program));
  return missing.length ? aptStep("registry", `${missing.join(", ")} (apt-get)`, missing) : [];
}

const PRE_COMMIT = "4.7.0";

/** The Python packages of pre-commit. */
export const preCommitFolder = join(toolsFolder, `pre-commit-${PRE_COMMIT}`);

/** pre-commit, which runs our hooks in a test; in a folder of its own, when Python is there. */
export function preCommitStep() {
  if (existsSync(join(preCommitFolder, "pre_commit")) || !output("python3", ["-m", "pip", "--version"])) return [];
  const install = ["-m", "pip", "install", "--quiet", "--target", preCommitFolder, `pre-commit==${PRE_COMMIT}`];
  const run = () => command("pre-commit", "python3", install, { env });
  return [{ key: "pre-commit", title: "pre-commit (pip)", run }];
}

const onPath = (program) => (env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

/** One installation at a time: a second apt-get does not wait for the lock of the package lists. */
let installing = Promise.resolve();

/** Installs packages of Debian, where that is possible. */
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
