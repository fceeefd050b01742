// The code pane, and the page following its cursor and the places of undo and redo.
import type { At } from "olmkit";
import * as code from "../code.js";
import { inside, type Shown } from "../inside.js";
import type { ChangedPlace } from "../store/documents.js";
import * as store from "../store.js";
import { guarded, report } from "./answers.js";

/** Receives the position of the cursor. `isStep`: undo or redo moved it. */
type Cursor = (path: string, at: At | null, isStep: boolean) => void;

let showCursor: Cursor = () => {};
let shownChannel: Shown = { package: "", channel: "" };
/** Records the channel that is shown. */
export const noteChannel = (channel: Shown) => {
  shownChannel = channel;
};
/** The query whose answer the page follows. Null if something else was selected since. */
let followed: { isStep: boolean } | null = null;
/** Makes the page follow the answer to a query, unless it follows another one by then. */
const follow = <Answer>(isStep: boolean, query: () => Promise<Answer>, show: (answer: Answer) => void) =>
  guarded(async () => {
    const own = { isStep };
    followed = own;
    const answer = await query();
    if (followed !== own) return;
    followed = null;
    show(answer);
  });
/** Records that something was selected. A step is followed nevertheless: to show its catalog, the page selects something. */
export const selected = () => {
  if (!followed?.isStep) followed = null;
};
/** Makes the page go to the place that undo or redo changed. */
export const followStep = (places: ChangedPlace[]) =>
  follow(
    true,
    () => inside(places, shownChannel),
    ({ path, at, place }) => {
      if (place && store.isOpen(place.path)) code.goTo(place.path, place.from, place.to, false);
      if (path) showCursor(path, at, true);
    },
  );
export const mountCode = (element: Element, cursor: Cursor, at: (place: string) => void) => {
  showCursor = cursor;
  const moved = (path: string, offset: number) =>
    follow(
      false,
      async () => (store.isBundleFile(path) ? null : store.ask("at", path, offset)),
      (at) => cursor(path, at, false),
    );
  code.mount(element, moved, at, (message) => report("failed", { message }));
};
/** Reports the shown file without a location, because the page already knows why it goes there. */
const announce = (path: string) => {
  selected();
  showCursor(path, null, false);
};
export const showFile = (path: string) => {
  if (store.isOpen(path)) code.show(path);
  announce(path);
};
export const goTo = (path: string, from: number, to: number, focus: boolean) => {
  if (store.isOpen(path)) code.goTo(path, from, to, focus);
  announce(path);
};
export const atCursor = (command: Parameters<typeof code.atCursor>[0]) => void guarded(async () => void (await code.atCursor(command)));
