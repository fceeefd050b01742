// What `opm render` printed goes into the catalog: documents into the right files, entries into a channel, as one change.
import { append, filled, packageOf, placeFor } from "./add.js";
import { ask as reader } from "./bundle.js";
import { rendered } from "./command.js";
import { gathered } from "./series.js";

const refused = (reason) => ({ ok: false, reason });

/** The edits, and what they do step by step; entries only with a channel. Or why it cannot be done. */
export async function addRendered(text, channel) {
  let documents;
  try {
    documents = await rendered(text);
  } catch (error) {
    return refused(`opm does not read it: ${error.message ?? error}`);
  }
  const bundles = documents.filter(({ schema }) => schema === "olm.bundle");
  if (bundles.length === 0) return refused("there is no olm.bundle document in it");
  const owners = new Map();
  for (const { package: owner } of bundles) owners.set(owner, await packageOf(owner));
  const stranger = [...owners].find(([, known]) => !known);
  if (stranger) return refused(`the catalog has no package ${stranger[0]}`);
  return gathered(async (other, change) => {
    const steps = [];
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

const isThere = ({ tables }, name) => tables.some(({ entries }) => entries.some((entry) => entry.name === name && entry.bundlePath));

const versionOf = ({ json }) => JSON.parse(json).properties?.find(({ type }) => type === "olm.package")?.value?.version ?? "";
const oldestFirst = async (bundles) => Array.from(await reader("oldestFirst", bundles.map(versionOf)), (at) => bundles[at]);

/** The documents at the end of the files that they belong to. */
async function added(bundles, owners) {
  const places = new Map(); // path -> { place, documents }
  for (const bundle of bundles) {
    const place = await placeFor(owners.get(bundle.package), bundle.name);
    if (!places.has(place.path)) places.set(place.path, { place, documents: [] });
    places.get(place.path).documents.push(bundle.json);
  }
  return Promise.all([...places.values()].map(({ place, documents }) => append(place, documents)));
}

/** Adds an entry by the habit of the channel; says what it did. */
async function addEntry(other, change, { package: owner, name }, channel) {
  let found;
  try {
    found = await other.release({ package: owner, channel, name });
  } catch (error) {
    return `No entry of ${channel}: ${error.message ?? error}.`;
  }
  const { entry, under, reasons } = found;
  const plan = await other.plan({ do: "add-entry", package: owner, channel, ...filled(entry), ...(under ? { under } : {}) });
  if (!plan.ok) return `No entry of ${channel}: ${plan.reason}.`;
  await change(plan);
  const edges = [entry.replaces && `replaces ${entry.replaces}`, entry.skips?.length && `skips ${entry.skips.join(", ")}`, entry.skipRange && `has the skipRange ${entry.skipRange}`].filter(Boolean);
  return `${name} is an entry of ${channel}${edges.length ? ` and ${edges.join(", ")}` : ""}. ${reasons.join(" ")}`.trim();
}
