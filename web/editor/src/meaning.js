// What a change means, in sentences: the catalog before and after, read by two engines and compared; the bundle likewise.
import { compareBundle } from "./bundle-meaning.js";
import { count, problems } from "./changes.js";
import { createEngine } from "./engine.js";
import { allFiles, ask, changedFiles, changedSinceOpened, isBundleFile, openedFiles, settings } from "./store.js";

const MOST = 40;

/**
 * `texts`: what some files would be (a fix that is looked at), compared with what is open. Without it: what is open,
 * compared with the files as they were opened or saved last.
 */
export async function compare(texts) {
  const [catalog, bundle] = await Promise.all([compareCatalog(texts), compareBundle(texts)]);
  return [...catalog, ...bundle];
}

async function compareCatalog(texts) {
  const others = new Map((texts ?? changedFiles()).filter(({ path }) => !isBundleFile(path)).map(({ path, before, after }) => [path, texts ? after : before]));
  if (others.size === 0) return [];
  const other = await createEngine();
  try {
    await other.reset(settings());
    await other.openMany(openedFiles());
    await other.keepBase();
    const now = new Map([...changedSinceOpened(), ...others]);
    await other.openMany([...now].map(([path, text]) => ({ path, text })));
    const askOther = (method, ...params) => other[method](...params);
    const [askBefore, askAfter] = texts ? [ask, askOther] : [askOther, ask];
    const { changes } = await askAfter("diff", before(texts ? new Map() : others));
    const names = new Set(changes.map((change) => change.package));
    // What nobody declares is in no package: the difference does not speak of it, and its channels are shown all the same.
    const concerns = (found) => names.has(found.name) || (found.path == null && found.channels.some(({ path }) => others.has(path)));
    return sentences(await snapshot(concerns, askBefore), await snapshot(concerns, askAfter), pathChanges(changes));
  } finally {
    other.terminate();
  }
}

/** All files, but for those with another text. */
const before = (others) => allFiles().map(({ path, content }) => (others.has(path) ? { path, text: others.get(path) } : { path, bytes: content }));

/** Who gains or loses the way to a head. */
function pathChanges(changes) {
  const ways = new Map([
    ["path-gained", new Map()],
    ["path-lost", new Map()],
  ]);
  for (const { kind, package: owner, channel, entry, semantics } of changes) {
    const found = ways.get(kind);
    if (!found) continue;
    const key = `${owner}/${channel} under OLM ${semantics}`;
    found.set(key, [...(found.get(key) ?? []), entry]);
  }
  const each = (kind, verb) => [...ways.get(kind)].map(([where, entries]) => `${where}: ${some(entries)} ${verb}${entries.length === 1 ? "s" : ""} the way to the head.`);
  return [...each("path-lost", "lose"), ...each("path-gained", "gain")];
}

const some = (names) => (names.length <= 4 ? names.join(", ") : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`);

/** The catalog as far as it can differ. */
async function snapshot(concerns, call) {
  const [report, outline] = [await call("report"), await call("outline")];
  const packages = new Map();
  for (const found of outline.packages) {
    if (!concerns(found)) continue;
    const tables = await Promise.all(found.channels.map(({ name }) => call("channel", found.name, name)));
    packages.set(found.name, {
      ...found,
      channels: new Map(tables.filter(Boolean).map((table) => [table.channel, table])),
      heads: new Map(found.channels.map(({ name, heads }) => [name, heads.join(", ")])),
    });
  }
  return { report, packages };
}

function sentences(before, after, ways) {
  const out = [...verdict(before.report.opm, after.report.opm), ...ways];
  for (const name of union(before.packages, after.packages)) out.push(...packageChanges(name, before.packages.get(name), after.packages.get(name)));
  out.push(...problems(before.report.diagnostics, after.report.diagnostics));
  return shortened([...new Set(out)]); // a bundle is deprecated once, in however many channels it is
}

function shortened(out) {
  return out.length > MOST ? [...out.slice(0, MOST), `and ${out.length - MOST} more`] : out;
}

const union = (a, b) => [...new Set([...a.keys(), ...b.keys()])];

function verdict(before, after) {
  if (before.accepted === after.accepted) return [];
  return [after.accepted ? "opm accepts the catalog, which it rejected before." : `opm rejects the catalog, which it accepted before: ${after.first}.`];
}

function packageChanges(name, before, after) {
  if (!before || !after) return [`Package ${name} is ${after ? "added" : "gone"}.`];
  const out = [];
  if (before.defaultChannel !== after.defaultChannel) out.push(`${name}: the default channel is ${quote(after.defaultChannel)}, was ${quote(before.defaultChannel)}.`);
  out.push(...deprecation(`Package ${name}`, before.deprecation, after.deprecation));
  for (const channel of union(before.channels, after.channels)) {
    const [old, now] = [before.channels.get(channel), after.channels.get(channel)];
    const label = `${name}/${channel}`;
    if (!old || !now) out.push(`Channel ${label} is ${now ? `added, with ${count(now.entries.length, "entry", "entries")}` : "gone"}.`);
    else out.push(...channelChanges(label, old, now), ...headChange(label, before.heads.get(channel), after.heads.get(channel)));
  }
  return out;
}

const headChange = (label, before, after) => (before === after ? [] : [`${label}: the head is ${quote(after)}, was ${quote(before)}.`]);

function channelChanges(label, before, after) {
  const out = deprecation(`Channel ${label}`, before.deprecation, after.deprecation);
  const [old, now] = [before, after].map(({ entries }) => new Map(entries.map((entry) => [entry.name, entry])));
  for (const name of union(old, now)) {
    const [was, is] = [old.get(name), now.get(name)];
    if (!was) out.push(`${label}: ${name} is added${is.replaces ? `, replaces ${is.replaces}` : ""}.`);
    else if (!is) out.push(`${label}: ${name} is gone.`);
    else out.push(...entryChanges(label, name, was, is));
  }
  return out;
}

function entryChanges(label, name, was, is) {
  const out = deprecation(name, was.deprecation, is.deprecation);
  if (was.replaces !== is.replaces) out.push(`${label}: ${name} replaces ${quote(is.replaces)}, before ${quote(was.replaces)}.`);
  if (was.skipRange !== is.skipRange) out.push(`${label}: ${name} has the skipRange ${quote(is.skipRange)}, before ${quote(was.skipRange)}.`);
  const more = is.skips.filter((skipped) => !was.skips.includes(skipped));
  const fewer = was.skips.filter((skipped) => !is.skips.includes(skipped));
  if (more.length) out.push(`${label}: ${name} skips ${more.join(", ")}.`);
  if (fewer.length) out.push(`${label}: ${name} no longer skips ${fewer.join(", ")}.`);
  return out;
}

function deprecation(what, before, after) {
  if ((before ?? null) === (after ?? null)) return [];
  if (after == null) return [`${what} is no longer deprecated.`];
  return [before == null ? `${what} is deprecated: ${after}` : `${what} has another deprecation message: ${after}`];
}

const quote = (text) => (text ? text : "nothing");
