// Focuses elements that are drawn with one of the next frames, and keeps the focus when rows are moved.

/** False in a frame without the focus: the page does not take the focus from the other parts of an editor's window. */
const mayFocus = () => window === parent || document.hasFocus();

/** Focuses an element, and shows its form too, if that is small: its button is below it. */
function enter(element: HTMLElement): void {
  element.focus();
  const form = element.closest("form");
  if (form && form.clientHeight < innerHeight / 2) form.scrollIntoView({ block: "nearest" });
}

const FRAMES = 30; // maximum until an element is drawn
/** Focuses an element that is drawn with one of the next frames, unless the focus has moved elsewhere meanwhile. */
export const focusOn = (selector: string, frames = FRAMES) =>
  requestAnimationFrame(() => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.getClientRects().length);
    if (found && mayFocus()) enter(found);
    else if (frames > 0 && document.activeElement === document.body) focusOn(selector, frames - 1);
  });
export const moveFocus = (selector: string, by: number) => {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const next = all[all.indexOf(document.activeElement as HTMLElement) + by];
  next?.focus();
  return next !== undefined;
};
export const showRow = (selector: string) => requestAnimationFrame(() => document.querySelector(selector)?.scrollIntoView({ block: "nearest" }));
export const clickOn = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();

/** Ends the focus in a part of the page. */
export function leavePart(selector: string): void {
  const now = document.activeElement;
  if (now instanceof HTMLElement && now.closest(selector)) now.blur();
}

const FEW = 12; // frames in which rows are drawn and moved

/** Where the focus goes if what had it is gone: the selected entry, the first entry, the first problem, the heading of the page. */
const PLACES = ["tr.is-selected .entry-name", ".graph-place .node.is-selected", ".entry-name", ".problems .problem-main", ".page-alone h2", ".center h2"];
const ANY_ENTRY = "tr:not(.is-selected) .entry-name"; // only in view: the focus does not move the table
const isVisible = (element: HTMLElement) => element.getClientRects().length > 0;
function isInView(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

const MAX_ROWS = 50; // beside a row, in each direction
const FOCUSABLE = "button, input, a[href], [tabindex='0']";

/** What had the focus last in a row or an item of a list, and the rows from there on: first those below it. */
let last: { target: Element; rows: Element[]; kind: string } | undefined;

function noteRow(target: Element): void {
  const row = target.closest("tr, li");
  const list = row?.closest("table")?.rows ?? row?.parentElement?.children;
  if (!row || !list || target.closest("dialog")) return;
  const all: Element[] = [...list];
  const at = all.indexOf(row);
  const rows = [...all.slice(at, at + MAX_ROWS), ...all.slice(Math.max(0, at - MAX_ROWS), at).reverse()];
  const kind = row.querySelector(".entry-name") ? ".entry-name" : [target.localName, ...target.classList].map(CSS.escape).join(".");
  last = { target, rows, kind };
}

/** The row in the page, which may have been drawn again. */
function shownRow(row: Element): Element | null {
  const entry = (row as HTMLElement).dataset.dropEntry;
  return row.isConnected || entry === undefined ? row : document.querySelector(`tr[data-drop-entry="${CSS.escape(entry)}"]`);
}

const CHANGING = 2000; // milliseconds in which rows are drawn after a check
let changedAt = -CHANGING;
/** Records that rows may be removed now. At other times, rows leave the page because they are scrolled out of view. */
export const rowsChange = () => {
  changedAt = performance.now();
};

/** What gets the focus instead of what was removed: the same in its row or the one below it, otherwise in the row above it. */
function besideRemoved(): HTMLElement | undefined {
  if (!last || last.target.isConnected || performance.now() - changedAt > CHANGING) return undefined;
  const { rows, kind } = last;
  const shown = rows.map(shownRow).filter((row) => row?.isConnected);
  const inRows = (selector: string) => shown.flatMap((row) => [...(row?.querySelectorAll<HTMLElement>(selector) ?? [])]).find(isVisible);
  return inRows(kind) ?? inRows(FOCUSABLE);
}

/** What got the focus last because what had it was gone, not by the user. */
let restored: HTMLElement | undefined;

/** Moves the focus beside a removed row that had it, or to a place in the page if nothing has had it for some frames. */
export function restoreFocus(frames = FEW): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body || !mayFocus() || document.querySelector("dialog:modal")) return;
    const beside = besideRemoved();
    if (!beside && frames > 0) return restoreFocus(frames - 1);
    const places = beside ? [] : PLACES.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]).filter(isVisible);
    restored = beside ?? places.find((place) => !place.matches(ANY_ENTRY) || isInView(place));
    restored?.focus({ preventScroll: !beside });
  });
}

/** Restores the focus if its element is removed or hidden: a row, the button of a menu. A click on an empty place takes the focus on purpose. */
export function watchFocus(): void {
  document.addEventListener("toggle", (event) => (event as ToggleEvent).newState === "closed" && restoreFocus(), true);
  document.addEventListener("focusin", ({ target }) => target instanceof Element && noteRow(target));
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget || !(target instanceof HTMLElement)) return;
    requestAnimationFrame(() => (target.isConnected && isVisible(target)) || restoreFocus());
  });
}

/**
 * Opens or closes a dialog. Both move the focus: into the dialog, or back to where it was. Where that is inert meanwhile,
 * the focus is not taken from the other parts of an editor's window.
 */
export function showDialog(dialog: HTMLDialogElement, isOpen: boolean, isDocked: boolean): void {
  if (dialog.open === isOpen) return;
  const { body } = document;
  const targets: HTMLElement[] = mayFocus() ? [] : isOpen ? [dialog] : [body, ...document.querySelectorAll("dialog")];
  for (const target of targets) target.inert = true;
  if (!isOpen) dialog.close();
  else if (isDocked) dialog.show();
  else dialog.showModal();
  if (!isOpen) restoreFocus();
  for (const target of targets) target.inert = false;
  // What a field contains is replaced by typing.
  if (targets.length === 0 && document.activeElement instanceof HTMLInputElement && dialog.contains(document.activeElement)) document.activeElement.select();
  const enter = () => dialog.open && document.activeElement === body && dialog.querySelector<HTMLElement>("[autofocus], input")?.focus();
  if (isOpen && targets.length) addEventListener("focus", enter, { once: true });
}

/**
 * Focuses a row that is drawn soon, unless the focus has moved elsewhere. Moving a focused row in the page removes its
 * focus, which is then restored.
 */
export function focusRow(selector: string, frames = FEW, from = document.activeElement): void {
  requestAnimationFrame(() => {
    const found = document.querySelector<HTMLElement>(selector);
    const now = document.activeElement;
    if (found && mayFocus() && now !== found && (now === from || now === restored || now?.contains(found))) found.focus();
    if (frames > 0) focusRow(selector, frames - 1, from);
  });
}

const SOON = 200; // milliseconds

/**
 * Restores the focus of elements that are moved in the page when `scroller` scrolls. Focuses what is beside an element
 * that was removed, and `scroller` if the element is not visible.
 */
export function keepFocus(scroller: HTMLElement): void {
  let held: HTMLElement | null = null;
  let left = 0; // time at which the focus was lost without moving to another element
  scroller.addEventListener("focusin", ({ target }) => {
    held = target as HTMLElement;
    left = 0;
  });
  scroller.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget) held = null;
    else left = performance.now();
  });
  const restore = (last: HTMLElement) => {
    if (mayFocus() && document.activeElement === document.body) (last.isConnected ? last : (besideRemoved() ?? scroller)).focus({ preventScroll: true });
  };
  // Ends the focus of a button before its row is removed. If the browser had to end it then, it would compute the layout
  // of the half-drawn table. A field keeps the focus, because without it what is typed would be written.
  const leave = () => {
    if (!(held instanceof HTMLButtonElement) || held !== document.activeElement) return;
    const [{ top, bottom }, row] = [scroller.getBoundingClientRect(), held.getBoundingClientRect()];
    if (row.bottom < top || row.top > bottom) held.blur();
  };
  scroller.addEventListener("scroll", leave, { capture: true }); // before the rows are drawn
  scroller.addEventListener("scroll", () => {
    const last = held;
    if (last && (left === 0 || performance.now() - left < SOON)) requestAnimationFrame(() => requestAnimationFrame(() => restore(last)));
  });
}
