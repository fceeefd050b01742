//! `constraint-shape`: A constraint that OLM cannot evaluate.

use crate::rules::declare::{foo, rule};
use crate::sink::Sink;
use olmkit_k8s::{Constraint, ProblemKind};
use olmkit_yaml::NodeRef;

rule! {
    RULE, "constraint-shape", "FBC064", "A constraint that OLM cannot evaluate",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "An `olm.constraint` property that OLM rejects: an unknown field at any depth, a value of the wrong type, \
        none or more than one of `gvk`, `package`, `all`, `any`, `not` and `cel`, an invalid version range, or a CEL \
        rule that does not compile to a boolean. CEL rules are checked by the command line, by bundle checks and by \
        dependency checks, but not by the editor while you type and not by `validate` in npm.",
    why: "opm does not check constraints. On a cluster, an invalid constraint fails every resolution that considers \
        the bundle. If a constraint has several members, OLM silently uses one of them.",
    fix: "Write one constraint with the fields of the current format: `not` instead of `none`, `failureMessage` \
        instead of `message`, and a `versionRange` in `package`.",
    source: "operator-framework/api, `pkg/constraints`, and OLM's resolver; no upstream tool checks it before the \
        cluster does.",
    bad: [
        { foo!(properties "\
- type: olm.constraint
  value: {failureMessage: needs bar, packages: {packageName: bar}}
") }
        { foo!(properties "\
- type: olm.constraint
  value:
    all:
      constraints:
      - gvk: {group: bar.example.com, version: v1, kind: Bar}
      - package: {packageName: bar, version: 1.0.0}
") }
        { foo!(properties r#"- type: olm.constraint
  value:
    gvk: {group: bar.example.com, version: v1, kind: Bar}
    package: {packageName: bar, versionRange: ">=1.0.0"}
"#) }
    ],
    good: [{ foo!(properties r#"- type: olm.constraint
  value: {failureMessage: needs bar, package: {packageName: bar, versionRange: ">=1.0.0"}}
"#) }],
}

/// Checks one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if kind != "olm.constraint" {
        return;
    }
    let (constraint, mut problems) = Constraint::read(value);
    if problems.is_empty() {
        problems = constraint.conversion_problems();
        #[cfg(feature = "cel")]
        problems.extend(constraint.cel_problems(value));
    }
    let help = || format!("Write exactly one of {}.", KINDS.join(", "));
    for problem in problems {
        let message = format!("OLM cannot evaluate this constraint: {}.", problem.message);
        let help = match problem.kind {
            ProblemKind::Range => RANGE_HELP.to_owned(),
            ProblemKind::Cel => CEL_HELP.to_owned(),
            _ => help(),
        };
        sink.add(&RULE, problem.range, message, help, None);
    }
    for node in constraint.used() {
        let members = node.members();
        if let [first, rest @ ..] = members.as_slice()
            && !rest.is_empty()
        {
            let message =
                format!("OLM evaluates only `{first}` of this constraint and ignores `{}`.", rest.join("`, `"));
            sink.add(&RULE, node.range, message, help(), None);
        }
    }
}

const KINDS: [&str; 6] = ["gvk", "package", "all", "any", "not", "cel"];
const CEL_HELP: &str = "Write a boolean expression over `properties`, such as `properties.exists(p, p.type == \
    \"certified\")`.";
const RANGE_HELP: &str = "Write full versions, such as `>=1.0.0 <2.0.0`.";
