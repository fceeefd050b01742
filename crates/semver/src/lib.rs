//! Versions and ranges as blang/semver reads them.
