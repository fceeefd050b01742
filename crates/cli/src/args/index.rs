//! The arguments of the commands that maintain an index: `add`, `rm`, `prune`, `prune-stranded`, `deprecate-truncate`,
//! `export`.

#![cfg_attr(not(feature = "native"), allow(dead_code, reason = "the commands are in the native binary only"))]

use olmkit_render::index::{AddOptions, Mode};
use olmkit_workspace::OnError;

use super::values;
use crate::pulling::Pulling;

/// What to do with an index.
#[derive(Debug, Clone, clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum IndexVerb {
    Add(Add),
    /// Remove packages from a catalog (native program only)
    Rm {
        #[command(flatten)]
        target: Target,
        /// The packages
        #[arg(required = true, value_name = "PACKAGE", value_delimiter = ',')]
        packages: Vec<String>,
        #[command(flatten)]
        permissive: PermissiveArgs,
        #[command(flatten)]
        pulling: Pulling,
    },
    /// Keep only the named packages of a catalog (native program only)
    Prune {
        #[command(flatten)]
        target: Target,
        /// The packages to keep; names that the catalog does not have are ignored
        /// with a warning
        #[arg(short, long, required = true, value_name = "NAMES", value_delimiter = ',')]
        keep: Vec<String>,
        /// Remove all packages if the catalog has none of those to keep, as opm does,
        /// instead of refusing
        #[arg(long)]
        allow_empty: bool,
        #[command(flatten)]
        permissive: PermissiveArgs,
        #[command(flatten)]
        pulling: Pulling,
    },
    /// Remove the bundles that no channel contains (native program only)
    PruneStranded {
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        pulling: Pulling,
    },
    /// Remove bundles and all older versions (native program only)
    ///
    /// Newer entries keep their edges to the given bundles, so that clusters which
    /// have one of them installed can still upgrade.
    DeprecateTruncate {
        #[command(flatten)]
        target: Target,
        /// The bundles: their images or names
        #[arg(required = true, value_name = "BUNDLE", value_delimiter = ',')]
        bundles: Vec<String>,
        /// Remove a package when the heads of all its channels are given
        #[arg(long)]
        allow_package_removal: bool,
        #[command(flatten)]
        permissive: PermissiveArgs,
        #[command(flatten)]
        pulling: Pulling,
    },
    Export(Export),
}

// The catalog that is changed.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Target {
    /// The catalog: a directory, a file, - (standard input), or with --output an
    /// image, an archive or a database
    pub(crate) catalog: String,
    #[command(flatten)]
    pub(crate) writing: Writing,
}

// What becomes of the result.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Writing {
    /// Show the changes, and what they mean for clusters, instead of writing
    /// them
    #[arg(long)]
    pub(crate) diff: bool,
    /// Write the whole catalog with its changes into this directory, which must
    /// be empty, and leave CATALOG as it is
    #[arg(short, long, value_name = "DIR", conflicts_with = "diff")]
    pub(crate) output: Option<String>,
    /// Do not print what was written
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

// Whether the rest is done when a part is refused.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct PermissiveArgs {
    /// Skip what is refused, with a message, and apply the rest
    #[arg(long)]
    permissive: bool,
}

impl PermissiveArgs {
    pub(crate) fn on_error(self) -> OnError {
        if self.permissive { OnError::Skip } else { OnError::Refuse }
    }
}

/// Add bundles to a catalog as opm index add does (native program only)
///
/// Exits with 1 when the result would be wrong, with 2 when the catalog has the
/// image, and with 3 when it has a bundle of that name.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Add {
    /// The bundles: directories, archives or images
    #[arg(required = true, value_name = "BUNDLE")]
    pub(crate) bundles: Vec<String>,
    /// The catalog: a directory, a file, - (standard input), or with --output an
    /// image, an archive or a database
    #[arg(long = "to", value_name = "CATALOG")]
    pub(crate) catalog: String,
    /// Where edges come from: the bundles, or their versions
    #[arg(long, value_name = "MODE", default_value = "replaces", value_parser = values::named(Mode::NAMES, |name| Mode::from_name(name).ok()))]
    mode: Mode,
    /// Let a bundle replace the channel head of the same name
    #[arg(long)]
    overwrite_latest: bool,
    /// Respect olm.substitutesFor
    #[arg(long)]
    enable_alpha: bool,
    /// The image of the bundles: {{.Package}}, {{.Name}} and {{.Version}} are
    /// replaced [default: the reference of an image, or else as the newest
    /// bundle of the package]
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) image: Option<String>,
    #[command(flatten)]
    pub(crate) permissive: PermissiveArgs,
    #[command(flatten)]
    pub(crate) writing: Writing,
    #[command(flatten)]
    pulling: Pulling,
}

impl Add {
    pub(crate) fn options(&self) -> AddOptions {
        let Add { mode, overwrite_latest, enable_alpha, .. } = *self;
        AddOptions { mode, overwrite_latest, enable_alpha }
    }
}

/// Write packages in the package manifests format (native program only)
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Export {
    /// The catalog: a directory, a file, an archive, an image or - (standard
    /// input)
    pub(crate) catalog: String,
    /// The packages [default: all]
    #[arg(value_name = "PACKAGE", value_delimiter = ',')]
    pub(crate) packages: Vec<String>,
    /// The directory to write to
    #[arg(short, long, value_name = "DIR", default_value = "downloaded")]
    pub(crate) output: String,
    /// Take the bundle of an image from a directory or an archive
    #[arg(short = 'b', long = "bundle", value_name = "IMAGE=PATH", value_parser = values::pair)]
    pub(crate) bundles: Vec<(String, String)>,
    /// Do not print what was written
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pulling: Pulling,
}

impl IndexVerb {
    /// How images are pulled.
    pub(super) fn pulling(self) -> Pulling {
        match self {
            IndexVerb::Add(own) => own.pulling,
            IndexVerb::Export(own) => own.pulling,
            IndexVerb::Rm { pulling, .. }
            | IndexVerb::Prune { pulling, .. }
            | IndexVerb::PruneStranded { pulling, .. }
            | IndexVerb::DeprecateTruncate { pulling, .. } => pulling,
        }
    }
}
