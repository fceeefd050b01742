//! Edits of the files in `metadata` as intentions, such as "set an annotation" or "add a dependency". An intention
//! becomes the smallest text edits.

pub use olmkit_api::bundle::BundleIntention;
use olmkit_api::bundle::BundleList;
use olmkit_catalog::edits::Refused;
use olmkit_diagnostics::TextEdit;
use olmkit_yaml::{Format, NodeRef, read_document};
use olmkit_yaml_edit::{
    Edit, NewItem, NewValue, Refusal, insert_item, insert_key, new_document, remove_item, remove_key, replace_scalar,
    written_field,
};

use crate::model::Bundle;
use crate::settings;
use crate::view::View;

/// The result of planning an intention.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BundlePlan {
    /// A description of the edit for the undo menu.
    pub label: String,
    /// Edits of one file. They do not overlap.
    pub edits: Vec<TextEdit>,
    /// New files as path and content.
    pub creates: Vec<(String, String)>,
}

type Planned<T> = Result<T, Box<Refused>>;

fn refuse<T>(reason: impl Into<String>) -> Planned<T> {
    Err(Box::new(Refused { reason: reason.into(), ..Refused::default() }))
}

/// Turns an intention into text edits.
///
/// # Errors
/// Returns [`Refused`] if the target does not exist or cannot be edited safely.
pub fn plan(bundle: &Bundle<'_>, intention: &BundleIntention) -> Result<BundlePlan, Box<Refused>> {
    match intention {
        BundleIntention::SetAnnotation { key, to } => set_annotation(bundle, key, to.as_deref()),
        BundleIntention::AddItem { list, kind, fields, text } => add_item(bundle, *list, kind, fields, text.as_deref()),
        BundleIntention::RemoveItem { list, at } => remove(bundle, *list, *at),
        BundleIntention::SetItem { list, at, field, to } => set_item(bundle, *list, *at, field, to),
        BundleIntention::AddPart { list, at, part, fields } => add_part(bundle, (*list, *at), part, fields),
        BundleIntention::RemovePart { list, at, part } => remove_part(bundle, (*list, *at), part),
    }
}

/// Converts an edit of a document to an edit of its file.
fn made(view: View<'_>, edit: Result<Edit, Box<Refusal>>) -> Planned<TextEdit> {
    let edit = edit.map_err(|refusal| refused(view, *refusal))?;
    Ok(TextEdit { place: view.place_of(edit.range), text: edit.text })
}

fn refused(view: View<'_>, refusal: Refusal) -> Box<Refused> {
    let place = Some(view.place_of(refusal.range));
    Box::new(Refused { reason: refusal.reason, place, ..Refused::default() })
}

fn replaced(view: View<'_>, value: View<'_>, to: &str) -> Planned<Vec<TextEdit>> {
    let edit = replace_scalar(value.node, to).map_err(|refusal| refused(view, *refusal))?;
    edit.into_iter().map(|edit| made(view, Ok(edit))).collect()
}

/// The key node and the value of `key` as written in the source. Refuses unless exactly one key has that name.
fn written<'d>(map: View<'d>, key: &str) -> Planned<Option<(NodeRef<'d>, View<'d>)>> {
    let found = written_field(map.node.resolved(), key, &|own| own == key).map_err(|refusal| refused(map, *refusal))?;
    Ok(found.map(|(own, value)| (own, View { node: value, ..map })))
}

/// Creates `metadata/{key}.yaml`. Refuses if the file exists, because its content cannot be read.
fn create(bundle: &Bundle<'_>, key: &str, value: NewValue) -> Planned<(String, String)> {
    let path = format!("metadata/{key}.yaml");
    if bundle.own().any(|file| file.path == path) {
        return refuse(format!("`{path}` has no readable `{key}`; correct the text first"));
    }
    let near = read_document(b"a: b\n", Format::Yaml);
    let Some(root) = near.root() else { return refuse("the file has no content whose style can be followed") };
    Ok((path, new_document(root, &[(key.to_owned(), value)])))
}

fn set_annotation(bundle: &Bundle<'_>, key: &str, to: Option<&str>) -> Planned<BundlePlan> {
    if key.trim().is_empty() {
        return refuse("an annotation needs a key");
    }
    let label = match to {
        Some(_) => format!("Set the annotation {}", short(key)),
        None => format!("Remove the annotation {}", short(key)),
    };
    let mut plan = BundlePlan { label, ..BundlePlan::default() };
    let Some((_, _, map)) = settings::annotations(bundle) else {
        let Some(to) = to else { return refuse("there are no annotations") };
        let pairs = vec![(key.to_owned(), NewValue::Text(to.to_owned()))];
        plan.creates.push(create(bundle, "annotations", NewValue::Mapping(pairs))?);
        return Ok(plan);
    };
    plan.edits = match (written(map, key)?, to) {
        (Some((_, value)), Some(to)) => replaced(map, value, to)?,
        (Some((own, _)), None) => vec![made(map, remove_key(map.node, own))?],
        (None, Some(to)) => vec![made(map, insert_key(map.node, key, &NewValue::Text(to.to_owned()), ORDER))?],
        (None, None) => return refuse(format!("there is no annotation `{key}`")),
    };
    Ok(plan)
}

/// The usual order of the annotations.
const ORDER: &[&str] = &[
    "operators.operatorframework.io.bundle.mediatype.v1",
    "operators.operatorframework.io.bundle.manifests.v1",
    "operators.operatorframework.io.bundle.metadata.v1",
    "operators.operatorframework.io.bundle.package.v1",
    "operators.operatorframework.io.bundle.channels.v1",
    "operators.operatorframework.io.bundle.channel.default.v1",
];

/// The key without its common prefix.
fn short(key: &str) -> &str {
    key.strip_prefix("operators.operatorframework.io.bundle.").unwrap_or(key)
}

fn add_item(
    bundle: &Bundle<'_>,
    list: BundleList,
    kind: &str,
    fields: &[(String, String)],
    text: Option<&str>,
) -> Planned<BundlePlan> {
    if kind.trim().is_empty() {
        return refuse("it needs a type");
    }
    let value = match text {
        Some(text) => NewValue::Text(text.to_owned()),
        None if fields.is_empty() => return refuse("it needs a value"),
        None => nested(fields)?,
    };
    let item = vec![("type".to_owned(), NewValue::Text(kind.to_owned())), ("value".to_owned(), value)];
    let mut plan = BundlePlan { label: format!("Add {kind} to the {}", list.key()), ..BundlePlan::default() };
    let Some((_, root, items)) = settings::items(bundle, list) else {
        plan.creates.push(create(bundle, list.key(), NewValue::Mappings(vec![item]))?);
        return Ok(plan);
    };
    let (key, items) = sequence(root, items, list)?;
    let at = items.node.resolved().children().count();
    plan.edits = vec![made(root, insert_item(key, items.node, at, &NewItem::Mapping(item)))?];
    Ok(plan)
}

/// The key node and the value of a list as written in the source.
fn sequence<'d>(root: View<'d>, items: View<'d>, list: BundleList) -> Planned<(NodeRef<'d>, View<'d>)> {
    match written(root, list.key())? {
        Some((key, value)) if value.node.resolved().index() == items.node.resolved().index() => Ok((key, value)),
        _ => refuse(format!("`{}` comes from an alias or a merge key; change it in the text", list.key())),
    }
}

/// The root of the document, the key of the list, the list, and its item at index `at`.
fn item<'d>(
    bundle: &'d Bundle<'_>,
    list: BundleList,
    at: usize,
) -> Planned<(View<'d>, NodeRef<'d>, View<'d>, View<'d>)> {
    let Some((_, root, items)) = settings::items(bundle, list) else {
        return refuse(format!("there are no {}", list.key()));
    };
    let (key, items) = sequence(root, items, list)?;
    match items.items().into_iter().nth(at) {
        Some(item) => Ok((root, key, items, item)),
        None => refuse(format!("there is no such item in the {}", list.key())),
    }
}

fn remove(bundle: &Bundle<'_>, list: BundleList, at: usize) -> Planned<BundlePlan> {
    let (root, key, items, item) = item(bundle, list, at)?;
    let label = format!("Remove {} from the {}", item.string("type"), list.key());
    let edits = vec![made(root, remove_item(key, items.node, at))?];
    Ok(BundlePlan { label, edits, creates: Vec::new() })
}

fn set_item(bundle: &Bundle<'_>, list: BundleList, at: usize, field: &str, to: &str) -> Planned<BundlePlan> {
    let (root, _, _, item) = item(bundle, list, at)?;
    let label = format!("Change {} of the {}", item.string("type"), list.key());
    let Some((_, value)) = written(item, "value")? else { return refuse("the item has no `value`") };
    let (value, field) = match field.rsplit_once('.').filter(|_| item.string("type") == CONSTRAINT) {
        Some((path, last)) => (inside(value, path)?, last),
        None => (value, field),
    };
    let edits = if field.is_empty() {
        replaced(root, value, to)?
    } else {
        match written(value, field)? {
            Some((_, old)) => replaced(root, old, to)?,
            None => vec![made(root, insert_key(value.node, field, &NewValue::Text(to.to_owned()), FIELDS))?],
        }
    };
    Ok(BundlePlan { label, edits, creates: Vec::new() })
}

/// The type of the property whose value is nested.
pub(crate) const CONSTRAINT: &str = "olm.constraint";

/// The value at a path of keys and indices.
fn inside<'d>(value: View<'d>, path: &str) -> Planned<View<'d>> {
    path.split('.').try_fold(value, |value, part| match part.parse::<usize>() {
        Ok(at) => match value.items().into_iter().nth(at) {
            Some(item) => Ok(item),
            None => refuse(format!("there is no item {part}")),
        },
        Err(_) => match written(value, part)? {
            Some((_, inner)) => Ok(inner),
            None => refuse(format!("there is no `{part}`")),
        },
    })
}

/// A list inside the value of an item: its key node and the list.
fn inner_list<'d>(item: View<'d>, path: &str) -> Planned<(NodeRef<'d>, View<'d>)> {
    let Some((_, value)) = written(item, "value")? else { return refuse("the item has no `value`") };
    let (before, last) = path.rsplit_once('.').unwrap_or(("", path));
    let map = if before.is_empty() { value } else { inside(value, before)? };
    match written(map, last)? {
        Some((key, list)) => Ok((key, list)),
        None => refuse(format!("there is no `{last}`")),
    }
}

fn add_part(
    bundle: &Bundle<'_>,
    (list, at): (BundleList, usize),
    part: &str,
    fields: &[(String, String)],
) -> Planned<BundlePlan> {
    let (root, _, _, item) = item(bundle, list, at)?;
    let (key, items) = inner_list(item, part)?;
    let NewValue::Mapping(pairs) = nested(fields)? else { return refuse("a part must be a mapping with fields") };
    let end = items.node.resolved().children().count();
    let edits = vec![made(root, insert_item(key, items.node, end, &NewItem::Mapping(pairs)))?];
    Ok(BundlePlan { label: format!("Add a part to the {}", list.key()), edits, creates: Vec::new() })
}

fn remove_part(bundle: &Bundle<'_>, (list, at): (BundleList, usize), part: &str) -> Planned<BundlePlan> {
    let (root, _, _, item) = item(bundle, list, at)?;
    let Some((path, Ok(position))) = part.rsplit_once('.').map(|(path, last)| (path, last.parse::<usize>())) else {
        return refuse(format!("`{part}` is not an index of the list"));
    };
    let (key, items) = inner_list(item, path)?;
    let edits = vec![made(root, remove_item(key, items.node, position))?];
    Ok(BundlePlan { label: format!("Remove a part of the {}", list.key()), edits, creates: Vec::new() })
}

/// Maximum number of segments in the path of a field.
const DEEPEST: usize = 32;

/// Builds a nested value from pairs of path and text. Keys that are all numbers become a list.
fn nested(fields: &[(String, String)]) -> Planned<NewValue> {
    let split: Vec<(Vec<&str>, &str)> =
        fields.iter().map(|(path, text)| (path.split('.').collect(), text.as_str())).collect();
    if split.iter().any(|(path, _)| path.len() > DEEPEST) {
        return refuse("the value is nested too deeply");
    }
    Ok(tree(&split))
}

/// The remaining segments of a path, and the text at its end.
type Leaf<'f> = (Vec<&'f str>, &'f str);

fn tree(fields: &[Leaf<'_>]) -> NewValue {
    let mut groups: Vec<(&str, Vec<Leaf<'_>>)> = Vec::new();
    for (path, text) in fields {
        let Some((first, rest)) = path.split_first() else { return NewValue::Text((*text).to_owned()) };
        let rest = (rest.to_vec(), *text);
        match groups.iter_mut().find(|(key, _)| key == first) {
            Some((_, group)) => group.push(rest),
            None => groups.push((first, vec![rest])),
        }
    }
    let is_list = !groups.is_empty() && groups.iter().all(|(key, _)| key.parse::<usize>().is_ok());
    let values: Vec<(String, NewValue)> = groups.iter().map(|(key, group)| ((*key).to_owned(), tree(group))).collect();
    if !is_list {
        return NewValue::Mapping(values);
    }
    let maps = values.into_iter().filter_map(|(_, value)| match value {
        NewValue::Mapping(pairs) => Some(pairs),
        _ => None,
    });
    NewValue::Mappings(maps.collect())
}

/// The order of the fields of a value: a package has name and version, an API group, version and kind.
const FIELDS: &[&str] = &["packageName", "group", "version", "versionRange", "kind", "label"];
