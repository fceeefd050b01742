// Icons, names and summaries of packages, in the overview and on their own pages. They are requested when a row enters
// the viewport.
import type { PackageView } from "./generated/page.js";
import { KINDS } from "./icon.js";
import type { Emit } from "./store/events.js";
import { ask } from "./store.js";

let emit: Emit = () => {};
const seen = new Map<string, Element>(); // the rows that have been in the viewport, by package
const asked = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

export function listen(callback: Emit): void {
  emit = callback;
}

const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const name = target.getAttribute("data-package");
    if (!isIntersecting || name === null) continue;
    observer.unobserve(target);
    seen.set(name, target);
    asked.add(name);
  }
  answer();
});

/** Observes the rows of a table with `data-package`, including rows that are added later. */
export function watch(table: Element): void {
  const observe = (nodes: Iterable<Node>) => {
    for (const node of nodes) if (node instanceof Element) for (const row of [node, ...node.querySelectorAll("[data-package]")]) if (row.hasAttribute("data-package")) observer.observe(row);
  };
  seen.clear();
  observe([table]);
  new MutationObserver((changes) => observe(changes.flatMap(({ addedNodes }) => [...addedNodes]))).observe(table, { childList: true, subtree: true });
}

/** Requests again every row that has been in the viewport and is still on the page, because a change may affect it. */
export function refresh(): void {
  for (const [name, row] of seen) {
    if (row.isConnected) asked.add(name);
    else seen.delete(name);
  }
  answer();
}

/** Sends one event for all rows that enter the viewport together. */
function answer(): void {
  if (asked.size === 0 || timer !== undefined) return;
  timer = setTimeout(async () => {
    timer = undefined;
    const names = [...asked];
    asked.clear();
    const views = await Promise.all(names.map(viewOf)).catch(() => []); // a newly opened catalog requests its own rows
    if (views.length) emit("package-views", views);
  });
}

/** The icon is a data URL for `<img>`, which does not run scripts of an SVG. */
async function viewOf(name: string): Promise<PackageView> {
  const { displayName = "", provider = "", summary = "", mediaType = "", icon = "" } = (await ask("packageInfo", name)) ?? {};
  return { name, displayName, provider, summary, icon: icon && KINDS.includes(mediaType) ? `data:${mediaType};base64,${icon.replace(/\s/g, "")}` : "" };
}
