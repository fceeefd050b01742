// Bundles by what they hold: an image, a property; entries by their version.
import { allFiles, ask, isBundleFile } from "./store.js";

const decoder = new TextDecoder();
const MOST = 2000; // places that are looked at

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const PATTERNS = {
  image: (text) => new RegExp(escaped(text), "g"),
  property: (text) => new RegExp(`\\btype["']?\\s*:\\s*["']?${escaped(text)}`, "g"),
};

/** Package and name of the bundles that name an image, or have a property of a type; in some files, or in all. */
export async function bundlesWith(kind, text, paths) {
  const files = allFiles().filter(({ path }) => !isBundleFile(path) && (!paths || paths.includes(path)));
  const places = [];
  for (const { path, content } of files) {
    for (const { index } of decoder.decode(content).matchAll(PATTERNS[kind](text))) {
      if (places.push([path, index]) === MOST) break;
    }
  }
  const found = await Promise.all(places.slice(0, MOST).map(([path, at]) => ask("at", path, at)));
  const bundles = found.filter((at) => at?.bundle).map((at) => [`${at.package} ${at.bundle}`, { package: at.package, entry: at.bundle }]);
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
