// Every fix of stranded versions of a package as one change: the package's own series, made by an engine of its own.
import { fixAllStranded as fixSeries } from "../../../pkg/src/fix-stranded.js";
import { difference } from "./merge.js";
import { aside } from "./scratch.js";
import { textIn } from "./store/documents.js";
import { editAt } from "./store.js";

/** What the package's `fixAllStranded` says, with edits of what is open in place of files. */
export const fixAllStranded = (packageName, semantics) =>
  aside(async (other, held) => {
    const { files = [], ...series } = await fixSeries(other, { package: packageName, ...(semantics ? { semantics } : {}) });
    const editOf = ({ path, text }) => editAt(path, difference(textIn(held, path), text), held);
    return series.ok ? { ...series, edits: files.map(editOf) } : series;
  });
