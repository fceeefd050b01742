//! The package document.

use olmkit_syntax::edit::{NewValue, insert_key, replace_scalar};

use super::locate::Source;
use super::{EditPlan, Planned, refuse};

const ORDER: &[&str] = &["schema", "name", "defaultChannel"];

pub(super) fn set_default_channel(source: &Source<'_, '_, '_>, package: &str, to: &str) -> Planned<EditPlan> {
    let decl = source.package(package)?.decl;
    if !source.package(package)?.channels.contains_key(to) {
        return refuse(format!("package `{package}` has no channel `{to}`"));
    }
    let opened = source.open(&decl.doc)?;
    let root = opened.root()?;
    let edits = match opened.field(root, "defaultChannel")? {
        Some((_, value)) => opened.made(replace_scalar(value, to))?.into_iter().collect(),
        None => vec![opened.made(insert_key(root, "defaultChannel", &NewValue::Text(to.to_owned()), ORDER))?],
    };
    let label = format!("Make {to} the default channel of {package}");
    Ok(EditPlan { label, edits: edits.into_iter().map(|edit| opened.edit(edit)).collect(), notes: Vec::new() })
}
