// Settings of the checks: the profile, and rules that are turned off.
import { ignoring } from "../config.js";
import type { ProposedChange } from "../generated/page.js";
import { difference } from "../merge.js";
import * as store from "../store.js";
import { guarded, planned } from "./answers.js";

export const setProfile = (profile: Parameters<typeof store.setProfile>[0]) => guarded(() => store.setProfile(profile));
/** Plans the change of `olmkit.yaml` that turns a rule off. A new `olmkit.yaml` is not part of the catalog. */
export const suppressRule = (rule: string) =>
  planned<ProposedChange>(async () => {
    const changed = await ignoring(rule, store.configPlace(), store.commandFiles());
    const edits = changed.flatMap(({ path, text }) => {
      const now = store.textOf(path);
      return now === text ? [] : [store.editAt(path, difference(now, text))];
    });
    return { ok: true as const, title: `Suppress ${rule}`, safety: "safe" as const, edits, notes: [] };
  });
