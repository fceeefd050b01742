// Finds the part of the catalog that a change is in.
import type { At } from "olmkit";
import type { Place } from "./store/documents.js";
import { ask, isBundleFile } from "./store.js";

/** The maximum number of places of a change that are looked up. */
const MOST = 20;

/** What is at one third and at two thirds of a text. The ends themselves may already belong to a neighboring node. */
async function ends({ path, from, to }: Place): Promise<(At | null)[]> {
  const at = (part: number): Promise<At | null> => ask("at", path, Math.floor(from + (to - from) * part));
  return [await at(1 / 3), await at(2 / 3)];
}

/**
 * Finds the package, channel, entry and bundle that contain all of the longest changed text. If that text is not in a
 * channel, as in a bundle, uses the channel of the other texts if they are all in the same one.
 */
export async function inside([longest, ...others]: Place[]): Promise<At | null> {
  const [first, last] = longest ? await ends(longest) : [];
  if (!first || !last || first.package !== last.package) return null;
  // The node beside a deleted text may belong to another document.
  if (longest?.from === longest?.to && !first.channel) return { ...first, bundle: null };
  const shared = (key: "channel" | "entry" | "bundle") => (first[key] === last[key] ? last[key] : null);
  if (first.channel || last.channel) return { ...last, channel: shared("channel"), entry: shared("entry"), bundle: shared("bundle") };
  const catalog = others.filter(({ path }) => !isBundleFile(path)).slice(0, MOST);
  const named = (await Promise.all(catalog.map(ends))).flat().filter((at) => at?.channel);
  const [other] = named;
  const isSame = other?.package === last.package && named.every((at) => at?.package === other.package && at.channel === other.channel);
  return { ...last, channel: isSame ? other.channel : null, bundle: shared("bundle") };
}
