#!/usr/bin/env node
// The olmkit command line in Node.js: the same engine, arguments, output and exit codes as the native binary.
import { spawn } from "node:child_process";
import { type Dirent, existsSync, readdirSync, readFileSync, type Stats, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { initSync, type Kind, type LanguageServer, type Machine, runCli } from "./cli.js";
import { release } from "./drafts.node.js";
import { Conversation, Frames } from "./language-server.js";
import { readPacked } from "./packed.node.js";
import { write } from "./replace.node.js";

initSync({ module: readPacked(new URL("./cli_packed.js", import.meta.url)) });

const INTERNAL = 3;
const UNUSABLE = 2;
const pause = new Int32Array(new SharedArrayBuffer(4));

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const textOf = (error: unknown) => (error as Partial<Error> | null)?.message ?? String(error);

/** Writes everything. Waits if a pipe is full. */
function writeAll(descriptor: number, content: Uint8Array): void {
  let written = 0;
  while (written < content.length) {
    try {
      written += writeSync(descriptor, content, written);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
      release(); // the reader of the pipe may have stopped
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

const kind = (of: Stats | Dirent): Kind => (of.isDirectory() ? "directory" : of.isFile() ? "file" : "special");

/** The null device reads as an empty file. */
const isNullDevice = (of: Stats) => of.isCharacterDevice() && of.rdev === statSync("/dev/null").rdev;

/**
 * Returns the kind of a directory entry. Undefined for a link, which can have any target, and for a special file, which
 * can be the null device.
 */
function ownKind(entry: Dirent): Kind | undefined {
  const own = entry.isSymbolicLink() ? "special" : kind(entry);
  return own === "special" ? undefined : own;
}

/** Undefined if the folder no longer exists. Then it has no name to resolve paths against. */
function currentDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** The request of `olmkit open`, which is served after the command line has ended. */
let wanted: { path: string; port: number | undefined; withBrowser: boolean; message: string } | undefined;

let failure: unknown;

function out(content: Uint8Array): void {
  if (failure) return;
  try {
    writeAll(1, content);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(textOf(error));
  }
}

// There is no other stream to report a failure of this one.
function err(content: Uint8Array): void {
  try {
    writeAll(2, content);
  } catch {}
}

/** Ends the process because of what it was given. */
function refuse(error: unknown): never {
  err(Buffer.from(`olmkit: ${textOf(error)}\n`));
  process.exit(UNUSABLE);
}

/** Runs the language server on standard input and output. The process ends with its input. */
function serve(server: LanguageServer): void {
  process.on("uncaughtException", (error) => {
    err(Buffer.from(`olmkit: internal error: ${textOf(error)}\n`));
    process.exit(INTERNAL);
  });
  const conversation = new Conversation(server, {
    send: (message) => writeAll(1, Frames.of(message)),
    later: setImmediate,
    ended: (code) => process.exit(code),
  });
  const frames = new Frames();
  const orExit = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      return refuse(error);
    }
  };
  process.stdin.on("data", (chunk: Buffer) => {
    for (const message of orExit(() => frames.take(chunk))) conversation.receive(message);
  });
  process.stdin.once("end", () => orExit(() => frames.end()));
}

const machine: Machine = {
  kind: (path) => {
    const of = statSync(path);
    return isNullDevice(of) ? "file" : kind(of);
  },
  // Names that are not UTF-8 contain U+FFFD; no file is found under them.
  list: (path) => readdirSync(path, { withFileTypes: true }).map((entry) => [entry.name, ownKind(entry)]),
  read: (path) => readFileSync(path),
  write,
  stdin: () => readFileSync(0),
  out,
  get failure() {
    return failure;
  },
  err,
  isTerminal: () => process.stdout.isTTY === true,
  isErrorTerminal: () => process.stderr.isTTY === true,
  currentDirectory,
  env: (key) => process.env[key],
  clock: () => performance.now(),
  serve,
  open: (path, port, withBrowser, message) => {
    wanted = { path, port, withBrowser, message };
  },
};

const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Returns the folder of the editor: `page` of the package, or the build in a clone. */
function page(): string {
  const found = ["../page", "../../dist"].map(folderOf).find((folder) => existsSync(join(folder, "index.html")));
  if (!found) throw new Error("the editor is not built. Run `npm start` once, which builds it.");
  return found;
}

const BROWSERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] };

/** Opens the browser of the system. If this is not possible, the user has the printed URL. */
function browse(address: string): void {
  const [program, ...args] = BROWSERS[process.platform] ?? ["xdg-open"];
  spawn(program, [...args, address], { stdio: "ignore", detached: true })
    .once("error", () => {})
    .unref();
}

async function openEditor({ path, port, withBrowser, message }: NonNullable<typeof wanted>): Promise<void> {
  const { open } = await import("./open.node.js");
  const server = await open({ path, port, page: page(), engine: folderOf(".") });
  out(Buffer.from(`${server.address}\n`));
  err(Buffer.from(message));
  if (withBrowser) browse(server.address);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.close().then(() => process.exit(0)));
}

try {
  process.exitCode = runCli(process.argv.slice(2), machine);
  if (wanted && process.exitCode === 0) await openEditor(wanted).catch((error) => refuse(error));
} catch (error) {
  err(Buffer.from(`olmkit: internal error: ${textOf(error)}\n`));
  process.exitCode = INTERNAL;
}
