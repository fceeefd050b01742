//! The arguments of `stats` and `query`.

use olmkit_workspace::api::BundleQuery;

use super::checks::Coloring;
use super::values;
use crate::format::Format;
use crate::pulling::Pulling;

/// Count the packages, channels, entries and bundles of a catalog
///
/// Files, documents by schema with their bytes, images, and for each package
/// channels, entries, bundles, bytes and stranded versions.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct StatsArgs {
    /// A directory, a file, an archive, an image or - (standard input)
    pub(crate) catalog: String,
    /// The output format
    #[arg(short, long, default_value = "pretty", value_parser = values::formats(&["pretty", "json"]))]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) coloring: Coloring,
    #[command(flatten)]
    pub(crate) pulling: Pulling,
}

/// Find bundles by package, version, image, property or API
///
/// Lists the bundles that match every option: by package, channel, name, image,
/// range of versions, property, or an API that they provide or require. Exits
/// with 1 when there is none.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct QueryArgs {
    /// A directory, a file, an archive, an image or - (standard input)
    pub(crate) catalog: String,
    /// The package
    #[arg(short, long, value_name = "NAME")]
    pub(crate) package: Option<String>,
    /// A channel that has the bundle as an entry
    #[arg(long, value_name = "NAME")]
    pub(crate) channel: Option<String>,
    /// A part of the bundle's name
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// A part of its image or of a related image
    #[arg(long, value_name = "TEXT")]
    image: Option<String>,
    /// A range of versions, as in skipRange: ">=1.2.0 <2.0.0" or "1.x"
    #[arg(long, value_name = "RANGE")]
    version_range: Option<String>,
    /// A property: its type, and a part of its value as it is written
    #[arg(long, value_name = "TYPE[=TEXT]")]
    property: Option<String>,
    /// An API that it provides; * matches any part
    #[arg(long, value_name = "GROUP/VERSION/KIND")]
    provides: Option<String>,
    /// An API that it requires; * matches any part
    #[arg(long, value_name = "GROUP/VERSION/KIND")]
    requires: Option<String>,
    /// The output format
    #[arg(short, long, default_value = "pretty", value_parser = values::formats(&["pretty", "concise", "json"]))]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) pulling: Pulling,
}

impl QueryArgs {
    pub(crate) fn query(&self) -> BundleQuery {
        let (property, value) = match self.property.as_deref().map(|text| text.split_once('=').unwrap_or((text, ""))) {
            Some((property, value)) => (Some(property.to_owned()), Some(value.to_owned())),
            None => (None, None),
        };
        BundleQuery {
            package: self.package.clone(),
            channel: self.channel.clone(),
            name: self.name.clone(),
            image: self.image.clone(),
            version_range: self.version_range.clone(),
            property,
            value,
            provides: self.provides.clone(),
            requires: self.requires.clone(),
        }
    }
}

/// What to do with the configuration.
#[derive(Debug, Clone, clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum ConfigVerb {
    /// Write an olmkit.yaml that shows every field
    ///
    /// An existing olmkit.yaml is kept. With --catalog, .indexignore excludes it.
    Init {
        /// The folder, usually the root of the repository
        #[arg(default_value = ".")]
        folder: String,
        /// The folder is a catalog: exclude the file from it
        ///
        /// opm reads every file of a catalog; a line in .indexignore excludes this one.
        #[arg(long)]
        catalog: bool,
    },
    /// Add a rule to `ignore` in olmkit.yaml; creates the file if necessary
    ///
    /// All other bytes of the file are unchanged.
    Ignore {
        /// An id, a code, the prefix of codes or a category
        #[arg(value_parser = values::RuleParser::selector(), hide_possible_values = true)]
        rule: String,
        /// The folder of the olmkit.yaml
        #[arg(default_value = ".")]
        folder: String,
        /// The folder is a catalog: exclude the file from it
        ///
        /// opm reads every file of a catalog; a line in .indexignore excludes this one.
        #[arg(long)]
        catalog: bool,
    },
}
