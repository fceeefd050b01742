//! The bundle that is open, as its engine describes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Edit, Fix, Report};

/// A bundle for the page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct BundleView {
    /// Another one for each bundle that is opened, whatever its name.
    pub id: u32,
    /// What was opened: a folder or an archive.
    pub name: String,
    /// What the paths of its files start with here.
    pub prefix: String,
    pub report: Report,
    pub description: Description,
}

/// A bundle of the catalog: what its document holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct CatalogBundle {
    pub problem: Option<String>,
    pub image: String,
    pub properties: Vec<NamedText>,
    pub images: Vec<NamedText>,
    /// What its ClusterServiceVersion says.
    pub facts: Vec<NamedText>,
    pub description: String,
    /// Its objects, decoded.
    pub objects: Vec<NamedText>,
    pub raw: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct NamedText {
    pub name: String,
    pub value: String,
}

/// Who accepts it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BundleVerdict {
    pub media_type: String,
    pub api: Option<bool>,
    pub opm: Option<bool>,
    pub sdk: Option<bool>,
    #[serde(default)]
    pub not_checked: Vec<NotChecked>,
}

/// Something that cannot be known from the files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct NotChecked {
    pub tool: String,
    pub what: String,
}

/// A tool behind a finding.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    pub name: String,
    pub severity: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Description {
    pub name: String,
    pub version: String,
    pub package: String,
    pub channels: Vec<String>,
    pub default_channel: Option<String>,
    pub csv: Option<Spot>,
    pub display_name: String,
    pub description: String,
    pub provider: String,
    pub maturity: String,
    pub min_kube_version: String,
    pub capabilities: String,
    pub categories: Vec<String>,
    pub keywords: Vec<String>,
    pub links: Vec<Link>,
    pub maintainers: Vec<Link>,
    pub replaces: Option<String>,
    pub skips: Vec<String>,
    pub skip_range: Option<String>,
    pub icon: Option<Icon>,
    pub install_modes: Vec<Mode>,
    pub provided: Vec<Api>,
    pub required: Vec<Api>,
    pub permissions: Vec<Permission>,
    pub images: Vec<Image>,
    pub annotations: Vec<Setting>,
    pub dependencies: Vec<Item>,
    pub properties: Vec<Item>,
    pub manifests: Vec<Manifest>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    pub path: String,
    pub line: u32,
    pub from: u32,
    pub to: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    pub name: String,
    pub url: String,
}

/// The address is one of this page's own memory; empty when the picture is of a kind that is not shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Icon {
    pub media_type: String,
    pub bytes: u32,
    pub address: String,
}

/// What a package says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct AboutPackage {
    pub problem: Option<String>,
    pub description: String,
    pub icon: Option<Icon>,
}

/// A file that could be an icon: its data in base64.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ChosenIcon {
    pub problem: Option<String>,
    pub media_type: String,
    pub data: String,
    pub icon: Option<Icon>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mode {
    pub name: String,
    pub supported: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Api {
    pub group: String,
    pub version: String,
    pub kind: String,
    pub display_name: String,
    pub description: String,
    pub is_api_service: bool,
    pub descriptors: Vec<Descriptor>,
    pub spot: Spot,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Descriptor {
    pub part: String,
    pub path: String,
    pub display_name: String,
    pub description: String,
    pub widgets: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Permission {
    pub is_cluster_wide: bool,
    pub service_account: String,
    pub rules: Vec<PermissionRule>,
    pub spot: Spot,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermissionRule {
    pub groups: Vec<String>,
    pub resources: Vec<String>,
    pub names: Vec<String>,
    pub urls: Vec<String>,
    pub verbs: Vec<String>,
    pub risk: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    pub name: String,
    pub image: String,
    pub is_pinned: bool,
    pub is_related: bool,
    pub used_by: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    pub key: String,
    pub value: String,
    pub spot: Spot,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    #[serde(rename = "type")]
    pub kind: String,
    pub value: String,
    pub text: Option<String>,
    pub fields: BTreeMap<String, String>,
    pub spot: Spot,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub path: String,
    pub kind: String,
    pub name: String,
}

/// What somebody wants to change in the bundle; the engine's JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum BundleIntention {
    SetAnnotation {
        key: String,
        to: Option<String>,
    },
    AddItem {
        list: &'static str,
        #[serde(rename = "type")]
        kind: String,
        fields: Vec<(String, String)>,
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    RemoveItem {
        list: &'static str,
        at: usize,
    },
    SetItem {
        list: &'static str,
        at: usize,
        field: String,
        to: String,
    },
    AddPart {
        list: &'static str,
        at: usize,
        part: String,
        fields: Vec<(String, String)>,
    },
    RemovePart {
        list: &'static str,
        at: usize,
        part: String,
    },
}

/// What could go into the catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Proposal {
    pub problem: String,
    pub package: String,
    pub name: String,
    pub is_new: bool,
    pub default_channel: String,
    pub has_bundle: bool,
    pub migrate: bool,
    pub image: String,
    pub channels: Vec<ChannelProposal>,
}

/// A channel and the edges that its habit proposes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ChannelProposal {
    pub channel: String,
    pub chosen: bool,
    pub is_new: bool,
    pub is_there: bool,
    pub entry: EntryProposal,
    pub under: Option<String>,
    pub reasons: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EntryProposal {
    pub name: String,
    pub replaces: Option<String>,
    pub skips: Vec<String>,
    pub skip_range: Option<String>,
}

/// The edits that put a bundle into the catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Addition {
    pub ok: bool,
    pub reason: String,
    pub title: String,
    pub edits: Vec<Edit>,
}

impl Addition {
    /// As a fix, to look at before it is made.
    pub fn fix(self) -> Fix {
        Fix { title: self.title, safety: "safe".to_owned(), edits: self.edits, notes: Vec::new() }
    }
}

/// What the bundles of a package require, and who provides it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Needs {
    /// The catalogs that were asked; the open one first.
    pub catalogs: Vec<NeedCatalog>,
    #[serde(rename = "diagnostics")]
    pub findings: Vec<NeedFinding>,
    pub bundles: Vec<Requiring>,
    pub cycles: Vec<Vec<String>>,
    pub owners: Vec<Owners>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct NeedCatalog {
    pub name: String,
    pub priority: i64,
}

/// What was opened and has several bundles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Several {
    pub name: String,
    /// Where each begins.
    pub roots: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct NeedFinding {
    pub severity: String,
    pub message: String,
    pub help: String,
    pub path: String,
    pub range: NeedRange,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct NeedRange {
    pub start: NeedPosition,
    pub end: NeedPosition,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct NeedPosition {
    pub line: u32,
    pub utf16: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Requiring {
    pub catalog: String,
    pub package: String,
    pub bundle: String,
    pub channels: Vec<String>,
    pub requirements: Vec<Required>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Required {
    #[serde(rename = "type")]
    pub kind: String,
    pub needs: String,
    pub met: bool,
    pub by: Vec<Provider>,
    #[serde(default)]
    pub reason: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Provider {
    pub catalog: String,
    pub package: String,
    pub channel: String,
    pub bundle: String,
    #[serde(default)]
    pub version: Option<String>,
    pub is_default: bool,
    pub candidates: usize,
    #[serde(default)]
    pub deprecated: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Owners {
    pub group: String,
    pub version: String,
    pub kind: String,
    pub packages: Vec<String>,
}
