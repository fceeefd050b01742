// What a change means for the bundle that is open: who accepts it, and what is found.
import { ask } from "./bundle.js";
import { problems } from "./changes.js";
import { bundleFiles, bundlePlace, changedFiles, isBundleFile } from "./store.js";

const TOOLS = { opm: "opm", sdk: "operator-sdk", api: "operator-framework/api" };

/** `texts`: what some files would be; without it: what is open, compared with the files as they were opened or saved. */
export async function compareBundle(texts) {
  const others = (texts ?? changedFiles()).filter(({ path }) => isBundleFile(path));
  if (others.length === 0) return [];
  const { prefix } = bundlePlace();
  const there = new Map(others.map(({ path, before, after }) => [path.slice(prefix.length), texts ? after : before]));
  const [now, other] = await Promise.all([bundleFiles(), withTexts(there)].map((files) => ask("validateBundle", files)));
  const [before, after] = texts ? [now, other] : [other, now];
  return [...verdicts(before.bundle, after.bundle), ...problems(before.diagnostics, after.diagnostics)];
}

/** The files of the bundle, some with another text; one without text is not there. */
function withTexts(texts) {
  const kept = bundleFiles().filter(({ path }) => !texts.has(path));
  return [...kept, ...[...texts].filter(([, text]) => text).map(([path, text]) => ({ path, text }))];
}

const verdicts = (before, after) =>
  Object.entries(TOOLS).flatMap(([tool, name]) => {
    if (before?.[tool] === after?.[tool] || after?.[tool] == null) return [];
    return [after[tool] ? `${name} accepts the bundle, which it rejected before.` : `${name} rejects the bundle, which it accepted before.`];
  });
