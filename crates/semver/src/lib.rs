//! Versions and ranges as [blang/semver](https://github.com/blang/semver) v4 parses them, and OLM v1's [`Constraints`].
//!
//! OLM parses every `olm.package` version, `skipRange` and `versionRange` with that library. Its dialect differs from
//! those of Cargo and npm: ranges consist of full versions with comparators separated by spaces, pre-releases are
//! ordinary versions, `x` wildcards have quirks, and short tokens are silently dropped. This crate reproduces verdicts,
//! values and error messages. It adds what blang lacks: the position of an error, and a description of the versions
//! that a range matches.
//!
//! ```
//! use olmkit_semver::{Range, Version};
//! let range = Range::parse(">=1.0.0 <1.2.0 || 1.3.0").unwrap();
//! assert_eq!(range.contains(&Version::parse("1.1.9").unwrap()), Ok(true));
//! assert_eq!(range.describe(), "from 1.0.0 up to, not including, 1.2.0; or exactly 1.3.0");
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

mod constraint;
mod describe;
mod expression;
mod partial;
mod range;
mod release;
mod version;

pub use constraint::{ConstraintError, Constraints, is_partial_version};
pub use expression::is_version_expression;
pub use partial::complete_comparison;
pub use range::{Comparator, EmptyPart, Op, Range, RangeError};
pub use release::{VersionRelease, oldest_first};
pub use version::{Identifier, Version, VersionError, parse_identifiers, parse_release, parse_tolerant};
