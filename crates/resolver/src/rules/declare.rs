//! Catalogs for the examples of rules, built at compile time.

pub(crate) use olmkit_diagnostics::rule;

/// A package with the default channel `stable`, which has these entries.
macro_rules! package {
    ($name:literal, $entries:literal) => {
        concat!(
            "---\nschema: olm.package\nname: ",
            $name,
            "\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: ",
            $name,
            "\nname: stable\nentries:\n",
            $entries
        )
    };
}
pub(crate) use package;

/// The bundle `PACKAGE.vVERSION`, optionally with additional properties.
macro_rules! bundle {
    ($package:literal, $version:literal) => {
        $crate::rules::declare::bundle!($package, $version, "")
    };
    ($package:literal, $version:literal, $properties:literal) => {
        concat!(
            "---\nschema: olm.bundle\npackage: ",
            $package,
            "\nname: ",
            $package,
            ".v",
            $version,
            "\nimage: quay.io/x/",
            $package,
            ".v",
            $version,
            "\nproperties:\n- {type: olm.package, value: {packageName: ",
            $package,
            ", version: ",
            $version,
            "}}\n",
            $properties
        )
    };
}
pub(crate) use bundle;
