//! `assertion-failed`: An assertion that does not hold.

use olmkit_collections::order;

use crate::assertions::{self, Checked};
use crate::channel_graph::{deprecated, graph_of};
use crate::facts::AssertionsFacts;
use crate::model::{Catalog, Of};
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};

rule! {
    RULE, "assertion-failed", "FBC110", "An assertion that does not hold",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Error,
    finds: "An assertion of an `olmkit.assertions` document that does not hold or applies to no version. The document \
        can be part of the catalog, where opm ignores it, or a file of its own (`olmkit validate --assertions FILE`):

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
    let mut docs: Vec<_> = catalog.assertion_docs.iter().collect();
    order::sort_by_key(&mut docs, |doc| doc.doc.facts.package_name());
    for docs in docs.chunk_by(|a, b| a.doc.facts.package_name() == b.doc.facts.package_name()) {
        let name = docs.first().map_or("", |doc| doc.doc.facts.package_name());
        let Some(package) = catalog.packages.get(name) else {
            docs.iter().for_each(|doc| no_package(name, doc, out));
            continue;
        };
        let deprecated = deprecated(package);
        let channels: Vec<_> = package.channels.keys().map(|name| graph_of(package, name, &deprecated)).collect();
        let channels: Vec<_> = channels.iter().map(Checked::new).collect();
        for (doc, entry) in docs.iter().flat_map(|doc| doc.body.entries.iter().map(move |entry| (doc, entry))) {
            let Err(violation) = assertions::check(name, &channels, entry) else { continue };
            let wrong = violation.wrong_name(entry);
            let near = wrong.and_then(|wrong| {
                let names: Vec<&str> = channels.iter().flat_map(|of| violation.known_names(of)).collect();
                out.near_miss(&wrong.value, &mut names.into_iter())
            });
            let help = near.map_or_else(|| violation.help().to_owned(), |near| format!("Did you mean `{near}`?"));
            let place = doc.doc.place(wrong.map_or(entry.range, |text| text.range));
            out.report(&RULE, place, violation.to_string(), help).package(name);
        }
    }
}

fn no_package(name: &str, of: &Of<'_, AssertionsFacts>, out: &mut Reporter) {
    let place = of.doc.place(of.doc.facts.package.as_ref().map_or(of.doc.facts.range, |text| text.range));
    let message = format!("The assertions are about package `{name}`, which is not in this catalog.");
    out.report(&RULE, place, message, "Correct the name, or add the package.").package(name);
}
