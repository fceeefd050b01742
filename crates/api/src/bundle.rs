//! The JSON shapes of a description.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A place in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Spot {
    /// Path of the file below the bundle's root.
    pub path: String,
    /// Line, from 1.
    pub line: u32,
    /// Start in UTF-16 units, from 0.
    pub from: u32,
    /// End in UTF-16 units.
    pub to: u32,
}

/// What a bundle is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct BundleDescription {
    /// Name of the CSV; empty when there is none.
    pub name: String,
    /// `spec.version`.
    pub version: String,
    /// Package of the annotations; empty when they name none.
    pub package: String,
    /// Channels of the annotations.
    pub channels: Vec<String>,
    /// Default channel of the annotations.
    pub default_channel: Option<String>,
    /// The position of the name of the CSV.
    pub csv: Option<Spot>,
    /// `spec.displayName`.
    pub display_name: String,
    /// `spec.description`; usually Markdown.
    pub description: String,
    /// `spec.provider.name`.
    pub provider: String,
    /// `spec.maturity`.
    pub maturity: String,
    /// `spec.minKubeVersion`.
    pub min_kube_version: String,
    /// The annotation `capabilities`.
    pub capabilities: String,
    /// The annotation `categories`.
    pub categories: Vec<String>,
    /// `spec.keywords`.
    pub keywords: Vec<String>,
    /// `spec.links`.
    pub links: Vec<BundleLink>,
    /// `spec.maintainers`; the address is the email.
    pub maintainers: Vec<BundleLink>,
    /// `spec.replaces`.
    pub replaces: Option<String>,
    /// `spec.skips`.
    pub skips: Vec<String>,
    /// The annotation `olm.skipRange`.
    pub skip_range: Option<String>,
    /// The first icon. Its bytes are not checked.
    pub icon: Option<BundleIcon>,
    /// `spec.installModes`.
    pub install_modes: Vec<BundleMode>,
    /// APIs it owns.
    pub provided: Vec<BundleApi>,
    /// APIs it requires.
    pub required: Vec<BundleApi>,
    /// Its permissions on a cluster.
    pub permissions: Vec<BundlePermission>,
    /// Its images: related ones and those of its deployments.
    pub images: Vec<BundleImage>,
    /// Names of its deployments.
    pub deployments: Vec<String>,
    /// The annotations of the bundle.
    pub annotations: Vec<BundleSetting>,
    /// `dependencies.yaml`.
    pub dependencies: Vec<BundleItem>,
    /// `properties.yaml`.
    pub properties: Vec<BundleItem>,
    /// The files.
    pub manifests: Vec<BundleManifest>,
}

/// A name and an address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BundleLink {
    /// The name.
    pub name: String,
    /// The address, as it is written; it may be anything.
    pub url: String,
}

/// An icon.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct BundleIcon {
    /// Its media type, as it is written.
    pub media_type: String,
    /// Its bytes in base64, as they are written.
    pub base64: String,
}

/// An install mode.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BundleMode {
    /// `OwnNamespace`, `SingleNamespace`, `MultiNamespace` or `AllNamespaces`.
    pub name: String,
    /// Whether it is supported.
    pub supported: bool,
}

/// An API that is provided or required.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct BundleApi {
    /// Its group.
    pub group: String,
    /// Its version.
    pub version: String,
    /// Its kind.
    pub kind: String,
    /// The display name.
    pub display_name: String,
    /// What it is.
    pub description: String,
    /// Whether it comes from an API server of the operator, not from a CRD.
    pub is_api_service: bool,
    /// Whether it is provided, and `alm-examples` has no example of it.
    pub lacks_example: bool,
    /// Descriptors of its fields.
    pub descriptors: Vec<ApiDescriptor>,
    /// Where it is declared.
    pub spot: Spot,
}

/// A field of an API that consoles show.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ApiDescriptor {
    /// `spec`, `status` or `action`.
    pub part: Cow<'static, str>,
    /// The field.
    pub path: String,
    /// How it is called.
    pub display_name: String,
    /// What it is.
    pub description: String,
    /// Widgets: `urn:alm:descriptor:...`.
    pub widgets: Vec<String>,
}

/// What a service account may do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct BundlePermission {
    /// Whether they apply cluster-wide, not only in its namespaces.
    pub is_cluster_wide: bool,
    /// The account.
    pub service_account: String,
    /// Its rules.
    pub rules: Vec<PermissionRule>,
    /// Where it is written.
    pub spot: Spot,
}

/// One RBAC rule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PermissionRule {
    /// API groups; the empty one is the core.
    pub groups: Vec<String>,
    /// Resources.
    pub resources: Vec<String>,
    /// Names of single objects.
    pub names: Vec<String>,
    /// URLs outside of the API: `nonResourceURLs`.
    pub urls: Vec<String>,
    /// Verbs.
    pub verbs: Vec<String>,
    /// Why the rule needs review: it grants more than it appears to.
    pub risk: Option<Cow<'static, str>>,
}

/// An image.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct BundleImage {
    /// Its name in `relatedImages`; empty when it is not listed there.
    pub name: String,
    /// Its reference.
    pub image: String,
    /// Whether a digest names it, so that it cannot change.
    pub is_pinned: bool,
    /// Whether `relatedImages` lists it, so that it is mirrored.
    pub is_related: bool,
    /// The containers that run it: `deployment/container`.
    pub used_by: Vec<String>,
}

/// A key and its value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BundleSetting {
    /// The key.
    pub key: String,
    /// The value.
    pub value: String,
    /// Where the key is.
    pub spot: Spot,
}

/// A dependency or a property.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BundleItem {
    /// Its type: `olm.package`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its value as JSON.
    pub value: String,
    /// The value, if it is a string.
    pub text: Option<String>,
    /// The strings in its value, by field.
    pub fields: BTreeMap<String, String>,
    /// Where it is.
    pub spot: Spot,
}

/// A file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BundleManifest {
    /// Its path.
    pub path: String,
    /// Kind of the object in it; empty when there is none.
    pub kind: String,
    /// Its name.
    pub name: String,
}

/// A list of items with `type` and `value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum BundleList {
    /// `dependencies.yaml`.
    Dependencies,
    /// `properties.yaml`.
    Properties,
}

impl BundleList {
    /// Its key, and the name of its file without the ending.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            BundleList::Dependencies => "dependencies",
            BundleList::Properties => "properties",
        }
    }
}

/// A change of a bundle that a user wants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are named after the keys of the files")]
pub enum BundleIntention {
    /// Sets or removes an annotation of the bundle.
    SetAnnotation {
        key: String,
        #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
        to: Option<String>,
    },
    /// Adds a dependency or a property: `fields` are the texts in its value, or `text` is its value. A field inside of
    /// another, or of an item of a list, is a path: `all.constraints.0.package.packageName`.
    AddItem {
        list: BundleList,
        #[serde(rename = "type")]
        kind: String,
        #[serde(default)]
        #[cfg_attr(feature = "tsify", tsify(optional))]
        fields: Vec<(String, String)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "tsify", tsify(optional))]
        text: Option<String>,
    },
    /// Removes a dependency or a property, counted from 0.
    RemoveItem { list: BundleList, at: usize },
    /// Sets a field in the value of a dependency or a property; an empty `field` is the value itself. Inside of an
    /// `olm.constraint` it is a path.
    SetItem { list: BundleList, at: usize, field: String, to: String },
    /// Adds a part to a list inside of an `olm.constraint`: `part` is the path of the list, `all.constraints`.
    AddPart { list: BundleList, at: usize, part: String, fields: Vec<(String, String)> },
    /// Removes a part of an `olm.constraint`, by its path: `all.constraints.1`.
    RemovePart { list: BundleList, at: usize, part: String },
}

/// What a bundle of a catalog contains, for a reader. What is missing is empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BundleContents {
    /// The bundle image.
    pub image: String,
    /// Its properties by type, each in a few words, without those that carry the ClusterServiceVersion.
    pub properties: Vec<NamedText>,
    /// Its related images by name.
    pub images: Vec<NamedText>,
    /// Facts about the operator from its ClusterServiceVersion, by label.
    pub facts: Vec<NamedText>,
    /// The description in it.
    pub description: String,
    /// Its objects by kind and name, decoded.
    pub objects: Vec<NamedText>,
    /// The document as JSON.
    pub raw: String,
}

/// A named text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct NamedText {
    /// The name.
    pub name: String,
    /// The text.
    pub value: String,
}
