//! `pkg-default-channel-exists`: A default channel that does not exist.

use olmkit_diagnostics::Safety;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::scalar;
use crate::verdict::Leaf;

/// The rule.
pub static RULE: Rule = Rule {
    id: "pkg-default-channel-exists",
    code: "FBC013",
    title: "A default channel that does not exist",
    docs: docs(
        r#"## What it finds
A `defaultChannel` that names no channel of the package.

## Why it matters
opm makes up an empty channel and rejects the catalog with a puzzling message.

## How to fix
Name an existing channel, exactly.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Reference,
    enforcement: Enforcement::Opm,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[
        Example {
            title: "found",
            bad: true,
            files: &[(
                "c.yaml",
                r#"---
{schema: olm.package, name: foo, defaultChannel: Stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "c.yaml",
                r#"---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        let Some(default) = &package.decl.body.default_channel else { continue };
        if package.channels.contains_key(default.value.as_str()) {
            continue;
        }
        let text = "channel must contain at least one bundle".to_owned();
        out.leaf(&RULE, Leaf::channel(package.name, &default.value, 0), text);
        if catalog.may_be_hidden(package) {
            continue;
        }
        let near = out.near_miss(&default.value, package.channels.keys().copied());
        let place = package.decl.doc.place(default.range);
        let message = format!("Default channel `{}` is no channel of package `{}`.", default.value, package.name);
        let names: Vec<_> = package.channels.keys().copied().collect();
        let help = near.map_or_else(
            || format!("Its channels are: {}.", names.join(", ")),
            |near| format!("Did you mean `{near}`?"),
        );
        let draft = out.report(&RULE, place, message, help).package(package.name);
        if let Some(near) = near {
            draft.fix(format!("Use {near}"), Safety::Unsafe, place, scalar(near, package.decl.doc.format));
        }
    }
}
