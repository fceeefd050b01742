//! oc-mirror v2's `ImageSetConfiguration`, limited to catalogs.

use olmkit_collections::SortedSet;
use olmkit_gostd::{go_float64_g, go_quote};

use olmkit_semver::is_partial_version;
use olmkit_yaml::decode::{Mode, Object, Type, check, kind, kind_name};
use olmkit_yaml::{Format, NodeRef, TextSize, Value, exact, to_json};

use super::error::{
    Aggregate, ImageSetError, ImageSetPart, InvalidBound, InvalidOperator, InvalidPackage, KIND, RejectedImageSet,
};
use super::reference::unique_name;
use super::version::Versions;
use crate::explanation::{Explanation, explain};
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
    /// Returns oc-mirror's error if it rejects the configuration, with an explanation.
    pub fn parse(source: &[u8]) -> Result<Self, RejectedImageSet> {
        let read = exact::read(source);
        if let Some(error) = read.error {
            let upstream = ImageSetError::Yaml(error.decoding());
            let offset = error.range.start();
            return Err(rejected(upstream, Explanation { offset, message: error.message, help: String::new() }));
        }
        if read.tree.nodes.is_empty() {
            let (message, help) = ("The file is empty.".to_owned(), WRITE_KIND.to_owned());
            let offset = TextSize::default();
            return Err(rejected(ImageSetError::NoKind, Explanation { offset, message, help }));
        }
        let root = NodeRef::root(source, &read.tree, Format::Yaml);
        let mirror = check_shape(root)?;
        let set = ImageSet { operators: items(mirror, "operators", operator) };
        set.check(mirror)?;
        Ok(set)
    }

    /// Returns an error if a catalog or a selection is not valid. `mirror` is the part of the document.
    fn check(&self, mirror: NodeRef<'_>) -> Result<(), RejectedImageSet> {
        let invalid = self.errors();
        let explanation = |(steps, error): &Located<InvalidOperator>| {
            let (message, help) = error.plain()?;
            Some(Explanation::at(innermost(mirror, steps), message, help))
        };
        let mut explanations: Vec<Explanation> = invalid.iter().filter_map(explanation).collect();
        let mut errors = Vec::new();
        if let Some(operators) = Aggregate::of(invalid.into_iter().map(|(_, error)| error).collect()) {
            errors.push(ImageSetPart::Operators(operators));
        }
        if let Some((name, at)) = repeated_release(mirror) {
            let message = format!("The release channel `{name}` is selected twice.");
            explanations.push(Explanation::at(at, message, "Merge the two."));
            errors.push(ImageSetPart::Release(name));
        }
        match Aggregate::of(errors) {
            Some(errors) => Err(RejectedImageSet { error: ImageSetError::Invalid(errors), explanations }),
            None => Ok(()),
        }
    }

    fn errors(&self) -> Vec<Located<InvalidOperator>> {
        let mut errors = Vec::new();
        let mut seen = SortedSet::new();
        for (at, operator) in self.operators.iter().enumerate() {
            let own = |field| vec![Step::Key("operators"), Step::Item(at), Step::Key(field)];
            let name = unique_name(&operator.catalog, &operator.target_catalog, &operator.target_tag);
            let name = name.unwrap_or_else(|error| {
                let field = if matches!(error, InvalidOperator::Target(_)) { "targetCatalog" } else { "catalog" };
                errors.push((own(field), error));
                String::new()
            });
            if !seen.insert(name.clone()) {
                errors.push((own("catalog"), InvalidOperator::Duplicate(name)));
            }
            operator.check_packages(&own("packages"), &mut errors);
        }
        errors
    }
}

/// How to start a configuration.
const WRITE_KIND: &str = "Write `kind: ImageSetConfiguration` and `apiVersion: mirror.openshift.io/v2alpha1`.";

fn rejected(error: ImageSetError, explanation: Explanation) -> RejectedImageSet {
    RejectedImageSet { error, explanations: vec![explanation] }
}

/// Checks the keys and types of a document. Returns the value of `mirror`.
fn check_shape(root: NodeRef<'_>) -> Result<NodeRef<'_>, RejectedImageSet> {
    let repeated = repeated_keys(root);
    if !repeated.is_empty() {
        let (lines, explanations) = repeated.into_iter().map(|key| (key.line, key.explanation)).unzip();
        return Err(RejectedImageSet { error: ImageSetError::RepeatedKeys(lines), explanations });
    }
    let refuse = |error, at, message: &str, help: &str| Err(rejected(error, Explanation::at(at, message, help)));
    if !matches!(root.value(), Value::Null | Value::Mapping) {
        let message = format!("The file must be a mapping; it is {}.", kind_name(root));
        return refuse(ImageSetError::NoObject(kind(root)), root, &message, WRITE_KIND);
    }
    let Some(own_kind) = exactly(root, "kind") else {
        return refuse(ImageSetError::NoKind, root, "The file has no `kind`.", WRITE_KIND);
    };
    if own_kind.as_str().as_deref() != Some(KIND) {
        let message = format!("`kind` must be {KIND}; it is `{}`.", String::from_utf8_lossy(own_kind.source()));
        return refuse(ImageSetError::OtherKind { shown: quoted(own_kind) }, own_kind, &message, "");
    }
    let Some(mirror) = exactly(root, "mirror") else {
        let help = "Write the catalogs in `mirror.operators`.";
        return refuse(ImageSetError::NoMirror, root, "The file has no `mirror`.", help);
    };
    if let Some(delete) = exactly(root, "delete") {
        let message = format!("`delete` is not allowed in an {KIND}.");
        let help = "Move it to a file of the kind DeleteImageSetConfiguration.";
        return refuse(ImageSetError::Delete, delete, &message, help);
    }
    check(root, &CONFIGURATION, Mode::Strict).map_err(|mismatch| {
        let explanation = explain(root, &CONFIGURATION, &mismatch);
        rejected(ImageSetError::Mismatch(mismatch.text), explanation)
    })?;
    Ok(mirror)
}

/// An error, and the steps from `mirror` to its value.
type Located<E> = (Vec<Step>, E);

/// A step from a value to a nested one.
#[derive(Debug, Clone, Copy)]
enum Step {
    Key(&'static str),
    Item(usize),
}

/// The innermost existing value on the path of the steps.
fn innermost<'d>(node: NodeRef<'d>, steps: &[Step]) -> NodeRef<'d> {
    let mut found = node;
    for step in steps {
        let next = match step {
            Step::Key(name) => last(found, name),
            Step::Item(at) => found.items().nth(*at),
        };
        let Some(next) = next else { break };
        found = next;
    }
    found
}

fn with(steps: &[Step], more: &[Step]) -> Vec<Step> {
    [steps, more].concat()
}

/// The first release channel that is selected twice, and its value.
fn repeated_release(mirror: NodeRef<'_>) -> Option<(String, NodeRef<'_>)> {
    let mut seen = SortedSet::new();
    let mut channels = last(last(mirror, "platform")?, "channels")?.items();
    channels.find_map(|channel| {
        let name = string(channel, "name");
        (!seen.insert(name.clone())).then(|| (name, last(channel, "name").unwrap_or(channel)))
    })
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
    fn check_packages(&self, steps: &[Step], errors: &mut Vec<Located<InvalidOperator>>) {
        let mut packages = SortedSet::new();
        for (at, package) in self.packages.iter().enumerate() {
            let (catalog, name) = (&self.catalog, &package.name);
            let own = with(steps, &[Step::Item(at)]);
            if !packages.insert(name) {
                let error = InvalidOperator::DuplicatePackage { catalog: catalog.clone(), package: name.clone() };
                errors.push((with(&own, &[Step::Key("name")]), error));
            }
            let of = |source| InvalidOperator::Package { catalog: catalog.clone(), package: name.clone(), source };
            errors.extend(package.errors().into_iter().map(|(steps, error)| (with(&own, &steps), of(error))));
        }
    }
}

impl PackageChoice {
    fn errors(&self) -> Vec<Located<InvalidPackage>> {
        let located = |bound: InvalidBound| (vec![Step::Key(bound.field)], InvalidPackage::Bound(bound));
        let mut errors: Vec<Located<InvalidPackage>> = invalid_bounds(&self.versions).map(located).collect();
        let is_bounded = !self.versions.is_empty();
        let mut channels = SortedSet::new();
        for (at, ChannelChoice { name, versions }) in self.channels.iter().enumerate() {
            let own = |field| vec![Step::Key("channels"), Step::Item(at), Step::Key(field)];
            if !channels.insert(name) {
                errors.push((own("name"), InvalidPackage::DuplicateChannel(name.clone())));
            }
            let of = |source| InvalidPackage::ChannelBound { channel: name.clone(), source };
            errors.extend(invalid_bounds(versions).map(|bound| (own(bound.field), of(bound))));
            if is_bounded && !versions.is_empty() {
                let field = if versions.min.is_empty() { "maxVersion" } else { "minVersion" };
                errors.push((own(field), InvalidPackage::Mixed));
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
