//! `default-channel-behind`: A default channel without the newest version.

use crate::facts::ChannelFacts;
use crate::model::Catalog;
use crate::model::Package;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use olmkit_semver::Version;

/// The rule.
pub static RULE: Rule = Rule {
    id: "default-channel-behind",
    code: "FBC076",
    title: "A default channel without the newest version",
    docs: docs(
        r#"## What it finds
A package whose default channel has a lower newest version than another channel; pre-releases do not count.

## Why it matters
Whoever installs without naming a channel gets the default one. That is right for candidate and preview channels, and an oversight after a new channel was added.

## How to fix
Set `defaultChannel` to the channel with the newest version, if that one is meant.

## Source
olmkit; no upstream tool checks it.
"#,
    ),
    category: Category::Suspicious,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Off,
    since: "0.1.0",
    examples: examples(&[
        Example {
            title: "found",
            bad: true,
            files: &[(
                "catalog.yaml",
                r#"schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
---
schema: olm.bundle
package: foo
name: foo.v2.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 2.0.0}
---
schema: olm.channel
package: foo
name: next
entries:
- name: foo.v2.0.0
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "catalog.yaml",
                r#"---
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        let Some(default) = &package.decl.body.default_channel else { continue };
        let Some(channel) = package.channels.get(default.value.as_str()) else { continue };
        let Some(own) = newest(package, channel.body) else { continue };
        let others =
            package.channels.iter().filter_map(|(name, channel)| Some((newest(package, channel.body)?, *name)));
        let Some((version, other)) = others.max().filter(|(version, _)| *version > own) else { continue };
        let message = format!(
            "The default channel `{}` of package `{}` ends at {own}, while `{other}` has {version}.",
            default.value, package.name
        );
        let help = format!("Set `defaultChannel` to `{other}`, if that one is meant.");
        out.report(&RULE, package.decl.doc.place(default.range), message, help)
            .package(package.name)
            .channel(&default.value);
    }
}

/// The newest version of a channel that is no pre-release.
fn newest<'p>(package: &'p Package<'_>, channel: &ChannelFacts) -> Option<&'p Version> {
    let bundles = channel.entries.iter().filter_map(|entry| package.bundles.get(entry.own_name()));
    bundles.filter_map(|bundle| bundle.version.as_ref()).filter(|version| version.pre.is_empty()).max()
}
