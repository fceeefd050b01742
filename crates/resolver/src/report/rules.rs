//! The rules about dependencies.

use olmkit_diagnostics::{Category, Enforcement, Rule, Severity};

/// Declares a rule.
macro_rules! rule {
    ($name:ident, $id:literal, $code:literal, $severity:ident, $title:literal,
     finds: $finds:literal, why: $why:literal, fix: $fix:literal, source: $source:literal) => {
        #[doc = $title]
        pub(crate) static $name: Rule = Rule {
            id: $id,
            code: $code,
            title: $title,
            docs: concat!(
                "## What it finds\n",
                $finds,
                "\n\n## Why it matters\n",
                $why,
                "\n\n## How to fix\n",
                $fix,
                "\n\n## Source\n",
                $source,
                "\n"
            ),
            category: Category::Reference,
            enforcement: Enforcement::Olmkit,
            severity: Severity::$severity,
            since: "0.1.0",
            examples: &[],
        };
    };
}

rule! {
    BROKEN, "dep-range-invalid", "DEP001", Error, "Requirement that OLM cannot read",
    finds: "A required property with a version range that does not parse, or a value of the wrong shape.",
    why: "As soon as OLM v0 meets the bundle while it looks for candidates, it resolves nothing for the whole \
namespace, also not for other operators.",
    fix: "Correct the property in every bundle that has it. Ranges are full versions with comparators: `>=1.0.0 <2.0.0`.",
    source: "OLM v0, resolver: conversion of properties to predicates."
}
rule! {
    UNMET, "dep-unsat", "DEP002", Error, "Requirement that nothing meets",
    finds: "A bundle that requires a package, an API, a label or a constraint that no bundle of the given catalogs \
provides.",
    why: "OLM v0 cannot install the bundle. With `--partial` it is a warning: clusters may have another catalog.",
    fix: "Add what is missing to a catalog that clusters have, or correct the requirement.",
    source: "OLM v0, resolver: `bundle B requires an operator ...`."
}
rule! {
    UNMET_VERSION, "dep-unsat-version", "DEP003", Error, "Required package in no version that fits",
    finds: "A required package that the catalogs have, but in no version of the range.",
    why: "OLM v0 cannot install the bundle.",
    fix: "Widen the range, or add the version.",
    source: "OLM v0, resolver."
}
rule! {
    UNMET_API_VERSION, "dep-unsat-gvk-version", "DEP004", Error, "Required API in another version",
    finds: "A required API whose kind and group are there, in other versions only.",
    why: "OLM compares group, version and kind exactly, and cannot install the bundle.",
    fix: "Require the version that is provided.",
    source: "OLM v0, resolver."
}
rule! {
    NO_ANSWER, "dep-unsat-transitive", "DEP005", Error, "Requirements that cannot be met together",
    finds: "A bundle each of whose requirements something meets, but not all at once, or not those of what meets them.",
    why: "OLM v0 cannot install the bundle: `constraints not satisfiable`.",
    fix: "Follow the explanation; the shortest one is shown.",
    source: "OLM v0, resolver; the search is done with a SAT solver as OLM does it."
}
rule! {
    VERSION_CONFLICT, "dep-version-conflict", "DEP006", Error, "Two requirements for different versions of one package",
    finds: "Requirements, of the bundle or of what it needs, that no single version of a package meets.",
    why: "A namespace has at most one version of a package: `there can be only one operator from package P`.",
    fix: "Make the ranges overlap.",
    source: "OLM v0, resolver."
}
rule! {
    API_CONFLICT, "dep-gvk-conflict", "DEP007", Error, "Two needed packages provide the same API",
    finds: "Requirements that only different packages meet which provide the same API.",
    why: "A namespace has at most one provider of an API: `there can be only one provider of K (g/v)`.",
    fix: "Require one of them.",
    source: "OLM v0, resolver."
}
rule! {
    NO_ORDER, "dep-channel-order", "DEP008", Error, "Channel that OLM cannot put in order",
    finds: "A channel that has what is required, and no head, several chains of replacement, or a cycle.",
    why: "OLM v0 stops with an error for the whole namespace when it looks for candidates there.",
    fix: "Mend the channel: `olmkit validate` says how.",
    source: "OLM v0, resolver: order of a channel's entries."
}
rule! {
    ONLY_DEPRECATED, "dep-only-deprecated", "DEP009", Warning, "Requirement that only deprecated bundles meet",
    finds: "A requirement all of whose candidates are deprecated.",
    why: "Users get an operator that its authors gave up; a bundle with the property `olm.deprecated` is not installed \
at all.",
    fix: "Move the requirement on to what replaces them.",
    source: "olmkit; OLM v0 shows deprecations, and refuses `olm.deprecated`."
}
rule! {
    ONLY_OTHER_CHANNELS, "dep-only-nondefault", "DEP010", Warning, "Requirement met outside of default channels only",
    finds: "A requirement that no bundle in a default channel meets.",
    why: "OLM subscribes to the other channel and stays on it.",
    fix: "Widen the range to what the default channel has.",
    source: "olmkit; OLM v0 prefers default channels."
}
rule! {
    OWNERS, "cat-gvk-owners", "DEP011", Warning, "API that two packages provide",
    finds: "Two packages whose default channels end at bundles that provide the same API.",
    why: "They cannot be installed into the same namespace, and their definitions usually clash on the whole cluster.",
    fix: "Remove one of the packages, or give the APIs groups of their own.",
    source: "olmkit; OLM v0 allows one provider of an API in a namespace."
}
rule! {
    PINNED, "dep-pinned", "DEP012", Info, "Range that holds a package back",
    finds: "A range that ends at or below the newest version there is.",
    why: "While the requirement stands, OLM cannot upgrade the package beyond it.",
    fix: "Leave the end of the range open, or raise it in time.",
    source: "olmkit."
}
rule! {
    OWN, "dep-self", "DEP013", Info, "Bundle that requires what it provides",
    finds: "A requirement that the bundle itself meets.",
    why: "It has no effect.",
    fix: "Remove the requirement.",
    source: "olmkit."
}
rule! {
    CYCLE, "dep-cycle", "DEP014", Info, "Packages that require each other",
    finds: "A cycle of packages, each of which needs the next.",
    why: "OLM v0 installs them together; none of them can be removed or upgraded alone.",
    fix: "Nothing, if it is meant.",
    source: "olmkit; OLM v0 accepts cycles."
}

/// Every rule about dependencies, by code.
pub static ALL: [&Rule; 14] = [
    &BROKEN,
    &UNMET,
    &UNMET_VERSION,
    &UNMET_API_VERSION,
    &NO_ANSWER,
    &VERSION_CONFLICT,
    &API_CONFLICT,
    &NO_ORDER,
    &ONLY_DEPRECATED,
    &ONLY_OTHER_CHANNELS,
    &OWNERS,
    &PINNED,
    &OWN,
    &CYCLE,
];
