//! `assertion-failed`: An assertion that does not hold.

use crate::assertions;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};

rule! {
    RULE, "assertion-failed", "FBC110", "An assertion that does not hold",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Error,
    finds: "An assertion of an `olmkit.assertions` document that does not hold. The document can be part of the \
        catalog, where opm ignores it, or a file of its own (`olmkit validate --assertions FILE`):

```yaml
schema: olmkit.assertions
package: foo
assertions:
- reaches: head              # every entry can upgrade to the head
- reaches: foo.v1.9.0        # every 1.x version can upgrade to 1.9.0
  from: \">=1.0.0 <1.9.0\"     # an entry or a version range; default: every entry
  channel: stable            # default: every channel that has the entry
  semantics: v0              # default: both OLM v0 and OLM v1
- neverSkipped: foo.v2.0.0   # no upgrade path bypasses 2.0.0
- head: foo.v2.1.0           # the entry is the channel head
```",
    why: "An assertion states what the owner of the catalog guarantees: a migration step that every cluster must run, \
        or a long-term version that must stay reachable.",
    fix: "Restore the edges that made it true, or change the assertion if the guarantee has changed.",
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

/// Reports every assertion that does not hold.
pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for doc in &catalog.assertion_docs {
        let name = doc.doc.facts.package_name();
        let Some(package) = catalog.packages.get(name) else {
            let place = doc.doc.place(doc.doc.facts.package.as_ref().map_or(doc.doc.facts.range, |text| text.range));
            let message = format!("The assertions are about package `{name}`, which is not in this catalog.");
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
