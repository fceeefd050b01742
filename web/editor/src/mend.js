// Every mend of stranded versions of a package as one change: the package's own series, made by an engine of its own.
import { mendAll as mendSeries } from "../../../pkg/src/mend.js";
import { aside } from "./aside.js";
import { difference } from "./merge.js";
import { editAt, textOf } from "./store.js";

/** What the package's `mendAll` says, with edits of what is open in place of files. */
export const mendAll = (packageName, semantics) => aside(async (other) => {
  const { files = [], ...series } = await mendSeries(other, { package: packageName, ...(semantics ? { semantics } : {}) });
  return series.ok ? { ...series, edits: files.map(editOf) } : series;
});

/** From what is open to what the series makes of it. */
const editOf = ({ path, text }) => editAt(path, difference(textOf(path), text));
