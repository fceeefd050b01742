//! `constraint-shape`: A constraint that OLM cannot evaluate.

use crate::decode::Sink;
use olmkit_constraints::{Constraint, ProblemKind};
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use olmkit_syntax::NodeRef;

/// The rule.
pub static RULE: Rule = Rule {
    id: "constraint-shape",
    code: "FBC064",
    title: "A constraint that OLM cannot evaluate",
    docs: docs(
        r#"## What it finds
An `olm.constraint` property that OLM refuses: a field that does not exist (also deep inside), a value of the wrong
type, nothing or more than one of `gvk`, `package`, `all`, `any`, `not`, `cel`, a range that cannot be read. CEL
expressions are compiled by `olmkit dependencies`.

## Why it matters
opm does not look at it. On the cluster, a constraint that cannot be read stops every resolution of a namespace that
meets the bundle; of several members OLM silently uses one.

## How to fix
Write one constraint, with the fields of the current format: `not` was once `none`, `failureMessage` was `message`,
and a package has a `versionRange`.

## Source
operator-framework/api, `pkg/constraints`, and OLM's resolver; no tool checks it before the cluster does.
"#,
    ),
    category: Category::Suspicious,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Warning,
    since: "0.1.0",
    examples: examples(&[
        Example {
            title: "found",
            bad: true,
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
- type: olm.constraint
  value: {failureMessage: needs bar, packages: {packageName: bar}}
"#,
            )],
        },
        Example {
            title: "a field of an old format, deep inside",
            bad: true,
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
- type: olm.constraint
  value:
    all:
      constraints:
      - gvk: {group: bar.example.com, version: v1, kind: Bar}
      - package: {packageName: bar, version: 1.0.0}
"#,
            )],
        },
        Example {
            title: "two at once",
            bad: true,
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
- type: olm.constraint
  value:
    gvk: {group: bar.example.com, version: v1, kind: Bar}
    package: {packageName: bar, versionRange: ">=1.0.0"}
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
- type: olm.constraint
  value: {failureMessage: needs bar, package: {packageName: bar, versionRange: ">=1.0.0"}}
"#,
            )],
        },
    ]),
};

/// Looks at one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if kind != "olm.constraint" {
        return;
    }
    let (constraint, mut problems) = Constraint::read(value);
    if problems.is_empty() {
        problems = constraint.conversion_problems();
    }
    let help = || format!("Write exactly one of {}.", KINDS.join(", "));
    for problem in problems {
        let message = format!("OLM cannot evaluate this constraint: {}.", problem.message);
        let help = if problem.kind == ProblemKind::Range { RANGE_HELP.to_owned() } else { help() };
        sink.add(&RULE, problem.range, message, help, None);
    }
    for node in constraint.used() {
        let members = node.members();
        if let [first, rest @ ..] = members.as_slice()
            && !rest.is_empty()
        {
            let message = format!("OLM evaluates only `{first}` of this constraint, not `{}`.", rest.join("`, `"));
            sink.add(&RULE, node.range, message, help(), None);
        }
    }
}

const KINDS: [&str; 6] = ["gvk", "package", "all", "any", "not", "cel"];
const RANGE_HELP: &str = "Write full versions, as `>=1.0.0 <2.0.0`.";
