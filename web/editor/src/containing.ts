// Search of bundles by an image or a property, and of entries by their version. The engine's wasm searches names only.
// The search for contents of `olmkit query` (`workspace::query`) is in the wasm of the command line, which would read all
// files again for each query; here the documents are kept from one letter to the next.
import type { Found } from "olmkit";
import { type CatalogDocument, documentsOf } from "./documents.js";
import type { EntryVersion } from "./generated/page.js";
import { ask } from "./store.js";

const MOST = 2000; // maximum number of entries

const MATCHES: Record<string, (document: CatalogDocument, text: string) => boolean> = {
  image: ({ images }, text) => images.some((image) => image.includes(text)),
  property: ({ properties }, text) => properties.some((type) => type.startsWith(text)),
};

/** The package and name of the bundles that have an image or a property of a type, in `paths` or in all files. */
type BundleName = { package: string; entry: string };

export async function bundlesWith(kind: string, text: string, paths?: string[]): Promise<BundleName[]> {
  const found = [...(await documentsOf(paths)).values()].flat().filter((document) => MATCHES[kind]?.(document, text));
  const bundles = found.map((bundle): [string, BundleName] => [`${bundle.package} ${bundle.name}`, { package: bundle.package, entry: bundle.name }]);
  return [...new Map(bundles).values()];
}

/** The first entry of each bundle that is in a channel. */
export async function entriesOf(bundles: BundleName[]): Promise<Found[]> {
  const found = await Promise.all(
    bundles.map(async (bundle) => {
      const hits = await ask("search", bundle.entry, 10);
      return hits.find((hit) => hit.package === bundle.package && hit.entry === bundle.entry);
    }),
  );
  return found.filter((hit) => hit !== undefined);
}

/** Entries with their versions: those whose names match the words, otherwise all entries of the shown package. */
export async function versionsOf(words: string, shown: string): Promise<EntryVersion[]> {
  const hits = words ? (await ask("search", words, MOST)).filter(({ entry }) => entry) : [];
  const wanted = new Set(hits.map((hit) => [hit.package, hit.channel, hit.entry].join("\0")));
  const { packages } = await ask("outline");
  const owners = new Set(words ? hits.map((hit) => hit.package) : [shown]);
  const channels = packages.filter(({ name }) => owners.has(name)).flatMap(({ name, channels }) => channels.map((channel) => ({ owner: name, channel: channel.name })));
  const tables = (await Promise.all(channels.map(({ owner, channel }) => ask("channel", owner, channel)))).filter((table) => table !== null);
  const rows = tables.flatMap((table) => table.entries.map(({ name, version }) => ({ package: table.package, channel: table.channel, entry: name, version: version ?? "" })));
  return rows.filter((row) => row.version && (!words || wanted.has([row.package, row.channel, row.entry].join("\0"))));
}
