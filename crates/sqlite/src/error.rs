//! Why a database is not converted. Displays as opm's text.

use olmkit_gostd::go_quote;
use olmkit_semver::VersionError;

/// Why opm does not convert a database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConversionError {
    /// A package has no channel.
    #[error("package {0} not found")]
    NoChannels(String),
    /// An entry of a channel cannot be converted.
    #[error("populate channels: {0}")]
    Entry(#[from] EntryError),
    /// The default channel is not there; opm crashes.
    #[error("package {}: default channel {} does not exist", go_quote(.package), go_quote(.channel))]
    NoDefaultChannel {
        /// The package.
        package: String,
        /// Its default channel.
        channel: String,
    },
    /// The icon of a package cannot be found.
    #[error("populate package icons: {0}")]
    Icon(#[from] IconError),
}

/// Why an entry of a channel is not converted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// It is of a package that is not there.
    #[error("unknown package {} for bundle {}", go_quote(.package), go_quote(.bundle))]
    UnknownPackage {
        /// The package.
        package: String,
        /// The bundle.
        bundle: String,
    },
    /// It is of a channel that is not there.
    #[error("unknown channel {} for bundle {}", go_quote(.channel), go_quote(.bundle))]
    UnknownChannel {
        /// The channel.
        channel: String,
        /// The bundle.
        bundle: String,
    },
    /// Its bundle cannot be converted.
    #[error("convert bundle {}: {source}", go_quote(.bundle))]
    Bundle {
        /// The bundle.
        bundle: String,
        /// What is wrong with it.
        source: BundleError,
    },
}

/// Why a bundle is not converted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// Its version is not valid.
    #[error("parse version {}: {source}", go_quote(.version))]
    Version {
        /// The version.
        version: String,
        /// What is wrong with it.
        source: VersionError,
    },
    /// A property or dependency cannot be decoded. opm calls both properties.
    #[error("convert properties: parse property[{at}] of type {}: {text}", go_quote(.kind))]
    Property {
        /// Its place in its table, from 0.
        at: usize,
        /// Its type.
        kind: String,
        /// What is wrong: encoding/json's text where it is not JSON.
        text: String,
    },
    /// Its objects are not JSON, as encoding/json says.
    #[error("{0}")]
    Objects(String),
    /// None of its objects is a CSV.
    #[error("no csv in bundle")]
    NoCsv,
}

/// Why a package has no icon.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IconError {
    /// The default channel has no head.
    #[error("get default channel head for package {}: no entry found for {package} {channel}", go_quote(.package))]
    NoHead {
        /// The package.
        package: String,
        /// Its default channel.
        channel: String,
    },
    /// The CSV of the head is not JSON, or its fields do not have the types of a CSV.
    #[error("unmarshal CSV json for bundle {}: {text}", go_quote(.bundle))]
    Csv {
        /// The bundle.
        bundle: String,
        /// encoding/json's text.
        text: String,
    },
}
