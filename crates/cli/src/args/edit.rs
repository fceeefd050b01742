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
    #[arg(value_parser = PossibleValuesParser::new(EDITS.iter().map(|verb| PossibleValue::new(verb.name).help(verb.help()))))]
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
    /// Write the changes even if opm accepts the catalog before and rejects it
    /// after them; add-package does not need it
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(super) coloring: Coloring,
    /// The name to show for standard input
    #[arg(long, value_name = "NAME")]
    pub(super) stdin_filename: Option<String>,
    #[command(flatten)]
    pub(super) pulling: Pulling,
}

/// What the value of a field becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    /// Text that an empty value removes.
    Removable,
    /// Items, separated by commas.
    List,
    /// Names of entries, separated by commas, or entries as JSON.
    Entries,
    Flag,
}

/// A field of a verb: `name=value`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// What the help shows as the value.
    value: &'static str,
}

const fn text(name: &'static str) -> Field {
    Field { name, kind: Kind::Text, value: "" }
}

const fn removable(name: &'static str) -> Field {
    Field { name, kind: Kind::Removable, value: "" }
}

const fn list(name: &'static str) -> Field {
    Field { name, kind: Kind::List, value: "A,B" }
}

const fn flag(name: &'static str) -> Field {
    Field { name, kind: Kind::Flag, value: "true|false" }
}

impl Field {
    const fn of(self, value: &'static str) -> Self {
        Self { value, ..self }
    }
}

/// A verb of `edit`.
pub(crate) struct Verb {
    pub(crate) name: &'static str,
    /// The fields besides `package`, and for verbs about an entry `channel`.
    pub(crate) fields: &'static [Field],
    /// What the help adds to the fields.
    note: &'static str,
}

const fn verb(name: &'static str, fields: &'static [Field], note: &'static str) -> Verb {
    Verb { name, fields, note }
}

impl Verb {
    /// The fields and the note, as the help shows them.
    fn help(&self) -> String {
        let fields: Vec<String> = self.fields.iter().map(|field| format!("{}={}", field.name, field.value)).collect();
        [fields.join(" ").as_str(), self.note]
            .iter()
            .filter(|part| !part.is_empty())
            .copied()
            .collect::<Vec<_>>()
            .join("; ")
    }
}

const ENTRY: Field = text("entry");
const CHANNEL: Field = text("channel");
const SCHEMA: Field = text("schema");
const NAME: Field = text("name");
const TO: Field = text("to");

/// The verbs.
pub(crate) const EDITS: &[Verb] = &[
    verb(
        ADD_BUNDLE,
        &[text("bundle").of("PATH"), text("image"), list("channels"), flag("migrate")],
        "add the document and the entries of a bundle",
    ),
    verb(ADD_RENDERED, &[text("rendered").of("FILE")], "add bundles that opm render printed; channel= is optional"),
    verb(
        ADD_PACKAGE,
        &[CHANNEL, text("rendered").of("FILE")],
        "add its document and its default channel; rendered= is optional",
    ),
    verb("add-channel", &[CHANNEL, Field { name: "entries", kind: Kind::Entries, value: "A,B" }], ""),
    verb("rename-channel", &[CHANNEL, TO], ""),
    verb("remove-channel", &[CHANNEL], ""),
    verb("set-default-channel", &[TO.of("CHANNEL")], ""),
    verb("set-default", &[], "short for set-default-channel"),
    verb(
        "add-entry",
        &[
            NAME,
            removable("replaces"),
            list("skips"),
            removable("skipRange"),
            text("position").of("newest|end"),
            text("successor").of("ENTRY"),
        ],
        "successor=: an existing newer entry, which then skips the new entry, or replaces it if both replace the same entry",
    ),
    verb("rename-entry", &[ENTRY, TO], ""),
    verb("rename", &[], "entry= and channel=: rename-entry; entry=: rename everywhere; neither: rename-channel"),
    verb(
        "remove-entry",
        &[ENTRY, flag("reconnect"), flag("bundle")],
        "reconnect=true: also reconnect its neighbors; bundle=true: also remove its bundle",
    ),
    verb("reconnect", &[ENTRY, flag("bundle")], "remove an entry and reconnect its neighbors"),
    verb("remove-bundle", &[NAME], "remove the document of a bundle that no channel contains"),
    verb("promote-entry", &[ENTRY, text("from").of("CHANNEL"), TO.of("CHANNEL")], ""),
    verb("promote", &[], "short for promote-entry"),
    verb(FIX_STRANDED, &[ENTRY], "apply the verified fix of a stranded version"),
    verb(FIX_ALL_STRANDED, &[text("semantics").of("v0|v1")], "apply every verified fix; channel= is optional"),
    verb(SUPPRESS, &[text("rule"), text("path"), text("line"), text("reason")], "add a comment"),
    verb(EXCLUDE_FILES, &[], "add files that are not part of the catalog to .indexignore"),
    verb("set-replaces", &[ENTRY, removable("to")], ""),
    verb("set-skips", &[ENTRY, list("to")], ""),
    verb("set-skip-range", &[ENTRY, removable("to")], ""),
    verb("set-description", &[removable("to")], ""),
    verb("set-icon", &[removable("to").of("BASE64"), text("mediatype")], ""),
    verb("deprecate", &[SCHEMA, NAME, text("message")], ""),
    verb("undeprecate", &[SCHEMA, NAME], ""),
];

/// Every field that some verb takes.
pub(crate) fn edit_fields() -> impl Iterator<Item = &'static str> {
    let fields = EDITS.iter().flat_map(|verb| verb.fields.iter().map(|field| field.name));
    std::iter::once("package").chain(fields)
}

/// What the value of a field of a verb becomes. A field that the verb does not have, which is refused later, is read as
/// that of another verb.
pub(crate) fn kind_of(verb: &str, field: &str) -> Kind {
    let own = EDITS.iter().filter(|known| known.name == verb);
    let fields = own.chain(EDITS).flat_map(|known| known.fields);
    fields.into_iter().find(|known| known.name == field).map_or(Kind::Text, |known| known.kind)
}

/// Verbs that read a bundle, or what opm printed for bundles.
pub(crate) const ADD_BUNDLE: &str = "add-bundle";
pub(crate) const ADD_RENDERED: &str = "add-rendered";
pub(crate) const ADD_PACKAGE: &str = "add-package";
/// Verbs that are not intentions: their edits are tried before they are made.
pub(crate) const FIX_STRANDED: &str = "fix-stranded";
pub(crate) const FIX_ALL_STRANDED: &str = "fix-all-stranded";
pub(crate) const SUPPRESS: &str = "suppress";
pub(crate) const EXCLUDE_FILES: &str = "exclude-files";

/// Short names and their full names.
pub(crate) const SHORT_EDITS: &[(&str, &str)] =
    &[("promote", "promote-entry"), ("set-default", "set-default-channel"), ("reconnect", "remove-entry")];
