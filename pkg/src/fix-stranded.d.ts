import type { EngineClient } from "./client.js";
import type { StrandedQuestion, Workspace } from "./index.js";

/** Which package is fixed; with `channel` or `semantics` only the stranded versions of these. */
export type FixStrandedQuestion = StrandedQuestion & { package: string };

/** What all proved fixes together make of the files that they change. */
export type FixAllStranded =
  | {
      ok: true;
      title: string;
      /** What each step does, in the order in which they were made. */
      steps: string[];
      /** Stranded versions that only a new release can help. */
      left: number;
      files: { path: string; text: string }[];
    }
  | { ok: false; reason: string };

/**
 * Makes every proved fix of stranded versions of a package, one after the other, since one may leave or open the place
 * for the next, and proves the whole once more: nobody is stranded who was not, and opm accepts what it accepted. Nothing
 * stays applied: when the promise is settled the engine has the files it had. It must not be used for anything else
 * meanwhile.
 */
export function fixAllStranded(engine: Workspace | EngineClient, question: FixStrandedQuestion): Promise<FixAllStranded>;
