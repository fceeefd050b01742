// Who provides what a package needs, from the catalog that is open.
import { ask } from "./bundle.js";
import { allFiles, state } from "./store.js";

/** The report of the resolver on one package; what other catalogs may have is no error. */
export const dependencies = (packageName) => ask("dependencies", [{ name: state().title || "catalog", files: allFiles().map(({ path, content }) => ({ path, bytes: content })) }], { package: packageName, partial: true });
