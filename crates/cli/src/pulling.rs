//! The options of commands that take images of registries.

/// How images are pulled.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Images of registries")]
pub struct Pulling {
    /// Which image of an index to take [default: linux/amd64]
    #[arg(long, value_name = "OS/ARCH[/VARIANT]")]
    pub platform: Option<String>,
    /// Trust the certificates of this file (PEM) too
    #[arg(long, value_name = "FILE", conflicts_with = "skip_tls_verify")]
    pub ca_file: Option<String>,
    /// Accept every certificate, and plain HTTP, as opm does
    #[arg(long, conflicts_with = "use_http")]
    pub skip_tls_verify: bool,
    /// Use plain HTTP where a registry does not answer over TLS
    #[arg(long)]
    pub use_http: bool,
    /// Keep blobs here [default: $XDG_CACHE_HOME/olmkit]
    #[arg(long, value_name = "DIR")]
    pub cache_dir: Option<String>,
    /// Most transfers at a time [default: 6]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Nothing is written to standard error where that is not a terminal.
    #[arg(skip)]
    pub quiet: bool,
}
