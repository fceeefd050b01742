//! The `ImageSetConfiguration` of oc-mirror v2, as far as it is about catalogs.

use std::collections::BTreeSet;

use olmkit_gostd::go_quote;
use olmkit_yaml::decode::{Mode, Object, Type, check};
use olmkit_yaml::{Format, NodeRef, Value, exact};

use super::MirrorError;
use super::version::{Versions, is_version};
use crate::template::repeated_keys;
use crate::typed::text;

/// The catalogs that are mirrored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImageSet {
    /// One for each catalog.
    pub operators: Vec<Operator>,
}

/// A catalog, and what of it is mirrored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Operator {
    /// The reference of its image.
    pub catalog: String,
    /// The repository of the result, if it is another one.
    pub target_catalog: String,
    /// The tag of the result, if it is another one.
    pub target_tag: String,
    /// Whether all bundles of what is selected are mirrored, not the heads alone.
    pub full: bool,
    /// The packages; none: all.
    pub packages: Vec<PackageChoice>,
}

/// What is mirrored of a package.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PackageChoice {
    /// Its name.
    pub name: String,
    /// The default channel of the result, if it is another one.
    pub default_channel: String,
    /// The channels; none: all.
    pub channels: Vec<ChannelChoice>,
    /// The versions.
    pub versions: Versions,
}

/// What is mirrored of a channel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChannelChoice {
    /// Its name.
    pub name: String,
    /// The versions.
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
/// What is not about catalogs is not looked at.
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
const KIND: &str = "ImageSetConfiguration";

impl ImageSet {
    /// Reads a configuration.
    ///
    /// # Errors
    /// What oc-mirror refuses, with its text.
    pub fn parse(source: &[u8]) -> Result<Self, MirrorError> {
        let read = exact::read(source);
        if let Some(error) = read.error {
            return Err(MirrorError(format!("failed to unmarshal config: {}", error.decoding())));
        }
        let root = NodeRef::root(source, &read.tree, Format::Yaml);
        let is_empty = read.tree.nodes.is_empty();
        let repeated = if is_empty { Vec::new() } else { repeated_keys(root) };
        if !repeated.is_empty() {
            return Err(MirrorError(format!(
                "failed to unmarshal config: error converting YAML to JSON: yaml: unmarshal errors:\n  {}",
                repeated.join("\n  ")
            )));
        }
        let kind = if is_empty { None } else { text(root, "kind").filter(|kind| !kind.is_empty()) };
        let kind = kind.ok_or_else(|| MirrorError("configuration missing `kind`".to_owned()))?;
        let mirror = last(root, "mirror");
        let mirror = mirror.ok_or_else(|| MirrorError("configuration missing the `mirror` stanza".to_owned()))?;
        if kind != KIND {
            return Err(MirrorError(format!("cannot parse {} as {}", go_quote(&kind), go_quote(KIND))));
        }
        check(root, &CONFIGURATION, Mode::Strict)
            .map_err(|misfit| MirrorError(format!("decode {KIND}: {}", misfit.text)))?;
        let set = ImageSet { operators: items(mirror, "operators", operator) };
        set.validate()?;
        Ok(set)
    }

    fn validate(&self) -> Result<(), MirrorError> {
        let mut errors = Vec::new();
        let mut seen = BTreeSet::new();
        for operator in &self.operators {
            errors.extend(operator.reference_error());
            if !seen.insert(operator.target()) {
                errors.push(format!("catalog {}: duplicate found in configuration", go_quote(&operator.catalog)));
            }
            operator.check_packages(&mut errors);
        }
        match errors.as_slice() {
            [] => Ok(()),
            [one] => Err(MirrorError(format!("invalid configuration: {one}"))),
            all => Err(MirrorError(format!("invalid configuration: [{}]", all.join(", ")))),
        }
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
    /// The reference without the transport: repository, then tag or digest.
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

    /// Where the result goes: two catalogs with the same target are duplicates.
    fn target(&self) -> (String, String) {
        let (name, version) = self.parts();
        let or = |own: &str, other: &str| if own.is_empty() { other.to_owned() } else { own.to_owned() };
        (or(&self.target_catalog, name), or(&self.target_tag, version))
    }

    fn reference_error(&self) -> Option<String> {
        let catalog = &self.catalog;
        if catalog.is_empty() {
            return Some("unknown image : reference name is empty".to_owned());
        }
        if !catalog.starts_with("oci://") {
            let (_, version) = self.parts();
            let is_digest = catalog.contains('@');
            if version.is_empty() {
                return Some(format!("{catalog} unable to parse image correctly : tag and digest are empty"));
            }
            if is_digest && !is_digest_text(version) {
                return Some(format!("{catalog} unable to parse image correctly : invalid digest"));
            }
        }
        let target = &self.target_catalog;
        (!target.is_empty() && !target.split('/').all(is_path_component)).then(|| {
            format!(
                "invalid target path component {}: should not contain a tag or digest. Expected format is 1 or more path \
                 components separated by /, where each path component is a set of alpha-numeric and regexp \
                 (?:[._]|__|[-]*). For more, see \
                 https://github.com/containers/image/blob/main/docker/reference/regexp.go",
                go_quote(target)
            )
        })
    }

    fn check_packages(&self, errors: &mut Vec<String>) {
        let catalog = format!("catalog {}", go_quote(&self.catalog));
        let mut packages = BTreeSet::new();
        for package in &self.packages {
            if !packages.insert(&package.name) {
                errors.push(format!("{catalog}: duplicate package entry {}", go_quote(&package.name)));
            }
            let operator = format!("{catalog}: operator {}", go_quote(&package.name));
            check_versions(&operator, &package.versions, errors);
            let mut channels = BTreeSet::new();
            for channel in &package.channels {
                let name = go_quote(&channel.name);
                if !channels.insert(&channel.name) {
                    errors.push(format!("{operator}: duplicate channel entry {name}"));
                }
                check_versions(&format!("{operator}: channel {name}"), &channel.versions, errors);
            }
            if !package.versions.is_empty() && package.channels.iter().any(|channel| !channel.versions.is_empty()) {
                errors.push(format!(
                    "{operator}: mixing both filtering by minVersion/maxVersion and filtering by channel \
                     minVersion/maxVersion is not allowed"
                ));
            }
        }
    }
}

fn check_versions(place: &str, versions: &Versions, errors: &mut Vec<String>) {
    for (field, version) in [("minVersion", &versions.min), ("maxVersion", &versions.max)] {
        if !version.is_empty() && !is_version(version) {
            let version = go_quote(version);
            errors.push(format!("{place}: {field} {version} must respect semantic versioning notation"));
        }
    }
}

/// `sha256:` and 64 hexadecimal digits, or the longer ones of other algorithms.
fn is_digest_text(text: &str) -> bool {
    let lengths = [("sha256", 64), ("sha384", 96), ("sha512", 128)];
    text.split_once(':').is_some_and(|(algorithm, hex)| {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        lengths.contains(&(algorithm, hex.len())) && hex.bytes().all(is_hex)
    })
}

/// Lower-case letters and digits, with `.`, `_`, `__` or any number of `-` between them.
fn is_path_component(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let is_separator = |text: &str| matches!(text, "." | "_" | "__") || text.bytes().all(|byte| byte == b'-');
    let (starts, ends) = (text.starts_with(is_word), text.ends_with(is_word));
    starts && ends && text.split(is_word).all(is_separator)
}
