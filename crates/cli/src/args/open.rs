//! The arguments of `open`.

/// Open the editor on a folder or file of this machine
///
/// Serves the editor on 127.0.0.1 and opens the browser. The page reads and
/// writes exactly PATH: what is saved replaces the file as a whole, what changes
/// on disk appears in the page, and a file that changed on both sides is asked
/// about. Symbolic links are not followed. The address that is printed works
/// once. Ends with Ctrl-C.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct OpenArgs {
    /// A folder or a file
    #[arg(default_value = ".")]
    pub(crate) path: String,
    /// The port; 0 takes a free one [default: 8087, or the next free one]
    #[arg(long)]
    pub(crate) port: Option<u16>,
    /// Only print the address
    #[arg(long)]
    pub(crate) no_browser: bool,
}
