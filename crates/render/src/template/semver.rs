//! `olm.semver`: channels generated from the versions of bundles.

use olmkit_catalog::schemas;
use std::cmp::Reverse;

use olmkit_collections::{SortedMap, SortedSet, order};

use olmkit_semver::Version;
use olmkit_text::LineIndex;
use olmkit_yaml::{Format, Kind, NodeRef, TextSize, Value, base64, exact, go_syntax, go_value, read_document, to_json};

use super::channel::{Channel, Entry};
use super::error::TemplateError;
use super::shape::{self, place_of, values};
use super::{Bundles, Image, RenderedBundle, csv_among, expect_schema, other_schema};
use crate::document::{Document, read_json};
use crate::json::quote;
use crate::typed::{field, text};
use crate::{Explanation, Rendering, go_quote};
use olmkit_yaml::decode::{Mode, Type};

pub(super) use olmkit_catalog::template_schemas::SEMVER as SCHEMA;

/// From least to most stable.
const ARCHETYPES: [&str; 3] = ["candidate", "fast", "stable"];

/// The number of version components in the name of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stream {
    Major,
    Minor,
}

pub(super) struct Semver {
    streams: Vec<Stream>,
    preferred: Stream,
    /// The images of each archetype.
    archetypes: [Vec<Image>; 3],
}

/// The bundles of an archetype, sorted by version.
type Versions = Vec<(Version, String)>;

impl Semver {
    /// Reads the first document of a text. Unlike other templates, a semver template is not split at `---` lines.
    pub(super) fn read(text: &[u8]) -> Result<Self, TemplateError> {
        let fields = Fields::read(text)?;
        if fields.schema != SCHEMA {
            let (message, help) = other_schema(&fields.schema, SCHEMA);
            let text = format!("readFile: input file has unknown schema, should be {}", go_quote(SCHEMA));
            return Err(TemplateError::Refused(text).explained(message, help).at(fields.place_of_schema));
        }
        let mut streams = Vec::new();
        if fields.major {
            streams.push(Stream::Major);
        }
        if fields.minor || !fields.major {
            streams.push(Stream::Minor);
        }
        let preferred = match fields.preference.as_str() {
            "" if streams.contains(&Stream::Minor) => Stream::Minor,
            "" | "major" => Stream::Major,
            "minor" => Stream::Minor,
            other => {
                let text = format!(
                    "unknown DefaultChannelTypePreference: {}\nValid values are 'major' or 'minor'",
                    go_quote(other)
                );
                let message = format!("`defaultChannelTypePreference` is `{other}`, which is not a kind of channel.");
                let error = TemplateError::Refused(text).explained(message, "Write `major` or `minor`.");
                return Err(error.at(fields.place_of_preference));
            }
        };
        if !streams.contains(&preferred) {
            let kind = fields.preference;
            let flag = if preferred == Stream::Major { "generateMajorChannels" } else { "generateMinorChannels" };
            let message = format!(
                "`defaultChannelTypePreference` is `{kind}`, but the template does not generate {kind} channels, so none can \
                 be the default channel."
            );
            let text = format!(
                "schema attribute mismatch: DefaultChannelTypePreference set to '{kind}' doesn't make sense if not \
                 generating {kind}-version channels"
            );
            let error = TemplateError::Refused(text);
            let help = format!("Set `{flag}: true`, or change the preference.");
            return Err(error.explained(message, help).at(fields.place_of_preference));
        }
        Ok(Semver { streams, preferred, archetypes: fields.archetypes.map(Images::named) })
    }

    pub(super) fn images(&self) -> impl Iterator<Item = &Image> {
        self.archetypes.iter().flatten()
    }

    pub(super) fn render(&self, bundles: &Bundles) -> Result<Rendering, TemplateError> {
        let mut rendering = Rendering::default();
        let mut images: Vec<&Image> = self.images().collect();
        order::sort_by_key(&mut images, |image| &image.name);
        images.dedup_by_key(|image| &image.name);
        if images.is_empty() {
            let error = TemplateError::refused("render: no bundles specified or no bundles could be rendered");
            let help = "List images in `bundles` of `candidate`, `fast` or `stable`.";
            return Err(error.explained("The template has no bundles.", help).at(TextSize::default()));
        }
        for image in images {
            rendering.add_document(&image.bundle(bundles)?.json);
        }
        let mut package = String::new();
        let mut archetypes = Vec::with_capacity(ARCHETYPES.len());
        for images in &self.archetypes {
            let found = versions(images, bundles, &mut package);
            archetypes.push(found.map_err(|error| error.in_step("render: unable to post-process bundle info"))?);
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

    /// The channels by name, and the default channel.
    fn channels(&self, package: &str, archetypes: &[Versions]) -> (SortedMap<String, Channel>, String) {
        let mut channels: SortedMap<String, Channel> = SortedMap::new();
        let zero = Version::new(0, 0, 0);
        // The best channel so far: archetype, lowest version, whether it is of the preferred type.
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

/// The name that the highest bundle of each minor version replaces, and the names that it skips. Other bundles have no
/// edges.
fn edges(versions: &Versions) -> SortedMap<&str, (String, Vec<String>)> {
    let mut edges = SortedMap::new();
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
            order::sort(&mut skips);
            edges.insert(name.as_str(), (replaced, skips));
            replaces = Some(one);
        }
        lower.push(name);
    }
    edges
}

/// The bundles of an archetype, sorted by version. All bundles must belong to one package.
fn versions(images: &[Image], bundles: &Bundles, package: &mut String) -> Result<Versions, TemplateError> {
    let mut found: Versions = Vec::with_capacity(images.len());
    let mut places = SortedMap::new();
    for image in images {
        let document = read_json(&image.bundle(bundles)?.json);
        let Some(root) = document.root() else { continue };
        let name = text(root, "name").unwrap_or_default();
        let (of, version) = package_and_version(root, &name).map_err(|error| error.at(image.place))?;
        if package.is_empty() {
            *package = of;
        } else if *package != of {
            return Err(of_other_package(&name, &of, package).at(image.place));
        }
        if places.insert(name.clone(), image.place).is_some() {
            return Err(named_twice(&name).at(image.place));
        }
        found.push((version, name));
    }
    order::sort(&mut found);
    comparable(found, &places)
}

fn of_other_package(name: &str, package: &str, expected: &str) -> TemplateError {
    let text = format!("bundle {} does not belong to this package: {}", go_quote(package), go_quote(expected));
    TemplateError::Refused(text).explained(
        format!("The bundle `{name}` is in the package `{package}`, but the bundles before it are in `{expected}`."),
        "Write a template for each package.",
    )
}

fn named_twice(name: &str) -> TemplateError {
    TemplateError::Refused(format!("duplicate bundle name {}", go_quote(name))).explained(
        format!("The bundle `{name}` occurs twice in the same list of `bundles`."),
        "Remove one of the two images, or give their bundles different names.",
    )
}

/// Rejects versions that differ only in build metadata. opm names the one that it visits later, which is random.
/// `places` are those of the images, by the name of the bundle.
fn comparable(versions: Versions, places: &SortedMap<String, TextSize>) -> Result<Versions, TemplateError> {
    let pairs = versions.iter().zip(versions.iter().skip(1));
    let equal: Vec<_> = pairs.filter(|((first, _), (second, _))| first == second).collect();
    let Some((first, second)) = equal.first().copied() else { return Ok(versions) };
    let texts: Vec<String> = equal
        .iter()
        .map(|(_, (version, _))| {
            let stripped = Version { build: Vec::new(), ..version.clone() };
            let of = |version: &Version| go_quote(&version.to_string());
            format!("bundle version {} cannot be compared to {}", of(version), of(&stripped))
        })
        .collect();
    let texts = match texts.as_slice() {
        [one] => one.clone(),
        _ => format!("[{}]", texts.join(", ")),
    };
    let text =
        format!("encountered bundle versions which differ only by build metadata, which cannot be ordered: {texts}");
    let place = |one: &(Version, String)| places.get(&one.1).copied().unwrap_or_default();
    let message = format!(
        "The versions of `{}` and `{}` differ only in their build metadata, so neither is newer.",
        first.1, second.1
    );
    let error = TemplateError::Refused(text).explained(message, "Remove one of the two images.");
    Err(error.at(place(first).max(place(second))))
}

/// Reads the package and the version in the only `olm.package` property of a bundle.
pub(super) fn package_and_version(root: NodeRef<'_>, name: &str) -> Result<(String, Version), TemplateError> {
    let is_package = |property: &NodeRef<'_>| text(*property, "type").as_deref() == Some(schemas::PACKAGE_PROPERTY);
    let properties = field(root, "properties").into_iter().flat_map(|list| list.items());
    let packages: Vec<NodeRef<'_>> = properties.filter(is_package).filter_map(|one| field(one, "value")).collect();
    let [package] = packages.as_slice() else {
        return Err(TemplateError::Refused(format!(
            "bundle {} has multiple \"olm.package\" properties, expected exactly 1",
            go_quote(name)
        )));
    };
    let version = text(*package, "version").unwrap_or_default();
    let parsed = Version::parse(&version).map_err(|error| {
        let step = format!("bundle {} has invalid version {}", go_quote(name), go_quote(&version));
        TemplateError::Refused(error.to_string()).in_step(step)
    })?;
    Ok((text(*package, "packageName").unwrap_or_default(), parsed))
}

fn named<'b>(name: &str, bundles: &'b Bundles) -> Option<&'b RenderedBundle> {
    bundles.values().find(|bundle| {
        let document = read_json(&bundle.json);
        document.root().is_some_and(|root| text(root, "name").as_deref() == Some(name))
    })
}

/// The package document, with description and icon of the highest bundle of the default channel.
fn package_document(name: &str, default: &str, from: Option<&RenderedBundle>) -> Document {
    let (icon, description) = from.map(icon_and_description).unwrap_or_default();
    let icon = icon.map(|icon| format!(",\"icon\":{icon}")).unwrap_or_default();
    let description = description.filter(|text| !text.is_empty());
    let description = description.map(|text| format!(",\"description\":{}", quote(&text))).unwrap_or_default();
    let json = format!(
        "{{\"schema\":\"olm.package\",\"name\":{},\"defaultChannel\":{}{icon}{description}}}",
        quote(name),
        quote(default)
    );
    Document::new(schemas::PACKAGE, "", name, json)
}

/// The icon as JSON and the description of a bundle. They come from its CSV, otherwise from the package of its catalog.
fn icon_and_description(bundle: &RenderedBundle) -> (Option<String>, Option<String>) {
    let document = read_json(&bundle.json);
    let csv = bundle.csv.clone().or_else(|| document.root().and_then(csv_among));
    if let Some(csv) = csv {
        let document = read_document(csv.as_bytes(), Format::Json);
        let Some(spec) = document.root().and_then(|root| root.get("spec")) else { return (None, None) };
        let icon = field(spec, "icon").and_then(|list| list.items().next()).and_then(|icon| {
            let data = base64::decode(text(icon, "base64data")?.as_bytes()).ok()?;
            let kind = text(icon, "mediatype").unwrap_or_default();
            Some(format!(
                "{{\"base64data\":\"{}\",\"mediatype\":{}}}",
                olmkit_yaml::base64::encode(&data),
                quote(&kind)
            ))
        });
        return (icon, text(spec, "description"));
    }
    let Some(package) = &bundle.package else { return (None, None) };
    let document = read_json(package);
    let root = document.root();
    let icon = root.and_then(|root| field(root, "icon")).map(|icon| crate::document::raw(icon).to_owned());
    (icon, root.and_then(|root| text(root, "description")))
}

const BUNDLE: Type = Type::Struct("semver.bundleEntry", "bundleEntry", &[("image", Type::Text("string"))]);
const CHANNEL: Type =
    Type::Struct("semver.channelBundles", "channelBundles", &[("bundles", Type::List("semver.bundleEntry", &BUNDLE))]);
const TEMPLATE: Type = Type::Struct(
    "semver.SemverTemplateData",
    "SemverTemplateData",
    &[
        ("schema", Type::Text("string")),
        ("generateMajorChannels", Type::Bool),
        ("generateMinorChannels", Type::Bool),
        ("defaultChannelTypePreference", Type::Text("semver.StreamType")),
        ("candidate", CHANNEL),
        ("fast", CHANNEL),
        ("stable", CHANNEL),
    ],
);

/// The top-level fields of the template.
#[derive(Default)]
struct Fields {
    schema: String,
    major: bool,
    minor: bool,
    place_of_schema: TextSize,
    preference: String,
    place_of_preference: TextSize,
    archetypes: [Images; 3],
}

impl Fields {
    fn read(text: &[u8]) -> Result<Self, TemplateError> {
        let read = exact::read(text);
        if let Some(error) = read.error {
            let refused = TemplateError::Refused(error.decoding());
            return Err(refused.explained(error.message, "").at(error.range.start()));
        }
        let root = NodeRef::root(text, &read.tree, Format::Yaml);
        if read.tree.nodes.is_empty() {
            return Ok(Fields::default());
        }
        let repeated = repeated_keys(root);
        if let Some(first) = repeated.first() {
            let lines: Vec<&str> = repeated.iter().map(|key| key.line.as_str()).collect();
            let lines = lines.join("\n  ");
            let text = format!("error converting YAML to JSON: yaml: unmarshal errors:\n  {lines}");
            return Err(TemplateError::Refused(text).explained_at(first.explanation.clone()));
        }
        shape::check(root, &TEMPLATE, Mode::StrictYaml).map_err(|error| {
            let error = error.in_step("error unmarshaling JSON: while decoding JSON");
            // Fields of another kind of template are unknown because of the schema.
            match expect_schema(root, SCHEMA) {
                Ok(()) => error,
                Err(other) => TemplateError::Refused(error.to_string()).explained_at(other.explanation()),
            }
        })?;
        let mut fields = Fields {
            schema: last(root, "schema").unwrap_or_default(),
            place_of_schema: place_of(root, "schema"),
            preference: last(root, "defaultChannelTypePreference").unwrap_or_default(),
            place_of_preference: place_of(root, "defaultChannelTypePreference"),
            major: is_set(root, "generateMajorChannels"),
            minor: is_set(root, "generateMinorChannels"),
            archetypes: Default::default(),
        };
        for (images, name) in fields.archetypes.iter_mut().zip(ARCHETYPES) {
            let channels = values(root, name).into_iter();
            channels.flat_map(|channel| values(channel, "bundles")).for_each(|bundles| images.decode(bundles));
        }
        Ok(fields)
    }
}

/// A key that occurs again in its mapping.
pub(crate) struct RepeatedKey {
    /// go-yaml's message.
    pub(crate) line: String,
    pub(crate) explanation: Explanation,
}

/// go-yaml's messages about duplicate keys in mappings, in its order. It compares a key after decoding its value, so
/// keys in the value come first.
pub(crate) fn repeated_keys(root: NodeRef<'_>) -> Vec<RepeatedKey> {
    let mut found = Vec::new();
    let lines = LineIndex::new(root.text);
    for mapping in root.subtree().filter(|node| node.kind() == Kind::Mapping) {
        let mut seen = SortedSet::new();
        for member in mapping.members() {
            let key = go_syntax(member.key_node);
            if !seen.insert(key.clone()) {
                let value = member.value.range();
                let line = lines.position(root.text, value.start()).line;
                let rank = (usize::from(value.end()), Reverse(usize::from(value.start())));
                let message = format!("The key `{}` occurs twice in the same mapping.", member.key);
                let explanation = Explanation::at(member.key_node, message, "Remove one of the two.");
                let line = format!("line {line}: key {key} already set in map");
                found.push((rank, RepeatedKey { line, explanation }));
            }
        }
    }
    order::sort_by_key(&mut found, |(rank, _)| *rank);
    found.into_iter().map(|(_, line)| line).collect()
}

/// A list of bundles, decoded like encoding/json decodes into an existing list if a key occurs twice in different case.
/// An item without `image` keeps the image previously decoded at its index.
#[derive(Default)]
struct Images {
    places: Vec<Image>,
    length: usize,
}

impl Images {
    fn decode(&mut self, list: NodeRef<'_>) {
        self.length = list.items().count();
        if self.length == 0 {
            self.places.clear();
        }
        self.places.resize(self.places.len().max(self.length), Image::default());
        for (place, bundle) in self.places.iter_mut().zip(list.items()) {
            if let Some(name) = last(bundle, "image") {
                *place = Image { name, place: place_of(bundle, "image") };
            }
        }
    }

    fn named(mut self) -> Vec<Image> {
        self.places.truncate(self.length);
        self.places
    }
}

/// The last value of a field as text. Scalars are converted to strings.
fn last(node: NodeRef<'_>, name: &str) -> Option<String> {
    let scalar = |value: NodeRef<'_>| match value.value() {
        Value::Null | Value::Mapping | Value::Sequence => None,
        Value::String(text) => Some(text.into_owned()),
        Value::Bool(_) => Some(go_value(value)),
        Value::Number(_) => {
            let json = to_json(value);
            Some(if json.contains(['.', 'e']) { go_value(value) } else { json })
        }
    };
    values(node, name).into_iter().filter_map(scalar).next_back()
}

fn is_set(node: NodeRef<'_>, name: &str) -> bool {
    let mut flags = values(node, name).into_iter().filter_map(|value| match value.value() {
        Value::Bool(flag) => Some(flag),
        _ => None,
    });
    flags.next_back().unwrap_or_default()
}
