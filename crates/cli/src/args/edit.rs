//! The arguments of `edit`.

use clap::builder::{PossibleValue, PossibleValuesParser};

use super::checks::Coloring;
use super::values;
use crate::pulling::Pulling;

/// Change a catalog with minimal text edits
///
/// Every verb takes package=P, except suppress, exclude-files, add-bundle and
/// add-rendered. Verbs about a channel take channel=C too, verbs about an entry also entry=E. An empty
/// value removes replaces, skipRange, description and icon. Exits with 1 when the edit is refused.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct EditArgs {
    /// What to do
    #[arg(value_parser = PossibleValuesParser::new(EDITS.map(|(name, takes)| PossibleValue::new(name).help(takes))))]
    pub(crate) verb: String,
    /// The catalog: a directory, a file, - (standard input), or with --diff an
    /// archive or an image
    pub(crate) path: String,
    /// The fields of the verb: see above
    #[arg(value_name = "KEY=VALUE", value_parser = values::pair)]
    pub(crate) fields: Vec<(String, String)>,
    /// Show the changes instead of writing them
    #[arg(long)]
    pub(crate) diff: bool,
    #[command(flatten)]
    pub(super) coloring: Coloring,
    /// The name to show for standard input
    #[arg(long, value_name = "NAME")]
    pub(super) stdin_filename: Option<String>,
    #[command(flatten)]
    pub(super) pulling: Pulling,
}

/// The verbs, and what they take besides `package`.
const EDITS: [(&str, &str); 27] = [
    (ADD_BUNDLE, "bundle=PATH image= channels=A,B migrate=true|false; its document and its entries"),
    (ADD_RENDERED, "rendered=FILE; bundles that opm render printed, channel= is optional"),
    (ADD_PACKAGE, "channel= rendered=FILE; its document and its default channel, rendered= is optional"),
    ("add-channel", "channel= entries=A,B"),
    ("rename-channel", "channel= to="),
    ("remove-channel", "channel="),
    ("set-default-channel", "to=CHANNEL"),
    ("set-default", "short for set-default-channel"),
    ("add-entry", "name= replaces= skips=A,B skipRange= position=newest|end under="),
    ("rename-entry", "entry= to="),
    ("rename", "rename-entry with entry= and channel=, everywhere with entry=, else rename-channel"),
    ("remove-entry", "entry= reconnect=true|false; whether to reconnect its neighbors"),
    ("reconnect", "entry=; remove an entry, reconnecting its neighbors"),
    ("remove-bundle", "name=; of a bundle that no channel has"),
    ("promote-entry", "entry= from=CHANNEL to=CHANNEL"),
    ("promote", "short for promote-entry"),
    ("fix-stranded", "entry=; add the stranded version to the skips of the head"),
    (FIX_ALL_STRANDED, "semantics=v0|v1; every verified fix; channel= is optional"),
    (SUPPRESS, "rule= path= line= reason=; add a comment"),
    (EXCLUDE_FILES, "add files that are not part of the catalog to .indexignore"),
    ("set-replaces", "entry= to="),
    ("set-skips", "entry= to=A,B"),
    ("set-skip-range", "entry= to="),
    ("set-description", "to="),
    ("set-icon", "to=BASE64 mediatype="),
    ("deprecate", "schema= name= message="),
    ("undeprecate", "schema= name="),
];

/// Every field that some verb takes: `package`, and those that [`EDITS`] names.
pub(crate) fn edit_fields() -> impl Iterator<Item = &'static str> {
    let words = EDITS.iter().flat_map(|(_, text)| text.split([' ', ',', ';']));
    std::iter::once("package").chain(words.filter_map(|word| word.split_once('=').map(|(key, _)| key)))
}

/// Verbs that read a bundle, or what opm printed for bundles.
pub(crate) const ADD_BUNDLE: &str = "add-bundle";
pub(crate) const ADD_RENDERED: &str = "add-rendered";
pub(crate) const ADD_PACKAGE: &str = "add-package";
/// Verbs that are not intentions: their edits are tried before they are made.
pub(crate) const FIX_ALL_STRANDED: &str = "fix-all-stranded";
pub(crate) const SUPPRESS: &str = "suppress";
pub(crate) const EXCLUDE_FILES: &str = "exclude-files";

/// Short names and their full names.
pub(crate) const SHORT_EDITS: [(&str, &str); 3] =
    [("promote", "promote-entry"), ("set-default", "set-default-channel"), ("reconnect", "remove-entry")];
