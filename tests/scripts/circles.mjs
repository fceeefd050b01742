// Import cycles between the Rust files of a crate.
//
// Re-exports in `mod.rs` and `lib.rs` are resolved to the file that defines the name, so declaring and re-exporting
// modules does not count as an import. Paths are parsed from the source text: macro expansions are ignored.
import { posix } from "node:path";

/** Returns the module of a file below `src`: `a/b.rs` and `a/b/mod.rs` are `a::b`; the root is empty. */
function moduleOf(path) {
  const parts = path.replace(/\.rs$/, "").split("/");
  if (parts.at(-1) === "mod" || (parts.length === 1 && ["lib", "main"].includes(parts[0]))) parts.pop();
  return parts.join("::");
}

/** Removes comments, strings and the tests at the end. */
function bare(text) {
  const code = text.replace(/^#\[cfg\(test\)\]\s*mod \w+ \{[\s\S]*/m, "");
  return code.replace(/\/\/[^\n]*/g, "").replace(/"(?:\\[\s\S]|[^"\\])*"/g, '""');
}

/** Splits `a, b::{c, d}` at the outer commas. */
function split(list) {
  const parts = [""];
  let depth = 0;
  for (const char of list) {
    if (char === "{") depth++;
    if (char === "}") depth--;
    if (char === "," && !depth) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** Expands `a::{b, c as d}` to pairs of a path and its local name. */
function expand(tree) {
  const open = tree.indexOf("{");
  if (open >= 0) {
    const start = tree.slice(0, open);
    return split(tree.slice(open + 1, tree.lastIndexOf("}"))).flatMap((part) => expand(part === "self" ? start.replace(/::$/, "") : start + part));
  }
  const [path, alias] = tree.split(/\s+as\s+/);
  return [{ path: path.trim(), name: (alias ?? path.split("::").at(-1)).trim() }];
}

/** Returns the names that a file uses from its crate, and those that it re-exports. */
function read(path, text) {
  const module = moduleOf(path);
  const code = bare(text);
  const modules = new Set([...code.matchAll(/^\s*(?:pub(?:\([^)]*\))? )?mod (\w+);/gm)].map(([, name]) => name));
  const uses = [...code.matchAll(/^\s*(pub(?:\([^)]*\))? )?use ([^;]+);/gm)];
  const inline = code.replace(/^\s*(?:pub(?:\([^)]*\))? )?use [^;]+;/gm, "");
  const starts = ["crate", "super", "self", ...modules].join("|");
  const paths = [...inline.matchAll(new RegExp(`(?<![\\w:])(?:${starts})(?:::\\w+)+`, "g"))].map(([found]) => ({ path: found, exported: false }));
  const imported = uses.flatMap(([, exported, tree]) => expand(tree.replace(/\s+/g, " ")).map((one) => ({ ...one, exported: Boolean(exported) })));
  return { module, modules, names: [...imported, ...paths] };
}

/** Resolves a path relative to the root of the crate; undefined if it belongs to another crate. */
function absolute(path, { module, modules }) {
  let parts = path.split("::");
  let base = module ? module.split("::") : [];
  if (parts[0] === "crate") base = [];
  else if (parts[0] === "super") {
    while (parts[0] === "super") {
      base = base.slice(0, -1);
      parts = parts.slice(1);
    }
    return [...base, ...parts];
  } else if (parts[0] !== "self") return modules.has(parts[0]) ? [...base, ...parts] : undefined;
  return [...base, ...parts.slice(1)];
}

/** Returns the module that defines the name of a path, following re-exports. */
function definer(parts, crate, seen = new Set()) {
  let length = parts.length;
  while (length > 0 && !crate.has(parts.slice(0, length).join("::"))) length--;
  const module = parts.slice(0, length).join("::");
  const name = parts[length];
  const key = parts.join("::");
  const file = crate.get(module);
  if (name === undefined || !file || seen.has(key)) return module;
  seen.add(key);
  const handed = file.names.find((one) => one.exported && one.name === name);
  const target = handed && absolute(handed.path, file);
  return target ? definer([...target, ...parts.slice(length + 1)], crate, seen) : module;
}

/** Whether a module is inside another. It may use what the other declares for all of its parts. */
const isWithin = (module, other) => !other || module.startsWith(`${other}::`);

/** Returns the strongly connected components with several modules (Tarjan). */
function components(arrows) {
  const state = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    const own = { index: state.size, low: state.size, open: true };
    state.set(node, own);
    stack.push(node);
    for (const next of arrows.get(node) ?? []) {
      const other = state.get(next) ?? visit(next);
      if (other.open) own.low = Math.min(own.low, other.low);
    }
    if (own.low === own.index) {
      const members = stack.splice(stack.indexOf(node));
      for (const member of members) state.get(member).open = false;
      if (members.length > 1) found.push(members);
    }
    return own;
  };
  for (const node of arrows.keys()) if (!state.has(node)) visit(node);
  return found;
}

/**
 * Returns the import cycles of the files of a crate, each as its imports: `a::b -> c: name`.
 * @param {{ path: string, text: string }[]} files paths below `src`
 */
export function circles(files) {
  const crate = new Map();
  for (const { path, text } of files) {
    const file = read(posix.normalize(path), text);
    crate.set(file.module, file);
  }
  const arrows = new Map([...crate.keys()].map((module) => [module, new Set()]));
  const ties = [];
  for (const [module, file] of crate) {
    for (const { path, exported } of file.names) {
      const parts = exported ? undefined : absolute(path, file);
      const target = parts && definer(parts, crate);
      if (target === undefined || target === module || !crate.has(target)) continue;
      arrows.get(module).add(target);
      ties.push({ from: module, to: target, name: parts.join("::") });
    }
  }
  // A module and its own submodules may import each other.
  const isFamily = (members) => members.some((root) => members.every((member) => member === root || isWithin(member, root)));
  const whole = components(arrows).filter((members) => !isFamily(members));
  // Without imports of ancestors, circles beside a module that imports one of their files are found, too.
  const upward = new Map([...arrows].map(([module, targets]) => [module, new Set([...targets].filter((target) => !isWithin(module, target)))]));
  const beside = components(upward).filter((members) => !whole.some((other) => members.every((member) => other.includes(member))));
  return [...whole, ...beside].map((members) =>
    ties.filter(({ from, to }) => members.includes(from) && members.includes(to)).map(({ from, to, name }) => `${from || "lib"} -> ${to || "lib"}: ${name}`),
  );
}

/**
 * Returns the import cycles of TypeScript files, each as its imports: `store -> config`. Type imports count too,
 * because a reader needs the other file as well.
 * @param {{ path: string, text: string }[]} files
 */
export function scriptCircles(files) {
  const nameOf = (path) => path.replace(/\.[jt]s$/, "");
  const known = new Set(files.map(({ path }) => nameOf(path)));
  const importsOf = ({ path, text }) =>
    [...text.matchAll(/^(?:import|export|\} from)\b[^"';]*?"(\.{1,2}\/[^"]+)"/gm)].map(([, target]) => nameOf(posix.join(posix.dirname(path), target))).filter((target) => known.has(target));
  const arrows = new Map(files.map((file) => [nameOf(file.path), new Set(importsOf(file))]));
  return components(arrows).map((members) => members.flatMap((from) => [...arrows.get(from)].filter((to) => members.includes(to)).map((to) => `${from} -> ${to}`)));
}
