//! The arguments of `open`.

use crate::pulling::Pulling;

/// Open the editor on a folder, a file or an image
///
/// Serves the editor on 127.0.0.1 and opens the browser. The page reads and
/// writes only PATH. Saving replaces the whole file. Changes on disk appear in
/// the page; if a file changed in both places, the page asks what to keep.
/// Symbolic links are not followed. The printed address works once. Ends with
/// Ctrl-C.
///
/// For an image, the page shows a copy of its catalog or bundle: you can download
/// changes, but not save them. With --to, the files are written into a folder
/// first, and the page saves there.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct OpenArgs {
    /// A folder, a file or an image (images: native program only)
    #[arg(default_value = ".")]
    pub(crate) path: String,
    /// Write the files of the image into this folder, and open the folder
    #[arg(long, value_name = "DIR")]
    pub(crate) to: Option<String>,
    /// The port; 0 selects a free one [default: 8087, or the next free one]
    #[arg(long, value_parser = crate::number::port)]
    pub(crate) port: Option<u16>,
    /// Only print the address
    #[arg(long)]
    pub(crate) no_browser: bool,
    #[command(flatten)]
    pub(super) pulling: Pulling,
}
