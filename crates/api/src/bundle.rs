//! The JSON shapes that describe a bundle.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A position in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BundleLocation {
    /// Path of the file, relative to the bundle's root.
    pub path: String,
    /// Line, from 1.
    pub line: u32,
    /// Start, in UTF-16 units from the start of the file.
    pub from: u32,
    /// End (exclusive), in UTF-16 units from the start of the file.
    pub to: u32,
}

/// A description of a bundle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct BundleDescription {
    /// Name of the CSV; empty if the bundle has no CSV.
    pub name: String,
    /// `spec.version`.
    pub version: String,
    /// Package of the annotations; empty if they do not name a package.
    pub package: String,
    /// Channels of the annotations.
    pub channels: Vec<String>,
    /// Default channel of the annotations.
    pub default_channel: Option<String>,
    /// The position of the CSV's name.
    pub csv: Option<BundleLocation>,
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
    /// `spec.maintainers`; `url` is the email address.
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
    /// The APIs that the bundle provides: its owned CRDs and API services.
    pub provided: Vec<BundleApi>,
    /// The APIs that the bundle requires.
    pub required: Vec<BundleApi>,
    /// The permissions that the bundle requests on a cluster.
    pub permissions: Vec<BundlePermission>,
    /// The related images, and the images of the deployments.
    pub images: Vec<BundleImage>,
    /// Names of the deployments.
    pub deployments: Vec<String>,
    /// The annotations of the bundle.
    pub annotations: Vec<BundleSetting>,
    /// `dependencies.yaml`.
    pub dependencies: Vec<BundleItem>,
    /// `properties.yaml`.
    pub properties: Vec<BundleItem>,
    /// The files of the bundle.
    pub manifests: Vec<BundleManifest>,
}

/// A name and a URL or email address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BundleLink {
    /// The name.
    pub name: String,
    /// The address as written. It is not validated.
    pub url: String,
}

/// An icon.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct BundleIcon {
    /// The media type as written.
    pub media_type: String,
    /// The bytes in base64, as written.
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

/// An API that a bundle provides or requires.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct BundleApi {
    /// The API group.
    pub group: String,
    /// The API version.
    pub version: String,
    /// The kind.
    pub kind: String,
    /// The display name.
    pub display_name: String,
    /// The description.
    pub description: String,
    /// Whether an API server of the operator serves it, instead of a CRD.
    pub is_api_service: bool,
    /// Whether the API is provided but has no example in `alm-examples`.
    pub lacks_example: bool,
    /// The descriptors of its fields.
    pub descriptors: Vec<ApiDescriptor>,
    /// Where the API is declared.
    pub location: BundleLocation,
}

/// A field of an API, as consoles display it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ApiDescriptor {
    /// `spec`, `status` or `action`.
    pub part: Cow<'static, str>,
    /// The path of the field.
    pub path: String,
    /// The display name.
    pub display_name: String,
    /// The description.
    pub description: String,
    /// The widgets of the console: `urn:alm:descriptor:...`.
    pub widgets: Vec<String>,
}

/// The permissions of a service account.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct BundlePermission {
    /// Whether the permissions apply to the whole cluster. Otherwise they apply to the operator's namespaces.
    pub is_cluster_wide: bool,
    /// The service account.
    pub service_account: String,
    /// The RBAC rules.
    pub rules: Vec<PermissionRule>,
    /// Where the permissions are declared.
    pub location: BundleLocation,
}

/// An RBAC rule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PermissionRule {
    /// API groups. The empty string is the core group.
    pub groups: Vec<String>,
    /// Resources.
    pub resources: Vec<String>,
    /// Names of the objects that the rule is limited to.
    pub names: Vec<String>,
    /// URLs outside of the API (`nonResourceURLs`).
    pub urls: Vec<String>,
    /// Verbs.
    pub verbs: Vec<String>,
    /// Why the rule needs review: it grants more than it appears to. `null` if it does not need review.
    pub risk: Option<Cow<'static, str>>,
}

/// An image.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct BundleImage {
    /// The name in `relatedImages`; empty if it is not listed there.
    pub name: String,
    /// The image reference.
    pub image: String,
    /// Whether the reference has a digest, so that the image cannot change.
    pub is_pinned: bool,
    /// Whether `relatedImages` lists the image, so that it is mirrored.
    pub is_related: bool,
    /// The containers that run the image, as `deployment/container`.
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
    /// The position of the key.
    pub location: BundleLocation,
}

/// A dependency or a property.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BundleItem {
    /// The type, such as `olm.package`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The value as JSON.
    pub value: String,
    /// The value if it is a string.
    pub text: Option<String>,
    /// The strings in the value, by field.
    pub fields: BTreeMap<String, String>,
    /// The position of the item.
    pub location: BundleLocation,
}

/// A file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BundleManifest {
    /// The path of the file.
    pub path: String,
    /// Kind of the object in the file; empty if the file has no object.
    pub kind: String,
    /// The name of the object.
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
    /// The key of the list, which is also the name of its file without the extension.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            BundleList::Dependencies => "dependencies",
            BundleList::Properties => "properties",
        }
    }
}

/// A requested change of a bundle.
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
    /// Adds a dependency or a property. `fields` are the strings in its value; `text` is the value if it is a string.
    /// The name of a nested field or list item is a path: `all.constraints.0.package.packageName`.
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
    /// Removes a dependency or a property. `at` is its index in the list, from 0.
    RemoveItem { list: BundleList, at: usize },
    /// Sets a field in the value of a dependency or a property. An empty `field` sets the value itself. In an
    /// `olm.constraint`, `field` is a path.
    SetItem { list: BundleList, at: usize, field: String, to: String },
    /// Adds a part to a list in an `olm.constraint`. `part` is the path of the list: `all.constraints`.
    AddPart { list: BundleList, at: usize, part: String, fields: Vec<(String, String)> },
    /// Removes a part of an `olm.constraint`. `part` is its path: `all.constraints.1`.
    RemovePart { list: BundleList, at: usize, part: String },
}

/// The contents of a bundle of a catalog, for display. Missing values are empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BundleContents {
    /// The bundle image.
    pub image: String,
    /// The properties by type, each summarized. Properties that carry the ClusterServiceVersion are left out.
    pub properties: Vec<NamedText>,
    /// The related images by name.
    pub images: Vec<NamedText>,
    /// Facts about the operator, by label, from the ClusterServiceVersion.
    pub facts: Vec<NamedText>,
    /// The description from the ClusterServiceVersion.
    pub description: String,
    /// The objects by kind and name, decoded.
    pub objects: Vec<NamedText>,
    /// The document as JSON.
    pub raw: String,
}

/// A string with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct NamedText {
    /// The name.
    pub name: String,
    /// The string.
    pub value: String,
}
