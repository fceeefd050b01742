//! What oc-mirror refuses. Displays as its text.

use std::fmt::Display;

use olmkit_gostd::go_quote;

/// The kind of a configuration.
pub(super) const KIND: &str = "ImageSetConfiguration";

/// Why a configuration is not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageSetError {
    /// It is not YAML, as the decoder says.
    #[error("failed to unmarshal config: {0}")]
    Yaml(String),
    /// A mapping has keys twice: a line for each.
    #[error("failed to unmarshal config: error converting YAML to JSON: yaml: unmarshal errors:\n  {}", .0.join("\n  "))]
    RepeatedKeys(Vec<String>),
    /// There is no `kind`.
    #[error("configuration missing `kind`")]
    NoKind,
    /// There is no `mirror`.
    #[error("configuration missing the `mirror` stanza")]
    NoMirror,
    /// It is of another kind.
    #[error("cannot parse {} as {}", go_quote(.0), go_quote(KIND))]
    OtherKind(String),
    /// A field is unknown or of a wrong type, as the decoder says.
    #[error("decode {KIND}: {0}")]
    Misfit(String),
    /// Catalogs or what is selected of them.
    #[error("invalid configuration: {}", listed(.0))]
    Invalid(Vec<InvalidOperator>),
}

/// What is wrong with a catalog of a configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidOperator {
    /// It has no reference.
    #[error("unknown image : reference name is empty")]
    NoReference,
    /// The reference has no version.
    #[error("{0} unable to parse image correctly : tag and digest are empty")]
    NoVersion(String),
    /// The reference has a wrong digest.
    #[error("{0} unable to parse image correctly : invalid digest")]
    Digest(String),
    /// The target is not a repository.
    #[error(
        "invalid target path component {}: should not contain a tag or digest. Expected format is 1 or more path \
         components separated by /, where each path component is a set of alpha-numeric and regexp (?:[._]|__|[-]*). For \
         more, see https://github.com/containers/image/blob/main/docker/reference/regexp.go",
        go_quote(.0)
    )]
    Target(String),
    /// Another catalog has the same target.
    #[error("catalog {}: duplicate found in configuration", go_quote(.0))]
    Duplicate(String),
    /// A package is selected twice.
    #[error("catalog {}: duplicate package entry {}", go_quote(.catalog), go_quote(.package))]
    DuplicatePackage {
        /// The catalog.
        catalog: String,
        /// The package.
        package: String,
    },
    /// What is selected of a package.
    #[error("catalog {}: operator {}: {source}", go_quote(.catalog), go_quote(.package))]
    Package {
        /// The catalog.
        catalog: String,
        /// The package.
        package: String,
        /// What is wrong.
        source: InvalidPackage,
    },
}

/// What is wrong with the selection of a package.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPackage {
    /// A bound of its versions.
    #[error(transparent)]
    Bound(#[from] InvalidBound),
    /// A channel is selected twice.
    #[error("duplicate channel entry {}", go_quote(.0))]
    DuplicateChannel(String),
    /// A bound of a channel's versions.
    #[error("channel {}: {source}", go_quote(.channel))]
    ChannelBound {
        /// The channel.
        channel: String,
        /// What is wrong.
        source: InvalidBound,
    },
    /// The package and a channel have bounds.
    #[error(
        "mixing both filtering by minVersion/maxVersion and filtering by channel minVersion/maxVersion is not allowed"
    )]
    Mixed,
}

/// A bound that is not a version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {} must respect semantic versioning notation", go_quote(.version))]
pub struct InvalidBound {
    /// `minVersion` or `maxVersion`.
    pub field: &'static str,
    /// Its value.
    pub version: String,
}

/// Why a catalog cannot be filtered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// A package is selected without its name.
    #[error("failed to validate catalog filter: package \"\" at index [{at}] is invalid: name must be specified")]
    UnnamedPackage {
        /// Its place, from 0.
        at: usize,
    },
    /// A channel is selected without its name.
    #[error(
        "failed to validate catalog filter: package {} at index [{at}] is invalid: channel \"\" at index [{channel}] is \
         invalid: name must be specified",
        go_quote(.package)
    )]
    UnnamedChannel {
        /// The package.
        package: String,
        /// Its place, from 0.
        at: usize,
        /// The place of the channel, from 0.
        channel: usize,
    },
    /// What is selected does not fit the catalog.
    #[error("failed to filter catalog: {0}")]
    Selection(#[from] SelectionError),
}

/// Why a package cannot be filtered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// A bundle without a version.
    #[error("bundle {} has no valid version", go_quote(.0))]
    NoVersion(String),
    /// The default channel is not selected.
    #[error(
        "invalid default channel configuration for package {}: the default channel {} was filtered out, a new default \
         channel must be configured for this package",
        go_quote(.package), go_quote(.channel)
    )]
    DefaultChannelGone {
        /// The package.
        package: String,
        /// Its default channel.
        channel: String,
    },
    /// The new default channel is not selected.
    #[error(
        "invalid default channel configuration for package {}: specified default channel override {} does not exist in the \
         filtered output",
        go_quote(.package), go_quote(.channel)
    )]
    UnknownDefaultChannel {
        /// The package.
        package: String,
        /// The channel.
        channel: String,
    },
    /// Nothing is left of the default channel.
    #[error(
        "package {} channel {} has version range {} that results in an empty channel",
        go_quote(.package), go_quote(.channel), go_quote(.range)
    )]
    EmptyDefaultChannel {
        /// The package.
        package: String,
        /// Its default channel.
        channel: String,
        /// The bounds.
        range: String,
    },
    /// All bundles are wanted, and those between bounds.
    #[error("Full: true cannot be mixed with versionRange")]
    FullWithBounds,
    /// The range of a channel begins at its head, and it has none.
    #[error(transparent)]
    Range(HeadError),
    /// The head of a channel is wanted, and it has none.
    #[error("package {} channel {} unable to filter head of channel: {source}", go_quote(.package), go_quote(.channel))]
    Head {
        /// The package.
        package: String,
        /// The channel.
        channel: String,
        /// What is wrong with it.
        source: HeadError,
    },
}

/// Why a channel has no head.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    /// It has no entries.
    #[error("channel has no entries")]
    Empty,
    /// An entry is there twice.
    #[error("duplicate channel entry {}", go_quote(.0))]
    Duplicate(String),
    /// An entry replaces itself.
    #[error("invalid channel entry {}: replaces itself", go_quote(.0))]
    ReplacesItself(String),
    /// An entry skips itself.
    #[error("invalid channel entry {}: skips itself", go_quote(.0))]
    SkipsItself(String),
    /// Every entry is replaced or skipped.
    #[error("no channel heads found")]
    NoHead,
    /// Entries below the head replace or skip each other.
    #[error("detected a cycle in the upgrade graph of the channel")]
    Cycle,
    /// More than one entry is not replaced or skipped.
    #[error("multiple channel heads found: [{}]", .0.join(" "))]
    SeveralHeads(Vec<String>),
}

/// One as it is, several in brackets.
fn listed(errors: &[impl Display]) -> String {
    match errors {
        [one] => one.to_string(),
        all => format!("[{}]", all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}
