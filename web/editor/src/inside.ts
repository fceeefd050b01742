// Finds the part of the catalog that a change is in.
import type { At } from "olmkit";
import type { Place } from "./store/documents.js";
import { ask, isBundleFile } from "./store.js";

/** The maximum number of places of a change that are looked up. */
const MOST = 20;

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
  const found = await Promise.all(catalog.map(({ path, from, to }) => ask("at", path, from, to)));
  const own = found.findIndex((at) => at?.package === shown.package && at.channel === shown.channel);
  const place = catalog[own];
  const isDeleted = places[0]?.from === places[0]?.to;
  const isInChannel = isDeleted || found[0]?.channel;
  const at = found[isInChannel && place ? own : 0];
  if (!at) return { path, at: null };
  if (at.channel) return { path: place?.path ?? path, at, place };
  // The node beside a deleted text may belong to another document.
  if (isDeleted) return { path, at: { ...at, bundle: null } };
  const named = found.filter((one) => one?.channel);
  const [other] = named;
  const isSame = other?.package === at.package && named.every((one) => one?.package === other.package && one.channel === other.channel);
  return { path, at: { ...at, channel: place ? shown.channel : isSame ? other.channel : null } };
}
