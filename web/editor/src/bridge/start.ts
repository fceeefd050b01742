// Starts the host, and what the host itself does after an event.
import type { Diagnostic, OlmReport } from "olmkit";
import * as bundle from "../bundle.js";
import * as code from "../code.js";
import { prepareCommandLine } from "../command-worker.js";
import { readConfig } from "../config.js";
import { followUnchanged } from "../disk.js";
import { watchDrags } from "../drag.js";
import { prepareEngine } from "../engine.js";
import { keepFields } from "../fields.js";
import { rowsChange, watchFocus } from "../focus.js";
import { type Judge, judgedBy } from "../folder-contents.js";
import { isServed } from "../local.js";
import * as names from "../names.js";
import { keepOffline } from "../offline.js";
import * as opening from "../opening.js";
import * as packageViews from "../package-views.js";
import { preparePrint } from "../print.js";
import * as saving from "../save.js";
import { isHosted, openServed } from "../served.js";
import type { HostEvent } from "../store/events.js";
import { type Order, orderedBy } from "../store/folders.js";
import * as store from "../store.js";
import { noteOpened, openLinked, watchAddress } from "./address.js";
import { guarded, report, reportTo } from "./answers.js";
import { followStep } from "./cursor.js";
import { watchFiles } from "./drop.js";
import { tellRecent } from "./recent.js";

/**
 * Starts the page's JavaScript. `callback` gets every event: an object with the event's kind as its only key and the
 * details as its value. `judge` decides which opened files are searched, `order` compares the names of catalogs.
 */
export function start(callback: (event: Record<string, unknown>) => void, judge: Judge, order: Order): void {
  judgedBy(judge);
  watchFocus();
  orderedBy(order);
  reportTo((kind, detail) => {
    callback({ [kind]: detail });
    afterEvent({ kind, detail } as HostEvent);
  });
  store.listen(report);
  bundle.listen(report);
  names.listen(report);
  packageViews.listen(report);
  opening.listen(report, tellRecent);
  store.configuredBy(readConfig);
  store.onChangesEnd((paths) => followUnchanged(paths, report));
  // Inside another page, the editor stores nothing in the browser of the reader.
  const { searchParams } = new URL(location.href);
  if (searchParams.has("gallery")) store.keepNoDrafts();
  if (searchParams.has("embed")) {
    document.documentElement.classList.add("is-embedded");
    store.keepNoDrafts();
  } else if (!isServed()) {
    keepOffline(() => report("update", null)).catch(() => {}); // without it the page works, but not offline
  }
  store.watchLeaving();
  keepFields();
  preparePrint();
  tellRecent();
  if (isServed()) guarded(() => openServed(opening.request, report));
  else openLinked();
  watchAddress();
  watchDrags((detail) => report("dragged", detail));
  if (!isHosted()) watchFiles();
  addEventListener("focus", () => void saving.checkDisk());
}

/** What the host itself does after an event. */
function afterEvent(event: HostEvent): void {
  switch (event.kind) {
    case "checked":
      mark("catalog", event.detail.report);
      rowsChange();
      packageViews.refresh();
      prepareEngine();
      if (store.catalogs().length > 1) prepareCommandLine();
      break;
    case "bundle":
      mark("bundle", event.detail?.report);
      rowsChange();
      break;
    case "opening":
      mark("catalog");
      break;
    case "opened":
      if (isHosted()) break;
      noteOpened();
      break;
    case "stepped":
      followStep(event.detail.places);
      break;
  }
}

const marked: Record<"catalog" | "bundle", Diagnostic[]> = { catalog: [], bundle: [] };
/** Underlines the findings of the catalog or the bundle in the text. */
function mark(where: keyof typeof marked, found?: OlmReport): void {
  marked[where] = found?.diagnostics ?? [];
  code.mark([...marked.catalog, ...marked.bundle]);
}
