// Elements of the page: their size and scroll position, and the states that the gallery shows.
import * as packageViews from "../package-views.js";

export const watchPackages = (table: Element) => packageViews.watch(table);
/** Sends a scroll event to the element when its size, or that of a part with the attribute `data-resizes`, changes. */
export function watchSize(element: Element) {
  const observer = new ResizeObserver(() => element.dispatchEvent(new Event("scroll")));
  for (const one of [element, ...element.querySelectorAll("[data-resizes]")]) observer.observe(one);
}
export const textScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16; // 16 px: what browsers have unless the user changes it
export const panBy = (element: Element, x: number, y: number) => element.scrollBy(x, y);
/** For the gallery: adds rules that style `.as-hover` and `.as-focus` like `:hover` and `:focus`. */
export function showStates() {
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSStyleRule && /:(hover|focus-visible)/.test(rule.selectorText))
        rule.selectorText += `, ${rule.selectorText.replaceAll(":hover", ".as-hover").replaceAll(":focus-visible", ".as-focus")}`;
}
