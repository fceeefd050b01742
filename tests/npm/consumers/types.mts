import init, { type Intention, type OlmReport, type Plan, type Severity, type StrandedFixes, validate, Workspace } from "olmkit";
import { createClient } from "olmkit/client";

await init();
const report: OlmReport = validate([{ path: "a.yaml", text: "" }], { profile: "opm", severity: { "channel-no-head": "off" } });
const severities: Severity[] = report.diagnostics.map((found) => found.severity);
const line: number | undefined = report.diagnostics[0]?.range.start.line;
const workspace = new Workspace();
workspace.open("a.yaml", new Uint8Array());
workspace.change("a.yaml", [{ from: 0, to: 0, text: "x" }], "utf8");
const intention: Intention = { do: "set-replaces", package: "p", channel: "c", entry: "e", to: null };
const plan: Plan = workspace.plan(intention);
if (plan.ok) plan.edits.map((edit) => edit.range.end.utf16);
else plan.reason.trim();
const table = workspace.channel("p", "c");
table?.entries.map((row) => row.skipRange?.length);
// @ts-expect-error unknown profile
validate([], { profile: "nothing" });
// @ts-expect-error a file needs content
validate([{ path: "a" }]);
createClient()
  .report()
  .then((found: OlmReport) => found.summary.errors);

const fixes: StrandedFixes = workspace.fixAllStranded({ package: "p", semantics: "v0" });
if (fixes.ok) fixes.edits.map(({ path, text }) => path + text);
else fixes.reason.trim();
createClient()
  .fixAllStranded({ package: "p" })
  .then((found: StrandedFixes) => found.ok);
// @ts-expect-error a package is required
workspace.fixAllStranded({});

import initBundle, { type BundleOptions, renderBundle, type Suite, validateBundle } from "olmkit/bundle";
import { validateBundle as validateInline } from "olmkit/bundle/inline";
import { run as runInline } from "olmkit/cli/inline";
import { resolve as resolveInline } from "olmkit/resolver/inline";

const inside: boolean = validateInline([]).opm.accepted || runInline([]).code === 0 || resolveInline([]).version === 1;
String(inside);

await initBundle();
const suites: Suite[] = ["opm-format", "sdk"];
const options: BundleOptions = { profile: "default", suites };
const verdict: boolean | undefined = validateBundle(new Uint8Array(), options).bundle?.sdk;
const rendered = renderBundle([{ path: "manifests/a.yaml", text: "" }], { migrate: true });
const firstType: string | undefined = rendered.ok ? rendered.document?.properties[0]?.type : rendered.reason;

import { type BundleIntention, describeBundle, planBundle } from "olmkit/bundle";

const change: BundleIntention = {
  do: "add-item",
  list: "dependencies",
  type: "olm.package",
  fields: [
    ["packageName", "bar"],
    ["version", ">=1.0.0"],
  ],
};
const made = planBundle([], change);
if (made.ok) made.creates.map(({ path }) => path);
describeBundle([]).provided.map(({ group, location }) => `${group} ${location.line}`);
// @ts-expect-error unknown suite
validateBundle([], { suites: ["nothing"] });

export { firstType, line, severities, verdict };

import type { ErrorCode as ClientErrorCode } from "olmkit";
import type { BundleRequest, BundleResponse } from "olmkit/bundle-worker";
import type { ClientOptions, EngineClient, SignalLike } from "olmkit/client";
import initInline, { version as inlineVersion } from "olmkit/inline";
import type { WorkerRequest, WorkerResponse } from "olmkit/worker";

declare const signal: SignalLike;
const clientOptions: ClientOptions = { timeout: 100, onRestart: ({ ok }) => ok };
const engine: EngineClient = createClient(clientOptions).withSignal(signal);
engine.reset({ profile: "opm" }).then(() => engine.terminate());
const request: WorkerRequest = { id: 1, method: "report" };
export const answered = (response: WorkerResponse): ClientErrorCode | undefined => ("ok" in response && !response.ok ? response.error.code : undefined);
const bundleRequest: BundleRequest = { id: 1, method: "validateBundle", params: [[]] };
export const answeredBeside = (response: BundleResponse): number => ("id" in response ? response.id : bundleRequest.id);
export const inlined: [Promise<void>, string, WorkerRequest] = [initInline(), inlineVersion(), request];
// @ts-expect-error a signal has events
createClient().withSignal({ aborted: false });
