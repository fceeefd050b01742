// Paths of the files of the open bundle in the page. They begin with a scheme, so they never equal a path of a catalog.

const SCHEME = "bundle:";

/** What the paths of a bundle begin with. */
export const bundlePrefix = (name: string) => `${SCHEME}${name}/`;

/** The path of a file outside of the page: in a patch or an archive. A bundle is a folder there. */
export const exportedPath = (path: string) => (path.startsWith(SCHEME) ? path.slice(SCHEME.length) : path);
