// The bundles of a package, and search of bundles by an image or a property. The engine's wasm searches names only.
// The search for contents of `olmkit query` (`workspace::query`) is in the wasm of the command line, which would read all
// files again for each query; here the documents are kept from one letter to the next.
import type { Found } from "olmkit";
import { type CatalogDocument, documentsOf } from "./documents.js";
import type { BundleContents, ListedBundle } from "./generated/page.js";
import { ask } from "./store.js";

const MATCHES: Record<BundleContents, (document: CatalogDocument, text: string) => boolean> = {
  image: ({ images }, text) => images.some((image) => image.includes(text)),
  property: ({ properties }, text) => properties.some((type) => type.startsWith(text)),
};

/** The package and name of the bundles that have an image or a property of a type, in `paths` or in all files. */
type BundleName = { package: string; entry: string };

export async function bundlesWith(kind: BundleContents, text: string, paths?: string[]): Promise<BundleName[]> {
  const found = [...(await documentsOf(paths)).values()].flat().filter((document) => MATCHES[kind](document, text));
  const bundles = found.map((bundle): [string, BundleName] => [`${bundle.package} ${bundle.name}`, { package: bundle.package, entry: bundle.name }]);
  return [...new Map(bundles).values()];
}

/** The bundles of a package, in the order of the files. */
export async function bundlesOf(packageName: string): Promise<ListedBundle[]> {
  const files = [...(await documentsOf())];
  const documents = files.flatMap(([path, documents]) => documents.map((document) => ({ ...document, path })));
  const found = documents.filter((document) => document.schema === "olm.bundle" && document.package === packageName);
  return found.map(({ name, version, image, path, range }) => ({ name, version, image, path, range }));
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
