// Queries of the engine.
import type { CandidatesQuery, PathQuery, RangeQuery, ReleaseQuery, Semantics } from "olmkit";
import { bundlesOf, bundlesWith, entriesOf } from "../containing.js";
import type { BundleContents, ChannelView } from "../generated/page.js";
import * as store from "../store.js";
import { answered, guarded } from "./answers.js";
import { noteChannel } from "./cursor.js";

export const release = (query: ReleaseQuery) => answered(() => store.ask("release", query));
/** The answer, or `none` if the package or channel has just been removed. */
const unlessGone = <T>(answer: Promise<T>, none: T): Promise<T> =>
  answer.catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "NO_ANSWER") return none;
    throw error;
  });
/** A channel for the page: its table unless its stamp is `known`, its stranded versions, and its graph if requested. */
export const channel = (packageName: string, name: string, known: string, semantics: Semantics, withGraph: boolean) =>
  guarded<ChannelView>(async () => {
    const query = { package: packageName, channel: name };
    noteChannel(query);
    const [update, { stranded, origins }, graph] = await Promise.all([
      store.ask("channelSince", packageName, name, known),
      unlessGone(store.stranded(query), { stranded: [], origins: [] }),
      withGraph ? unlessGone(store.ask("graph", { ...query, semantics }), undefined) : undefined,
    ]);
    return { stamp: "", table: null, places: [], ...update, stranded, graph: graph?.channels[0] ?? null, origins };
  });
export const upgradePath = (query: PathQuery) => answered(() => store.ask("path", query));
export const range = (query: RangeQuery) => guarded(() => store.ask("range", query));
export const candidates = (query: CandidatesQuery) => guarded(() => store.ask("candidates", query));
export const matrix = (packageName: string) => guarded(async () => (await store.ask("matrix", packageName)) ?? null);
export const explain = (rule: string) => guarded(async () => (await store.ask("explain", rule)) ?? null);
export const rules = () => guarded(() => store.ask("rules"));
export const search = (query: string, limit: number) => guarded(() => store.ask("search", query, limit));
export const packageBundles = (packageName: string) => answered(() => bundlesOf(packageName));
export const bundlesContaining = (kind: BundleContents, text: string, paths: string[]) => guarded(async () => (await bundlesWith(kind, text, paths)).map(({ entry }) => entry));
export const entriesContaining = (kind: BundleContents, text: string, limit: number) => guarded(async () => entriesOf((await bundlesWith(kind, text)).slice(0, limit)));
