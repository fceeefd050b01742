#!/usr/bin/env node
// The olmkit command line in Node: the same engine, arguments, output and exit codes as the native binary.
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { initSync, runCli } from "../dist/cli.js";

initSync({ module: readFileSync(new URL("../dist/cli_bg.wasm", import.meta.url)) });

const CLEAN = 0;
const INTERNAL = 3;
const pause = new Int32Array(new SharedArrayBuffer(4));

// A pipe may be full (wait) or closed by its reader, as in `| head` (end quietly).
function writeAll(descriptor, content) {
  let written = 0;
  while (written < content.length) {
    try {
      written += writeSync(descriptor, content, written);
    } catch (error) {
      if (error.code === "EPIPE") process.exit(CLEAN);
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function name(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw Object.assign(new Error("a name is not UTF-8"), { code: "EILSEQ" });
  }
}

const kind = (of) => (of.isDirectory() ? "directory" : of.isFile() ? "file" : "special");

/** Where there is none any more, nobody asks for it by name. */
function currentDirectory() {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

const machine = {
  kind: (path) => kind(statSync(path)),
  list: (path) =>
    readdirSync(path, { withFileTypes: true, encoding: "buffer" }).map((entry) => [name(entry.name), entry.isSymbolicLink() ? undefined : kind(entry)]),
  read: (path) => readFileSync(path),
  write: (path, content) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  },
  stdin: () => readFileSync(0),
  out: (content) => writeAll(1, content),
  err: (content) => writeAll(2, content),
  isTerminal: () => process.stdout.isTTY === true,
  currentDirectory,
  env: (key) => process.env[key],
};

try {
  process.exitCode = runCli(process.argv.slice(2), machine);
} catch (error) {
  writeAll(2, Buffer.from(`olmkit: internal error: ${error?.message ?? error}\n`));
  process.exitCode = INTERNAL;
}
