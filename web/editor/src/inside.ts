// Finds the part of the catalog that a change is in.
import type { At } from "olmkit";
import type { ChangedPlace, Place } from "./store/documents.js";
import { ask, isBundleFile } from "./store.js";

/** The maximum number of places of a change that are looked up. */
const MAX = 20;

/** The shown channel. */
export type Shown = { package: string; channel: string };

/** The file that a change is in, and what it is in. `place`: its place there. */
type Inside = { path: string | undefined; at: At | null; place?: Place | undefined };

/** What a change wrote to, or removed from. */
const what = async ({ path, from, to, removed }: ChangedPlace) => (await removed) ?? ask("at", path, from, to);

/**
 * Finds what a change is in: the shown channel if it concerns that one; otherwise the package, channel, entry and bundle
 * that contain all of the longest changed text. If that text is not in a channel, as in a bundle, uses the channel of
 * the other texts if they are all in the same one.
 */
export async function inside(places: ChangedPlace[], shown: Shown): Promise<Inside> {
  const path = places[0]?.path;
  if (path === undefined || isBundleFile(path)) return { path, at: null };
  const catalog = places.filter((place) => !isBundleFile(place.path)).slice(0, MAX);
  const found = await Promise.all(catalog.map(what));
  const own = found.findIndex((at) => at?.package === shown.package && at.channel === shown.channel);
  const isInChannel = places[0]?.removed || found[0]?.channel;
  const chosen = isInChannel && own >= 0 ? own : 0;
  const [at, place] = [found[chosen], catalog[chosen]];
  if (!at) return { path, at: null, place };
  if (at.channel) return { path: place?.path ?? path, at, place };
  const named = found.filter((one) => one?.channel);
  const [other] = named;
  const isSame = other?.package === at.package && named.every((one) => one?.package === other.package && one.channel === other.channel);
  return { path, at: { ...at, channel: own >= 0 ? shown.channel : isSame ? other.channel : null }, place };
}
