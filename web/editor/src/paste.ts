// What `opm render` printed goes into the catalog: documents into the right files, entries into a channel, as one change.
import type { ReleaseReport } from "olmkit";
import type { EngineClient } from "olmkit/client";
import { append, filled, type KnownPackage, packageOf, placeFor } from "./add.js";
import { ask as reader } from "./bundle.js";
import { rendered } from "./command.js";
import { messageOf } from "./engine.js";
import { gathered } from "./series.js";

const refused = (reason: string) => ({ ok: false as const, reason });

type Rendered = Awaited<ReturnType<typeof rendered>>[number];
type Change = Parameters<Parameters<typeof gathered>[0]>[1];

/** The edits, and what they do step by step; entries only with a channel. Or why it cannot be done. */
export async function addRendered(text: string, channel: string) {
  let documents: Rendered[];
  try {
    documents = await rendered(text);
  } catch (error) {
    return refused(`opm does not read it: ${messageOf(error)}`);
  }
  const bundles = documents.filter(({ schema }) => schema === "olm.bundle");
  if (bundles.length === 0) return refused("there is no olm.bundle document in it");
  const owners = new Map<string, KnownPackage>();
  for (const { package: owner } of bundles) {
    const known = await packageOf(owner);
    if (!known) return refused(`the catalog has no package ${owner}`);
    owners.set(owner, known);
  }
  return gathered(async (other, change) => {
    const steps: string[] = [];
    const fresh = bundles.filter(({ name, package: owner }) => !isThere(owners.get(owner), name));
    for (const { name } of bundles) if (!fresh.some((one) => one.name === name)) steps.push(`${name} is in the catalog already; its document stays as it is.`);
    await change({ edits: await added(fresh, owners) });
    for (const { name, package: owner } of fresh) steps.push(`The document of ${name} goes to the bundles of ${owner}.`);
    if (channel) for (const bundle of await oldestFirst(bundles)) steps.push(await addEntry(other, change, bundle, channel));
    const left = documents.length - bundles.length;
    if (left) steps.push(`${left} other ${left === 1 ? "document is" : "documents are"} left out.`);
    return { ok: true, title: `Add ${bundles.map(({ name }) => name).join(", ")}`, safety: "safe", notes: steps };
  });
}

const isThere = (known: KnownPackage | undefined, name: string) => known?.tables.some((table) => table.entries.some((entry) => entry.name === name && entry.bundlePath));

const versionOf = ({ json }: Rendered): string => JSON.parse(json).properties?.find(({ type }: { type?: string }) => type === "olm.package")?.value?.version ?? "";
const oldestFirst = async (bundles: Rendered[]) => Array.from(await reader("oldestFirst", bundles.map(versionOf))).flatMap((at) => bundles[at] ?? []);

/** The documents at the end of the files that they belong to. */
async function added(bundles: Rendered[], owners: Map<string, KnownPackage>) {
  const places = new Map<string, { place: Awaited<ReturnType<typeof placeFor>>; documents: string[] }>();
  for (const bundle of bundles) {
    const owner = owners.get(bundle.package);
    if (!owner) continue;
    const place = await placeFor(owner, bundle.name);
    const known = places.get(place.path) ?? { place, documents: [] };
    places.set(place.path, known);
    known.documents.push(bundle.json);
  }
  return Promise.all([...places.values()].map(({ place, documents }) => append(place, documents)));
}

/** Adds an entry by the habit of the channel; says what it did. */
async function addEntry(other: EngineClient, change: Change, { package: owner, name }: Rendered, channel: string): Promise<string> {
  let found: ReleaseReport;
  try {
    found = await other.release({ package: owner, channel, name });
  } catch (error) {
    return `No entry of ${channel}: ${messageOf(error)}.`;
  }
  const { entry, under, reasons } = found;
  const plan = await other.plan({ do: "add-entry", package: owner, channel, ...filled(entry), ...(under ? { under } : {}) });
  if (!plan.ok) return `No entry of ${channel}: ${plan.reason}.`;
  await change(plan);
  const edges = [entry.replaces && `replaces ${entry.replaces}`, entry.skips?.length && `skips ${entry.skips.join(", ")}`, entry.skipRange && `has the skipRange ${entry.skipRange}`].filter(Boolean);
  return `${name} is an entry of ${channel}${edges.length ? ` and ${edges.join(", ")}` : ""}. ${reasons.join(" ")}`.trim();
}
