//! The arguments of `bundle`.

use super::checks::BundleValidateArgs;
use super::files::migration_level;
use crate::pulling::Pulling;
use olmkit_render::Level;

/// What to do with a bundle.
#[derive(Debug, Clone, clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum BundleVerb {
    Validate(Box<BundleValidateArgs>),
    /// Print the `olm.bundle` document of a bundle, as `opm render` does
    Render {
        /// A directory, an archive or an image
        #[arg(value_name = "BUNDLE")]
        path: String,
        /// The image of the bundle
        #[arg(
            long,
            alias = "alpha-image-ref-template",
            value_name = "REF",
            default_value = "",
            hide_default_value = true
        )]
        image: String,
        /// Write `olm.csv.metadata` instead of the bundle's objects
        #[arg(long, conflicts_with = "migrate_level")]
        migrate: bool,
        /// How far to migrate
        #[arg(long, value_name = "LEVEL", default_value = "none", value_parser = migration_level())]
        migrate_level: Level,
        /// The output format
        #[arg(short, long, short_alias = 'f', alias = "format", value_name = "FORMAT", default_value = "json", value_parser = ["json"])]
        output: String,
        #[command(flatten)]
        pulling: Pulling,
    },
    Generate(Generate),
    /// Print the ConfigMap that OLM unpacks a bundle into
    Extract {
        /// A directory, an archive or an image
        #[arg(value_name = "BUNDLE", required_unless_present = "manifests")]
        path: Option<String>,
        /// The same as BUNDLE
        #[arg(
            short = 'm',
            long = "manifestsdir",
            short_alias = 'd',
            alias = "directory",
            value_name = "DIR",
            conflicts_with = "path"
        )]
        manifests: Option<String>,
        /// The name of the ConfigMap
        #[arg(short = 'c', long, alias = "configmapname")]
        name: String,
        /// Its namespace
        #[arg(short, long, value_name = "NAME")]
        namespace: String,
        /// Compress the objects
        #[arg(short = 'z', long)]
        gzip: bool,
        /// The maximum size of the ConfigMap, in bytes
        #[arg(short, long, alias = "datalimit", value_name = "BYTES", default_value_t = 1 << 20, value_parser = crate::number::count::<usize>)]
        limit: usize,
        #[command(flatten)]
        pulling: Pulling,
    },
    /// Build the image of a bundle, without a container engine
    ///
    /// Bundles that `opm alpha bundle validate` or `opm render` rejects are refused.
    #[command(override_usage = "olmkit bundle build --tag <REF> <--push|--output <FILE>> <BUNDLE>")]
    #[command(group(clap::ArgGroup::new("to").required(true).multiple(true).args(["push", "output"])))]
    Build {
        /// A directory, an archive or an image
        #[arg(value_name = "BUNDLE")]
        path: String,
        /// The name of the image
        #[arg(short, long, value_name = "REF")]
        tag: String,
        /// The archive to write (OCI; `docker load` reads it)
        #[arg(short, long, value_name = "FILE")]
        output: Option<String>,
        /// Push the image to its registry (native program only)
        #[arg(long)]
        push: bool,
        /// Build bundles that opm rejects, too
        #[arg(long)]
        no_validate: bool,
        #[command(flatten)]
        pulling: Pulling,
    },
}

/// Write metadata/annotations.yaml and bundle.Dockerfile
#[derive(Debug, Clone, clap::Args)]
#[command(override_usage = "olmkit bundle generate [OPTIONS] <MANIFESTS>")]
pub(crate) struct Generate {
    /// The directory of the manifests
    #[arg(value_name = "MANIFESTS", required_unless_present = "directory")]
    path: Option<String>,
    /// The same as MANIFESTS
    #[arg(short, long, value_name = "DIR", conflicts_with = "path")]
    directory: Option<String>,
    /// The package [default: from the package manifest beside MANIFESTS]
    #[arg(short, long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub(crate) package: String,
    /// Its channels, separated by commas [default: those of the package
    /// manifest whose head replaces the bundle]
    #[arg(short, long, value_name = "NAMES", default_value = "", hide_default_value = true)]
    pub(crate) channels: String,
    /// Its default channel
    #[arg(short = 'e', long = "default", value_name = "CHANNEL", default_value = "", hide_default_value = true)]
    pub(crate) default_channel: String,
    /// Write the bundle here [default: beside the manifests]
    #[arg(short = 'u', long = "output-dir", value_name = "DIR")]
    pub(crate) output: Option<String>,
    /// The image that the bundle is built on
    #[arg(long, value_name = "REF", default_value = "", hide_default_value = true)]
    pub(crate) base_image: String,
    /// Replace annotations.yaml and bundle.Dockerfile if they exist
    #[arg(long)]
    pub(crate) overwrite: bool,
}

impl Generate {
    /// Directory of the manifests.
    pub(crate) fn path(&self) -> &str {
        self.path.as_deref().or(self.directory.as_deref()).unwrap_or_default()
    }
}
