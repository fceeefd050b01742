//! Required API in another version.

use olmkit_diagnostics::rule;

use crate::asked::Asked;
use crate::reporter::Reporter;
use crate::requirement::Test;

rule! {
    RULE, "dep-unsat-gvk-version", "DEP004", "Required API in another version",
    since: "0.1.0",
    dependencies: Error,
    finds: "A required API whose kind and group are there, in other versions only.",
    why: "OLM compares group, version and kind exactly, and cannot install the bundle.",
    fix: "Require the version that is provided.",
    source: "OLM v0, resolver.",
    bad: [{ "The API of the next version": r#"schema: olm.package
name: bar
defaultChannel: stable
---
schema: olm.channel
package: bar
name: stable
entries:
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
---
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
package: bar
name: bar.v2.0.0
image: quay.io/x/bar.v2.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 2.0.0}}
- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}
---
schema: olm.bundle
package: bar
name: bar.v1.0.0
image: quay.io/x/bar.v1.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 1.0.0}}
- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.gvk.required, value: {group: ex.com, version: v2, kind: Bar}}
"# }],
    good: [{ "The API as it is provided": r#"schema: olm.package
name: bar
defaultChannel: stable
---
schema: olm.channel
package: bar
name: stable
entries:
- name: bar.v2.0.0
  replaces: bar.v1.0.0
- name: bar.v1.0.0
---
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
package: bar
name: bar.v2.0.0
image: quay.io/x/bar.v2.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 2.0.0}}
- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}
---
schema: olm.bundle
package: bar
name: bar.v1.0.0
image: quay.io/x/bar.v1.0.0
properties:
- {type: olm.package, value: {packageName: bar, version: 1.0.0}}
- {type: olm.gvk, value: {group: ex.com, version: v1, kind: Bar}}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Bar}}
"# }],
}

/// Reports a requirement of an API that is there in other versions only; false when it is another.
pub(crate) fn check(asked: &Asked<'_>, reporter: &mut Reporter<'_>) -> bool {
    let Some(Test::Gvk(gvk)) = asked.test() else { return false };
    if !reporter.universe.by_gvk.keys().any(|other| other.kind == gvk.kind && other.group == gvk.group) {
        return false;
    }
    asked.report_unmet(&RULE, reporter);
    true
}
