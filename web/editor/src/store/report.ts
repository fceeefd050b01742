// The engine's report as the page shows it.
import type { OlmReport, UnrelatedFiles } from "olmkit";
import type { Checked } from "../generated/page.js";
import { originsOf, type Snapshot, stamped } from "./edits.js";

/**
 * The report, a notice about files that are not part of the catalog, and the documents that the report's fixes are for.
 */
export function withOrigins(report: OlmReport, unrelated: UnrelatedFiles | null, snapshot: Snapshot): Omit<Checked, "outline"> {
  return { report, unrelated: newsOf(unrelated, snapshot), origins: originsOf(report.diagnostics, snapshot) };
}

function newsOf(unrelated: UnrelatedFiles | null, snapshot: Snapshot) {
  if (!unrelated?.text) return undefined;
  const { text, fix, command } = unrelated;
  return { text, command, fix: fix && { ...fix, edits: stamped(fix.edits, snapshot), notes: [] } };
}
