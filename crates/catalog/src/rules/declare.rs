//! How a rule is written down, and the catalogs of its examples.
//!
//! Examples are texts, put together where the program is compiled: they are printed on the page of the rule and executed
//! by the tests. Where the text matters (YAML itself) they are written out; where the catalog matters they are the
//! package `foo`.

/// Declares the rule of a file: id, code, title; category, who enforces it, severity; the four parts of its page; then
/// what the rule must find and what it must be silent about.
///
/// An example is the parts of its text in braces; an example of several files, or one whose path matters, names each:
/// `{ "v4.17/foo/catalog.yaml" => [foo!()] }`.
macro_rules! rule {
    ($id:literal, $code:literal, $title:literal, $category:ident, $enforcement:ident, $severity:ident,
     finds: $finds:expr, why: $why:expr, fix: $fix:expr, source: $source:expr,
     bad: [$({ $($bad:tt)* })*], good: [$({ $($good:tt)* })*] $(,)?) => {
        #[doc = $title]
        pub static RULE: olmkit_diagnostics::Rule = olmkit_diagnostics::Rule {
            id: $id,
            code: $code,
            title: $title,
            docs: olmkit_diagnostics::docs(olmkit_diagnostics::page!($finds, $why, $fix, $source)),
            category: olmkit_diagnostics::Category::$category,
            enforcement: olmkit_diagnostics::Enforcement::$enforcement,
            severity: olmkit_diagnostics::Severity::$severity,
            since: "0.1.0",
            examples: olmkit_diagnostics::examples(&[
                $(olmkit_diagnostics::Example {
                    title: "found",
                    bad: true,
                    files: $crate::rules::declare::files!($($bad)*),
                },)*
                $(olmkit_diagnostics::Example {
                    title: "silent",
                    bad: false,
                    files: $crate::rules::declare::files!($($good)*),
                },)*
            ]),
        };
    };
}
pub(crate) use rule;

/// The files of an example.
macro_rules! files {
    ($($path:literal => [$($part:expr),+ $(,)?]),+ $(,)?) => { &[$(($path, concat!($($part),+))),+] };
    ($($part:expr),+ $(,)?) => { &[("catalog.yaml", concat!($($part),+))] };
}
pub(crate) use files;

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
