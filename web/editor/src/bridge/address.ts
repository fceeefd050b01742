// Follows the address of the page: what it asks for is opened, and the catalog that it names is shown.
import { forgetLink, isAsked, linkedCatalog, noteCatalog, readLinked } from "../linked.js";
import * as opening from "../opening.js";
import { shareLink as linkTo } from "../share.js";
import * as store from "../store.js";
import { guarded, report } from "./answers.js";
import { explain } from "./queries.js";

/** Shows a catalog by its name. If none is open as that, the address gets the name of the shown one. */
const showNamed = (name: string) =>
  guarded(async () => {
    correctCatalog();
    await store.showCatalog(store.catalogs().find((one) => one.name === name)?.root ?? store.state().catalog);
  });
/** Reports a catalog in the address that is not open, and corrects the address. */
function correctCatalog(): void {
  const name = linkedCatalog();
  const isOpening = store.allPaths().length === 0;
  if (!name || isOpening || store.catalogs().some((one) => one.name === name)) return;
  report("message", { message: `No catalog ${name} is open.` });
  noteCatalog(store.shownCatalog());
}
let isFirst = true; // whether the address is the one that the page was opened with

/** Makes the address name the catalog that has been opened. */
export function noteOpened(): void {
  if (isFirst) correctCatalog();
  isFirst = false;
  noteCatalog(store.shownCatalog());
}

export const showCatalog = (name: string) => void opening.commitField().then(() => showNamed(name));

export const openLinked = () =>
  isAsked() &&
  guarded(async () => {
    const exampleOf = async (rule: string, number: number) => (await explain(rule))?.examples[number - 1]?.files;
    await opening.request(() => readLinked(exampleOf), opening.openLinked);
  });

/** The address of the page without `?embed`, including the changes made here if there are any. */
async function wholeAddress(): Promise<string> {
  const whole = new URL(location.href);
  whole.searchParams.delete("embed");
  if (store.hasUnsaved()) whole.hash = new URL((await linkTo(store.state().title, store.allFiles())).link).hash;
  return whole.href;
}
export const openWhole = () => void guarded(async () => window.open(await wholeAddress(), "_blank", "noopener"));
/** Opens what an address asks for. The same address is opened again. */
export const openAddress = (address: string) => {
  forgetLink();
  location.hash = `url=${encodeURIComponent(address)}`;
};

export function watchAddress(): void {
  addEventListener("hashchange", openLinked);
  addEventListener("popstate", () => void showNamed(linkedCatalog()));
}
