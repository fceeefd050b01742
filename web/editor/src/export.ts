// Exports what is open: the catalog as opm renders it, one file for each package, the files unchanged, and reports. The
// command line's own code writes everything except unchanged files.
import type { OlmReport } from "olmkit";
import { runOn } from "./command.js";
import type { CatalogExport, ReportExport } from "./generated/page.js";
import { offer } from "./save.js";
import { allFiles, commandFiles, settings, state } from "./store.js";
import { zip } from "./zip.js";

/** Offers the catalog as a download. */
export function exportCatalog(kind: CatalogExport): Promise<void> {
  switch (kind) {
    case "files":
      return exportFiles();
    case "packages":
      return exportPackages();
    case "yaml":
    case "json":
    case "jsonl":
      return exportRendered(kind);
  }
}

const RENDERED = { yaml: "application/yaml", json: "application/json", jsonl: "application/x-ndjson" };
const REPORTS: Record<ReportExport, [ending: string, type: string]> = {
  html: ["html", "text/html"],
  markdown: ["md", "text/markdown"],
  sarif: ["sarif", "application/sarif+json"],
  json: ["json", "application/json"],
};
const USAGE = 2; // lowest exit code without output

/** A file name made of the title of the page. */
const name = () =>
  (state().title || "catalog")
    .replace(/\.(ya?ml|json|zip|tar|tar\.gz|tgz)$/i, "")
    .replace(/[^\w.-]+/g, "-")
    .replace(/^-|-$/g, "") || "catalog";

/** Runs a command on the shown catalog. */
const run = (command: string, ...args: string[]) => runOn(commandFiles(), [command, state().catalog.slice(0, -1) || ".", ...args]);

/** The findings of `olmkit check`, which unlike the engine of the page also checks templates. */
export async function checkTemplates(): Promise<OlmReport> {
  const { stdout, stderr, code } = await run("check", "--format", "json");
  if (code >= USAGE) throw new Error(stderr);
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Exports the catalog as `olmkit render` prints it. */
async function exportRendered(output: keyof typeof RENDERED): Promise<void> {
  const { stdout, stderr, code } = await run("render", "-o", output);
  if (code !== 0) throw new Error(`opm cannot render this catalog: ${stderr}`);
  offer(`${name()}.${output}`, stdout, RENDERED[output]);
}

/** Exports a zip with a file for each package, as `olmkit migrate` writes them, but without migrating anything. */
async function exportPackages(): Promise<void> {
  const { written, stderr, code } = await run("migrate", "out", "--migrate-level", "none");
  if (code !== 0) throw new Error(`opm cannot render this catalog: ${stderr}`);
  offer(`${name()}-packages.zip`, await zip(written.map(({ path, bytes }): [string, Uint8Array] => [path.replace(/^out\//, ""), bytes])), "application/zip");
}

/** Exports a zip of the files as they are now, byte for byte. */
const exportFiles = async () => offer(`${name()}.zip`, await zip(allFiles().map(({ path, content }): [string, Uint8Array] => [path, content])), "application/zip");

/** Offers the report under the profile in use as a download. */
export async function exportReport(format: ReportExport): Promise<void> {
  const [ending, type] = REPORTS[format];
  const { profile } = settings();
  const { stdout, stderr, code } = await run("validate", "--format", format, ...(profile ? ["--profile", profile] : []));
  if (code >= USAGE) throw new Error(stderr);
  offer(`${name()}-report.${ending}`, stdout, type);
}
