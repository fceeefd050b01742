//! oc-mirror v2's `ImageSetConfiguration`, limited to catalogs.

use olmkit_collections::SortedSet;
use olmkit_gostd::{go_float64_g, go_quote};

use olmkit_semver::is_partial_version;
use olmkit_yaml::decode::{Mode, Object, Type, check, kind};
use olmkit_yaml::{Format, NodeRef, Value, exact, to_json};

use super::error::{Aggregate, ImageSetError, ImageSetPart, InvalidBound, InvalidOperator, InvalidPackage, KIND};
use super::reference::unique_name;
use super::version::Versions;
use crate::template::repeated_keys;
use crate::typed::text;

/// The catalogs to mirror.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImageSet {
    /// One operator for each catalog.
    pub operators: Vec<Operator>,
}

/// A catalog, and the parts of it to mirror.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Operator {
    /// The image reference of the catalog.
    pub catalog: String,
    /// The target repository. Empty if it is the same.
    pub target_catalog: String,
    /// The target tag. Empty if it is the same.
    pub target_tag: String,
    /// Whether to mirror all selected bundles instead of only the channel heads.
    pub full: bool,
    /// The packages to mirror. Empty means all.
    pub packages: Vec<PackageChoice>,
}

/// The parts of a package to mirror.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PackageChoice {
    /// The name of the package.
    pub name: String,
    /// The default channel of the result. Empty if it is the same.
    pub default_channel: String,
    /// The channels to mirror. Empty means all.
    pub channels: Vec<ChannelChoice>,
    /// The versions to mirror.
    pub versions: Versions,
}

/// The parts of a channel to mirror.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChannelChoice {
    /// The name of the channel.
    pub name: String,
    /// The versions to mirror.
    pub versions: Versions,
}

const TEXT: Type = Type::Text("string");
const CHANNEL: Type = Type::Struct(
    "v2alpha1.IncludeChannel",
    "IncludeChannel",
    &[("name", TEXT), ("IncludeBundle.minVersion", TEXT), ("IncludeBundle.maxVersion", TEXT)],
);
const PACKAGE: Type = Type::Struct(
    "v2alpha1.IncludePackage",
    "IncludePackage",
    &[
        ("name", TEXT),
        ("defaultChannel", TEXT),
        ("channels", Type::List("v2alpha1.IncludeChannel", &CHANNEL)),
        ("IncludeBundle.minVersion", TEXT),
        ("IncludeBundle.maxVersion", TEXT),
    ],
);
const PLATFORM: Type =
    Type::Struct("v2alpha1.InstancePlatformFilter", "InstancePlatformFilter", &[("os", TEXT), ("architecture", TEXT)]);
const PLATFORMS: Type = Type::List("v2alpha1.InstancePlatformFilter", &PLATFORM);
const TEXTS: Type = Type::List("string", &TEXT);
const OPERATOR: Type = Type::Struct(
    "v2alpha1.Operator",
    "Operator",
    &[
        ("IncludeConfig.packages", Type::List("v2alpha1.IncludePackage", &PACKAGE)),
        ("catalog", TEXT),
        ("targetCatalog", TEXT),
        ("targetTag", TEXT),
        ("full", Type::Bool),
        ("skipDependencies", Type::Bool),
        ("platforms", PLATFORMS),
        ("targetCatalogSourceTemplate", TEXT),
    ],
);
const RELEASE_CHANNEL: Type = Type::Struct(
    "v2alpha1.ReleaseChannel",
    "ReleaseChannel",
    &[
        ("name", TEXT),
        // Has a decoder of its own.
        ("type", Type::Raw),
        ("minVersion", TEXT),
        ("maxVersion", TEXT),
        ("shortestPath", Type::Bool),
        ("full", Type::Bool),
    ],
);
const RELEASES: Type = Type::Struct(
    "v2alpha1.Platform",
    "Platform",
    &[
        ("graph", Type::Bool),
        ("channels", Type::List("v2alpha1.ReleaseChannel", &RELEASE_CHANNEL)),
        ("architectures", TEXTS),
        ("platforms", PLATFORMS),
        ("release", TEXT),
        ("kubeVirtContainer", Type::Bool),
    ],
);
const CHART: Type = Type::Struct(
    "v2alpha1.Chart",
    "Chart",
    &[("name", TEXT), ("version", TEXT), ("path", TEXT), ("imagePaths", TEXTS), ("platforms", PLATFORMS)],
);
const CHARTS: Type = Type::List("v2alpha1.Chart", &CHART);
const REPOSITORY: Type =
    Type::Struct("v2alpha1.Repository", "Repository", &[("url", TEXT), ("name", TEXT), ("charts", CHARTS)]);
const HELM: Type = Type::Struct(
    "v2alpha1.Helm",
    "Helm",
    &[("repositories", Type::List("v2alpha1.Repository", &REPOSITORY)), ("local", CHARTS)],
);
const ADDITIONAL_IMAGE: Type = Type::Struct(
    "v2alpha1.AdditionalImage",
    "AdditionalImage",
    &[("name", TEXT), ("targetRepo", TEXT), ("targetTag", TEXT), ("platforms", PLATFORMS)],
);
const BLOCKED_IMAGE: Type = Type::Struct("v2alpha1.BlockedImage", "BlockedImage", &[("name", TEXT)]);
const SAMPLE_IMAGE: Type = Type::Struct("v2alpha1.SampleImage", "SampleImage", &[("name", TEXT)]);
const MIRROR: Type = Type::Struct(
    "v2alpha1.Mirror",
    "Mirror",
    &[
        ("platform", RELEASES),
        ("operators", Type::List("v2alpha1.Operator", &OPERATOR)),
        ("additionalImages", Type::List("v2alpha1.AdditionalImage", &ADDITIONAL_IMAGE)),
        ("helm", HELM),
        ("blockedImages", Type::List("v2alpha1.BlockedImage", &BLOCKED_IMAGE)),
        ("samples", Type::List("v2alpha1.SampleImage", &SAMPLE_IMAGE)),
    ],
);
const CONFIGURATION: Type = Type::Struct(
    "v2alpha1.ImageSetConfiguration",
    "ImageSetConfiguration",
    &[
        ("TypeMeta.kind", TEXT),
        ("TypeMeta.apiVersion", TEXT),
        ("ImageSetConfigurationSpec.mirror", MIRROR),
        ("ImageSetConfigurationSpec.archiveSize", Type::Own(archive_size_error)),
    ],
);

/// The error for a size that is not a 64-bit integer, a type that the engine does not need.
fn archive_size_error(node: NodeRef<'_>) -> Option<String> {
    let found = match node.value() {
        Value::Null => return None,
        Value::Number(_) => match to_json(node) {
            number if number.parse::<i64>().is_ok() => return None,
            number => format!("number {number}"),
        },
        _ => kind(node).to_owned(),
    };
    Some(format!(
        "json: cannot unmarshal {found} into Go struct field \
         ImageSetConfiguration.ImageSetConfigurationSpec.archiveSize of type int64"
    ))
}

/// A value as Go's `%q` prints it.
fn quoted(node: NodeRef<'_>) -> String {
    match node.value() {
        Value::Null => "%!q(<nil>)".to_owned(),
        Value::Bool(value) => format!("%!q(bool={value})"),
        Value::Number(number) => format!("%!q(float64={})", go_float64_g(number)),
        Value::String(text) => go_quote(&text),
        Value::Sequence => {
            let items: Vec<String> = node.items().map(quoted).collect();
            format!("[{}]", items.join(" "))
        }
        Value::Mapping => {
            let members: Vec<String> = node
                .sorted_members()
                .into_iter()
                .map(|member| format!("{}:{}", go_quote(&member.key), quoted(member.value)))
                .collect();
            format!("map[{}]", members.join(" "))
        }
    }
}

impl ImageSet {
    /// Parses a configuration.
    ///
    /// # Errors
    /// Returns oc-mirror's error if it rejects the configuration.
    pub fn parse(source: &[u8]) -> Result<Self, ImageSetError> {
        let read = exact::read(source);
        if let Some(error) = read.error {
            return Err(ImageSetError::Yaml(error.decoding()));
        }
        let root = NodeRef::root(source, &read.tree, Format::Yaml);
        let is_empty = read.tree.nodes.is_empty();
        let repeated = if is_empty { Vec::new() } else { repeated_keys(root) };
        if !repeated.is_empty() {
            return Err(ImageSetError::RepeatedKeys(repeated));
        }
        if !is_empty && !matches!(root.value(), Value::Null | Value::Mapping) {
            return Err(ImageSetError::NoObject(kind(root)));
        }
        let own_kind = if is_empty { None } else { exactly(root, "kind") }.ok_or(ImageSetError::NoKind)?;
        if own_kind.as_str().as_deref() != Some(KIND) {
            return Err(ImageSetError::OtherKind { shown: quoted(own_kind) });
        }
        let mirror = exactly(root, "mirror").ok_or(ImageSetError::NoMirror)?;
        if exactly(root, "delete").is_some() {
            return Err(ImageSetError::Delete);
        }
        check(root, &CONFIGURATION, Mode::Strict).map_err(|mismatch| ImageSetError::Mismatch(mismatch.text))?;
        let set = ImageSet { operators: items(mirror, "operators", operator) };
        let mut errors = Vec::new();
        if let Some(operators) = Aggregate::of(set.errors()) {
            errors.push(ImageSetPart::Operators(operators));
        }
        errors.extend(repeated_release(mirror).map(ImageSetPart::Release));
        match Aggregate::of(errors) {
            Some(errors) => Err(ImageSetError::Invalid(errors)),
            None => Ok(set),
        }
    }

    fn errors(&self) -> Vec<InvalidOperator> {
        let mut errors = Vec::new();
        let mut seen = SortedSet::new();
        for operator in &self.operators {
            let name = unique_name(&operator.catalog, &operator.target_catalog, &operator.target_tag);
            let name = name.unwrap_or_else(|error| {
                errors.push(error);
                String::new()
            });
            if !seen.insert(name.clone()) {
                errors.push(InvalidOperator::Duplicate(name));
            }
            operator.check_packages(&mut errors);
        }
        errors
    }
}

/// The first release channel that is selected twice.
fn repeated_release(mirror: NodeRef<'_>) -> Option<String> {
    let mut seen = SortedSet::new();
    let channels = items(last(mirror, "platform")?, "channels", |channel| string(channel, "name"));
    channels.into_iter().find(|name| !seen.insert(name.clone()))
}

/// The value of a key. Unlike a struct, a Go map does not ignore case.
fn exactly<'d>(node: NodeRef<'d>, key: &str) -> Option<NodeRef<'d>> {
    node.members().find(|member| member.key == key).map(|member| member.value)
}

fn last<'d>(node: NodeRef<'d>, name: &str) -> Option<NodeRef<'d>> {
    Object::new(node).last(name)
}

fn items<T>(node: NodeRef<'_>, name: &str, read: fn(NodeRef<'_>) -> T) -> Vec<T> {
    last(node, name).into_iter().flat_map(NodeRef::items).map(read).collect()
}

fn string(node: NodeRef<'_>, name: &str) -> String {
    text(node, name).unwrap_or_default()
}

fn operator(node: NodeRef<'_>) -> Operator {
    Operator {
        catalog: string(node, "catalog"),
        target_catalog: string(node, "targetCatalog"),
        target_tag: string(node, "targetTag"),
        full: last(node, "full").is_some_and(|full| matches!(full.value(), Value::Bool(true))),
        packages: items(node, "packages", package),
    }
}

fn package(node: NodeRef<'_>) -> PackageChoice {
    PackageChoice {
        name: string(node, "name"),
        default_channel: string(node, "defaultChannel"),
        channels: items(node, "channels", |node| ChannelChoice {
            name: string(node, "name"),
            versions: versions(node),
        }),
        versions: versions(node),
    }
}

fn versions(node: NodeRef<'_>) -> Versions {
    Versions { min: string(node, "minVersion"), max: string(node, "maxVersion") }
}

impl Operator {
    fn check_packages(&self, errors: &mut Vec<InvalidOperator>) {
        let mut packages = SortedSet::new();
        for package in &self.packages {
            let (catalog, name) = (&self.catalog, &package.name);
            if !packages.insert(name) {
                errors.push(InvalidOperator::DuplicatePackage { catalog: catalog.clone(), package: name.clone() });
            }
            let of = |source| InvalidOperator::Package { catalog: catalog.clone(), package: name.clone(), source };
            errors.extend(package.errors().into_iter().map(of));
        }
    }
}

impl PackageChoice {
    fn errors(&self) -> Vec<InvalidPackage> {
        let mut errors: Vec<InvalidPackage> = invalid_bounds(&self.versions).map(InvalidPackage::Bound).collect();
        let is_bounded = !self.versions.is_empty();
        let mut channels = SortedSet::new();
        for ChannelChoice { name, versions } in &self.channels {
            if !channels.insert(name) {
                errors.push(InvalidPackage::DuplicateChannel(name.clone()));
            }
            let of = |source| InvalidPackage::ChannelBound { channel: name.clone(), source };
            errors.extend(invalid_bounds(versions).map(of));
            if is_bounded && !versions.is_empty() {
                errors.push(InvalidPackage::Mixed);
            }
        }
        errors
    }
}

fn invalid_bounds(versions: &Versions) -> impl Iterator<Item = InvalidBound> {
    let bounds = [("maxVersion", &versions.max), ("minVersion", &versions.min)];
    let invalid = bounds.into_iter().filter(|(_, version)| !version.is_empty() && !is_partial_version(version));
    invalid.map(|(field, version)| InvalidBound { field, version: version.clone() })
}
