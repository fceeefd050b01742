// A printout shows the whole channel, not only the visible part: its table and its graph draw what is in
// sight, so for the time of printing all of it is.
const ROOT = document.documentElement;

function show(all: boolean): void {
  ROOT.classList.toggle("is-printing", all);
  for (const part of document.querySelectorAll(".graph-place, .table-scroll")) part.dispatchEvent(new Event("scroll"));
}

export function preparePrint(): void {
  addEventListener("beforeprint", () => show(true));
  addEventListener("afterprint", () => show(false));
}
