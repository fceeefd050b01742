// Starts `olmkit open` as users do, and sends requests like a browser.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { nativeProgram } from "../../scripts/folders.mjs";
import { root } from "./harness.mjs";

/** Creates a folder with files, which is removed at the end of the test. `release` makes the removal possible. */
export function folder(t, files, release = () => {}) {
  const made = mkdtempSync(join(tmpdir(), "olmkit-open-"));
  t.after(() => {
    release(made);
    rmSync(made, { recursive: true, force: true });
  });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(made, path)), { recursive: true });
    writeFileSync(join(made, path), text);
  }
  return made;
}

/** The programs that serve the editor: the npm package, and the native program, which `cargo test` builds. */
export const PROGRAMS = [
  { name: "npm", command: [process.execPath, join(root, "pkg", "dist", "main.node.js")] },
  { name: "native", command: [nativeProgram] },
];

/** Whether the program exists. In CI it must exist. */
export const isBuilt = ({ command }) => Boolean(process.env.CI) || existsSync(command[0]);

/** Starts the program, on a free port if `args` name none. `address` is the URL that it prints. */
export async function start(t, { command: [program, ...before] }, path, args = [], options = {}) {
  const child = spawn(program, [...before, "open", path, "--no-browser", ...(args.includes("--port") ? [] : ["--port", "0"]), ...args], { stdio: ["ignore", "pipe", "inherit"], ...options });
  t.after(() => child.kill("SIGKILL"));
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`olmkit open ended with ${code} before it printed its address`);
  });
  const [address] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended]);
  ended.catch(() => {});
  return { child, address };
}

/** Sends a request with exactly these headers. */
export function send(address, { method = "GET", headers = {}, body } = {}) {
  const { hostname, port, pathname, search } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: pathname + search, method, headers, agent: false }, async (response) => {
      const parts = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString("utf8") });
    });
    sent.once("error", reject).end(body);
  });
}

/** Enters like a browser. Returns the URL of the page, and the cookie. */
export async function enter(address) {
  const { status, headers } = await send(address);
  if (status !== 303) throw new Error(`${status}`);
  const [cookie] = headers["set-cookie"][0].split(";");
  const page = new URL(headers.location, address).href;
  const file = (path) => `${page}local/file?path=${encodeURIComponent(path)}`;
  const ask = (url, options = {}) => send(url, { ...options, headers: { cookie, ...options.headers } });
  return { page, cookie, attributes: headers["set-cookie"][0], file, ask };
}
