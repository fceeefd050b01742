//! The arguments of the commands about registries: `cache`.

use super::values;
use crate::format::Format;

/// What to do with the blobs that are kept.
#[derive(Debug, Clone, clap::Subcommand)]
#[cfg_attr(not(feature = "native"), allow(dead_code, reason = "the native program reads it"))]
pub(crate) enum CacheVerb {
    /// Show where the cache is, and how much it holds
    Info {
        /// The directory of the cache [default: $XDG_CACHE_HOME/olmkit]
        #[arg(long, value_name = "DIR")]
        cache_dir: Option<String>,
        /// The output format
        #[arg(short, long, default_value = "pretty", value_parser = values::formats(&["pretty", "json"]))]
        format: Format,
    },
    /// Remove what was not used for a time
    Prune {
        /// The directory of the cache [default: $XDG_CACHE_HOME/olmkit]
        #[arg(long, value_name = "DIR")]
        cache_dir: Option<String>,
        /// Keep what was used in the last days
        #[arg(long, value_name = "DAYS", default_value_t = 30)]
        unused_for: u32,
        /// Remove everything
        #[arg(long, conflicts_with = "unused_for")]
        all: bool,
    },
}
