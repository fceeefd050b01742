// The command line on files in memory, from its wasm, which `await init()` loads once.
import type { Kind, Machine } from "./cli.js";
import { pathsOfFiles, runCli } from "./command.js";
import { invalid } from "./errors.js";
import type { OlmFile } from "./index.js";
import { joined } from "./joined.js";

export { init as default } from "./command.js";

/** Runs the command line in a folder with these files. */
export function run(args: string[], files: OlmFile[] = []) {
  const { machine, out, err, written } = folder(contents(files));
  const code = runCli(args, machine);
  return {
    code,
    stdout: joined(out),
    stderr: new TextDecoder().decode(joined(err)),
    written: [...written].map(([path, bytes]) => ({ path, bytes })),
  };
}

/** Returns the files by path, as bytes. A path that ends with `/` is a directory. */
function contents(files: OlmFile[]): Map<string, Uint8Array> {
  const paths = pathsOfFiles(Array.isArray(files) ? files.map(withoutContent) : files);
  return new Map(files.map((file, at): [string, Uint8Array] => [paths[at] ?? "", bytesOf(file)]).filter(([path]) => !path.endsWith("/")));
}

const hasBytes = (value: unknown) => (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) && value.byteLength > 0;

/** The file with an empty content of the same type: the check does not need the content, which stays outside of the wasm. */
function withoutContent(file: OlmFile): OlmFile {
  if (typeof file !== "object" || file === null) return file;
  const { text, bytes }: { text?: unknown; bytes?: unknown } = file;
  return { ...file, ...(typeof text === "string" && { text: "" }), ...(hasBytes(bytes) && { bytes: new Uint8Array() }) };
}

/** The content of a checked file. A key that is `undefined` counts as absent. */
function bytesOf({ text, bytes = new Uint8Array() }: { text?: string; bytes?: ArrayBufferView | ArrayBuffer }): Uint8Array {
  if (text !== undefined) return new TextEncoder().encode(text);
  return ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
}

const clean = (path: string) =>
  path
    .split("/")
    .filter((part) => part && part !== ".")
    .join("/");

/** Returns the folders that contain the files: their paths, and their entries by name. */
function foldersOf(paths: Iterable<string>): Map<string, Map<string, Kind>> {
  const folders = new Map([["", new Map<string, Kind>()]]);
  for (const path of paths) {
    const parts = path.split("/");
    for (const [at, part] of parts.entries()) {
      const above = parts.slice(0, at).join("/");
      const inside = folders.get(above) ?? new Map<string, Kind>();
      folders.set(above, inside);
      const kind = at + 1 < parts.length ? "directory" : "file";
      if ((inside.get(part) ?? kind) !== kind) throw invalid(`\`files\` has the file \`${[above, part].filter(Boolean).join("/")}\` and a file below it.`, "files", "a file or a folder at each path");
      inside.set(part, kind);
    }
  }
  return folders;
}

function found<Value>(map: Map<string, Value>, path: string): Value {
  const value = map.get(clean(path));
  if (value === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
  return value;
}

/** Creates a host with these files and nothing else. */
function folder(all: Map<string, Uint8Array>) {
  const folders = foldersOf(all.keys());
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const written = new Map<string, Uint8Array>();
  const machine: Machine = {
    kind: (path) => {
      if (folders.has(clean(path))) return "directory";
      found(all, path);
      return "file";
    },
    list: (path) => [...found(folders, path)],
    read: (path) => found(all, path),
    // The content is in the memory of the wasm, so it is copied.
    write: (path, content) => void written.set(clean(path), content.slice()),
    stdin: () => new Uint8Array(),
    isTerminal: () => false,
    isErrorTerminal: () => false,
    currentDirectory: () => undefined,
    env: () => undefined,
    clock: () => performance.now(),
    out: (content) => void out.push(content.slice()),
    err: (content) => void err.push(content.slice()),
  };
  return { machine, out, err, written };
}
