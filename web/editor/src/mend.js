// Every mend of stranded versions of a package as one change: the package's own series, made by an engine of its own.
import { mendAll as mendSeries } from "../../../pkg/src/mend.js";
import { createEngine } from "./engine.js";
import { difference } from "./merge.js";
import { allFiles, settings, textOf } from "./store.js";

/** What the package's `mendAll` says, with edits of what is open in place of files. */
export async function mendAll(packageName, semantics) {
  const other = await createEngine();
  try {
    await other.reset(settings());
    await other.openMany(allFiles().map(({ path, content }) => ({ path, bytes: content.slice() })));
    const { files = [], ...series } = await mendSeries(other, { package: packageName, ...(semantics ? { semantics } : {}) });
    return series.ok ? { ...series, edits: files.map(editOf) } : series;
  } finally {
    other.terminate();
  }
}

/** From what is open to what the series makes of it. */
function editOf({ path, text }) {
  const { from, to, text: insert } = difference(textOf(path), text);
  const at = (utf16) => ({ line: 0, column: 0, offset: 0, utf16 });
  return { path, range: { start: at(from), end: at(to) }, text: insert };
}
