//! The arguments of `mirror`.

use super::values;
use crate::format::Format;
use crate::pulling::Pulling;

/// Show how oc-mirror filters a catalog
///
/// Takes the ImageSetConfiguration of oc-mirror v2 and a catalog that it
/// mirrors, and filters the catalog as oc-mirror does: which packages, channels
/// and bundles are kept, the new heads and default channels, how many images
/// are mirrored, and which installed versions can no longer upgrade. Nothing is
/// copied. Exits with 1 when oc-mirror refuses the configuration for this
/// catalog, when the configuration names a package or channel that the catalog
/// does not have, or when opm rejects the result.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct MirrorArgs {
    /// The ImageSetConfiguration, or - (standard input)
    pub(crate) configuration: String,
    /// A directory, a file, an archive or an image
    pub(crate) catalog: String,
    /// The catalog of the configuration that CATALOG is, if there are several
    #[arg(long, value_name = "REFERENCE")]
    pub(crate) operator: Option<String>,
    /// Write the filtered catalog into this directory, which must be empty, as
    /// PACKAGE/catalog.json
    #[arg(short, long, value_name = "DIRECTORY")]
    pub(crate) output: Option<String>,
    /// The output format
    #[arg(short, long, default_value = "pretty", value_parser = values::formats(&["pretty", "json"]))]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) pulling: Pulling,
}
