// Files of an opened folder that are no catalog. opm reads every file, whatever its name: it fails at a README, a
// Dockerfile, a picture, and looks at nothing in a template. A line in .indexignore leaves such a file out.
const IGNORE = ".indexignore";
const SCHEMA_KEY = /["']?schema["']?\s*:/i;
const CATALOG_ENDING = /(^|\/)[^/.]+$|\.(ya?ml|json)$/i;
const TEMPLATE = /^`olm\.(?:template\.)?(\w+)` is a template/;
const COMMANDS = ["basic", "semver", "substitutes"];

/** The report with a way out for these files. `textOf(path)`: the start of a file; `paths`: all files. */
export function withStrangers(report, paths, textOf) {
  const strays = straysOf(report, textOf);
  const templates = templatesOf(report);
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
    const isTemplate = TEMPLATE.test(found.message);
    if (!isTemplate && !(hasCatalog && strays.has(path))) return found;
    if (told.has(path)) return { ...found, help: "", fixes: [] };
    told.add(path);
    const fixes = [hasCatalog && alone(path), path === first && all].filter(Boolean);
    return { ...found, help: isTemplate ? aboutTemplate(path, templates.get(path)) : ABOUT_STRAYS, fixes };
  };
  const news = hasCatalog && first ? { text: aboutAll([...strays]), fix: all ?? alone(first) } : templateNews(templates);
  return { ...report, diagnostics: report.diagnostics.map(explain), strangers: news };
}

const ABOUT_STRAYS = "This file is no catalog. opm reads every file of the folder, whatever its name, and fails at this one. A line in `.indexignore` leaves it out; so does moving it out of the folder.";
const commandOf = (path, kind) => (COMMANDS.includes(kind) ? `olmkit template ${kind} ${quoted(path)} --catalog CATALOG -o yaml` : "");
const quoted = (path) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

function aboutTemplate(path, kind) {
  const command = commandOf(path, kind);
  return `A catalog is made from it${command && `, by \`${command}\`, where CATALOG has the bundles`}. Beside a catalog, a line in \`.indexignore\` leaves it out.`;
}

function aboutAll([first, ...rest]) {
  const names = rest.length === 0 ? `${first} is no catalog` : `${first} and ${rest.length === 1 ? rest[0] : `${rest.length} other files`} are no catalog`;
  return `${names}. opm reads every file of a folder, whatever its name, and fails at such a file.`;
}

function templateNews(templates) {
  if (templates.size === 0) return undefined;
  const [[path, kind]] = templates;
  const command = commandOf(path, kind);
  return { text: `${path} is a ${kind} template: a catalog is made from it, and opm looks at nothing in it.${command && ` ${command} makes the catalog; CATALOG has the bundles.`}`, command: command || undefined };
}

/** Files that opm fails at and that cannot be meant as a catalog: without any schema, or of another kind by their name. */
function straysOf(report, textOf) {
  const failing = new Set(report.diagnostics.filter((found) => found.severity === "error").map((found) => found.path));
  return new Set([...failing].filter((path) => !SCHEMA_KEY.test(textOf(path)) || !CATALOG_ENDING.test(path)));
}

/** The templates: path and kind. */
function templatesOf(report) {
  const kinds = report.diagnostics.map(({ path, message }) => [path, TEMPLATE.exec(message)?.[1]]);
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
