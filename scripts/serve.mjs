// Serves a directory on 127.0.0.1. `npm run serve` serves the built editor.

import { existsSync, readFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { isMain } from "./folders.mjs";
import { fail, root } from "./tools.mjs";

const TYPES = JSON.parse(readFileSync(join(root, "pkg", "src", "content-types.json"), "utf8"));
const PORT = 8087;
const PORTS_TRIED = 10;

/** Returns the content type of a file by its extension. */
export const contentType = (path) => TYPES[extname(path)] ?? "application/octet-stream";

async function answer(directory, request, response) {
  let path;
  try {
    path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  } catch {
    return response.writeHead(400).end("bad request");
  }
  let file = resolve(directory, `.${path}`);
  if (file !== directory && !file.startsWith(directory + sep)) return response.writeHead(404).end("not found");
  try {
    if ((await stat(file)).isDirectory()) file = join(file, "index.html");
    const body = await readFile(file);
    response.writeHead(200, { "content-type": contentType(file), "content-length": body.length, "cache-control": "no-cache" });
    return response.end(request.method === "HEAD" ? undefined : body);
  } catch {
    return response.writeHead(404).end("not found");
  }
}

function listen(server, port) {
  return new Promise((done, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => done(server.address().port));
  });
}

/** Serves a directory, without access to files outside of it. With port 0, uses a free port. */
export async function serve(directory, port = 0) {
  const folder = resolve(directory);
  const server = createServer((request, response) => void answer(folder, request, response));
  await listen(server, port);
  return server;
}

/** Serves the editor at PORT, or at the first free port from 8087. */
export async function serveEditor() {
  const wanted = process.env.PORT ? [Number(process.env.PORT)] : Array.from({ length: PORTS_TRIED }, (_, i) => PORT + i);
  for (const port of wanted) {
    const server = await serve(join(root, "dist"), port).catch(() => undefined);
    if (server) return server;
  }
  return fail(`Port ${wanted.join(", ")} cannot be used. Set PORT to a free one.`);
}

if (isMain(import.meta.url)) {
  if (!existsSync(join(root, "dist", "index.html"))) fail("The editor is not built. Run `npm start`, which builds and serves it.");
  const server = await serveEditor();
  console.log(`http://127.0.0.1:${server.address().port}/`);
}
