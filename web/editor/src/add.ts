// The open bundle goes into the catalog: its document into the right file, entries into channels, all as one list of edits.
import type { ChannelTable, EntryRow, Intention, NewEntry, PackageSummary, ReleaseQuestion } from "olmkit";
import type { Rendered } from "olmkit/bundle";
import { ask as bundler } from "./bundle.js";
import { bundleAt, documentsOf } from "./documents.js";
import { messageOf } from "./engine.js";
import type { StampedEdit } from "./store/edits.js";
import { allPaths, ask, bundleFiles, consider, documentOf, editAt, isOpen, textOf } from "./store.js";

/** A package of the catalog with the tables of its channels. */
export type KnownPackage = PackageSummary & { tables: ChannelTable[] };

/** The bundle that is to be added, by what its files say of it. */
type BundleNames = { name: string; version: string; package: string; channels: string[]; defaultChannel: string | null };

/** A channel and the edges that follow its convention. */
type ChannelProposal = { channel: string; chosen: boolean; isNew: boolean; isThere: boolean; entry: NewEntry; under: string | null; reasons: string[] };

/** How the bundle can be added. */
export type Proposal = { package: string; name: string; isNew: boolean; defaultChannel: string; hasBundle: boolean; migrate: boolean; image: string; channels: ChannelProposal[] };

/** A file, and how documents are written in it. */
type FilePlace = { path: string; json: boolean };

/** The package in the catalog, with the tables of its channels; null when it is new. */
export async function packageOf(name: string): Promise<KnownPackage | null> {
  const { packages } = await ask("outline");
  const found = packages.find((one) => one.name === name);
  if (!found) return null;
  const tables = await Promise.all(found.channels.map((channel) => ask("channel", name, channel.name)));
  return { ...found, tables: tables.filter((table) => table !== null) };
}

/** The bundle that the newest entry has: the new one goes beside it. */
function newest(known: KnownPackage): EntryRow | null {
  const first = known.tables.find(({ channel }) => channel === known.defaultChannel) ?? known.tables[0];
  const entries = [first, ...known.tables].flatMap((table) => table?.entries ?? []).filter((entry) => entry.bundlePath);
  return entries.find((entry) => entry.isHead) ?? entries[0] ?? null;
}

/** What could go into the catalog: for each channel the edges that its habit proposes. */
export async function proposal({ name, version, package: owner, channels: wanted, defaultChannel }: BundleNames): Promise<Proposal> {
  if (!name || !owner) throw new Error("the bundle needs a ClusterServiceVersion with a name, and a package in its annotations");
  const known = await packageOf(owner);
  const near = known && newest(known);
  const beside = near ? await bundleAt(near) : undefined;
  const names = [...new Set([...wanted, ...(known?.channels.map((channel) => channel.name) ?? [])])];
  const image = beside?.images[0] ?? "";
  return {
    package: owner,
    name,
    isNew: !known,
    defaultChannel: defaultChannel || wanted[0] || "",
    hasBundle: known ? known.tables.some(({ entries }) => entries.some((entry) => entry.name === name && entry.bundlePath)) : false,
    migrate: !beside || beside.properties.includes("olm.csv.metadata"),
    image: near?.version && version ? image.replaceAll(near.version, version).replace(/@sha256:.*/, "") : "",
    channels: await Promise.all(names.map((channel) => proposed(known, channel, { package: owner, channel, name, version }, wanted.includes(channel)))),
  };
}

async function proposed(known: KnownPackage | null, channel: string, question: ReleaseQuestion & { name: string }, chosen: boolean): Promise<ChannelProposal> {
  const table = known?.tables.find((table) => table.channel === channel);
  const bare: ChannelProposal = { channel, chosen, isNew: !table, isThere: false, entry: { name: question.name, skips: [] }, under: null, reasons: [] };
  if (!table) return { ...bare, reasons: ["A new channel."] };
  if (table.entries.some((entry) => entry.name === question.name)) return { ...bare, chosen: false, isThere: true, reasons: ["It has this entry already."] };
  try {
    const { entry, under, reasons } = await ask("release", question);
    return { ...bare, entry: { ...entry, skips: entry.skips ?? [] }, under, reasons };
  } catch (error) {
    const head = table.entries.find((entry) => entry.isHead);
    return { ...bare, entry: { ...bare.entry, ...(head && { replaces: head.name }) }, reasons: [messageOf(error)] };
  }
}

/** The edits that put it into the catalog, or why there are none. */
export async function addition({ package: owner, name, image, migrate, hasBundle, isNew, defaultChannel, channels }: Proposal) {
  if (channels.length === 0) return refused("choose a channel: opm rejects bundles that are in none");
  const known = isNew ? null : await packageOf(owner);
  const edits: StampedEdit[] = [];
  for (const { channel, isNew: isNewChannel, entry, under } of isNew ? [] : channels) {
    const own = filled(entry);
    const intention: Intention = isNewChannel ? { do: "add-channel", package: owner, channel, entries: [own] } : { do: "add-entry", package: owner, channel, ...own, ...(under ? { under } : {}) };
    const plan = await consider(intention);
    if (!plan.ok) return refused(plan.reason);
    edits.push(...plan.edits);
  }
  if (!hasBundle) {
    const place = known ? await placeFor(known, name) : { path: fresh(`${owner}/catalog.yaml`), json: false };
    const rendered: Rendered = await bundler("renderBundle", bundleFiles(), { image, migrate });
    if (!rendered.ok) return refused(`opm does not render the bundle: ${rendered.reason}`);
    edits.push(await append(place, [...(isNew ? newPackage(owner, defaultChannel, channels) : []), rendered.text]));
  }
  const names = channels.map(({ channel }) => channel).join(", ");
  return { ok: true as const, title: `Add ${name} to ${names} of ${owner}`, safety: "safe", notes: [], edits };
}

/** An entry without what is empty in it. */
export const filled = (entry: NewEntry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value != null && value !== "" && !(Array.isArray(value) && !value.length))) as NewEntry;

const refused = (reason: string) => ({ ok: false as const, reason });

/** A path that is not taken. */
function fresh(path: string): string {
  if (!isOpen(path)) return path;
  const [, stem = path, ending] = path.match(/^(.*?)(\.\w+)?$/) ?? [];
  for (let at = 2; ; at += 1) if (!isOpen(`${stem}-${at}${ending ?? ""}`)) return `${stem}-${at}${ending ?? ""}`;
}

/** Where bundles of the package stand: in a file with others, or each in a file of its own. */
export async function placeFor(known: KnownPackage, name: string): Promise<FilePlace> {
  const near = newest(known);
  const path = near?.bundlePath ?? known.path ?? allPaths().find((path) => !path.startsWith("bundle:")) ?? "catalog.yaml";
  const documents = (await documentsOf([path])).get(path) ?? [];
  const json = documents.at(-1)?.isJson ?? path.endsWith(".json");
  if (!near || documents.length !== 1) return { path, json };
  const file = path.slice(path.lastIndexOf("/") + 1);
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const version = near.version ? file.replaceAll(near.version, name.split(".v").slice(1).join(".v") || name) : file;
  const own = [file.replaceAll(near.name, name), version].find((other) => other !== file && !isOpen(folder + other));
  return { path: folder + (own ?? `${name}.${json ? "json" : "yaml"}`), json };
}

/** Documents of JSON at the end of a file, which may be new. The file's own documents say how they are written. */
export async function append({ path, json }: FilePlace, documents: string[]): Promise<StampedEdit> {
  const text = textOf(path);
  const origin = documentOf(path);
  const more = await bundler("appendDocuments", text, documents, json);
  return { ...editAt(path, { from: text.length, to: text.length, text: more }), ...origin };
}

/** The documents of a package and its channels, as JSON. */
function newPackage(owner: string, defaultChannel: string, channels: ChannelProposal[]): string[] {
  const names = channels.map(({ channel }) => channel);
  const entry = ({ name, replaces, skips, skipRange }: NewEntry) => filled({ name, replaces, skips, skipRange });
  const documents = [
    { schema: "olm.package", name: owner, defaultChannel: names.includes(defaultChannel) ? defaultChannel : names[0] },
    ...channels.map((channel) => ({ schema: "olm.channel", package: owner, name: channel.channel, entries: [entry(channel.entry)] })),
  ];
  return documents.map((document) => JSON.stringify(document));
}
