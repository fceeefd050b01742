//! OLM v1's `ClusterCatalog`.

use super::{Resource, is_within};
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    RULE, "cat-source", "BDL230", "Invalid source of a ClusterCatalog",
    since: "0.1.0",
    bundle: [OlmV1Api Error],
    finds: "A ClusterCatalog without `source.type: Image` or `source.image`; an image reference without a domain, \
without a tag or digest, or with an invalid one; a `pollIntervalMinutes` that is below 1 or set for a digest; a \
`priority` that is not a whole number of 32 bits; an `availabilityMode` other than `Available` and `Unavailable`.",
    why: "The API server rejects the object.",
    fix: "Write `registry.example.com/name:tag`, or a digest without a poll interval.",
    source: "catalogd, ClusterCatalog v1.",
    bad: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterCatalog\nmetadata: {name: a}\nspec: {source: {type: Image, image: {ref: 'https://q.io/x:1'}}}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterCatalog\nmetadata: {name: a}\nspec: {source: {type: Image, image: {ref: q.io/x}}}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterCatalog\nmetadata: {name: a}\nspec: {source: {type: Image, image: {ref: 'q.io/x@sha256:0123456789abcdef0123456789abcdef', pollIntervalMinutes: 5}}}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterCatalog\nmetadata: {name: a}\nspec: {source: {type: Git}}\n")],
    good: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterCatalog\nmetadata: {name: a}\nspec: {priority: 5, source: {type: Image, image: {ref: 'q.io:5000/x/y:v4.20', pollIntervalMinutes: 10}}}\n")],
}

pub(crate) fn check(object: &Resource<'_>, to: &mut Target<'_>) {
    let mut report = |at: View<'_>, message: String, upstream: &str| {
        to.found(&RULE, at.start(), message, "Use an allowed value. `olmkit explain cat-source` lists them.", upstream);
    };
    let spec = object.view.get("spec").unwrap_or(object.view);
    if let Some(mode) = spec.get("availabilityMode")
        && !matches!(mode.text().as_deref(), Some("Available" | "Unavailable"))
    {
        report(mode, "`availabilityMode` must be `Available` or `Unavailable`.".to_owned(), "");
    }
    if let Some(priority) = spec.get("priority").filter(|priority| !is_within(*priority, i32::MIN, i32::MAX)) {
        report(priority, "`priority` must be a 32-bit integer.".to_owned(), "");
    }
    let source = spec.get("source");
    let image = source.and_then(|source| source.get("image"));
    let (Some(_), Some(image)) = (source.filter(|source| source.string("type") == "Image"), image) else {
        let upstream = "image is required when source type is Image, and forbidden otherwise";
        return report(
            source.unwrap_or(spec),
            "The source of a catalog needs `type: Image` and `image`.".to_owned(),
            upstream,
        );
    };
    let reference = image.string("ref");
    let place = image.get("ref").unwrap_or(image);
    if let Some(upstream) = wrong_with(&reference) {
        report(place, format!("`{reference}` is not a valid catalog image: {upstream}."), upstream);
    }
    let Some(minutes) = image.get("pollIntervalMinutes") else { return };
    if !is_within(minutes, 1, i64::MAX) {
        report(minutes, "`pollIntervalMinutes` must be an integer of at least 1.".to_owned(), "");
    }
    if reference.contains('@') {
        let upstream = "cannot specify pollIntervalMinutes while using digest-based image";
        report(minutes, "An image with a digest never changes: remove `pollIntervalMinutes`.".to_owned(), upstream);
    }
}

/// The schema's error for an image reference. `None` if it is valid.
fn wrong_with(reference: &str) -> Option<&'static str> {
    if reference.len() > 1000 {
        return Some("must be no more than 1000 characters");
    }
    let (domain, rest) = reference.split_once('/').unwrap_or((reference, ""));
    if !is_domain(domain) {
        return Some("must start with a valid domain");
    }
    let name_end = rest.find([':', '@']).unwrap_or(rest.len());
    let (name, end) = rest.split_at_checked(name_end)?;
    if !name.split('/').all(is_component) {
        return Some("a valid name is required");
    }
    if let Some(tag) = end.strip_prefix(':') {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        return match tag {
            _ if tag.len() > 127 => Some("tag is invalid. the tag must not be more than 127 characters"),
            _ if !tag.starts_with(is_word) || !tag.chars().all(|c| is_word(c) || matches!(c, '.' | '-')) => {
                Some("tag is invalid. valid tags must begin with a word character")
            }
            _ => None,
        };
    }
    let Some((algorithm, hex)) = end.strip_prefix('@').and_then(|digest| digest.split_once(':')) else {
        return Some("must end with a digest or a tag");
    };
    let is_algorithm = algorithm.split(['-', '_', '+', '.']).all(|part| {
        part.starts_with(|c: char| c.is_ascii_alphabetic()) && part.chars().all(|c| c.is_ascii_alphanumeric())
    });
    match hex {
        _ if !is_algorithm => Some("digest algorithm is not valid"),
        _ if hex.len() < 32 => Some("digest is not valid. the encoded string must be at least 32 characters"),
        _ if !hex.bytes().all(|b| b.is_ascii_hexdigit()) => {
            Some("digest is not valid. the encoded string must only contain hex characters (A-F, a-f, 0-9)")
        }
        _ => None,
    }
}

fn is_domain(domain: &str) -> bool {
    let (host, port) = domain.split_once(':').map_or((domain, None), |(host, port)| (host, Some(port)));
    let is_label = |label: &str| {
        let ends = |c: char| c.is_ascii_alphanumeric();
        label.starts_with(ends) && label.ends_with(ends) && label.chars().all(|c| ends(c) || c == '-')
    };
    host.split('.').all(is_label)
        && port.is_none_or(|port| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a path component is valid: lower-case letters and digits, separated by `.`, `_`, `__` or any number of `-`.
fn is_component(part: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if !part.starts_with(is_plain) || !part.ends_with(is_plain) {
        return false;
    }
    part.split(is_plain).all(|gap| matches!(gap, "" | "." | "_" | "__") || gap.bytes().all(|b| b == b'-'))
}

#[cfg(test)]
mod tests {
    use super::wrong_with;

    #[test]
    fn references() {
        for good in ["q.io/x:1", "localhost:5000/a/b__c--d.e:_1", "q/x@sha256:0123456789abcdefABCDEF0123456789"] {
            assert_eq!(wrong_with(good), None, "{good}");
        }
        for bad in [
            "",
            "q.io",
            "q.io/X:1",
            "q.io/x",
            "q.io/x:",
            "q.io/x:-a",
            "q.io/x@sha256:00",
            "docker://q.io/x:1",
            "q.io//x:1",
            "q.io/x..y:1",
        ] {
            assert!(wrong_with(bad).is_some(), "{bad}");
        }
    }
}
