// Builds the native program of a release: `npm run build:binary [-- [--built] TARGET...]`. TARGET is a Rust target; the
// default is that of this machine. For each target it writes target/release-files/olmkit-TARGET.tar.gz (the program,
// its license, the notices of its dependencies, the README) and its checksum.
//
// The program contains the editor, which is built first if it is outdated. With --built, the editor in dist is used as
// it is.
//
// Linux (musl) targets are built with cargo-zigbuild, which includes a C compiler for all targets (`pip install
// cargo-zigbuild ziglang`). *-windows-gnu targets require mingw-w64; macOS targets require a Mac.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { editorSteps } from "./build.mjs";
import { root, targetFolder } from "./folders.mjs";
import { contents, page as noticesPage, pageContents } from "./notices.mjs";
import { runSteps } from "./progress.mjs";

const files = join(targetFolder, "release-files");
/** The maximum size of the program, in bytes. A larger release fails. */
const LIMIT = 25e6;

const run = (program, args, options) => execFileSync(program, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], ...options });

function hostTarget() {
  const text = execFileSync("rustc", ["-vV"], { encoding: "utf8" });
  return /^host: (.+)$/m.exec(text)[1];
}

/** Builds the editor if it is missing or outdated. Returns an identifier of its build. */
async function editor() {
  if (!process.argv.includes("--built")) await runSteps(editorSteps());
  return createHash("sha256")
    .update(readFileSync(join(root, "dist", "index.html")))
    .digest("hex");
}

function compile(target, page) {
  const build = target.endsWith("-musl") ? "zigbuild" : "build";
  const env = { ...process.env, CARGO_PROFILE_RELEASE_STRIP: "symbols", OLMKIT_PAGE: page };
  run("cargo", [build, "--release", "--locked", "--package", "olmkit-cli", "--bin", "olmkit", "--target", target], { env });
  const program = join(targetFolder, target, "release", target.includes("windows") ? "olmkit.exe" : "olmkit");
  const { size } = statSync(program);
  if (size > LIMIT) throw new Error(`${program} has ${size} bytes; the limit is ${LIMIT}. Find what grew with cargo bloat.`);
  console.log(`${target}: ${(size / 1e6).toFixed(1)} MB`);
  return program;
}

async function pack(target, program) {
  const name = `olmkit-${target}`;
  const folder = join(files, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(program, join(folder, target.includes("windows") ? "olmkit.exe" : "olmkit"));
  for (const text of ["LICENSE", "README.md"]) copyFileSync(join(root, text), join(folder, text));
  writeFileSync(join(folder, "NOTICES.html"), noticesPage([...contents("olmkit-cli", target), ...(await pageContents())]));
  const archive = `${name}.tar.gz`;
  run("tar", ["-czf", archive, name], { cwd: files });
  const sum = createHash("sha256")
    .update(readFileSync(join(files, archive)))
    .digest("hex");
  writeFileSync(join(files, `${archive}.sha256`), `${sum}  ${archive}\n`);
  rmSync(folder, { recursive: true });
  return archive;
}

if (!existsSync(files)) mkdirSync(files, { recursive: true });
const targets = process.argv.slice(2).filter((arg) => arg !== "--built");
const page = await editor();
for (const target of targets.length ? targets : [hostTarget()]) console.log(join(files, await pack(target, compile(target, page))));
