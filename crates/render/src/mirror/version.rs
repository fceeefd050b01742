//! Version bounds as in oc-mirror, which uses Masterminds/semver for bounds and blang/semver for versions of bundles.

use olmkit_semver::{Constraints, Version};

/// A range of versions. An empty string means no bound.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Versions {
    /// The lowest version.
    pub min: String,
    /// The highest version.
    pub max: String,
}

impl Versions {
    /// Whether there are no bounds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.min.is_empty() && self.max.is_empty()
    }

    /// Returns the constraint as oc-mirror formats it. It starts with a space if there is only an upper bound.
    #[must_use]
    pub fn text(&self) -> String {
        let of =
            |operator: &str, bound: &str| if bound.is_empty() { String::new() } else { format!("{operator}{bound}") };
        let (from, to) = (of(">=", &self.min), of("<=", &self.max));
        if to.is_empty() { from } else { format!("{from} {to}") }
    }
}

/// Parsed bounds.
pub(super) struct Bounds {
    /// The constraint as oc-mirror formats it.
    pub(super) text: String,
    constraints: Option<Constraints>,
    with_pre: bool,
}

impl Bounds {
    /// `None` if there are no bounds.
    pub(super) fn new(versions: &Versions) -> Option<Self> {
        if versions.is_empty() {
            return None;
        }
        let text = versions.text();
        let has_pre = |bound: &String| bound.is_empty() || bound.split('+').next().is_some_and(|own| own.contains('-'));
        let constraints = Constraints::parse(text.trim()).ok();
        Some(Bounds { constraints, with_pre: has_pre(&versions.min) && has_pre(&versions.max), text })
    }

    /// Whether a version is in the range. A pre-release requires that every bound is a pre-release.
    pub(super) fn matches(&self, version: &Version) -> bool {
        (self.with_pre || version.pre.is_empty())
            && self.constraints.as_ref().is_some_and(|constraints| constraints.matches(version))
    }
}

#[cfg(test)]
mod tests {
    use olmkit_semver::Version;

    use super::{Bounds, Versions};

    fn is_matched(min: &str, max: &str, version: &str) -> bool {
        let bounds = Bounds::new(&Versions { min: min.to_owned(), max: max.to_owned() });
        bounds.is_some_and(|bounds| bounds.matches(&Version::parse(version).unwrap_or_else(|_| Version::new(0, 0, 0))))
    }

    #[test]
    fn bounds() {
        let text = |min: &str, max: &str| Versions { min: min.to_owned(), max: max.to_owned() }.text();
        assert_eq!([text("1", ""), text("", "2"), text("1", "2")], [">=1", " <=2", ">=1 <=2"]);
        assert!(is_matched("1.0.0", "2", "2.9.9"));
        assert!(!is_matched("1.0.0", "2", "3.0.0"));
        assert!(!is_matched("1.0.0-0", "2.0.0", "1.5.0-rc.1"), "only one bound is a pre-release");
        assert!(is_matched("1.0.0-0", "2.0.0-0", "1.5.0-rc.1"));
        assert!(is_matched("1.0.0-0", "", "1.5.0-rc.1"));
        assert!(is_matched("1.0.0", "1.0.0", "1.0.0+build"));
    }
}
