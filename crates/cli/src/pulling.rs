//! The options of commands that take images of registries.

// How images are pulled.
#[allow(missing_docs, reason = "clap would take it for the description of a command")]
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Images of registries")]
pub struct Pulling {
    /// The platform to select from an image index [default: linux/amd64]
    #[arg(long, value_name = "OS/ARCH[/VARIANT]")]
    pub platform: Option<String>,
    /// Also trust the certificates in this file (PEM)
    #[arg(long, value_name = "FILE", conflicts_with = "skip_tls_verify")]
    pub ca_file: Option<String>,
    /// Accept every certificate, and plain HTTP, as opm does
    #[arg(long, conflicts_with = "use_http")]
    pub skip_tls_verify: bool,
    /// Accept every certificate, and use plain HTTP where a registry does not
    /// support TLS. With --ca-file, certificates are verified
    #[arg(long)]
    pub use_http: bool,
    /// The directory of the cache [default: $OLM_CACHE_DIR/olmkit,
    /// $XDG_CACHE_HOME/olmkit or ~/.cache/olmkit]
    #[arg(long, value_name = "DIR")]
    pub cache_dir: Option<String>,
    /// The maximum number of concurrent transfers [default: 6]
    #[arg(long, value_name = "N", value_parser = crate::number::at_least_one)]
    pub jobs: Option<usize>,
    /// Nothing is written to standard error where that is not a terminal.
    #[arg(skip)]
    pub quiet: bool,
}
