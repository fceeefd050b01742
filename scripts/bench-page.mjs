// Measures the editor in `dist` (`npm run build`; EDITOR_DIST names another build) in Chromium: the size and duration
// of the first visit, the main thread's time for a keystroke, and its tasks over 50 ms. `node scripts/bench-page.mjs
// [--runs N] [--keys N] [--cpu] [--only visits|keys|tasks]`.
//
// `--cpu` reports the CPU time of a keystroke and of tasks instead of their duration, for a machine that runs other
// programs. Figures are those of fresh profiles, the durations of visits at full speed and with the CPU slowed down four
// times. Other programs on the machine affect them.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root, setup } from "../tests/e2e/harness.mjs";
import { measureKeys } from "./bench-page/keys.mjs";
import { measureTasks } from "./bench-page/tasks.mjs";
import { measureVisits } from "./bench-page/visit.mjs";

const MEASUREMENTS = { visits: measureVisits, keys: measureKeys, tasks: measureTasks };

const { values } = parseArgs({
  options: { runs: { type: "string", default: "5" }, keys: { type: "string", default: "200" }, cpu: { type: "boolean", default: false }, only: { type: "string" } },
});
const names = values.only ? [values.only] : Object.keys(MEASUREMENTS);
const unknown = names.find((name) => !Object.hasOwn(MEASUREMENTS, name));
if (unknown) throw new Error(`--only ${unknown}: use ${Object.keys(MEASUREMENTS).join(", ")}`);

const dist = process.env.EDITOR_DIST ?? join(root, "dist");
const site = await setup(dist, { optimizes: true });
for (const name of names) await MEASUREMENTS[name](site, { dist, runs: Number(values.runs), keys: Number(values.keys), isCpu: values.cpu });
await site.close();
