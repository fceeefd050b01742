// What of the catalog a change is in.
import type { At } from "olmkit";
import type { Place } from "./store/documents.js";
import { ask, isBundleFile } from "./store.js";

/** So many places of a change are looked at. */
const MOST = 20;

/** What is at both ends of a text. Its edges may be in what is beside it. */
async function ends({ path, from, to }: Place): Promise<(At | null)[]> {
  const at = (part: number): Promise<At | null> => ask("at", path, Math.floor(from + (to - from) * part));
  return [await at(1 / 3), await at(2 / 3)];
}

/**
 * What a change is in, as far as all of its longest text is in the same. Where that is in no channel, such as that of a
 * bundle, the channel is that of the other texts, if they are in one only.
 */
export async function inside([longest, ...others]: Place[]): Promise<At | null> {
  const [first, last] = longest ? await ends(longest) : [];
  if (!first || !last || first.package !== last.package) return null;
  // What stands beside a text that is gone may be another document.
  if (longest?.from === longest?.to && !first.channel) return { ...first, bundle: null };
  const shared = (key: "channel" | "entry" | "bundle") => (first[key] === last[key] ? last[key] : null);
  if (first.channel || last.channel) return { ...last, channel: shared("channel"), entry: shared("entry"), bundle: shared("bundle") };
  const catalog = others.filter(({ path }) => !isBundleFile(path)).slice(0, MOST);
  const named = (await Promise.all(catalog.map(ends))).flat().filter((at) => at?.channel);
  const [other] = named;
  const isSame = other?.package === last.package && named.every((at) => at?.package === other.package && at.channel === other.channel);
  return { ...last, channel: isSame ? other.channel : null, bundle: shared("bundle") };
}
