//! `olm.semver`: channels made from the versions of bundles.

use std::collections::BTreeMap;

use olmkit_semver::Version;
use olmkit_syntax::{Format, NodeRef, Value, base64, read_document};

use super::channel::{Channel, Entry};
use super::{Bundles, RenderedBundle, bundle, csv_among};
use crate::document::{Document, read_json};
use crate::json::quote;
use crate::typed::{self, field, text};
use crate::{Rendering, go_quote};

pub(super) const SCHEMA: &str = "olm.semver";

/// Least to most stable.
const ARCHETYPES: [&str; 3] = ["candidate", "fast", "stable"];

/// How many numbers of the version a channel's name has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stream {
    Major,
    Minor,
}

pub(super) struct Semver {
    streams: Vec<Stream>,
    preferred: Stream,
    /// Images of each archetype.
    archetypes: [Vec<String>; 3],
}

/// The bundles of an archetype by ascending version.
type Versions = Vec<(Version, String)>;

impl Semver {
    pub(super) fn read(root: NodeRef<'_>) -> Result<Self, String> {
        let mut found = Fields::default();
        let mut seen: Vec<String> = Vec::new();
        for (key, value) in root.pairs() {
            let key = key.key().to_ascii_lowercase();
            if seen.contains(&key) {
                return Err(format!("key {} already set in map", go_quote(&key)));
            }
            found.set(&key, value)?;
            seen.push(key);
        }
        if found.schema != SCHEMA {
            return Err(format!("readFile: input file has unknown schema, should be {}", go_quote(SCHEMA)));
        }
        let mut streams = Vec::new();
        if found.major {
            streams.push(Stream::Major);
        }
        if found.minor || !found.major {
            streams.push(Stream::Minor);
        }
        let preferred = match found.preference.as_str() {
            "" if streams.contains(&Stream::Minor) => Stream::Minor,
            "" | "major" => Stream::Major,
            "minor" => Stream::Minor,
            other => {
                return Err(format!("unknown DefaultChannelTypePreference: {} (known: minor, major)", go_quote(other)));
            }
        };
        if !streams.contains(&preferred) {
            return Err(format!(
                "schema attribute mismatch: DefaultChannelTypePreference is {}, but such channels are not generated",
                go_quote(&found.preference)
            ));
        }
        Ok(Semver { streams, preferred, archetypes: found.archetypes })
    }

    pub(super) fn images(&self) -> impl Iterator<Item = &String> {
        self.archetypes.iter().flatten()
    }

    pub(super) fn render(&self, bundles: &Bundles) -> Result<Rendering, String> {
        let mut rendering = Rendering::default();
        let mut images: Vec<&String> = self.images().collect();
        images.sort();
        images.dedup();
        if images.is_empty() {
            return Err("no bundles specified or no bundles could be rendered".to_owned());
        }
        for image in images {
            rendering.add_bundle(&bundle(image, bundles)?.json);
        }
        let mut package = String::new();
        let mut archetypes = Vec::with_capacity(ARCHETYPES.len());
        for images in &self.archetypes {
            archetypes.push(versions(images, bundles, &mut package)?);
        }
        let (channels, default) = self.channels(&package, &archetypes);
        let head = channels.get(&default).and_then(|channel| channel.entries.last());
        let from = head.and_then(|head| named(&head.name, bundles));
        rendering.push(package_document(&package, &default, from));
        for channel in channels.values() {
            rendering.push(channel.document());
        }
        Ok(rendering)
    }

    /// The channels by name, and the default one.
    fn channels(&self, package: &str, archetypes: &[Versions]) -> (BTreeMap<String, Channel>, String) {
        let mut channels: BTreeMap<String, Channel> = BTreeMap::new();
        let zero = Version::new(0, 0, 0);
        // The best channel so far: archetype, lowest version, whether it is of the preferred kind.
        let mut best = (0_usize, &zero, None);
        let mut default = String::new();
        for (rank, (archetype, versions)) in ARCHETYPES.iter().zip(archetypes).enumerate() {
            let edges = edges(versions);
            for (version, name) in versions {
                for stream in &self.streams {
                    let channel = stream.channel(archetype, version);
                    let candidate = (rank, version, Some((*stream == self.preferred, *stream)));
                    let made = channels.entry(channel.clone()).or_insert_with(|| {
                        if candidate > best {
                            (best, default) = (candidate, channel.clone());
                        }
                        Channel::new(package, &channel)
                    });
                    let (replaces, skips) = edges.get(name.as_str()).cloned().unwrap_or_default();
                    made.entries.push(Entry { name: name.clone(), replaces, skips, skip_range: String::new() });
                }
            }
        }
        (channels, default)
    }
}

impl Stream {
    fn channel(self, archetype: &str, version: &Version) -> String {
        match self {
            Stream::Major => format!("{archetype}-v{}", version.major),
            Stream::Minor => format!("{archetype}-v{}.{}", version.major, version.minor),
        }
    }
}

/// What the highest bundle of each minor version replaces and skips. The others have no edges.
fn edges(versions: &Versions) -> BTreeMap<&str, (String, Vec<String>)> {
    let mut edges = BTreeMap::new();
    let mut replaces: Option<&(Version, String)> = None;
    let mut lower: Vec<&str> = Vec::new();
    for (at, one) in versions.iter().enumerate() {
        let (version, name) = one;
        let minor = |version: &Version| (version.major, version.minor);
        if lower.is_empty() || versions.get(at.wrapping_sub(1)).is_none_or(|(last, _)| last.major != version.major) {
            replaces = None;
            lower.clear();
        }
        let is_highest = versions.get(at.saturating_add(1)).is_none_or(|(next, _)| minor(next) != minor(version));
        if is_highest {
            let replaced = replaces.map(|(_, name)| name.clone()).unwrap_or_default();
            let mut skips: Vec<String> =
                lower.iter().filter(|name| **name != replaced).map(|name| (*name).to_owned()).collect();
            skips.sort();
            edges.insert(name.as_str(), (replaced, skips));
            replaces = Some(one);
        }
        lower.push(name);
    }
    edges
}

/// The bundles of an archetype by ascending version; all of one package.
fn versions(images: &[String], bundles: &Bundles, package: &mut String) -> Result<Versions, String> {
    let mut found: Versions = Vec::with_capacity(images.len());
    for image in images {
        let document = read_json(&bundle(image, bundles)?.json);
        let Some(root) = document.root() else { continue };
        let name = text(root, "name").unwrap_or_default();
        let (of, version) = package_and_version(root, &name)?;
        if package.is_empty() {
            *package = of;
        } else if *package != of {
            return Err(format!("bundle {} does not belong to this package: {}", go_quote(&of), go_quote(package)));
        }
        if found.iter().any(|(_, known)| *known == name) {
            return Err(format!("duplicate bundle name {}", go_quote(&name)));
        }
        if let Some((known, _)) = found.iter().find(|(known, _)| *known == version) {
            return Err(format!(
                "encountered bundle versions which differ only by build metadata, which cannot be ordered: bundle \
                 version {} cannot be compared to {}",
                go_quote(&version.to_string()),
                go_quote(&known.to_string())
            ));
        }
        found.push((version, name));
    }
    found.sort();
    Ok(found)
}

/// What the only `olm.package` property of a bundle says.
pub(super) fn package_and_version(root: NodeRef<'_>, name: &str) -> Result<(String, Version), String> {
    let is_package = |property: &NodeRef<'_>| text(*property, "type").as_deref() == Some("olm.package");
    let properties = field(root, "properties").into_iter().flat_map(|list| list.items());
    let packages: Vec<NodeRef<'_>> = properties.filter(is_package).filter_map(|one| field(one, "value")).collect();
    let [package] = packages.as_slice() else {
        return Err(format!("bundle {} has multiple \"olm.package\" properties, expected exactly 1", go_quote(name)));
    };
    let version = text(*package, "version").unwrap_or_default();
    let parsed = Version::parse(&version)
        .map_err(|error| format!("bundle {} has invalid version {}: {error}", go_quote(name), go_quote(&version)))?;
    Ok((text(*package, "packageName").unwrap_or_default(), parsed))
}

fn named<'b>(name: &str, bundles: &'b Bundles) -> Option<&'b RenderedBundle> {
    bundles.values().find(|bundle| {
        let document = read_json(&bundle.json);
        document.root().is_some_and(|root| text(root, "name").as_deref() == Some(name))
    })
}

/// The package, with description and icon of the default channel's highest bundle.
fn package_document(name: &str, default: &str, from: Option<&RenderedBundle>) -> Document {
    let (icon, description) = from.map(face).unwrap_or_default();
    let icon = icon.map(|icon| format!(",\"icon\":{icon}")).unwrap_or_default();
    let description = description.filter(|text| !text.is_empty());
    let description = description.map(|text| format!(",\"description\":{}", quote(&text))).unwrap_or_default();
    let json = format!(
        "{{\"schema\":\"olm.package\",\"name\":{},\"defaultChannel\":{}{icon}{description}}}",
        quote(name),
        quote(default)
    );
    Document::new("olm.package", "", name, json)
}

/// Icon, as JSON, and description of a bundle: of its CSV, else of the package it was found in.
fn face(bundle: &RenderedBundle) -> (Option<String>, Option<String>) {
    let document = read_json(&bundle.json);
    let csv = bundle.csv.clone().or_else(|| document.root().and_then(csv_among));
    if let Some(csv) = csv {
        let document = read_document(csv.as_bytes(), Format::Json);
        let Some(spec) = document.root().and_then(|root| root.get("spec")) else { return (None, None) };
        let icon = field(spec, "icon").and_then(|list| list.items().next()).and_then(|icon| {
            let data = base64::decode(text(icon, "base64data")?.as_bytes()).ok()?;
            let kind = text(icon, "mediatype").unwrap_or_default();
            Some(format!("{{\"base64data\":\"{}\",\"mediatype\":{}}}", typed::base64(&data), quote(&kind)))
        });
        return (icon, text(spec, "description"));
    }
    let Some(package) = &bundle.package else { return (None, None) };
    let document = read_json(package);
    let root = document.root();
    let icon = root.and_then(|root| field(root, "icon")).map(|icon| crate::document::raw(icon).to_owned());
    (icon, root.and_then(|root| text(root, "description")))
}

/// The top level of the template.
#[derive(Default)]
struct Fields {
    schema: String,
    major: bool,
    minor: bool,
    preference: String,
    archetypes: [Vec<String>; 3],
}

impl Fields {
    fn set(&mut self, key: &str, value: NodeRef<'_>) -> Result<(), String> {
        let flag = || match value.value() {
            Value::Bool(flag) => Ok(flag),
            Value::Null => Ok(false),
            _ => Err(format!("`{key}` is neither true nor false")),
        };
        match key {
            "schema" => self.schema = scalar(value)?,
            "generatemajorchannels" => self.major = flag()?,
            "generateminorchannels" => self.minor = flag()?,
            "defaultchanneltypepreference" => self.preference = scalar(value)?,
            _ => {
                let slot = self.archetypes.iter_mut().zip(ARCHETYPES).find(|(_, name)| *name == key);
                let (images, _) = slot.ok_or_else(|| format!("unknown field {}", go_quote(key)))?;
                *images = read_images(value)?;
            }
        }
        Ok(())
    }
}

/// `bundles: [{image: ...}]`, strictly.
fn read_images(channel: NodeRef<'_>) -> Result<Vec<String>, String> {
    let only = |node: NodeRef<'_>, name: &str| match node.members().find(|one| !one.key.eq_ignore_ascii_case(name)) {
        Some(other) => Err(format!("unknown field {}", go_quote(&other.key))),
        None => Ok(()),
    };
    only(channel, "bundles")?;
    let bundles = field(channel, "bundles").map(|list| list.items().collect::<Vec<_>>()).unwrap_or_default();
    let image = |bundle: &NodeRef<'_>| {
        only(*bundle, "image")?;
        field(*bundle, "image").map_or(Ok(String::new()), scalar)
    };
    bundles.iter().map(image).collect()
}

/// A string, or a scalar that becomes one.
fn scalar(node: NodeRef<'_>) -> Result<String, String> {
    match node.value() {
        Value::Null => Ok(String::new()),
        Value::Mapping | Value::Sequence => Err("a text is expected, not a list or a mapping".to_owned()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Ok(node.scalar_text().into_owned()),
    }
}
