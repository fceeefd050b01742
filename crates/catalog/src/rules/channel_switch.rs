//! `channel-switch`: A channel whose head cannot go on in the default channel.

use crate::graph::path::{Question, path};
use crate::graph::{Graph, Semantics, channel_of};
use crate::report::Reporter;
use crate::upgrade::View;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "channel-switch",
    code: "FBC101",
    title: "A channel whose head cannot go on in the default channel",
    docs: docs(
        r#"## What it finds
A channel whose head is older than the head of the default channel and has no way to it there under OLM v0.

## Why it matters
Whoever follows that channel and switches to the default one stays where they are, and the Subscription says `AtLatestKnown`.

## How to fix
Let the head of the default channel accept the version by `skips` or `skipRange`, if the switch is meant to work.

## Source
olmkit; no upstream tool checks it.
"#,
    ),
    category: Category::Upgrade,
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
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
---
schema: olm.channel
package: foo
name: old
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.2.0
image: quay.io/x/foo:v1.2.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.2.0}
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
image: quay.io/x/foo:v1.1.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.1.0}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1.0.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
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
- name: foo.v1.2.0
  replaces: foo.v1.1.0
  skipRange: "<1.1.0"
- name: foo.v1.1.0
---
schema: olm.channel
package: foo
name: old
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.2.0
image: quay.io/x/foo:v1.2.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.2.0}
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
image: quay.io/x/foo:v1.1.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.1.0}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1.0.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(view: &View<'_, '_>, out: &mut Reporter) {
    let default = view.package.decl.body.default_channel.as_ref().map_or("", |text| text.value.as_str());
    let Some(head) = view.graph.head().filter(|_| view.name != default) else { return };
    let (name, Some(version)) = (view.graph.name(head), view.graph.version(head)) else { return };
    let Some(target) = channel_of(view.package, default) else { return };
    let Some(top) = Graph::new(&target).heads.first().and_then(|top| view.package.bundles.get(top)) else { return };
    if top.version.as_ref().is_none_or(|top| version >= top) {
        return;
    }
    let question = Question { from: name, to: None, channel: Some(default), semantics: Semantics::V0 };
    if !path(view.package, question).is_ok_and(|path| !path.reaches) {
        return;
    }
    let message = format!(
        "Who follows channel `{}` to its head `{name}` and switches to the default channel `{default}` is not upgraded there.",
        view.name
    );
    let help = format!("Let the head of `{default}` skip `{name}`, or give it a skipRange that contains {version}.");
    out.report(&RULE, view.place(name), message, help).package(view.package.name).channel(view.name).entry(name);
}
