// Words that this repository does not use, each with its replacement. `tidy.test.mjs` checks all files but this one.

/** Words of texts, documents and identifiers, in any case, also as a part of an identifier. */
const WORDS = {
  anybody: "any user",
  aside: "details, separately",
  comings: "changes",
  desk: "AppState",
  habit: "convention",
  mend: "fix",
  mended: "fixed",
  nobody: "no version, no package, no user",
  patience: "timeout",
  picture: "screenshot, icon, graph",
  pictures: "screenshots, icons, graphs",
  recall: "reload_…, or what the function does",
  said: "reported, shown, message",
  settle: "apply_…, or what the function does",
  sight: "visible, viewport",
  somebody: "a user, installed versions",
  spot: "location",
  spots: "locations",
  stranger: "file that is not part of the catalog",
  strangers: "files that are not part of the catalog",
  stuck: "stranded",
  told: "reported, shown, event",
  trial: "simulation",
  whom: "which version, which package",
  wording: "message, text",
};

/** Phrases, as regular expressions. */
const PHRASES = {
  "_(is|are)_no_(?!longer_|tls)": "…_is_not_a_…, …_are_not_…",
  "(?<!there )is no (part|icon|catalog|valid|problem|word)\\b": "is not a …",
  "that is none\\b": "invalid",
  "ones_own|one's own": "custom, own",
  "\\b(gains?|loses?) (a|its|their) way\\b|\\bway to the head\\b": "can now / can no longer upgrade to the channel head",
  "\\bwho (gains|loses)\\b": "the installed versions that gain or lose an upgrade path",
  '\\bedit bridge\\b|\\bbridge=|["`]bridge["`]': "reconnect",
  "\\bTake .* from disk": "Use version on disk",
  "\\b(let_stand|lies_in)\\b": "restore_…, set_root",
  "\\bwork(ed|ing) out\\b": "compute, analyze",
  // British spelling.
  "((capital|custom|emphas|general|initial|maxim|minim|normal|optim|organ|recogn|serial|special|summar|synchron|util|virtual)is(e|ed|es|ing|ation)|analys(e|ed|ing))(?![a-z])": "…ze, …zation",
  "(behavi|col|fav|flav|neighb)our": "…or",
  "(?<![a-z])centre(?![a-z])|catalogue|licence|unlabelled": "center, catalog, license, unlabeled",
};

/** Matches the word alone, in snake_case, camelCase and CONSTANT_CASE. `<aside>` is an element of HTML. */
function pattern(word) {
  const [first, ...rest] = word;
  const capital = `${first.toUpperCase()}${rest.join("")}`;
  return new RegExp(`(?<![A-Za-z]|</?)${word}(?![a-z])|${capital}(?![a-z])|(?<![A-Za-z])${word.toUpperCase()}(?![A-Za-z])`);
}

const RULES = [
  ...Object.entries(WORDS).map(([word, instead]) => ({ word, instead, pattern: pattern(word) })),
  ...Object.entries(PHRASES).map(([word, instead]) => ({ word, instead, pattern: new RegExp(word, "i") })),
];

/** Returns the unwanted words of a text, as `line: word: write replacement`. */
export function unwanted(text) {
  const present = RULES.filter((rule) => rule.pattern.test(text));
  if (present.length === 0) return [];
  return text.split("\n").flatMap((line, index) => present.filter((rule) => rule.pattern.test(line)).map(({ word, instead }) => `${index + 1}: "${word}": write "${instead}"`));
}
