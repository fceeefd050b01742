//! Errors of the conversion. The messages are opm's.

use olmkit_gostd::go_quote;
use olmkit_semver::VersionError;

/// Why opm cannot convert a database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConversionError {
    /// A package has no channels.
    #[error("package {0} not found")]
    NoChannels(String),
    /// A channel entry cannot be converted.
    #[error("populate channels: {0}")]
    Entry(#[from] EntryError),
    /// The default channel does not exist. opm crashes.
    #[error("package {}: default channel {} does not exist", go_quote(.package), go_quote(.channel))]
    NoDefaultChannel {
        /// The package.
        package: String,
        /// The default channel.
        channel: String,
    },
    /// The icon of a package cannot be determined.
    #[error("populate package icons: {0}")]
    Icon(#[from] IconError),
}

/// Why a channel entry cannot be converted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// The package of the entry does not exist.
    #[error("unknown package {} for bundle {}", go_quote(.package), go_quote(.bundle))]
    UnknownPackage {
        /// The package.
        package: String,
        /// The bundle.
        bundle: String,
    },
    /// The channel of the entry does not exist.
    #[error("unknown channel {} for bundle {}", go_quote(.channel), go_quote(.bundle))]
    UnknownChannel {
        /// The channel.
        channel: String,
        /// The bundle.
        bundle: String,
    },
    /// The bundle of the entry cannot be converted.
    #[error("convert bundle {}: {source}", go_quote(.bundle))]
    Bundle {
        /// The bundle.
        bundle: String,
        /// The reason.
        source: BundleError,
    },
}

/// Why a bundle cannot be converted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// The version is not valid.
    #[error("parse version {}: {source}", go_quote(.version))]
    Version {
        /// The version.
        version: String,
        /// The reason.
        source: VersionError,
    },
    /// A property or dependency cannot be decoded. opm calls both properties.
    #[error("convert properties: parse property[{at}] of type {}: {text}", go_quote(.kind))]
    Property {
        /// The index in its table.
        at: usize,
        /// The type of the property.
        kind: String,
        /// The reason. If the value is not JSON, it is the message of encoding/json.
        text: String,
    },
    /// The objects are not JSON. Contains the message of encoding/json.
    #[error("{0}")]
    Objects(String),
    /// None of the objects is a CSV.
    #[error("no csv in bundle")]
    NoCsv,
}

/// Why the icon of a package cannot be determined.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IconError {
    /// The default channel has no head.
    #[error("get default channel head for package {}: no entry found for {package} {channel}", go_quote(.package))]
    NoHead {
        /// The package.
        package: String,
        /// The default channel.
        channel: String,
    },
    /// The CSV of the head is not JSON, or its fields do not have the types of a CSV.
    #[error("unmarshal CSV json for bundle {}: {text}", go_quote(.bundle))]
    Csv {
        /// The bundle.
        bundle: String,
        /// The message of encoding/json.
        text: String,
    },
}
