// The list of undo and redo steps.
import type { StepList } from "./generated/page.js";
import { steps } from "./store.js";

const MINUTE = 60_000;
const UNITS: [unit: Intl.RelativeTimeFormatUnit, milliseconds: number][] = [
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
];

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always", style: "short" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

function since(at: number, now = Date.now()): string {
  const found = UNITS.find(([, length]) => now - at >= length);
  return found ? relative.format(-Math.floor((now - at) / found[1]), found[0]) : "just now";
}

/**
 * The steps in the order in which they were made. `position`: how many of them are applied. `saved`: how many are on
 * disk, -1 if not known.
 */
export function stepList(): StepList {
  const found = steps();
  const listed = found.steps.map(({ label, groups, at }) => ({
    label,
    paths: [...new Set(groups.flat().map(({ path }) => path))],
    since: at ? since(at) : "",
    time: at ? exact.format(at) : "",
  }));
  return { ...found, steps: listed };
}
