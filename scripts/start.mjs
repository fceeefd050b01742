// `npm start`: everything from a fresh clone to the editor on localhost.
import { createServer } from "node:http";
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { checkLanguages, ensureNpm, ensureTarget, ensureTools, fail, must, root, say } from "./tools.mjs";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".yaml": "text/plain; charset=utf-8",
};

/** Serves a directory on 127.0.0.1; nothing outside of it. */
export function serve(directory, port) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = join(directory, normalize(path).replace(/^([/\\]|\.\.)+/, ""));
    const target = existsSync(file) && statSync(file).isDirectory() ? join(file, "index.html") : file;
    if (!target.startsWith(directory) || !existsSync(target)) {
      response.writeHead(404).end("not found");
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(target)] ?? "application/octet-stream", "cache-control": "no-cache" });
    response.end(request.method === "HEAD" ? undefined : readFileSync(target));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

export function build() {
  checkLanguages();
  ensureTarget();
  ensureTools(["wasm-bindgen", "trunk"]);
  ensureNpm();
  say("building the engine for the browser (first time: about 2 min)");
  must("node", ["scripts/build-pkg.mjs"]);
  say("building the editor (first time: about 4 min)");
  must("cargo", ["fetch", "--locked", "--target", "wasm32-unknown-unknown"]);
  must("trunk", ["build", "--release"]);
}

if (process.argv[1]?.endsWith("start.mjs")) {
  build();
  const port = Number(process.env.PORT ?? 8087);
  await serve(join(root, "dist"), port).catch((error) => fail(`Port ${port} cannot be used: ${error.message}. Set PORT to another one.`));
  say(`the editor is at http://127.0.0.1:${port}/#sample=valid   (Ctrl-C stops it)`);
}
