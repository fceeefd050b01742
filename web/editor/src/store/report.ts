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

/** Replaces help and fixes of findings in files that are not part of the catalog by the advice for these files. */
export function withAdvice(report: OlmReport, unrelated: UnrelatedFiles | null): OlmReport {
  const advice = new Map(unrelated?.advice.map((one) => [one.diagnostic, one]));
  const diagnostics = report.diagnostics.map((found, at) => {
    const { help, fixes } = advice.get(at) ?? found;
    return { ...found, help, fixes };
  });
  return { ...report, diagnostics };
}

function newsOf(unrelated: UnrelatedFiles | null, held: Held) {
  if (!unrelated?.text) return undefined;
  const { text, fix, command } = unrelated;
  return { text, command, fix: fix && { ...fix, edits: stamped(fix.edits, held), notes: [] } };
}
