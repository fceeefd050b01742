// The engine's report as the page shows it.
import type { OlmReport, UnrelatedFiles } from "olmkit";
import type { Checked } from "../generated/page.js";
import { type Held, originsOf, stamped } from "./edits.js";

/**
 * The report, a notice about files that are not part of the catalog, and the documents that the report's fixes are for.
 */
export function withOrigins(report: OlmReport, unrelated: UnrelatedFiles | null, held: Held): Omit<Checked, "outline"> {
  return { report, unrelated: newsOf(unrelated, held), origins: originsOf(report.diagnostics, held) };
}

function newsOf(unrelated: UnrelatedFiles | null, held: Held) {
  if (!unrelated?.text) return undefined;
  const { text, fix, command } = unrelated;
  return { text, command, fix: fix && { ...fix, edits: stamped(fix.edits, held), notes: [] } };
}
