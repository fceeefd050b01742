//! Errors of oc-mirror. They display oc-mirror's messages.

use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

use olmkit_gostd::go_quote;

use crate::Explanation;

/// The kind of a configuration.
pub(super) const KIND: &str = "ImageSetConfiguration";

/// A configuration that oc-mirror rejects. Displays oc-mirror's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct RejectedImageSet {
    /// oc-mirror's error.
    pub error: ImageSetError,
    /// The parts that are wrong, in plain English. At least one.
    pub explanations: Vec<Explanation>,
}

/// Why a configuration is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageSetError {
    /// The configuration is not valid YAML. Contains the decoder's error.
    #[error("failed to unmarshal config: {0}")]
    Yaml(String),
    /// Mappings contain duplicate keys. Contains a line for each.
    #[error("failed to unmarshal config: error converting YAML to JSON: yaml: unmarshal errors:\n  {}", .0.join("\n  "))]
    RepeatedKeys(Vec<String>),
    /// `kind` is missing.
    #[error("configuration missing `kind`")]
    NoKind,
    /// `mirror` is missing.
    #[error("configuration missing the `mirror` stanza")]
    NoMirror,
    /// `kind` has another value.
    #[error("cannot parse {shown} as {}", go_quote(KIND))]
    OtherKind {
        /// The value, as Go prints it.
        shown: String,
    },
    /// The configuration also has the key `delete`, which belongs in a configuration of another kind.
    #[error("delete: is not allowed in {KIND}")]
    Delete,
    /// The configuration is not an object.
    #[error(
        "failed to unmarshal config: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {0} into Go value \
         of type map[string]interface {{}}"
    )]
    NoObject(&'static str),
    /// A field is unknown or has the wrong type. Contains the decoder's error.
    #[error("decode {KIND}: {0}")]
    Mismatch(String),
    /// Parts of the configuration are not valid.
    #[error(transparent)]
    Invalid(Aggregate<ImageSetPart>),
}

/// A part of a configuration that is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageSetPart {
    /// Catalogs or the selections in them.
    #[error("invalid configuration: {0}")]
    Operators(Aggregate<InvalidOperator>),
    /// A release channel that is selected twice.
    #[error("invalid configuration: release channel {}: duplicate found in configuration", go_quote(.0))]
    Release(String),
}

/// Several errors. Their message has each text once, as apimachinery's `Aggregate`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aggregate<E>(Vec<E>);

impl<E> Aggregate<E> {
    /// Returns the errors; `None` if there are none.
    #[must_use]
    pub fn of(errors: Vec<E>) -> Option<Self> {
        (!errors.is_empty()).then_some(Aggregate(errors))
    }
}

impl<E: Display> Display for Aggregate<E> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let mut texts: Vec<String> = Vec::new();
        for text in self.0.iter().map(ToString::to_string) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        match texts.as_slice() {
            [one] => out.write_str(one),
            all => write!(out, "[{}]", all.join(", ")),
        }
    }
}

impl<E: Debug + Display> Error for Aggregate<E> {}

/// Why a catalog in a configuration is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidOperator {
    /// The reference is missing.
    #[error("unknown image : reference name is empty")]
    NoReference,
    /// The reference has no tag or digest.
    #[error("{0} unable to parse image correctly : tag and digest are empty")]
    NoVersion(String),
    /// The reference has an invalid digest.
    #[error("{0} unable to parse image correctly : invalid digest")]
    Digest(String),
    /// The target is not a valid repository.
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
    /// The selection of a package is not valid.
    #[error("catalog {}: operator {}: {source}", go_quote(.catalog), go_quote(.package))]
    Package {
        /// The catalog.
        catalog: String,
        /// The package.
        package: String,
        /// The reason.
        source: InvalidPackage,
    },
}

/// Why the selection of a package is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPackage {
    /// A bound of its versions is not valid.
    #[error(transparent)]
    Bound(#[from] InvalidBound),
    /// A channel is selected twice.
    #[error("duplicate channel entry {}", go_quote(.0))]
    DuplicateChannel(String),
    /// A bound of a channel's versions is not valid.
    #[error("channel {}: {source}", go_quote(.channel))]
    ChannelBound {
        /// The channel.
        channel: String,
        /// The reason.
        source: InvalidBound,
    },
    /// Both the package and a channel have bounds.
    #[error(
        "mixing both filtering by minVersion/maxVersion and filtering by channel minVersion/maxVersion is not allowed"
    )]
    Mixed,
}

impl InvalidOperator {
    /// What is wrong, and how to fix it. `None` if it is a consequence of another error.
    pub(super) fn plain(&self) -> Option<(String, String)> {
        let (message, help) = match self {
            InvalidOperator::NoReference => {
                ("The catalog has no image.".to_owned(), "Write `catalog: HOST/REPOSITORY:TAG`.".to_owned())
            }
            InvalidOperator::NoVersion(image) => (
                format!("The catalog `{image}` has neither a tag nor a digest."),
                format!("Add a tag, as in `{image}:v4.20`."),
            ),
            InvalidOperator::Digest(image) => (
                format!("The digest of the catalog `{image}` is not valid."),
                "Write `sha256:` and 64 hexadecimal digits.".to_owned(),
            ),
            InvalidOperator::Target(target) => (
                format!("The target `{target}` is not a repository path."),
                "Write it without a host, a tag or a digest, in lower-case letters.".to_owned(),
            ),
            // Of catalogs without a valid reference.
            InvalidOperator::Duplicate(name) if name.is_empty() => return None,
            InvalidOperator::Duplicate(name) => (
                format!("The catalog `{name}` occurs twice."),
                "Merge the two, or give one of them another `targetCatalog` or `targetTag`.".to_owned(),
            ),
            InvalidOperator::DuplicatePackage { package, .. } => {
                (format!("The package `{package}` is selected twice."), "Merge the two.".to_owned())
            }
            InvalidOperator::Package { package, source, .. } => source.plain(package),
        };
        Some((message, help))
    }
}

impl InvalidPackage {
    fn plain(&self, package: &str) -> (String, String) {
        match self {
            InvalidPackage::Bound(bound) | InvalidPackage::ChannelBound { source: bound, .. } => (
                format!("`{}` is `{}`, which is not a version.", bound.field, bound.version),
                "Write a version such as \"1.2.0\".".to_owned(),
            ),
            InvalidPackage::DuplicateChannel(channel) => (
                format!("The channel `{channel}` of the package `{package}` is selected twice."),
                "Merge the two.".to_owned(),
            ),
            InvalidPackage::Mixed => (
                format!("Both the package `{package}` and this channel have `minVersion` or `maxVersion`."),
                "Keep those of the package or those of the channels.".to_owned(),
            ),
        }
    }
}

/// A bound that is not a valid version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {} must respect semantic versioning notation", go_quote(.version))]
pub struct InvalidBound {
    /// `minVersion` or `maxVersion`.
    pub field: &'static str,
    /// The value.
    pub version: String,
}

/// Why a catalog cannot be filtered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// A selected package has no name.
    #[error("failed to validate catalog filter: package \"\" at index [{at}] is invalid: name must be specified")]
    UnnamedPackage {
        /// The index of the package.
        at: usize,
    },
    /// A selected channel has no name.
    #[error(
        "failed to validate catalog filter: package {} at index [{at}] is invalid: channel \"\" at index [{channel}] is \
         invalid: name must be specified",
        go_quote(.package)
    )]
    UnnamedChannel {
        /// The package.
        package: String,
        /// The index of the package.
        at: usize,
        /// The index of the channel.
        channel: usize,
    },
    /// The selection does not match the catalog.
    #[error("failed to filter catalog: {0}")]
    Selection(#[from] SelectionError),
}

/// Why a package cannot be filtered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// A bundle has no version.
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
        /// The default channel.
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
    /// The default channel is empty after filtering.
    #[error(
        "package {} channel {} has version range {} that results in an empty channel",
        go_quote(.package), go_quote(.channel), go_quote(.range)
    )]
    EmptyDefaultChannel {
        /// The package.
        package: String,
        /// The default channel.
        channel: String,
        /// The bounds.
        range: String,
    },
    /// `full` is combined with bounds.
    #[error("Full: true cannot be mixed with versionRange")]
    FullWithBounds,
    /// Bounds require a channel head, and the channel has none.
    #[error(transparent)]
    Range(HeadError),
    /// The head of a channel is selected, and the channel has none.
    #[error("package {} channel {} unable to filter head of channel: {source}", go_quote(.package), go_quote(.channel))]
    Head {
        /// The package.
        package: String,
        /// The channel.
        channel: String,
        /// The reason.
        source: HeadError,
    },
}

/// Why a channel has no head.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    /// The channel has no entries.
    #[error("channel has no entries")]
    Empty,
    /// An entry occurs twice.
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
    /// Several entries are not replaced or skipped.
    #[error("multiple channel heads found: [{}]", .0.join(" "))]
    SeveralHeads(Vec<String>),
}
