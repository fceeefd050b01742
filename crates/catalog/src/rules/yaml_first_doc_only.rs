//! `yaml-first-doc-only`: Content that opm silently drops.

use crate::rules::declare::rule;

rule! {
    RULE, "yaml-first-doc-only", "YML022", "Content that opm silently drops",
    since: "0.1.0",
    catalog: Syntax, Olmkit, Warning,
    finds: "Content after the end of the first YAML document between two `---` lines: after `...`, after a `}` that \
        closes the document, or dedented left of it; also whole JSON objects after a fallback to YAML.",
    why: "opm loads the catalog without it: packages, channels or bundles are missing on clusters, and nobody is told.",
    fix: "Separate the documents by `---`.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ "\
schema: a
...
schema: b
" }],
    good: [{ "\
schema: x
---
schema: x
" }],
}
