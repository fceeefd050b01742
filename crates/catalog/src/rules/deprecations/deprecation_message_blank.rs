//! `deprecation-message-blank`: A deprecation with a blank message.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};

rule! {
    RULE, "deprecation-message-blank", "FBC067", "A deprecation with a blank message",
    since: "0.1.0",
    catalog: Deprecation, Olmkit, Warning,
    finds: "A deprecation whose message contains only whitespace.",
    why: "opm accepts it, but consoles show an empty warning.",
    fix: "Write what to use instead, and until when this is supported.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(), r#"---
schema: olm.deprecations
package: foo
entries:
- reference: {schema: olm.package}
  message: " "
"# }],
    good: [{ foo!(), "\
---
schema: olm.deprecations
package: foo
entries:
- reference: {schema: olm.package}
  message: Use bar.
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for deprecations in &catalog.deprecation_docs {
        for entry in &deprecations.body.entries {
            let Some(message) = &entry.message else { continue };
            if message.value.is_empty() || !message.value.trim().is_empty() {
                continue;
            }
            let help = "Write what to use instead, and until when this is supported.";
            out.report(&RULE, deprecations.doc.place(message.range), "The message of this deprecation is blank.", help)
                .package(deprecations.doc.facts.package_name());
        }
    }
}
