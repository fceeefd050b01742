//! The order of bundles by version and build metadata.

use olmkit_semver::{Identifier, Version, VersionError};

/// A version that also compares build metadata, like a pre-release. No build metadata is lowest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Age {
    pub(super) version: Version,
    build: Vec<Identifier>,
}

impl Age {
    /// Parses a version. An empty text counts as `0.0.0-z`.
    pub(super) fn parse(text: &str) -> Result<Age, VersionError> {
        let version = Version::parse(if text.is_empty() { "0.0.0-z" } else { text })?;
        let identifier = |part: &String| match part.parse() {
            Ok(number) if part.bytes().all(|byte| byte.is_ascii_digit()) => Identifier::Numeric(number),
            _ => Identifier::Alphanumeric(part.clone()),
        };
        let build = version.build.iter().map(identifier).collect();
        Ok(Age { version, build })
    }
}

#[cfg(test)]
mod tests {
    use super::Age;

    #[test]
    fn build_metadata_counts_like_a_pre_release() {
        let sorted = ["", "0.0.1", "1.0.0-1", "1.0.0", "1.0.0+2", "1.0.0+10", "1.0.0+a"];
        let ages: Vec<Age> = sorted.iter().map(|text| Age::parse(text).unwrap()).collect();
        assert!(ages.is_sorted_by(|a, b| a < b), "{ages:?}");
        assert!(Age::parse("1.0").is_err());
    }
}
