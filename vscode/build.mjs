// Builds the extension: `node vscode/build.mjs`. `--package` also builds the .vsix; `--quick` skips the limit of its
// size. The wasm and JavaScript come from pkg/dist, and from the editor in dist. They are small only after a full build
// of both.
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import zopfli from "@gfx/zopfli";
import { build } from "esbuild";
import { unzipSync, Zip, ZipPassThrough } from "fflate";
import { bundled, bundledIn, moduleContents, page } from "../scripts/notices.mjs";
import { buildPage } from "./page.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const pkg = join(root, "pkg");
const dist = join(here, "dist");
const LIMIT = 3 * 1024 * 1024;

const common = { absWorkingDir: root, bundle: true, metafile: true, minify: true, legalComments: "none", target: "es2022", logLevel: "warning" };
const olmkit = {
  alias: {
    "olmkit/language-server": join(pkg, "dist", "language-server.js"),
    "olmkit/cli": join(pkg, "dist", "cli.js"),
    "olmkit/packed": join(pkg, "dist", "packed.js"),
    "olmkit/unpack": join(pkg, "dist", "unpack.js"),
    "olmkit/answering": join(pkg, "dist", "answering.js"),
    "olmkit/client": join(pkg, "dist", "client.js"),
    "olmkit/index": join(pkg, "dist", "index.js"),
  },
};
const node = { platform: "node", target: "node20" };
const extension = { external: ["vscode"], format: "cjs" };

const BUNDLES = [
  { in: join(here, "src", "desktop.ts"), out: "desktop.js", ...extension, ...node },
  { in: join(here, "src", "web.ts"), out: "web.js", ...extension, platform: "browser" },
  // A worker is a script; its first message contains its wasm.
  { in: join(here, "src", "worker", "main.ts"), out: "worker.js", format: "iife", platform: "browser", define: { "import.meta.url": "location.href" }, ...olmkit },
  // The command line in Node.js, beside its wasm.
  { in: join(pkg, "dist", "main.node.js"), out: "server.mjs", format: "esm", ...node },
];

const DEFLATED = 8; // the method of the ZIP format

/** A file of a ZIP archive with its compressed content. */
class Deflated extends ZipPassThrough {
  compression = DEFLATED;

  constructor(path, deflated) {
    super(path);
    this.process = (_, isLast) => this.ondata(null, deflated, isLast);
  }
}

/** Returns a ZIP archive with the same files, compressed better than vsce does. */
async function repacked(archive) {
  const parts = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const [path, content] of Object.entries(unzipSync(archive))) {
    const file = new Deflated(path, await zopfli.deflateAsync(content, { numiterations: 5 }));
    zip.add(file);
    file.push(content, true);
  }
  zip.end();
  return Buffer.concat(parts);
}

rmSync(dist, { recursive: true, force: true });
const built = await Promise.all(BUNDLES.map(({ in: entry, out, ...options }) => build({ ...common, ...options, entryPoints: [entry], outfile: join(dist, out) })));
const pages = await buildPage({ root, out: join(dist, "page"), common, olmkit });
writeFileSync(join(dist, "NOTICES.html"), page([...moduleContents(), ...bundledIn(...[...built, ...pages].map(({ metafile }) => metafile)), bundled("fflate")]));
cpSync(join(pkg, "dist", "cli_packed.js"), join(dist, "cli_packed.js"));
cpSync(join(pkg, "schema", "config.v1.json"), join(dist, "config.v1.json"));

if (process.argv.includes("--package")) {
  const vsce = createRequire(join(here, "package.json")).resolve("@vscode/vsce/vsce");
  const out = join(here, "olmkit.vsix");
  execFileSync(process.execPath, [vsce, "package", "--no-dependencies", "--out", out], { cwd: here, stdio: "inherit" });
  const isQuick = process.argv.includes("--quick");
  if (!isQuick) writeFileSync(out, await repacked(readFileSync(out)));
  const { size } = statSync(out);
  console.log(`olmkit.vsix: ${(size / 1024 / 1024).toFixed(2)} MiB`);
  if (size > LIMIT && !isQuick) {
    console.error(`olmkit.vsix is larger than ${LIMIT / 1024 / 1024} MiB`);
    process.exitCode = 1;
  }
}
