//! The catalogs of the examples of rules.
//!
//! Examples are texts, put together where the program is compiled: they are printed on the page of the rule and executed
//! by the tests. Where the text matters (YAML itself) they are written out; where the catalog matters they are the
//! package `foo`.

pub(crate) use olmkit_diagnostics::rule;

/// Where the rules of opm's verdict come from.
macro_rules! opm {
    () => {
        "Part of the verdict of `opm validate` (operator-registry, August 2026)."
    };
}
pub(crate) use opm;

/// Package `foo`: its channel `stable` with these entries, and a bundle of each of these versions. Without anything the
/// smallest catalog that is good: version 1.0.0; `properties` puts more behind the properties of its bundle.
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

/// The bundle `foo.vVERSION`, with more properties or fields behind those that every bundle has.
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
