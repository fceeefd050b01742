// Checks that the files of this folder have the exports of those that they replace.
import type * as code from "../code.js";
import type * as coloring from "../coloring.js";
import type * as served from "../served.js";
import type * as workers from "../workers.js";
import type * as ownCode from "./code.js";
import type * as ownColoring from "./coloring.js";
import type * as ownServed from "./served.js";
import type * as ownWorkers from "./workers.js";

type Replaces<Own extends Replaced, Replaced> = [Own, Replaced];

/** `colors` is for `coloring.ts` only, which is replaced too. */
export type Checked = [
  Replaces<typeof ownCode, Omit<typeof code, "colors">>,
  Replaces<typeof ownColoring, typeof coloring>,
  Replaces<typeof ownServed, typeof served>,
  Replaces<typeof ownWorkers, typeof workers>,
];
