//! `assertion-failed`: Something that the owner wants to stay true is not.

use crate::assertions;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};

rule! {
    RULE, "assertion-failed", "FBC110", "Something that the owner wants to stay true is not",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Error,
    finds: "An assertion of an `olmkit.assertions` document that does not hold. Such a document may stand in the \
        catalog (opm accepts it and looks at nothing) or in a file of its own (`olmkit validate --assertions FILE`):

```yaml
schema: olmkit.assertions
package: foo
assertions:
- reaches: head              # every entry gets to the head
- reaches: foo.v1.9.0        # everything on 1.x gets to 1.9.0
  from: \">=1.0.0 <1.9.0\"     # an entry, or a range of versions; without it every entry
  channel: stable            # without it every channel that has the entry
  semantics: v0              # without it OLM v0 and OLM v1
- neverSkipped: foo.v2.0.0   # nobody gets past 2.0.0 without it
- head: foo.v2.1.0           # what the newest release is
```",
    why: "It is what the owner has promised: a migration step that every cluster must run, a long-term version that \
        must stay reachable.",
    fix: "Restore the edges that made it true, or change the assertion if the promise has changed.",
    source: "olmkit; upgrades are those of OLM v0 and OLM v1.",
    bad: [{ foo!(r#"- name: foo.v1.2.0
  replaces: foo.v1.1.0
  skipRange: ">=1.0.0 <1.2.0"
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"#; "1.2.0", "1.1.0", "1.0.0"), "\
---
schema: olmkit.assertions
package: foo
assertions:
- neverSkipped: foo.v1.1.0
" }],
    good: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.0"), r#"---
schema: olmkit.assertions
package: foo
assertions:
- neverSkipped: foo.v1.1.0
- reaches: head
- {reaches: foo.v1.1.0, from: "<1.1.0", channel: stable, semantics: v1}
- head: foo.v1.2.0
"# }],
}

/// What is wrong with an assertion: nothing when it holds.
pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for doc in &catalog.assertion_docs {
        let name = doc.doc.facts.package_name();
        let Some(package) = catalog.packages.get(name) else {
            let place = doc.doc.place(doc.doc.facts.package.as_ref().map_or(doc.doc.facts.range, |text| text.range));
            let message = format!("Assertions are about package `{name}`, which is not in this catalog.");
            out.report(&RULE, place, message, "Correct the name, or add the package.").package(name);
            continue;
        };
        for entry in &doc.body.entries {
            let Err(violation) = assertions::check(package, entry) else { continue };
            let help = "Restore the edges that made it true, or change the assertion.";
            out.report(&RULE, doc.doc.place(entry.range), violation.to_string(), help).package(name);
        }
    }
}
