// The open bundle goes into the catalog: its document into the right file, entries into channels, all as one list of edits.
import { ask as bundler } from "./bundle.js";
import { allPaths, ask, bundleFiles, editAt, isOpen, textOf } from "./store.js";

const isJson = (text) => /^\s*\{/.test(text) && !/\n---/.test(text);

/** The package in the catalog, with the tables of its channels; null when it is new. */
export async function packageOf(name) {
  const { packages } = await ask("outline");
  const found = packages.find((one) => one.name === name);
  if (!found) return null;
  const tables = await Promise.all(found.channels.map((channel) => ask("channel", name, channel.name)));
  return { ...found, tables: tables.filter(Boolean) };
}

/** The bundle that the newest entry has: the new one goes beside it. */
function newest(known) {
  const first = known.tables.find(({ channel }) => channel === known.defaultChannel) ?? known.tables[0];
  const entries = [first, ...known.tables].filter(Boolean).flatMap((table) => table.entries).filter((entry) => entry.bundlePath);
  return entries.find((entry) => entry.isHead) ?? entries[0] ?? null;
}

/** The document of a bundle: a line or lines between braces at their start, or what stands between separators. */
export function textOfBundle({ bundlePath, bundleRange }) {
  const text = textOf(bundlePath);
  const at = bundleRange.start.utf16;
  const upTo = (end, more = 0) => (end < 0 ? text.length : end + more);
  const line = text.lastIndexOf("\n", at - 1) + 1;
  if (text[line] === "{") return text.slice(line, upTo(text.indexOf("\n", at)));
  if (isJson(text)) return text.slice(text.lastIndexOf("\n{", at) + 1, upTo(text.indexOf("\n}", at), 2));
  return text.slice(text.lastIndexOf("\n---", at) + 1, upTo(text.indexOf("\n---", at)));
}

/** What could go into the catalog: for each channel the edges that its habit proposes. */
export async function proposal({ name, version, package: owner, channels: wanted, defaultChannel }) {
  if (!name || !owner) return { problem: "the bundle needs a ClusterServiceVersion with a name, and a package in its annotations" };
  const known = await packageOf(owner);
  const near = known && newest(known);
  const beside = near ? textOfBundle(near) : "";
  const names = [...new Set([...wanted, ...(known?.channels.map((channel) => channel.name) ?? [])])];
  const image = beside.match(/^\s*"?image"?\s*:\s*["']?([^\s"',]+)/m)?.[1] ?? "";
  return {
    package: owner,
    name,
    isNew: !known,
    defaultChannel: defaultChannel || wanted[0] || "",
    hasBundle: known ? known.tables.some(({ entries }) => entries.some((entry) => entry.name === name && entry.bundlePath)) : false,
    migrate: !near || beside.includes("olm.csv.metadata"),
    image: near?.version && version ? image.replaceAll(near.version, version).replace(/@sha256:.*/, "") : "",
    channels: await Promise.all(names.map((channel) => proposed(known, channel, { package: owner, channel, name, version }, wanted.includes(channel)))),
  };
}

async function proposed(known, channel, question, chosen) {
  const table = known?.tables.find((table) => table.channel === channel);
  const bare = { channel, chosen, isNew: !table, isThere: false, entry: { name: question.name, skips: [] }, under: null, reasons: [] };
  if (!table) return { ...bare, reasons: ["A new channel."] };
  if (table.entries.some((entry) => entry.name === question.name)) return { ...bare, chosen: false, isThere: true, reasons: ["It has this entry already."] };
  try {
    const { entry, under, reasons } = await ask("release", question);
    return { ...bare, entry: { ...entry, skips: entry.skips ?? [] }, under, reasons };
  } catch (error) {
    const head = table.entries.find((entry) => entry.isHead);
    return { ...bare, entry: { ...bare.entry, replaces: head?.name }, reasons: [String(error.message ?? error)] };
  }
}

/** The edits that put it into the catalog, or why there are none. */
export async function addition({ package: owner, name, image, migrate, hasBundle, isNew, defaultChannel, channels }) {
  if (channels.length === 0) return refused("choose a channel: opm rejects bundles that are in none");
  const known = isNew ? null : await packageOf(owner);
  const edits = [];
  for (const { channel, isNew: isNewChannel, entry, under } of isNew ? [] : channels) {
    const own = filled(entry);
    const intention = isNewChannel ? { do: "add-channel", package: owner, channel, entries: [own] } : { do: "add-entry", package: owner, channel, ...own, ...(under ? { under } : {}) };
    const plan = await ask("plan", intention);
    if (!plan.ok) return refused(plan.reason);
    edits.push(...plan.edits);
  }
  if (!hasBundle) {
    const place = isNew ? { path: fresh(`${owner}/catalog.yaml`), json: false } : placeFor(known, name);
    const rendered = await bundler("renderBundle", bundleFiles(), { image, migrate, format: place.json ? "json" : "yaml" });
    if (!rendered.ok) return refused(`opm does not render the bundle: ${rendered.reason}`);
    edits.push(append(place.path, isNew ? newPackage(owner, defaultChannel, channels) + rendered.text : rendered.text, place.json));
  }
  const names = channels.map(({ channel }) => channel).join(", ");
  return { ok: true, title: `Add ${name} to ${names} of ${owner}`, edits };
}

/** An entry without what is empty in it. */
export const filled = (entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value != null && value !== "" && !(Array.isArray(value) && !value.length)));

const refused = (reason) => ({ ok: false, reason });

/** A path that is not taken. */
function fresh(path) {
  if (!isOpen(path)) return path;
  const [, stem, ending] = path.match(/^(.*?)(\.\w+)?$/);
  for (let at = 2; ; at += 1) if (!isOpen(`${stem}-${at}${ending ?? ""}`)) return `${stem}-${at}${ending ?? ""}`;
}

/** Where bundles of the package stand: in a file with others, or each in a file of its own. */
export function placeFor(known, name) {
  const near = newest(known);
  const path = near?.bundlePath ?? known.path ?? allPaths().find((path) => !path.startsWith("bundle:")) ?? "catalog.yaml";
  const json = isJson(textOf(path));
  const count = textOf(path).match(/"?schema"?\s*:\s*["']?olm\./g)?.length ?? 0;
  if (!near || count !== 1) return { path, json };
  const file = path.slice(path.lastIndexOf("/") + 1);
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const version = near.version ? file.replaceAll(near.version, name.split(".v").slice(1).join(".v") || name) : file;
  const own = [file.replaceAll(near.name, name), version].find((other) => other !== file && !isOpen(folder + other));
  return { path: folder + (own ?? `${name}.${json ? "json" : "yaml"}`), json };
}

/** A document at the end of a file, which may be new. */
export function append(path, document, json) {
  const text = textOf(path);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : eol;
  const body = document.replace(/\r?\n/g, eol);
  return editAt(path, { from: text.length, to: text.length, text: gap + (json ? body : body.startsWith("---") ? body : `---${eol}${body}`) });
}

const plain = (text) => (/^[A-Za-z][\w./-]*$/.test(text) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(text) ? text : JSON.stringify(text));

function newPackage(owner, defaultChannel, channels) {
  const line = (key, value) => (value ? [`  ${key}: ${plain(value)}`] : []);
  const entry = (entry) => [`- name: ${plain(entry.name)}`, ...line("replaces", entry.replaces), ...(entry.skips?.length ? ["  skips:", ...entry.skips.map((name) => `  - ${plain(name)}`)] : []), ...line("skipRange", entry.skipRange)];
  const names = channels.map(({ channel }) => channel);
  const chosen = names.includes(defaultChannel) ? defaultChannel : names[0];
  const docs = [
    ["schema: olm.package", `name: ${plain(owner)}`, `defaultChannel: ${plain(chosen)}`],
    ...channels.map((channel) => ["schema: olm.channel", `package: ${plain(owner)}`, `name: ${plain(channel.channel)}`, "entries:", ...entry(channel.entry)]),
  ];
  return docs.map((lines) => `---\n${lines.join("\n")}\n`).join("");
}
