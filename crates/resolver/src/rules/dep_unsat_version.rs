//! Required package in no version that fits.

use olmkit_diagnostics::rule;

use crate::asked::Asked;
use crate::reporter::Reporter;
use crate::requirement::Test;

rule! {
    RULE, "dep-unsat-version", "DEP003", "Required package in no version that fits",
    since: "0.1.0",
    dependencies: Error,
    finds: "A required package that the catalogs have, but in no version of the range.",
    why: "OLM v0 cannot install the bundle.",
    fix: "Widen the range, or add the version.",
    source: "OLM v0, resolver.",
    bad: [{ "A range above the newest version": r#"schema: olm.package
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
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=3.0.0'}}
"# }],
    good: [{ "A package in a version that is there": r#"schema: olm.package
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
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
"# }],
}

/// Reports a requirement of a package that is there, at a version that is not; false when it is another.
pub(crate) fn check(asked: &Asked<'_>, reporter: &mut Reporter<'_>) -> bool {
    let Some(Test::Package { name, .. }) = asked.test() else { return false };
    if !reporter.universe.by_package.contains_key(name) {
        return false;
    }
    asked.report_unmet(&RULE, reporter);
    true
}
