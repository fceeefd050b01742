//! Converts rows to packages, channels and bundles, as opm does.

use std::collections::{BTreeMap, BTreeSet};

use olmkit_semver::Version;
use olmkit_yaml::{Format, NodeRef, base64, read_document, unmarshal_error};

use crate::edges::{Edges, Place, edges};
use crate::error::{BundleError, ConversionError, EntryError, IconError};
use crate::properties::{Property, properties};
use crate::tables::{BundleRow, ChannelRow, Database, PropertyRow};

/// A package of a database.
#[derive(Debug, Default)]
pub(crate) struct Package {
    pub(crate) default_channel: String,
    /// The icon: base64 data and media type.
    pub(crate) icon: Option<(String, String)>,
    pub(crate) channels: BTreeMap<String, BTreeMap<String, Entry>>,
    pub(crate) bundles: BTreeMap<String, Bundle>,
}

/// The entry of a bundle in a channel.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    pub(crate) edges: Edges,
    pub(crate) skip_range: Option<String>,
}

/// A bundle of a database.
#[derive(Debug, Default)]
pub(crate) struct Bundle {
    pub(crate) image: String,
    pub(crate) properties: Vec<Property>,
    /// Objects as JSON.
    pub(crate) objects: Vec<String>,
    /// Names and images.
    pub(crate) related_images: Vec<(String, String)>,
}

pub(crate) type Packages = BTreeMap<String, Package>;

pub(crate) fn convert(database: &Database) -> Result<Packages, ConversionError> {
    let mut packages = packages(database)?;
    let tables = Tables::new(database);
    for (place, edges) in edges(&database.entries) {
        let Some(row) = tables.bundles.get(place.bundle) else { continue };
        add_bundle(&mut packages, &tables, &place, edges, row)?;
    }
    for (name, package) in &mut packages {
        package.icon = icon(&tables, name, package)?;
    }
    Ok(packages)
}

/// Rows of the tables by bundle name.
struct Tables<'d> {
    bundles: BTreeMap<&'d str, &'d BundleRow>,
    properties: BTreeMap<&'d str, Vec<&'d PropertyRow>>,
    dependencies: BTreeMap<&'d str, Vec<&'d PropertyRow>>,
    related_images: BTreeMap<&'d str, Vec<&'d str>>,
    /// The heads of channels, by package and channel.
    heads: BTreeMap<(&'d str, &'d str), Option<&'d str>>,
}

impl<'d> Tables<'d> {
    fn new(database: &'d Database) -> Self {
        let by_bundle = |rows: &'d [PropertyRow]| {
            let mut found: BTreeMap<&str, Vec<&PropertyRow>> = BTreeMap::new();
            rows.iter().for_each(|row| found.entry(&row.bundle).or_default().push(row));
            found
        };
        let mut related_images: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (image, bundle) in &database.related_images {
            if let (Some(image), Some(bundle)) = (image, bundle) {
                related_images.entry(bundle).or_default().push(image);
            }
        }
        Tables {
            bundles: database.bundles.iter().filter_map(|row| Some((row.name.as_deref()?, row))).collect(),
            properties: by_bundle(&database.properties),
            dependencies: by_bundle(&database.dependencies),
            related_images,
            heads: database.channels.iter().filter_map(head).collect(),
        }
    }
}

fn head(row: &ChannelRow) -> Option<((&str, &str), Option<&str>)> {
    Some(((row.package.as_deref()?, row.name.as_deref()?), row.head.as_deref()))
}

fn packages(database: &Database) -> Result<Packages, ConversionError> {
    let mut channels: BTreeMap<&str, BTreeMap<String, BTreeMap<String, Entry>>> = BTreeMap::new();
    for channel in &database.channels {
        if let (Some(package), Some(name)) = (&channel.package, &channel.name) {
            channels.entry(package).or_default().insert(name.clone(), BTreeMap::new());
        }
    }
    let mut packages = Packages::new();
    for (name, default_channel) in &database.packages {
        let Some(name) = name else { continue };
        let Some(channels) = channels.remove(name.as_str()) else {
            return Err(ConversionError::NoChannels(name.clone()));
        };
        let default_channel = default_channel.clone().unwrap_or_default();
        packages.insert(name.clone(), Package { default_channel, channels, ..Package::default() });
    }
    Ok(packages)
}

/// Adds an entry with its bundle. Skips deprecated bundles, and rows with NULL in a column that opm requires.
fn add_bundle(
    packages: &mut Packages,
    tables: &Tables<'_>,
    place: &Place<'_>,
    edges: Edges,
    row: &BundleRow,
) -> Result<(), EntryError> {
    let (Some(version), Some(image)) = (&row.version, &row.image) else { return Ok(()) };
    let rows = tables.properties.get(place.bundle).map(Vec::as_slice).unwrap_or_default();
    if rows.iter().any(|row| row.kind == "olm.deprecated") {
        return Ok(());
    }
    let bundle = || place.bundle.to_owned();
    let unknown = || EntryError::UnknownPackage { package: place.package.to_owned(), bundle: bundle() };
    let package = packages.get_mut(place.package).ok_or_else(unknown)?;
    let unknown = || EntryError::UnknownChannel { channel: place.channel.to_owned(), bundle: bundle() };
    let channel = package.channels.get_mut(place.channel).ok_or_else(unknown)?;
    if !package.bundles.contains_key(place.bundle) {
        let dependencies = tables.dependencies.get(place.bundle).map(Vec::as_slice).unwrap_or_default();
        let images = tables.related_images.get(place.bundle).map(Vec::as_slice).unwrap_or_default();
        let converted = convert_bundle(place, row, (version, image), (rows, dependencies), images);
        let converted = converted.map_err(|source| EntryError::Bundle { bundle: bundle(), source })?;
        package.bundles.insert(place.bundle.to_owned(), converted);
    }
    let skip_range = row.skip_range.clone().filter(|range| !range.is_empty());
    channel.insert(place.bundle.to_owned(), Entry { edges, skip_range });
    Ok(())
}

fn convert_bundle(
    place: &Place<'_>,
    row: &BundleRow,
    (version, image): (&str, &str),
    (rows, dependencies): (&[&PropertyRow], &[&PropertyRow]),
    images: &[&str],
) -> Result<Bundle, BundleError> {
    if let Err(source) = Version::parse(version) {
        return Err(BundleError::Version { version: version.to_owned(), source });
    }
    let properties = properties(rows, dependencies, place.package, version)?;
    let objects = objects(row.objects.as_deref().unwrap_or_default())?;
    let csv = objects.iter().find(|object| with(object, |root| text(root, "kind")).flatten().as_deref() == Some(CSV));
    if csv.is_none() && !objects.is_empty() {
        return Err(BundleError::NoCsv);
    }
    let mut related_images = csv.and_then(|csv| with(csv, related)).unwrap_or_default();
    let known: BTreeSet<String> = related_images.iter().map(|(_, image)| image.clone()).collect();
    let others: BTreeSet<&str> = images.iter().copied().filter(|image| !known.contains(*image)).collect();
    related_images.extend(others.into_iter().map(|image| (String::new(), image.to_owned())));
    related_images.sort_by(|(_, a), (_, b)| a.cmp(b));
    Ok(Bundle { image: image.to_owned(), properties, objects, related_images })
}

const CSV: &str = "ClusterServiceVersion";

/// The objects in the column `bundle`, which contains concatenated JSON documents.
fn objects(column: &str) -> Result<Vec<String>, BundleError> {
    let mut found = Vec::new();
    for document in olmkit_catalog::documents(column.as_bytes()) {
        let range = usize::from(document.range.start())..usize::from(document.range.end());
        let text = column.get(range).unwrap_or_default();
        if let Some(error) = unmarshal_error(text.as_bytes()) {
            return Err(BundleError::Objects(error));
        }
        found.extend(with(text, olmkit_yaml::to_json));
    }
    Ok(found)
}

fn with<R>(json: &str, run: impl FnOnce(NodeRef<'_>) -> R) -> Option<R> {
    read_document(json.as_bytes(), Format::Json).root().map(run)
}

fn text(node: NodeRef<'_>, key: &str) -> Option<String> {
    node.get(key)?.as_str().map(String::from)
}

/// `spec.relatedImages` of a CSV.
fn related(csv: NodeRef<'_>) -> Vec<(String, String)> {
    let list = csv.get("spec").and_then(|spec| spec.get("relatedImages"));
    let image = |item: NodeRef<'_>| {
        let of = |key| text(item, key).unwrap_or_default();
        (of("name"), of("image"))
    };
    list.into_iter().flat_map(|list| list.items().map(image).collect::<Vec<_>>()).collect()
}

/// The first icon in the CSV of the default channel's head.
fn icon(tables: &Tables<'_>, name: &str, package: &Package) -> Result<Option<(String, String)>, ConversionError> {
    let default = &package.default_channel;
    if !package.channels.contains_key(default) {
        // opm crashes here.
        return Err(ConversionError::NoDefaultChannel { package: name.to_owned(), channel: default.clone() });
    }
    // The head is not necessarily an entry of the channel.
    let head = tables.heads.get(&(name, default)).copied().flatten();
    let Some((head, row)) = head.and_then(|head| Some((head, tables.bundles.get(head)?))) else {
        return Err(IconError::NoHead { package: name.to_owned(), channel: default.clone() }.into());
    };
    let csv = row.csv.as_deref().unwrap_or_default();
    if let Some(text) = unmarshal_error(csv.as_bytes()) {
        return Err(IconError::Csv { bundle: head.to_owned(), text }.into());
    }
    if let Err(error) = olmkit_bundle::csv_metadata(csv.as_bytes()) {
        return Err(IconError::Csv { bundle: head.to_owned(), text: error.to_string() }.into());
    }
    let csv = read_document(csv.as_bytes(), Format::Json);
    let icons = csv.root().and_then(|root| root.get("spec")?.get("icon"));
    let first = icons.and_then(|icons| icons.items().next());
    Ok(first.and_then(|icon| {
        let data = text(icon, "base64data").unwrap_or_default();
        let decoded = base64::decode(data.as_bytes()).or_else(|_| base64::decode(data.replace(' ', "").as_bytes()));
        Some((base64::encode(&decoded.ok()?), text(icon, "mediatype").unwrap_or_default()))
    }))
}
