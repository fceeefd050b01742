//! A description of a bundle for display: identity, APIs, permissions, images, settings.

mod parts;

use olmkit_api::TextMap;
use olmkit_collections::{SortedMap, order};

use olmkit_api::bundle::BundleList;
use olmkit_diagnostics::{FileId, Place};
use olmkit_text::LineIndex;
use olmkit_yaml::to_json;

use crate::api_load::{CHANNELS, DEFAULT_CHANNEL, PACKAGE, is_csv};
use crate::edits;
use crate::go::Mode;
use crate::input::Object;
use crate::model::{Bundle, Csv};
use crate::settings;
use crate::view::View;

pub use olmkit_api::bundle::{
    ApiDescriptor, BundleApi, BundleDescription, BundleIcon, BundleImage, BundleItem, BundleLink, BundleLocation,
    BundleManifest, BundleMode, BundlePermission, BundleSetting, PermissionRule,
};

/// Describes a bundle. Missing or invalid parts are empty.
#[must_use]
pub fn describe(bundle: &Bundle<'_>) -> BundleDescription {
    let mut locations = Locations { bundle, known: SortedMap::new() };
    let objects: Vec<Object<'_>> = bundle.own().filter_map(|file| file.object().ok()).collect();
    let mut found = BundleDescription::default();
    identity(bundle, &mut found);
    if let Some(csv) = objects.iter().find(|object| is_csv(object)) {
        found.csv = Some(locations.at(csv.name_place()));
        parts::csv(csv, &mut locations, &mut found);
    }
    found.annotations = annotations(bundle, &mut locations);
    found.dependencies = items(bundle, BundleList::Dependencies, &mut locations);
    found.properties = items(bundle, BundleList::Properties, &mut locations);
    found.manifests = bundle.own().map(manifest).collect();
    found
}

/// The value of an annotation of the CSV.
#[must_use]
pub fn csv_annotation(bundle: &Bundle<'_>, key: &str) -> Option<String> {
    let objects = bundle.own().filter_map(|file| file.object().ok());
    let csv = objects.into_iter().find(is_csv)?;
    let csv = Csv::new(csv.view.with(Mode::Coerce));
    Some(csv.annotation(key).and_then(View::text)?.into_owned())
}

fn identity(bundle: &Bundle<'_>, found: &mut BundleDescription) {
    let Some((_, _, map)) = settings::annotations(bundle) else { return };
    found.package = map.string(PACKAGE).into_owned();
    let channels = map.string(CHANNELS).into_owned();
    found.channels = channels.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    found.default_channel = Some(map.string(DEFAULT_CHANNEL).into_owned()).filter(|name| !name.is_empty());
}

fn annotations(bundle: &Bundle<'_>, locations: &mut Locations<'_, '_>) -> Vec<BundleSetting> {
    let Some((_, _, map)) = settings::annotations(bundle) else { return Vec::new() };
    // `entries` sorts by key; show the annotations in document order.
    let mut entries = map.entries();
    order::sort_by_key(&mut entries, |(_, _, place)| place.range.start());
    let setting = |(key, value, place): (String, View<'_>, Place)| BundleSetting {
        value: value.text().unwrap_or_default().into_owned(),
        location: locations.at(place),
        key,
    };
    entries.into_iter().map(setting).collect()
}

fn items(bundle: &Bundle<'_>, list: BundleList, locations: &mut Locations<'_, '_>) -> Vec<BundleItem> {
    let Some((_, _, found)) = settings::items(bundle, list) else { return Vec::new() };
    let item = |item: View<'_>| {
        let value = item.get("value");
        let kind = item.string("type").into_owned();
        let fields = value.map(|value| texts(value, kind == edits::CONSTRAINT)).unwrap_or_default();
        BundleItem {
            kind,
            value: value.map_or_else(|| "null".to_owned(), |value| to_json(value.node)),
            text: value.and_then(View::text).map(std::borrow::Cow::into_owned),
            fields,
            location: locations.at(item.start()),
        }
    };
    found.items().into_iter().map(item).collect()
}

/// The scalars in a value as text, by key. If `is_deep`, nested ones are included by path:
/// `all.constraints.0.package.packageName`.
fn texts(value: View<'_>, is_deep: bool) -> TextMap {
    let mut found = TextMap::new();
    let mut open = vec![(String::new(), value)];
    while let Some((path, view)) = open.pop() {
        let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        let keyed = view.entries().into_iter().map(|(key, value, _)| (key, value));
        let counted = view.items().into_iter().enumerate().map(|(at, value)| (at.to_string(), value));
        for (key, value) in keyed.chain(counted) {
            if let Some(text) = value.text() {
                found.insert(below(&key), text.into_owned());
            } else if is_deep {
                open.push((below(&key), value));
            }
        }
    }
    found
}

fn manifest(file: &crate::File<'_>) -> BundleManifest {
    let object = file.object().ok();
    BundleManifest {
        path: file.path.to_owned(),
        kind: object.as_ref().map(|object| object.kind.clone()).unwrap_or_default(),
        name: object.as_ref().map(Object::name).unwrap_or_default(),
    }
}

/// Converts places to lines and columns. The line index of a file is created on first use.
struct Locations<'b, 's> {
    bundle: &'b Bundle<'s>,
    known: SortedMap<FileId, LineIndex>,
}

impl Locations<'_, '_> {
    fn at(&mut self, place: Place) -> BundleLocation {
        let Some(file) = self.bundle.files.get(place.file.index()) else { return BundleLocation::default() };
        let index = self.known.entry(place.file).or_insert_with(|| LineIndex::new(file.bytes));
        let (start, end) =
            (index.position(file.bytes, place.range.start()), index.position(file.bytes, place.range.end()));
        BundleLocation { path: file.path.to_owned(), line: start.line, from: start.utf16, to: end.utf16 }
    }
}
