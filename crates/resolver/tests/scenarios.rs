//! Situations that the tests of OLM's resolver cover (bundle specification 11.1), with our own catalogs: the request
//! and OLM's answer.

use crate::common::{Catalogs, request};
use olmkit_resolver::resolve;

/// Title, catalogs (name, priority, lines), request, and the installed bundles or a part of OLM's message.
type Scenario =
    (&'static str, &'static [(&'static str, i64, &'static str)], &'static str, Result<&'static str, &'static str>);

const A: &str = "package a stable\nchannel stable: a.v1.0.0\nbundle a.v1.0.0: needs g/v1/B\n";
const B: &str = "package b stable\nchannel stable: b.v1.0.0\nbundle b.v1.0.0: provides g/v1/B\n";
const NESTED: &str = "package b stable\nchannel stable: b.v1.0.0\nbundle b.v1.0.0: provides g/v1/B; needs g/v1/C\n\
    package c stable\nchannel stable: c.v1.0.0\nbundle c.v1.0.0: provides g/v1/C; wants d >=1.0.0 <2.0.0\n\
    package d stable\nchannel stable: d.v2.0.0 >d.v1.5.0; d.v1.5.0 >d.v1.0.0; d.v1.0.0\n";
const TWO_CHANNELS: &str = "package b stable\nchannel alpha: b.v2.0.0 >b.v1.0.0; b.v1.0.0\nchannel stable: b.v1.0.0\n\
    bundle b.v1.0.0: provides g/v1/B\nbundle b.v2.0.0: provides g/v1/B\n";
const TWO_PROVIDERS: &str = "package p stable\nchannel stable: p.v1.0.0\nbundle p.v1.0.0: provides g/v1/B\n\
    package q stable\nchannel stable: q.v1.0.0\nbundle q.v1.0.0: provides g/v1/B\n";
const SELF: &str = "package a stable\nchannel alpha: a.v2.0.0\nchannel stable: a.v1.0.0\n\
    bundle a.v1.0.0: needs g/v1/B\nbundle a.v2.0.0: provides g/v1/B\n";
const SKIPPED: &str = "package a stable\nchannel stable: a.v3.0.0 >a.v1.0.0 ~a.v2.0.0; a.v2.0.0 >a.v1.0.0; a.v1.0.0\n";
const RANGE: &str = "package a stable\nchannel stable: a.v3.0.0 ^<3.0.0; a.v0.1.0\n";
const LABELS: &str = "package a stable\nchannel stable: a.v1.0.0\nbundle a.v1.0.0: needs-label blue\n\
    package b stable\nchannel stable: b.v2.0.0 >b.v1.0.0; b.v1.0.0\nbundle b.v1.0.0: label blue\n";
const DEPRECATED: &str =
    "package a stable\nchannel stable: a.v2.0.0 >a.v1.0.0; a.v1.0.0\nbundle a.v1.0.0: deprecated\n";

const SCENARIOS: &[Scenario] = &[
    ("the newest of a channel", &[("cat", 0, SKIPPED)], "a", Ok("cat/a.v3.0.0")),
    ("a dependency by API", &[("cat", 0, A), ("two", 0, B)], "a", Ok("cat/a.v1.0.0 two/b.v1.0.0")),
    (
        "nested dependencies, by API and package",
        &[("cat", 0, A), ("two", 0, NESTED)],
        "a",
        Ok("cat/a.v1.0.0 two/b.v1.0.0 two/c.v1.0.0 two/d.v1.5.0"),
    ),
    ("a dependency that is installed already", &[("cat", 0, A), ("two", 0, B)], "a +b.v1.0.0", Ok("cat/a.v1.0.0")),
    (
        "a dependency with a subscription of its own",
        &[("cat", 0, A), ("two", 0, B)],
        "a b",
        Ok("cat/a.v1.0.0 two/b.v1.0.0"),
    ),
    (
        "the catalog with the higher priority",
        &[("cat", 0, A), ("x", 0, B), ("y", 5, B)],
        "a",
        Ok("cat/a.v1.0.0 y/b.v1.0.0"),
    ),
    ("the first name among equals", &[("cat", 0, A), ("y", 0, B), ("x", 0, B)], "a", Ok("cat/a.v1.0.0 x/b.v1.0.0")),
    (
        "an unknown package",
        &[("cat", 0, B)],
        "a",
        Err("no operators found in package a in the catalog referenced by subscription sub-a"),
    ),
    (
        "an unknown channel",
        &[("cat", 0, B)],
        "b@fast",
        Err("no operators found in channel fast of package b in the catalog referenced by subscription sub-b"),
    ),
    (
        "no package provides the API",
        &[("cat", 0, A)],
        "a",
        Err("bundle a.v1.0.0 requires an operator providing an API with group: g, version: v1, kind: B"),
    ),
    (
        "the default channel of the dependency",
        &[("cat", 0, A), ("two", 0, TWO_CHANNELS)],
        "a",
        Ok("cat/a.v1.0.0 two/b.v1.0.0"),
    ),
    (
        "the channel that is subscribed to",
        &[("cat", 0, A), ("two", 0, TWO_CHANNELS)],
        "a b@alpha",
        Ok("cat/a.v1.0.0 two/b.v2.0.0"),
    ),
    ("one provider of an API", &[("cat", 0, TWO_PROVIDERS)], "p q", Err("there can be only one provider of B (g/v1)")),
    ("one provider is enough", &[("cat", 0, A), ("two", 0, TWO_PROVIDERS)], "a", Ok("cat/a.v1.0.0 two/p.v1.0.0")),
    (
        "the provider that is subscribed to",
        &[("cat", 0, A), ("two", 0, TWO_PROVIDERS)],
        "a q",
        Ok("cat/a.v1.0.0 two/q.v1.0.0"),
    ),
    (
        "a package cannot meet its own requirement",
        &[("cat", 0, SELF)],
        "a@stable",
        Err("there can be only one operator from package a"),
    ),
    ("another package can", &[("cat", 0, SELF), ("two", 0, B)], "a@stable", Ok("cat/a.v1.0.0 two/b.v1.0.0")),
    ("what is skipped is upgraded", &[("cat", 0, SKIPPED)], "a=a.v2.0.0", Ok("cat/a.v3.0.0")),
    ("what is skipped is not installed", &[("cat", 0, SKIPPED)], "a!a.v2.0.0", Ok("cat/a.v2.0.0")),
    (
        "an entry on no chain stops everything",
        &[("cat", 0, RANGE)],
        "a=a.v0.1.0",
        Err("a unique replacement chain within a channel is required"),
    ),
    ("nothing newer", &[("cat", 0, SKIPPED)], "a=a.v3.0.0", Ok("")),
    ("a label", &[("cat", 0, LABELS)], "a", Ok("cat/a.v1.0.0 cat/b.v1.0.0")),
    ("a label that the installed version lost", &[("cat", 0, LABELS)], "a +b.v2.0.0", Err("with label: blue")),
    (
        "a deprecated version is not installed",
        &[("cat", 0, DEPRECATED)],
        "a!a.v1.0.0",
        Err("bundle cat/olm/stable/a.v1.0.0 is deprecated"),
    ),
    ("a deprecated version is upgraded", &[("cat", 0, DEPRECATED)], "a=a.v1.0.0", Ok("cat/a.v2.0.0")),
    (
        "two subscriptions to one package",
        &[("cat", 0, SELF)],
        "a@stable a@alpha",
        Err("there can be only one operator from package a"),
    ),
];

#[test]
fn scenarios() {
    let mut wrong = Vec::new();
    for (title, catalogs, query, expected) in SCENARIOS {
        let found = Catalogs::new(catalogs).with(|universe| resolve(universe, &request(query)));
        let mut names: Vec<String> =
            found.install.iter().map(|one| format!("{}/{}", one.place.catalog, one.place.bundle)).collect();
        names.sort();
        let names = names.join(" ");
        let fits = match expected {
            Ok(expected) => found.satisfiable && names == *expected,
            Err(text) => {
                let described = found.explanation.iter().all(|reason| !reason.message.is_empty());
                !found.satisfiable && found.olm.contains(text) && !found.explanation.is_empty() && described
            }
        };
        if !fits {
            wrong.push(format!("{title}: {} [{names}] {}", found.satisfiable, found.olm));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
