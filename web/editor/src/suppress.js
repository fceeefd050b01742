// A finding that may stay gets a comment that says why. That it hides this finding, and changes nothing else, is proved
// before it is shown.

import { documentAt } from "./documents.js";
import { aside } from "./scratch.js";
import { documentOf, editAt, textOf } from "./store.js";

const key = ({ rule, path, message, package: owner, channel, entry }) => [rule, path, message, owner, channel, entry].join("\0");

/** The comment as a fix, or why there can be none. */
export async function suppression(found, reason) {
  const { rule, path, range } = found;
  const text = textOf(path);
  const origin = documentOf(path);
  const document = await documentAt(path, range.start.utf16);
  if (document?.isJson) return { ok: false, reason: "JSON has no comments: put the rule into `ignore` or `overrides` of olmkit.yaml" };
  const words = reason.replace(/\s+/g, " ").trim();
  if (!words) return { ok: false, reason: "a comment needs a reason" };
  const begin = range.start.utf16 - (range.start.column - 1);
  const [line] = text.slice(begin).split(/\r?\n/, 1);
  const end = begin + line.length;
  const [indent] = line.match(/^ */);
  const eol = text[end] === "\r" ? "\r\n" : "\n";
  const comment = `# olmkit-ignore ${rule}: ${words}`;
  const ways = [
    { from: begin, to: begin, text: `${indent}${comment}${eol}` },
    { from: end, to: end, text: ` ${comment}` },
  ];
  return aside(async (other) => {
    const before = (await other.report()).diagnostics.map(key);
    for (const way of ways) {
      await other.open(path, text.slice(0, way.from) + way.text + text.slice(way.to));
      const after = (await other.report()).diagnostics.map(key);
      if (!after.includes(key(found)) && after.every((one) => before.includes(one))) {
        return { ok: true, title: `Let ${rule} be, with a reason`, safety: "safe", edits: [{ ...editAt(path, way), ...origin }], notes: [] };
      }
    }
    return { ok: false, reason: "a comment at this place does not hide it; what makes opm reject a catalog cannot be hidden" };
  });
}
