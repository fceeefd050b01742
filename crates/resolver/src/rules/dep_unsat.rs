//! Requirement that nothing meets.

use olmkit_diagnostics::rule;

use crate::asked::Asked;
use crate::reporter::Reporter;

rule! {
    RULE, "dep-unsat", "DEP002", "Requirement that nothing meets",
    since: "0.1.0",
    dependencies: Error,
    finds: "A bundle that requires a package, an API, a label or a constraint that no bundle of the given catalogs \
provides.",
    why: "OLM v0 cannot install the bundle. With `--partial` it is a warning: clusters may have another catalog.",
    fix: "Add what is missing to a catalog that clusters have, or correct the requirement.",
    source: "OLM v0, resolver: `bundle B requires an operator ...`.",
    bad: [{ "A package that is not there": r#"schema: olm.package
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
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
"# } { "An API that nobody provides": r#"schema: olm.package
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
image: quay.io/x/foo.v1.0.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
- {type: olm.gvk.required, value: {group: ex.com, version: v1, kind: Bar}}
"# }],
    good: [{ "An API that another package provides": r#"schema: olm.package
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

/// Reports a requirement that nothing meets, whatever it asks for.
pub(crate) fn check(asked: &Asked<'_>, reporter: &mut Reporter<'_>) {
    asked.report_unmet(&RULE, reporter);
}
