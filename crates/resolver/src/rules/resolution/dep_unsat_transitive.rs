//! Requirements that cannot be satisfied together.

use crate::rules::declare::{bundle, package, rule};

rule! {
    /// Found by [`crate::report::transitive::check_problem`].
    RULE, "dep-unsat-transitive", "DEP005", "Requirements that cannot be satisfied together",
    since: "0.1.0",
    dependencies: Error,
    finds: "A bundle whose requirements can each be satisfied, but not together, or not with the requirements of \
their candidates.",
    why: "OLM v0 cannot install the bundle: `constraints not satisfiable`.",
    fix: "Read the explanation in the message. It lists requirements that conflict, and leaves out those that do not contribute to the conflict.",
    source: "OLM v0, resolver; olmkit uses a SAT solver, as OLM does.",
    bad: [{ "What is required requires what is not there": package!("foo", "- name: foo.v1.0.0\n"),
        package!("bar", "- name: bar.v1.0.0\n"),
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.package.required, value: {packageName: baz, versionRange: '>=1.0.0'}}\n") }],
    good: [{ "What is required requires what is there": package!("foo", "- name: foo.v1.0.0\n"),
        package!("bar", "- name: bar.v1.0.0\n"),
        package!("baz", "\
- name: baz.v2.0.0
  replaces: baz.v1.0.0
- name: baz.v1.0.0
"),
        bundle!("foo", "1.0.0", "- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}\n"),
        bundle!("bar", "1.0.0", "- {type: olm.package.required, value: {packageName: baz, versionRange: '>=1.0.0'}}\n"),
        bundle!("baz", "2.0.0"),
        bundle!("baz", "1.0.0") }],
}
