import olmkit = require("olmkit");
const report: olmkit.OlmReport = olmkit.validate([{ path: "a.yaml", text: "" }]);

import { validateBundle } from "olmkit/bundle";
import { type RunResult, run } from "olmkit/cli";
import { resolve } from "olmkit/resolver";

const accepted: boolean | undefined = validateBundle([]).bundle?.opm;
const satisfiable: boolean = resolve([], {}).satisfiable;
const extension: string | undefined = resolve([], { olm: "v1", package: "foo", channels: ["stable"], upgradeConstraintPolicy: "SelfCertified" }).install?.bundle;

import { createClient, type EngineClient } from "olmkit/client";
import { type OlmReport, validate } from "olmkit/inline";
import type { WorkerResponse } from "olmkit/worker";

const client: EngineClient = createClient({ timeout: 100 });
const inlined: OlmReport = validate([]);
const answered = (response: WorkerResponse): string | undefined => ("ok" in response && !response.ok ? response.error.code : undefined);
const { code }: RunResult = run(["validate", "a"], [{ path: "a", text: "" }]);
export = { code, report, accepted, extension, satisfiable, client, inlined, answered };
