// Several catalogs, and the catalogs that requirements are resolved against.
import { across, otherCatalogChanges as changesOfOthers, compareStates, states } from "../catalogs.js";
import { addCatalog, dependencies as needs, removeCatalog, setPriority } from "../dependencies.js";
import * as exporting from "../export.js";
import * as opening from "../opening.js";
import { answered, guarded } from "./answers.js";
import { chosen } from "./chosen.js";

export const packageAcross = (packageName: string) => answered(() => across(packageName));
export const otherCatalogChanges = () => answered(changesOfOthers);
export const comparable = () => states();
export const checkTemplates = () => answered(exporting.checkTemplates);
export const compareCatalogs = (from: string, to: string) => answered(() => compareStates(from, to));

export const dependencies = (packageName: string) => guarded(() => needs(packageName));
/** Adds a catalog that requirements may be resolved against. Returns whether a catalog was chosen. */
export const addDependencyCatalog = (input: HTMLInputElement) =>
  guarded(async () => {
    const { list, name } = await chosen(input, "catalog");
    if (list.length === 0) throw new Error(opening.EMPTY);
    addCatalog(name.replace(/\.(zip|tar|tar\.gz|tgz|yaml|yml|json)$/i, ""), list);
    return true;
  });
export const removeDependencyCatalog = (name: string) => removeCatalog(name);
export const setCatalogPriority = (name: string, priority: number) => setPriority(name, priority);
