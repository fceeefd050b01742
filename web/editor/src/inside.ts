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

/** The shown channel. */
export type Shown = { package: string; channel: string };

/** The file that a change is in, and what it is in. `place`: its place in the shown channel. */
type Inside = { path: string | undefined; at: At | null; place?: Place | undefined };

/**
 * Finds what a change is in: the shown channel if it concerns that one; otherwise the package, channel, entry and bundle
 * that contain all of the longest changed text. If that text is not in a channel, as in a bundle, uses the channel of
 * the other texts if they are all in the same one.
 */
export async function inside(places: Place[], shown: Shown): Promise<Inside> {
  const path = places[0]?.path;
  if (path === undefined || isBundleFile(path)) return { path, at: null };
  const catalog = places.filter((place) => !isBundleFile(place.path)).slice(0, MOST);
  const found = await Promise.all(catalog.map(ends));
  const own = found.findIndex((both) => both.every((at) => at?.package === shown.package && at.channel === shown.channel));
  const place = catalog[own];
  const isDeleted = places[0]?.from === places[0]?.to;
  const isInChannel = isDeleted || found[0]?.some((at) => at?.channel);
  const [first, last] = found[isInChannel && place ? own : 0] ?? [];
  if (!first || !last || first.package !== last.package) return { path, at: null };
  const shared = (key: "channel" | "entry" | "bundle") => (first[key] === last[key] ? last[key] : null);
  if (first.channel || last.channel) return { path: place?.path ?? path, at: { ...last, channel: shared("channel"), entry: shared("entry"), bundle: shared("bundle") }, place };
  // The node beside a deleted text may belong to another document.
  if (isDeleted) return { path, at: { ...first, bundle: null } };
  const named = found.flat().filter((at) => at?.channel);
  const [other] = named;
  const isSame = other?.package === last.package && named.every((at) => at?.package === other.package && at.channel === other.channel);
  return { path, at: { ...last, channel: place ? shown.channel : isSame ? other.channel : null, bundle: shared("bundle") } };
}
