// Opens files that are dropped on the page, pasted, or handed over by the system.
import * as bundle from "../bundle.js";
import * as files from "../files.js";
import * as opening from "../opening.js";
import { guarded } from "./answers.js";

/** Opens files that are dropped, pasted or handed over by the system. */
export function watchFiles(): void {
  globalThis.launchQueue?.setConsumer(({ files: handles }) => handles?.length && guarded(() => opening.request(() => files.readHandles(handles))));
  const drop = document.documentElement;
  let depth = 0;
  const hint = (on: boolean) => drop.classList.toggle("is-dropping", on);
  drop.addEventListener("dragenter", (event) => {
    event.preventDefault();
    depth += 1;
    hint(true);
  });
  drop.addEventListener("dragover", (event) => event.preventDefault());
  drop.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) hint(false);
  });
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    hint(false);
    const { dataTransfer } = event;
    if (!dataTransfer) return;
    const dialog = document.querySelector("dialog[open]");
    const input = within(event, ".takes-drop")?.querySelector<HTMLInputElement>("input[type=file]");
    if (input) return fill(input, dataTransfer.files);
    if (within(event, ".takes-bundle")) return void guarded(async () => bundle.compareWith((await files.readDrop(dataTransfer)).list));
    guarded(() => (dialog ? dropInto(dialog, dataTransfer) : opening.request(() => files.readDrop(dataTransfer))));
  });
  document.addEventListener("paste", (event) => {
    if (within(event, "input, textarea, [contenteditable], dialog")) return;
    openPasted(event.clipboardData?.getData("text/plain") ?? "");
  });
}

/** The closest element around the target of an event that matches a selector. */
const within = ({ target }: Event, selector: string) => (target instanceof Element ? target.closest(selector) : null);

const openPasted = (text: string) => text.trim() && guarded(() => opening.request(() => ({ list: files.pasted(text), name: "pasted text", handle: null })));
export const openClipboard = () => guarded(async () => openPasted(await navigator.clipboard.readText()));

/** Puts files into an input, as if the user had chosen them there. */
function fill(input: HTMLInputElement, list: globalThis.FileList): void {
  input.files = list;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Puts dropped bundle files into the bundle input of a dialog. What is open behind the dialog stays open. */
async function dropInto(dialog: Element, transfer: DataTransfer): Promise<void> {
  if (!dialog.querySelector(".missing-bundle")) return;
  const input = dialog.querySelector<HTMLInputElement>(".open-bundle");
  const isFolder = [...transfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
  if (input && !isFolder) return fill(input, transfer.files);
  await opening.request(() => files.readDrop(transfer), opening.openOnlyBundle);
}
