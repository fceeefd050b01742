//! The schemas of templates. opm renders a template to a catalog; in a catalog, opm ignores its content.

/// The template that lists bundles by image.
pub const BASIC: &str = "olm.template.basic";
/// The template whose channels are generated from versions.
pub const SEMVER: &str = "olm.semver";
/// The template in which bundles substitute for others.
pub const SUBSTITUTES: &str = "olm.template.substitutes";

/// The schemas of all templates, and their kinds.
pub const TEMPLATES: [(&str, &str); 5] = [
    (SEMVER, "semver"),
    ("olm.composite", "composite"),
    ("olm.builder", "builder"),
    (BASIC, "basic"),
    (SUBSTITUTES, "substitutes"),
];

/// The kinds that `olmkit template` renders.
pub const RENDERED: [&str; 3] = ["basic", "semver", "substitutes"];

/// Returns the kind of template for a schema.
#[must_use]
pub fn template_kind(schema: &str) -> Option<&'static str> {
    TEMPLATES.iter().find(|(name, _)| *name == schema).map(|(_, kind)| *kind)
}
