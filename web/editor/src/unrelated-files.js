// Files of an opened folder that are no catalog. opm reads every file, whatever its name: it fails at a README, a
// Dockerfile, a picture, and looks at nothing in a template. A line in .indexignore leaves such a file out.
const IGNORE = ".indexignore";
const CATALOG_ENDING = /(^|\/)[^/.]+$|\.(ya?ml|json)$/i;
/** What is said once of a document that has no schema. */
const WITHOUT_SCHEMA = ["meta-schema-required", "meta-root-object"];
/** What is said of a document that nobody can read to its end. */
const UNREADABLE = /^(yaml|json)-/;
const SCHEMA_KEY = /["']?schema["']?\s*:/i;
/** Schemas of templates, and the kind of each. */
const TEMPLATES = new Map([
  ["olm.semver", "semver"],
  ["olm.composite", "composite"],
  ["olm.builder", "builder"],
  ["olm.template.basic", "basic"],
  ["olm.template.substitutes", "substitutes"],
]);
const COMMANDS = ["basic", "semver", "substitutes"];

/** The report with a way out for these files. `files`: all of them, of the outline; `textOf(path)`: the start of a file. */
export function withUnrelatedFiles(report, files, textOf) {
  const paths = files.map(({ path }) => path);
  const strays = straysOf(report, files, textOf);
  const templates = templatesOf(report, textOf);
  if (strays.size + templates.size === 0) return report;
  const hasCatalog = paths.some((path) => path !== IGNORE && !strays.has(path) && !templates.has(path));
  const pattern = patterns(paths);
  const leaveOut = (some, title) => ({ title, safety: "unsafe", edits: [addLines(textOf(IGNORE), some.map(pattern))] });
  const alone = (path) => leaveOut([path], `Leave ${path} out`);
  const [first] = strays;
  const all = strays.size > 1 ? leaveOut([...strays], `Leave ${strays.size} files out that are no catalog`) : undefined;
  const told = new Set();
  const explain = (found) => {
    const { path } = found;
    const isTemplate = kindOf(found, textOf) !== undefined;
    if (!isTemplate && !(hasCatalog && strays.has(path))) return found;
    if (told.has(path)) return { ...found, help: "", fixes: [] };
    told.add(path);
    const fixes = [hasCatalog && alone(path), path === first && all].filter(Boolean);
    return { ...found, help: isTemplate ? aboutTemplate(path, templates.get(path)) : ABOUT_STRAYS, fixes };
  };
  const news = hasCatalog && first ? { text: aboutAll([...strays]), fix: all ?? alone(first) } : templateNews(templates);
  return { ...report, diagnostics: report.diagnostics.map(explain), unrelated: news };
}

const ABOUT_STRAYS =
  "This file is not a catalog. opm reads every file of the folder, whatever its name, and fails at this one. A line in `.indexignore` leaves it out; so does moving it out of the folder.";
const commandOf = (path, kind) => (COMMANDS.includes(kind) ? `olmkit template ${kind} ${quoted(path)} --catalog CATALOG -o yaml` : "");
const quoted = (path) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

function aboutTemplate(path, kind) {
  const command = commandOf(path, kind);
  return `A catalog is made from it${command && `, by \`${command}\`, where CATALOG has the bundles`}. Beside a catalog, a line in \`.indexignore\` leaves it out.`;
}

function aboutAll([first, ...rest]) {
  const names = rest.length === 0 ? `${first} is not a catalog` : `${first} and ${rest.length === 1 ? rest[0] : `${rest.length} other files`} are no catalog`;
  return `${names}. opm reads every file of a folder, whatever its name, and fails at such a file.`;
}

function templateNews(templates) {
  if (templates.size === 0) return undefined;
  const [[path, kind]] = templates;
  const command = commandOf(path, kind);
  return {
    text: `${path} is a ${kind} template: a catalog is made from it, and opm looks at nothing in it.${command && ` ${command} makes the catalog; CATALOG has the bundles.`}`,
    command: command || undefined,
  };
}

/**
 * Files that opm fails at and that cannot be meant as a catalog: by their name, or because no document has a schema. What
 * is in a document that cannot be read nobody knows; there the word is looked for.
 */
function straysOf(report, files, textOf) {
  const documents = new Map(files.map(({ path, documents }) => [path, documents]));
  const errors = new Map(); // path -> rules
  for (const { severity, path, rule } of report.diagnostics) if (severity === "error") errors.set(path, [...(errors.get(path) ?? []), rule]);
  const isStray = ([path, rules]) => {
    if (!CATALOG_ENDING.test(path)) return true;
    const unreadable = rules.filter((rule) => UNREADABLE.test(rule)).length;
    const without = rules.filter((rule) => WITHOUT_SCHEMA.includes(rule)).length;
    if (documents.get(path) > without + unreadable) return false;
    return unreadable === 0 || !SCHEMA_KEY.test(textOf(path));
  };
  return new Set([...errors].filter(isStray).map(([path]) => path));
}

/** The kind of the template that a finding is about, by the schema at its place. */
function kindOf({ rule, path, range }, textOf) {
  if (rule !== "unknown-schema") return undefined;
  const schema = textOf(path)
    .slice(range.start.utf16, range.end.utf16)
    .replace(/^(["'])(.*)\1$/, "$2");
  return TEMPLATES.get(schema);
}

/** The templates: path and kind. */
function templatesOf(report, textOf) {
  const kinds = report.diagnostics.map((found) => [found.path, kindOf(found, textOf)]);
  return new Map(kinds.filter(([, kind]) => kind));
}

/** What excludes a file and no other: its name alone where nothing else has it, else its path from the folder. */
function patterns(paths) {
  const uses = new Map(); // of each name of a file or folder
  for (const name of paths.flatMap((path) => path.split("/"))) uses.set(name, (uses.get(name) ?? 0) + 1);
  return (path) => {
    const literal = path.replace(/[\\*?[]/g, "\\$&");
    const isFree = !path.includes("/") && uses.get(path) === 1 && !/^[!#\s]/.test(path);
    return isFree || path.includes("/") ? literal : `/${literal}`;
  };
}

/** Lines at the end of the file, with the line ends that it has. */
function addLines(text, lines) {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const open = text !== "" && !text.endsWith("\n") ? end : "";
  const at = { line: text.split("\n").length, column: 1, offset: text.length, utf16: text.length };
  return { path: IGNORE, range: { start: at, end: at }, text: open + lines.map((line) => line + end).join("") };
}
