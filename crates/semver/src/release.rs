//! The order of versions in OLM.

use olmkit_collections::order;

use crate::{Identifier, Version, VersionError, parse_release};

impl Version {
    /// The build metadata as identifiers, if it is a valid release.
    #[must_use]
    pub fn release(&self) -> Option<Vec<Identifier>> {
        if self.build.is_empty() {
            return None;
        }
        parse_release(&self.build.join(".")).ok()
    }
}

/// A version as operator-registry and OLM v1 compare it: build metadata that is a valid release is compared last.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct VersionRelease {
    /// The version.
    pub version: Version,
    /// The release; versions without a release are lowest.
    pub release: Option<Vec<Identifier>>,
}

impl VersionRelease {
    /// Splits a version.
    #[must_use]
    pub fn new(version: &Version) -> Self {
        VersionRelease { version: version.clone(), release: version.release() }
    }

    /// Parses and splits a version.
    ///
    /// # Errors
    /// The errors of [`Version::parse`].
    pub fn parse(text: &str) -> Result<Self, VersionError> {
        Version::parse(text).map(|version| VersionRelease::new(&version))
    }
}

/// The indices of the versions in ascending order. Invalid versions are last; equal versions keep their order.
#[must_use]
pub fn oldest_first(versions: &[String]) -> Vec<usize> {
    let age = |(at, text): (usize, &String)| {
        let age = VersionRelease::parse(text).ok();
        (age.is_none(), age, at)
    };
    let mut ages: Vec<_> = versions.iter().enumerate().map(age).collect();
    order::sort(&mut ages);
    ages.into_iter().map(|(_, _, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::oldest_first;

    #[test]
    fn pre_releases_and_releases_are_versions_like_others() {
        let given =
            ["1.0.0", "none", "1.0.0+2", "1.0.0-rc.10", "1.0.0-rc.2", "0.9.12", "", "1.0.0+1"].map(String::from);
        let sorted: Vec<&str> = oldest_first(&given).into_iter().map(|at| given[at].as_str()).collect();
        assert_eq!(sorted, ["0.9.12", "1.0.0-rc.2", "1.0.0-rc.10", "1.0.0", "1.0.0+1", "1.0.0+2", "none", ""]);
    }
}
