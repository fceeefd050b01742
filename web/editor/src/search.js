// Bundles by what they hold: an image, a property; entries by their version.
import { documentsOf } from "./documents.js";
import { ask } from "./store.js";

const MOST = 2000; // entries that are looked at

const HOLDS = {
  image: ({ images }, text) => images.some((image) => image.includes(text)),
  property: ({ properties }, text) => properties.some((type) => type.startsWith(text)),
};

/** Package and name of the bundles that have an image, or a property of a type; in some files, or in all. */
export async function bundlesWith(kind, text, paths) {
  const found = [...(await documentsOf(paths)).values()].flat().filter((document) => HOLDS[kind](document, text));
  const bundles = found.map((bundle) => [`${bundle.package} ${bundle.name}`, { package: bundle.package, entry: bundle.name }]);
  return [...new Map(bundles).values()];
}

/** The first entry of each bundle, where a channel has one. */
export async function entriesOf(bundles) {
  const found = await Promise.all(bundles.map(async (bundle) => {
    const hits = await ask("search", bundle.entry, 10);
    return hits.find((hit) => hit.package === bundle.package && hit.entry === bundle.entry);
  }));
  return found.filter(Boolean);
}

/** Entries with their versions: those whose names fit the words, else all of the package that is shown. */
export async function versionsOf(words, shown) {
  const hits = words ? (await ask("search", words, MOST)).filter(({ entry }) => entry) : [];
  const wanted = new Set(hits.map((hit) => [hit.package, hit.channel, hit.entry].join("\0")));
  const { packages } = await ask("outline");
  const owners = new Set(words ? hits.map((hit) => hit.package) : [shown]);
  const channels = packages.filter(({ name }) => owners.has(name)).flatMap(({ name, channels }) => channels.map((channel) => [name, channel.name]));
  const tables = (await Promise.all(channels.map((channel) => ask("channel", ...channel)))).filter(Boolean);
  const rows = tables.flatMap((table) => table.entries.map(({ name, version }) => ({ package: table.package, channel: table.channel, entry: name, version })));
  return rows.filter((row) => row.version && (!words || wanted.has([row.package, row.channel, row.entry].join("\0"))));
}
