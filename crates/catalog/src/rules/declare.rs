//! Catalogs for the examples of rules.
//!
//! Examples are concatenated at compile time, printed on the page of the rule and executed by the tests. Examples about
//! YAML syntax are written in full; examples about the catalog use the package `foo`.

pub(crate) use olmkit_diagnostics::rule;

/// The source of the rules that are part of opm's verdict.
macro_rules! opm {
    () => {
        "Part of the verdict of `opm validate` (operator-registry, August 2026)."
    };
}
pub(crate) use opm;

/// Package `foo`: its channel `stable` with these entries, and a bundle for each of these versions. Without arguments
/// it is the smallest valid catalog, with version 1.0.0. `properties` is appended to the properties of its bundle.
macro_rules! foo {
    () => {
        $crate::rules::declare::foo!("- name: foo.v1.0.0\n"; "1.0.0")
    };
    (properties $more:literal) => {
        concat!(
            $crate::rules::declare::package!(),
            $crate::rules::declare::channel!("stable", "- name: foo.v1.0.0\n"),
            $crate::rules::declare::bundle!("1.0.0", $more)
        )
    };
    ($entries:literal; $($version:literal),+) => {
        concat!(
            $crate::rules::declare::package!(),
            $crate::rules::declare::channel!("stable", $entries),
            $($crate::rules::declare::bundle!($version)),+
        )
    };
}
pub(crate) use foo;

/// Package `foo` with the default channel `stable`.
macro_rules! package {
    () => {
        "---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n"
    };
}
pub(crate) use package;

/// A channel of package `foo`.
macro_rules! channel {
    ($name:literal, $entries:literal) => {
        concat!("---\nschema: olm.channel\npackage: foo\nname: ", $name, "\nentries:\n", $entries)
    };
}
pub(crate) use channel;

/// The bundle `foo.vVERSION`, optionally with more properties or fields.
macro_rules! bundle {
    ($version:literal) => {
        $crate::rules::declare::bundle!($version, "")
    };
    ($version:literal, $more:literal) => {
        concat!(
            "---\nschema: olm.bundle\npackage: foo\nname: foo.v",
            $version,
            "\nimage: quay.io/x/foo:v",
            $version,
            "\nproperties:\n- type: olm.package\n  value: {packageName: foo, version: ",
            $version,
            "}\n",
            $more
        )
    };
}
pub(crate) use bundle;
