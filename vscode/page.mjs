// The editor's page in the extension: the wasm and the JavaScript of the page without its code pane, which Visual
// Studio Code replaces; its workers as separate scripts; its styles without fonts.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build, transform } from "esbuild";

/** Files of the page's host that the folder `hosted` replaces for the page in another editor. */
const SWAPPED = /\/(code|coloring|served|workers)\.js$/;

const hosted = (source) => ({
  name: "hosted",
  setup({ onResolve }) {
    onResolve({ filter: SWAPPED }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path).replace(/js$/, "ts");
      return dirname(file) === source ? { path: join(source, "hosted", basename(file)) } : undefined;
    });
  },
});

/** A replacement without an export that the page uses is an error; esbuild would call `undefined`. */
const logOverride = { "import-is-undefined": "error" };

/** The worker of bundles fetches the wasm that the package embeds in a script. */
const fetchedWasm = (path) => ({
  name: "fetched-wasm",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/cli_packed\.js$/ }, () => ({ path }));
  },
});

/** Returns the styles in the order of index.html, with the fonts of Visual Studio Code. */
async function styles(root, own) {
  const names = [...readFileSync(join(root, "index.html"), "utf8").matchAll(/rel="css" href="([^"]+)"/g)].map(([, name]) => join(root, name));
  const text = [join(own, "reset.css"), ...names, join(own, "page.css")].map((name) => readFileSync(name, "utf8")).join("\n");
  return (await transform(text.replaceAll(/@font-face \{[^}]*\}/g, ""), { loader: "css", minify: true })).code;
}

/**
 * Writes the page to a folder, and returns the results of esbuild. `common` are the options of all bundles, `olmkit`
 * those that locate the package.
 */
export async function buildPage({ root, out, common, olmkit }) {
  const source = join(root, "web", "editor", "src");
  const here = join(root, "vscode", "src", "page");
  const dist = join(root, "pkg", "dist");
  const page = (pattern) => join(root, "dist", readdirSync(join(root, "dist")).find((name) => pattern.test(name)) ?? "missing");
  const module = (entry, name, more = {}) => build({ ...common, ...olmkit, logOverride, format: "esm", platform: "browser", entryPoints: [entry], outfile: join(out, name), ...more });
  const repeatedKeys = { ...logOverride, "duplicate-object-key": "silent" }; // wasm-bindgen names a module once for each import
  const wasmAddress = { define: { "import.meta.url": "location.href" } };
  mkdirSync(out, { recursive: true });
  const built = await Promise.all([
    module(join(source, "index.ts"), "editor.js", { plugins: [hosted(source)] }),
    module(join(here, "boot.ts"), "boot.js"),
    module(join(here, "engine.ts"), "worker.js", wasmAddress),
    module(join(dist, "bundle-worker.js"), "bundle-worker.js", { ...wasmAddress, plugins: [fetchedWasm(join(here, "packed.ts"))] }),
    module(page(/^olmkit-web[^_]*\.js$/), "page.js", { ...wasmAddress, bundle: true, external: ["./editor.js"], logOverride: repeatedKeys }),
  ]);
  copyFileSync(page(/^olmkit-web.*_bg\.wasm$/), join(out, "page.wasm"));
  copyFileSync(join(dist, "core_bg.wasm"), join(out, "engine.wasm"));
  writeFileSync(join(out, "page.css"), await styles(root, here));
  return built;
}
