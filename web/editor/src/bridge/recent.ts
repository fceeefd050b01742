// Recently opened folders and drafts, as the start page lists them.
import { discardDraft as discard, released } from "../drafts.js";
import * as opening from "../opening.js";
import * as recent from "../recent.js";
import * as store from "../store.js";
import { guarded, report } from "./answers.js";

export const listDrafts = () => void tellRecent();
export async function tellRecent(): Promise<void> {
  const { folders, drafts } = await recent.stored(report);
  report("recent", folders);
  report("drafts", drafts);
  watchOthers(drafts.filter(({ isOpen }) => isOpen).map(({ key }) => key));
}

let watched = 0;
/** On the start page: updates drafts of other tabs, which can be continued once these tabs are closed. */
function watchOthers(keys: string[]): void {
  watched += 1;
  const own = watched;
  const isWanted = () => own === watched && store.allPaths().length === 0;
  if (keys.length) void released(keys, isWanted).then(() => (isWanted() ? tellRecent() : undefined));
}

/** Opens the source of a draft and continues the draft. */
export const continueDraft = (key: string) => guarded(() => opening.request(() => recent.continued(key)));
export const discardDraft = (key: string) =>
  guarded(async () => {
    await discard(key);
    await tellRecent();
  });
export const reopen = (key: string) => guarded(() => opening.request(() => recent.reopen(key).finally(tellRecent)));
export const forgetFolder = (key: string) =>
  guarded(async () => {
    await recent.forget(key);
    await tellRecent();
  });
