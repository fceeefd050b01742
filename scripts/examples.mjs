// Examples in documentation comments: pkg/types/examples.md has one for each function, and the build adds it to the
// types.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.mjs";

/** Returns the examples of pkg/types/examples.md: code by name. */
export function examples() {
  const text = readFileSync(join(root, "pkg", "types", "examples.md"), "utf8");
  return new Map([...text.matchAll(/^## (\S+)\n\n```js\n([\s\S]*?)```$/gm)].map(([, name, code]) => [name, code.trimEnd()]));
}

const FUNCTION = /^export (?:declare )?(?:default )?(?:function|class) (\w+)/;
const TYPE = /^export (?:declare )?(?:interface|type) (\w+)/;
const METHOD = /^ {4}(\w+)\(.*;$/;

function comment(indent, code) {
  const lines = code.split("\n").map((line) => `${indent} * ${line}`.trimEnd());
  return [`${indent} *`, `${indent} * @example`, `${indent} * \`\`\`js`, ...lines, `${indent} * \`\`\``];
}

/**
 * Adds the examples to the documentation of functions and methods in declarations. `own` maps names that several
 * entries have, such as `init`, to names of examples. Fails if a declaration with an example has no documentation.
 */
export function withExamples(text, known, own = {}) {
  const out = [];
  let owner = "";
  for (const line of text.split("\n")) {
    const declared = FUNCTION.exec(line)?.[1];
    if (declared) owner = /\bclass\b/.test(line) ? declared : "";
    if (line === "}") owner = "";
    const method = owner && METHOD.exec(line)?.[1];
    const name = method ? `${owner}.${method}` : (own[declared] ?? declared ?? TYPE.exec(line)?.[1]);
    if (!name || !known.has(name)) {
      out.push(line);
      continue;
    }
    const indent = method ? "    " : "";
    const last = (out.pop() ?? "").trim();
    if (/^\/\*\* .* \*\/$/.test(last)) out.push(`${indent}/**`, `${indent} * ${last.slice(4, -3)}`);
    else if (last !== "*/") throw new Error(`${name} has no documentation`);
    out.push(...comment(indent, known.get(name)), `${indent} */`, line);
  }
  return out.join("\n");
}

/** Returns the types that users write: those of arguments of functions and methods. */
function argumentTypes(text) {
  const signatures = [...text.matchAll(/^(?:export (?:declare )?(?:default )?function \w+| {2,4}\w+)\((.*)\)[:;]/gm)].map(([, list]) => list).join();
  return new Set(signatures.match(/\b[A-Z]\w+/g));
}

/**
 * Returns the public functions, classes, methods and types of their arguments that lack documentation or an example,
 * and the other types that lack documentation.
 */
export function undocumented(text) {
  const lacking = [];
  const written = argumentTypes(text);
  let owner = "";
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) {
    const declared = FUNCTION.exec(line)?.[1];
    if (declared) owner = /\bclass\b/.test(line) ? declared : "";
    if (line === "}") owner = "";
    const method = owner && METHOD.exec(line)?.[1];
    const type = /^export (?:declare )?(?:interface|type|const) (\w+)/.exec(line)?.[1];
    const name = method ? `${owner}.${method}` : (declared ?? type);
    if (!name) continue;
    const isDocumented = lines[at - 1]?.trim().endsWith("*/");
    const start = lines.slice(0, at).findLastIndex((above) => above.trim().startsWith("/**"));
    const hasExample = isDocumented && lines.slice(start, at).some((above) => above.includes("@example"));
    const needsExample = name !== type || written.has(type);
    if (!isDocumented || (needsExample && !hasExample)) lacking.push(name);
  }
  return lacking;
}
