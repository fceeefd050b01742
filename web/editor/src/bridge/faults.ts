// Faults and updates of the page and its engine.
import { crashReport } from "../crash.js";
import { restart } from "../engine.js";
import { takeUpdate as take } from "../offline.js";
import * as store from "../store.js";
import { guarded } from "./answers.js";

export const takeUpdate = async () => {
  await store.beforeReload();
  take();
};
export const restartEngine = () => guarded(restart);
export const copyCrashReport = (message: string) => guarded(async () => navigator.clipboard.writeText(await crashReport(message)));
