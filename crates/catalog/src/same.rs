//! Decides whether an edit leaves the facts of a document unchanged.

use olmkit_diagnostics::Suppression;

use crate::facts::{BadProperty, Body, BundleFacts, DeprecationFacts, EntryFacts, Facts, PackageProperty, Text};

impl Facts {
    /// Whether rules that use several documents report the same for both facts. Positions and the findings of the
    /// document itself are not compared.
    #[must_use]
    pub fn is_equivalent(&self, other: &Facts) -> bool {
        same(&self.schema, &other.schema)
            && same(&self.package, &other.package)
            && same(&self.name, &other.name)
            && self.is_broken() == other.is_broken()
            && all(&self.suppressions, &other.suppressions, suppression)
            && body(&self.body, &other.body)
    }
}

fn value(a: &Text, b: &Text) -> bool {
    a.value == b.value
}

fn same(a: &Option<Text>, b: &Option<Text>) -> bool {
    a.as_ref().map(|text| &text.value) == b.as_ref().map(|text| &text.value)
}

fn all<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn suppression(a: &Suppression, b: &Suppression) -> bool {
    (&a.rule, a.has_reason, a.names) == (&b.rule, b.has_reason, b.names)
}

fn body(a: &Body, b: &Body) -> bool {
    match (a, b) {
        (Body::Unreadable, Body::Unreadable) | (Body::Other, Body::Other) => true,
        (Body::Package(a), Body::Package(b)) => same(&a.default_channel, &b.default_channel),
        (Body::Channel(a), Body::Channel(b)) => all(&a.entries, &b.entries, entry),
        (Body::Bundle(a), Body::Bundle(b)) => bundle(a, b),
        (Body::Deprecations(a), Body::Deprecations(b)) => all(&a.entries, &b.entries, deprecation),
        // Assertions are rare, so an edit of an assertion always checks the catalog again.
        _ => false,
    }
}

fn entry(a: &EntryFacts, b: &EntryFacts) -> bool {
    same(&a.name, &b.name)
        && same(&a.replaces, &b.replaces)
        && all(&a.skips, &b.skips, value)
        && same(&a.skip_range, &b.skip_range)
}

fn bundle(a: &BundleFacts, b: &BundleFacts) -> bool {
    let bad_image = |a: &(usize, Text), b: &(usize, Text)| a.0 == b.0 && value(&a.1, &b.1);
    let required =
        |a: &(Option<Text>, Option<Text>), b: &(Option<Text>, Option<Text>)| same(&a.0, &b.0) && same(&a.1, &b.1);
    same(&a.image, &b.image)
        && a.has_related_images == b.has_related_images
        && all(&a.bad_related_images, &b.bad_related_images, bad_image)
        && all(&a.packages, &b.packages, package_property)
        && problem(a.bad_property.as_ref()) == problem(b.bad_property.as_ref())
        && a.objects == b.objects
        && a.csv_metadata.len() == b.csv_metadata.len()
        && all(&a.required_packages, &b.required_packages, required)
}

fn package_property(a: &PackageProperty, b: &PackageProperty) -> bool {
    same(&a.package_name, &b.package_name) && same(&a.version, &b.version) && same(&a.release, &b.release)
}

fn problem(bad: Option<&BadProperty>) -> Option<(&str, &str, bool)> {
    bad.map(|bad| (bad.upstream.as_str(), bad.message.as_str(), bad.is_missing))
}

fn deprecation(a: &DeprecationFacts, b: &DeprecationFacts) -> bool {
    same(&a.schema, &b.schema) && same(&a.name, &b.name) && same(&a.message, &b.message)
}
