//! The arguments of the commands about registries: `build`, `copy`, `cache`.

use super::values;
use crate::format::Format;
use crate::pulling::Pulling;

/// What to do with the blobs that are kept.
#[derive(Debug, Clone, clap::Subcommand)]
#[command(defer = true)]
#[cfg_attr(not(feature = "native"), allow(dead_code, reason = "the native program reads it"))]
pub(crate) enum CacheVerb {
    /// Show the location and the size of the cache
    Info {
        /// The directory of the cache [default: $OLM_CACHE_DIR/olmkit,
        /// $XDG_CACHE_HOME/olmkit or ~/.cache/olmkit]
        #[arg(long, value_name = "DIR")]
        cache_dir: Option<String>,
        /// The output format
        #[arg(short, long, default_value = "pretty", value_parser = values::formats(&["pretty", "json"]))]
        format: Format,
    },
    /// Remove blobs that were not used recently, and abandoned downloads
    Prune {
        /// The directory of the cache [default: $OLM_CACHE_DIR/olmkit,
        /// $XDG_CACHE_HOME/olmkit or ~/.cache/olmkit]
        #[arg(long, value_name = "DIR")]
        cache_dir: Option<String>,
        /// Keep blobs that were used in the last DAYS days
        #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = crate::number::count::<u32>)]
        unused_for: u32,
        /// Remove all blobs, all stored results of image checks, and all downloads
        /// that no process is writing
        #[arg(long, conflicts_with = "unused_for")]
        all: bool,
    },
}

/// Build the image of a catalog (native program only)
///
/// No container engine is needed. The image is the base with one more layer: the
/// catalog in /configs. It has the label that opm and OLM look for. The same input
/// gives the same digest; SOURCE_DATE_EPOCH sets its time. Catalogs that opm
/// rejects are refused. Prints the reference by digest.
#[derive(Debug, Clone, clap::Args)]
#[command(group(clap::ArgGroup::new("to").required(true).multiple(true).args(["push", "output"])))]
#[cfg_attr(not(feature = "native"), allow(dead_code, reason = "the native program reads it"))]
pub(crate) struct BuildArgs {
    /// The catalog: a directory, a file, an archive or an image
    pub(crate) catalog: String,
    /// The name of the image
    #[arg(short, long, value_name = "REF")]
    pub(crate) tag: String,
    /// The base image; `scratch` means none
    ///
    /// An image of a registry, an archive, or a folder with an OCI layout, as for
    /// `olmkit copy`. If it is an index, the image is built for each of its
    /// platforms, or for that of --platform.
    #[arg(short = 'i', long, value_name = "IMAGE", default_value = "scratch")]
    pub(crate) base_image: String,
    /// Additional labels of the image
    #[arg(short = 'l', long = "label", value_name = "KEY=VALUE", value_parser = values::pair)]
    pub(crate) labels: Vec<(String, String)>,
    /// Push the image to its registry
    #[arg(long)]
    pub(crate) push: bool,
    /// Write an image archive (OCI)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    #[command(flatten)]
    pub(super) pulling: Pulling,
}

/// Combine catalogs into one, and push its image (native program only)
///
/// FILE lists them under `references`: images or paths, each with a name. It also
/// has the `name` of the catalog's folder, which is next to FILE, and the `repo`
/// and `tag` of its image. Each reference is rendered into a file of the folder,
/// index.yaml in a folder with the name of the reference. A catalog that opm
/// rejects is not written. Then the image is built and pushed as by `olmkit build`.
#[derive(Debug, Clone, clap::Args)]
#[cfg_attr(not(feature = "native"), allow(dead_code, reason = "the native program reads it"))]
pub(crate) struct ComposeArgs {
    /// The file that lists what the catalog consists of
    #[arg(value_name = "FILE", default_value = "catalog.yaml")]
    pub(crate) file: String,
    /// Print what would change in the folder and in the registry, and change
    /// nothing; exit with 1 if anything would change. With --no-push, only the
    /// folder is compared, and no registry is asked
    #[arg(long, conflicts_with = "output")]
    pub(crate) check: bool,
    /// Do not push the image
    #[arg(long)]
    pub(crate) no_push: bool,
    /// Write an image archive (OCI), too
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// The base image: of a registry, an archive, or a folder with an OCI layout;
    /// `scratch` means none
    #[arg(short = 'i', long, value_name = "IMAGE", default_value = "scratch")]
    pub(crate) base_image: String,
    #[command(flatten)]
    pub(super) pulling: Pulling,
}

/// Copy an image to a registry, archive or folder (native program only)
///
/// An index is copied with all its images, or with --platform only the image for that
/// platform. Digests do not change. Prints the digest.
#[derive(Debug, Clone, clap::Args)]
#[cfg_attr(not(feature = "native"), allow(dead_code, reason = "the native program reads it"))]
pub(crate) struct CopyArgs {
    /// An image of a registry, an archive, or a folder with an OCI layout
    ///
    /// Archives are those of OCI layouts, and of `docker save` and `podman save`.
    /// `docker-archive:FILE:NAME` selects one of several images of an archive.
    #[arg(value_name = "FROM")]
    pub(crate) from: String,
    /// An image of a registry, an archive to write (.tar), or a folder to write
    #[arg(value_name = "TO")]
    pub(crate) to: String,
    #[command(flatten)]
    pub(super) pulling: Pulling,
}

/// List the images that catalogs and bundles reference
///
/// With --check, asks the registries whether the images exist, and pulls nothing.
/// An image is `not-checked` if its registry does not give a clear answer. Exits
/// with 1 when an image is missing, when a bundle image does not support the
/// platform, or when no image could be checked.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ImagesArgs {
    /// Catalogs and bundles: directories, files, archives or images
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Check that the images exist in their registries (native program only)
    #[arg(long)]
    pub(crate) check: bool,
    /// The output format
    #[arg(short, long, default_value = "pretty", value_parser = values::formats(&["pretty", "json"]))]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(super) pulling: Pulling,
}
