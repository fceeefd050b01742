//! Decides whether an edit leaves the facts of a document unchanged.

use olmkit_diagnostics::Suppression;

use crate::facts::{
    BadProperty, Body, BundleFacts, ChannelFacts, DeprecationFacts, DeprecationsFacts, EntryFacts, Facts, PackageFacts,
    PackageProperty, Text, WrongValue,
};

impl Facts {
    /// Whether rules that use several documents report the same for both facts. Positions and the findings of the
    /// document itself are not compared.
    #[must_use]
    pub fn is_equivalent(&self, other: &Facts) -> bool {
        let Facts { range: _, schema, package, name, body: own, findings: _, suppressions } = self;
        same(schema, &other.schema)
            && same(package, &other.package)
            && same(name, &other.name)
            && self.is_broken() == other.is_broken()
            && all(suppressions, &other.suppressions, suppression)
            && body(own, &other.body)
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
        (Body::Package(a), Body::Package(b)) => {
            let PackageFacts { default_channel } = a;
            same(default_channel, &b.default_channel)
        }
        (Body::Channel(a), Body::Channel(b)) => {
            let ChannelFacts { entries } = a;
            all(entries, &b.entries, entry)
        }
        (Body::Bundle(a), Body::Bundle(b)) => bundle(a, b),
        (Body::Deprecations(a), Body::Deprecations(b)) => {
            let DeprecationsFacts { entries } = a;
            all(entries, &b.entries, deprecation)
        }
        // Assertions are rare, so an edit of an assertion always checks the catalog again.
        _ => false,
    }
}

/// Whether two entries have the same name and edges.
pub(crate) fn entry(a: &EntryFacts, b: &EntryFacts) -> bool {
    // The parsed range follows from its text.
    let EntryFacts { range: _, name, replaces, skips, skip_range, parsed_range: _ } = a;
    same(name, &b.name) && same(replaces, &b.replaces) && all(skips, &b.skips, value) && same(skip_range, &b.skip_range)
}

fn bundle(a: &BundleFacts, b: &BundleFacts) -> bool {
    let bad_image = |a: &(usize, Text), b: &(usize, Text)| a.0 == b.0 && value(&a.1, &b.1);
    let required =
        |a: &(Option<Text>, Option<Text>), b: &(Option<Text>, Option<Text>)| same(&a.0, &b.0) && same(&a.1, &b.1);
    let BundleFacts {
        image,
        is_image_mistyped,
        has_related_images,
        bad_related_images,
        packages,
        misspelled_package,
        bad_property: own_bad,
        objects,
        csv_metadata,
        has_typed_metadata: _, // Loading uses it; rules do not.
        required_packages,
    } = a;
    same(image, &b.image)
        && same(misspelled_package, &b.misspelled_package)
        && *is_image_mistyped == b.is_image_mistyped
        && *has_related_images == b.has_related_images
        && all(bad_related_images, &b.bad_related_images, bad_image)
        && all(packages, &b.packages, package_property)
        && all(own_bad.as_slice(), b.bad_property.as_slice(), bad_property)
        && *objects == b.objects
        && csv_metadata.len() == b.csv_metadata.len()
        && all(required_packages, &b.required_packages, required)
}

fn package_property(a: &PackageProperty, b: &PackageProperty) -> bool {
    let PackageProperty { range: _, package_name, version, release } = a;
    same(package_name, &b.package_name) && same(version, &b.version) && same(release, &b.release)
}

fn bad_property(a: &BadProperty, b: &BadProperty) -> bool {
    let BadProperty { upstream, values } = a;
    *upstream == b.upstream && all(values, &b.values, wrong_value)
}

fn wrong_value(a: &WrongValue, b: &WrongValue) -> bool {
    let WrongValue { range: _, message, fault, fix: _ } = a;
    *message == b.message && *fault == b.fault
}

fn deprecation(a: &DeprecationFacts, b: &DeprecationFacts) -> bool {
    let DeprecationFacts { range: _, schema, name, message, is_mistyped } = a;
    same(schema, &b.schema) && same(name, &b.name) && same(message, &b.message) && *is_mistyped == b.is_mistyped
}
