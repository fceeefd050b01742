//! oc-mirror v2's `ImageSetConfiguration`, limited to catalogs.

use olmkit_collections::SortedSet;

use olmkit_semver::is_partial_version;
use olmkit_yaml::decode::{Mode, Object, Type, check};
use olmkit_yaml::{Format, NodeRef, Value, exact};

use super::error::{ImageSetError, InvalidBound, InvalidOperator, InvalidPackage, KIND};
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
        ("platforms", Type::Raw),
        ("targetCatalogSourceTemplate", TEXT),
    ],
);
/// Fields that are not about catalogs are not validated.
const MIRROR: Type = Type::Struct(
    "v2alpha1.Mirror",
    "Mirror",
    &[
        ("platform", Type::Raw),
        ("operators", Type::List("v2alpha1.Operator", &OPERATOR)),
        ("additionalImages", Type::Raw),
        ("helm", Type::Raw),
        ("blockedImages", Type::Raw),
        ("samples", Type::Raw),
    ],
);
const CONFIGURATION: Type = Type::Struct(
    "v2alpha1.ImageSetConfiguration",
    "ImageSetConfiguration",
    &[
        ("TypeMeta.kind", TEXT),
        ("TypeMeta.apiVersion", TEXT),
        ("ImageSetConfigurationSpec.mirror", MIRROR),
        ("ImageSetConfigurationSpec.archiveSize", Type::Raw),
    ],
);

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
        let kind = if is_empty { None } else { text(root, "kind").filter(|kind| !kind.is_empty()) };
        let kind = kind.ok_or(ImageSetError::NoKind)?;
        let mirror = last(root, "mirror").ok_or(ImageSetError::NoMirror)?;
        if kind != KIND {
            return Err(ImageSetError::OtherKind(kind));
        }
        check(root, &CONFIGURATION, Mode::Strict).map_err(|mismatch| ImageSetError::Mismatch(mismatch.text))?;
        let set = ImageSet { operators: items(mirror, "operators", operator) };
        set.validate()?;
        Ok(set)
    }

    fn validate(&self) -> Result<(), ImageSetError> {
        let mut errors = Vec::new();
        let mut seen = SortedSet::new();
        for operator in &self.operators {
            errors.extend(operator.reference_error());
            if !seen.insert(operator.target()) {
                errors.push(InvalidOperator::Duplicate(operator.catalog.clone()));
            }
            operator.check_packages(&mut errors);
        }
        if errors.is_empty() { Ok(()) } else { Err(ImageSetError::Invalid(errors)) }
    }
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
    /// The reference without the transport, split into the repository and the tag or digest.
    fn parts(&self) -> (&str, &str) {
        let reference = self.catalog.strip_prefix("docker://").unwrap_or(&self.catalog);
        if let Some((name, digest)) = reference.split_once('@') {
            return (name, digest);
        }
        let path = reference.rfind('/').map_or(0, |slash| slash.saturating_add(1));
        match reference.get(path..).and_then(|last| last.rsplit_once(':')) {
            Some((_, tag)) => (reference.strip_suffix(tag).map_or(reference, |name| name.trim_end_matches(':')), tag),
            None => (reference, ""),
        }
    }

    /// The target of the result. Two catalogs with the same target are duplicates.
    fn target(&self) -> (String, String) {
        let (name, version) = self.parts();
        let or = |own: &str, other: &str| if own.is_empty() { other.to_owned() } else { own.to_owned() };
        (or(&self.target_catalog, name), or(&self.target_tag, version))
    }

    fn reference_error(&self) -> Option<InvalidOperator> {
        let catalog = &self.catalog;
        if catalog.is_empty() {
            return Some(InvalidOperator::NoReference);
        }
        if !catalog.starts_with("oci://") {
            let (_, version) = self.parts();
            let is_digest = catalog.contains('@');
            if version.is_empty() {
                return Some(InvalidOperator::NoVersion(catalog.clone()));
            }
            if is_digest && !is_digest_text(version) {
                return Some(InvalidOperator::Digest(catalog.clone()));
            }
        }
        let target = &self.target_catalog;
        let is_invalid = !target.is_empty() && !target.split('/').all(is_path_component);
        is_invalid.then(|| InvalidOperator::Target(target.clone()))
    }

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
        let mut channels = SortedSet::new();
        for ChannelChoice { name, versions } in &self.channels {
            if !channels.insert(name) {
                errors.push(InvalidPackage::DuplicateChannel(name.clone()));
            }
            let of = |source| InvalidPackage::ChannelBound { channel: name.clone(), source };
            errors.extend(invalid_bounds(versions).map(of));
        }
        if !self.versions.is_empty() && self.channels.iter().any(|channel| !channel.versions.is_empty()) {
            errors.push(InvalidPackage::Mixed);
        }
        errors
    }
}

fn invalid_bounds(versions: &Versions) -> impl Iterator<Item = InvalidBound> {
    let bounds = [("minVersion", &versions.min), ("maxVersion", &versions.max)];
    let invalid = bounds.into_iter().filter(|(_, version)| !version.is_empty() && !is_partial_version(version));
    invalid.map(|(field, version)| InvalidBound { field, version: version.clone() })
}

/// Whether the text is a digest: `sha256:` and 64 hexadecimal digits, or a longer one of another algorithm.
fn is_digest_text(text: &str) -> bool {
    let lengths = [("sha256", 64), ("sha384", 96), ("sha512", 128)];
    text.split_once(':').is_some_and(|(algorithm, hex)| {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        lengths.contains(&(algorithm, hex.len())) && hex.bytes().all(is_hex)
    })
}

/// Whether the text consists of lower-case letters and digits, separated by `.`, `_`, `__` or any number of `-`.
fn is_path_component(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let is_separator = |text: &str| matches!(text, "." | "_" | "__") || text.bytes().all(|byte| byte == b'-');
    let (starts, ends) = (text.starts_with(is_word), text.ends_with(is_word));
    starts && ends && text.split(is_word).all(is_separator)
}
