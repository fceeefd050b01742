//! The rules about templates.

use olmkit_diagnostics::{Rule, rule};

rule! {
    /// Found by [`crate::template::check`].
    INVALID, "template-invalid", "TPL001", "A template that opm cannot read",
    since: "0.1.0",
    template: Error,
    finds: "A template (`olm.template.basic`, `olm.semver`, `olm.template.substitutes`) that is not valid YAML or JSON, \
lacks a field that opm needs, or has a field that opm does not know. The template is read, but not rendered: \
`olmkit template` renders it.",
    why: "`opm alpha render-template` fails, so no catalog can be made from the template.",
    fix: "Correct the field at the reported position.",
    source: "opm: what `opm alpha render-template` reads.",
    bad: [{ "template.yaml" => ["schema: olm.semver\nstable:\n  bundls: []\n"] }],
    good: [{ "template.yaml" => ["schema: olm.semver\ngenerateMajorChannels: true\nstable:\n  bundles:\n  - image: quay.io/x/foo:1.0.0\n"] }],
}

pub(crate) static RULES: &[&Rule] = &[&INVALID];
