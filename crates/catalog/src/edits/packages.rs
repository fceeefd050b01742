//! Edits of the package document.

use olmkit_yaml::base64;
use olmkit_yaml_edit::{NewValue, insert_key, remove_key};

use super::locate::{Source, channel_of};
use super::{EditPlan, Planned, refuse};
use crate::document_fields::PACKAGE_KEYS;

const DATA: &str = "base64data";
const TYPE: &str = "mediatype";

pub(super) fn set_default_channel(source: &Source<'_, '_, '_>, package: &str, to: &str) -> Planned<EditPlan> {
    channel_of(source.package(package)?, to)?;
    set_text(source, package, "defaultChannel", Some(to), format!("Make {to} the default channel of {package}"))
}

pub(super) fn set_description(source: &Source<'_, '_, '_>, package: &str, to: Option<&str>) -> Planned<EditPlan> {
    let to = to.filter(|to| !to.trim().is_empty());
    set_text(source, package, "description", to, format!("Set description of {package}"))
}

fn set_text(
    source: &Source<'_, '_, '_>,
    package: &str,
    key: &str,
    to: Option<&str>,
    label: String,
) -> Planned<EditPlan> {
    let opened = source.open(source.declaration(package)?)?;
    let edits = opened.set(opened.root()?, key, to, PACKAGE_KEYS)?;
    Ok(opened.plan(label, edits, Vec::new()))
}

/// Sets the icon to base64 data of a media type, or removes it.
pub(super) fn set_icon(source: &Source<'_, '_, '_>, package: &str, icon: Option<(&str, &str)>) -> Planned<EditPlan> {
    if icon.is_some_and(|(data, _)| base64::check(data.as_bytes(), 0).is_err()) {
        return refuse("the icon is not base64");
    }
    let opened = source.open(source.declaration(package)?)?;
    let root = opened.root()?;
    let edits = match (opened.field(root, "icon")?, icon) {
        (Some((key, _)), None) => vec![opened.made(remove_key(root, key))?],
        (Some((_, value)), Some((data, of_type))) => {
            if opened.field(value, DATA)?.is_none() {
                return refuse("the icon has no data; remove it first");
            }
            let mut edits = opened.set(value, DATA, Some(data), &[])?;
            edits.append(&mut opened.set(value, TYPE, Some(of_type), &[])?);
            edits
        }
        (None, Some((data, of_type))) => {
            let pair = |key: &str, value: &str| (key.to_owned(), NewValue::Text(value.to_owned()));
            let new = NewValue::Mapping(vec![pair(DATA, data), pair(TYPE, of_type)]);
            vec![opened.made(insert_key(root, "icon", &new, PACKAGE_KEYS))?]
        }
        (None, None) => Vec::new(),
    };
    Ok(opened.plan(format!("Set icon of {package}"), edits, Vec::new()))
}
