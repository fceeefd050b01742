// Prints the whole channel. Its table and its graph draw only their visible part, so everything is made visible while
// printing.
const ROOT = document.documentElement;

function show(all: boolean): void {
  ROOT.classList.toggle("is-printing", all);
  for (const part of document.querySelectorAll(".graph-place, .table-scroll")) part.dispatchEvent(new Event("scroll"));
}

export function preparePrint(): void {
  addEventListener("beforeprint", () => show(true));
  addEventListener("afterprint", () => show(false));
}
