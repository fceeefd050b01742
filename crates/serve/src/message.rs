//! Creates `Bundle` messages from the documents of a catalog.

use olmkit_catalog::schemas::PACKAGE_PROPERTY;
use std::sync::Arc;

use olmkit_bundle::{CsvParts, csv_of_metadata};
use olmkit_semver::Version;
use olmkit_yaml::decode::{Object, bytes, strings};
use olmkit_yaml::{Format, NodeRef, base64, blob_json, quote_json, read_document, to_json};

use crate::api;
use crate::index::{Bundle, Index, Member, Package};

/// Whether a message contains the upgrade edges of the channel entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edges {
    /// With `replaces` and `skips`, as in `ListBundles`.
    Filled,
    Empty,
}

impl Index {
    /// The message of a bundle in a channel, without manifests.
    pub(crate) fn in_channel(&self, member: Member<'_>, edges: Edges) -> Option<api::Bundle> {
        let bundle = self.bundles.get(member.entry.bundle)?;
        let filled = edges == Edges::Filled;
        Some(api::Bundle {
            csv_name: member.entry.name.clone(),
            package_name: member.package.name.clone(),
            channel_name: member.channel.name.clone(),
            skip_range: member.entry.skip_range.clone(),
            replaces: if filled { member.entry.replaces.clone() } else { String::new() },
            skips: if filled { member.entry.skips.clone() } else { Vec::new() },
            ..(*self.message(bundle)).clone()
        })
    }

    /// The message that `GetBundle` returns: with manifests, without edges.
    pub(crate) fn with_manifests(&self, member: Member<'_>) -> Option<api::Bundle> {
        let bundle = self.bundles.get(member.entry.bundle)?;
        let message = self.in_channel(member, Edges::Empty)?;
        Some(self.add_manifests(message, bundle, member.package))
    }

    /// The message that `ListBundles` returns. It contains manifests only if the bundle has no image to read them from.
    pub(crate) fn listed(&self, member: Member<'_>) -> Option<api::Bundle> {
        let bundle = self.bundles.get(member.entry.bundle)?;
        let message = self.in_channel(member, Edges::Filled)?;
        Some(if bundle.image.is_empty() { self.add_manifests(message, bundle, member.package) } else { message })
    }

    /// The message without manifests, which is the same for all channels. Cached, because listing needs all of them.
    pub(crate) fn message(&self, bundle: &Bundle) -> Arc<api::Bundle> {
        Arc::clone(bundle.message.get_or_init(|| Arc::new(self.read_message(bundle))))
    }

    fn read_message(&self, bundle: &Bundle) -> api::Bundle {
        let mut message = api::Bundle {
            bundle_path: bundle.image.clone(),
            version: bundle.version.clone(),
            deprecation: bundle.deprecation.clone(),
            ..api::Bundle::default()
        };
        let document = self.document(&bundle.place);
        for (kind, value) in properties(document.root()) {
            add_property(&kind, value, &mut message);
        }
        message
    }

    fn add_manifests(&self, mut message: api::Bundle, bundle: &Bundle, package: &Package) -> api::Bundle {
        let document = self.document(&bundle.place);
        let Manifests { objects, csv, metadata } = Manifests::of(properties(document.root()));
        message.object = objects;
        if let Some(csv) = csv {
            message.csv_json = csv;
            return message;
        }
        let [metadata] = metadata.as_slice() else { return message };
        message.csv_json = self.made_csv(*metadata, document.root(), bundle, package);
        if message.object.is_empty() {
            message.object.push(message.csv_json.clone());
        }
        message
    }

    fn made_csv(&self, metadata: NodeRef<'_>, root: Option<NodeRef<'_>>, bundle: &Bundle, package: &Package) -> String {
        let document = self.document(&package.place);
        let of_package = |name: &str| Some(Object::new(document.root()?)).and_then(|fields| fields.last(name));
        let icon = of_package("icon").map(icon);
        let images = root.and_then(|root| Object::new(root).last("relatedImages"));
        let images: Vec<(String, String)> = images.map(related).unwrap_or_default();
        let version = Version::parse(&bundle.version).map(|version| version.to_string());
        csv_of_metadata(&CsvParts {
            name: &bundle.name,
            version: version.as_ref().unwrap_or(&bundle.version),
            metadata,
            package_description: &of_package("description").map(text).unwrap_or_default(),
            icon: icon.as_ref().map(|(data, media)| (data.as_str(), media.as_str())),
            related_images: &images,
        })
    }
}

/// Type and value of each property of a bundle, in order.
fn properties(root: Option<NodeRef<'_>>) -> impl Iterator<Item = (String, NodeRef<'_>)> {
    let list = root.and_then(|root| Object::new(root).last("properties"));
    list.into_iter().flat_map(NodeRef::items).filter_map(|property| {
        let fields = Object::new(property);
        let kind = fields.last("type").map(text).unwrap_or_default();
        let value = fields.field("value").last()?;
        Some((kind, value))
    })
}

fn text(node: NodeRef<'_>) -> String {
    node.as_str().map(String::from).unwrap_or_default()
}

fn add_property(kind: &str, value: NodeRef<'_>, message: &mut api::Bundle) {
    if matches!(kind, "olm.bundle.object" | "olm.csv.metadata") {
        return;
    }
    let json = blob_json(value);
    match kind {
        "olm.gvk" => message.provided_apis.push(gvk(value)),
        "olm.gvk.required" => {
            message.required_apis.push(gvk(value));
            message.dependencies.push(api::Dependency { r#type: "olm.gvk".to_owned(), value: json.clone() });
        }
        "olm.package.required" => {
            let [name, range] = fields(value, "PackageRequired", ["packageName", "versionRange"]);
            let value = format!("{{\"packageName\":{},\"version\":{}}}", quote_json(&name), quote_json(&range));
            message.dependencies.push(api::Dependency { r#type: PACKAGE_PROPERTY.to_owned(), value });
        }
        _ => {}
    }
    message.properties.push(api::Property { r#type: kind.to_owned(), value: json });
}

fn gvk(value: NodeRef<'_>) -> api::GroupVersionKind {
    let [group, version, kind] = fields(value, "GVK", ["group", "version", "kind"]);
    api::GroupVersionKind { group, version, kind, plural: String::new() }
}

fn fields<const N: usize>(value: NodeRef<'_>, owner: &str, names: [&str; N]) -> [String; N] {
    let found = strings(value, "property.", owner, names).unwrap_or([const { None }; N]);
    found.map(|text| text.map(|(text, _)| text.into_owned()).unwrap_or_default())
}

/// The icon's data, as base64 in Go's form, and its media type.
fn icon(icon: NodeRef<'_>) -> (String, String) {
    let fields = Object::new(icon);
    let data = fields.last("base64data").map(bytes).unwrap_or_default();
    (base64::encode(&data), fields.last("mediatype").map(text).unwrap_or_default())
}

fn related(images: NodeRef<'_>) -> Vec<(String, String)> {
    let image = |image: NodeRef<'_>| {
        let fields = Object::new(image);
        let of = |name| fields.last(name).map(text).unwrap_or_default();
        (of("name"), of("image"))
    };
    images.items().map(image).collect()
}

/// The manifests in the properties of a bundle.
#[derive(Default)]
struct Manifests<'d> {
    /// The objects as JSON.
    objects: Vec<String>,
    /// The first CSV among the objects.
    csv: Option<String>,
    /// The values of `olm.csv.metadata`.
    metadata: Vec<NodeRef<'d>>,
}

impl<'d> Manifests<'d> {
    fn of(properties: impl Iterator<Item = (String, NodeRef<'d>)>) -> Self {
        let mut found = Manifests::default();
        let mut data = Vec::new();
        for (kind, value) in properties {
            match kind.as_str() {
                "olm.csv.metadata" => found.metadata.push(value),
                "olm.bundle.object" => {
                    // opm decodes into the same variable, so an object without data repeats the previous one.
                    if let Some(own) = Object::new(value).last("data") {
                        data = bytes(own);
                    }
                    found.add(&data);
                }
                _ => {}
            }
        }
        found
    }

    fn add(&mut self, data: &[u8]) {
        let is_json = data.trim_ascii_start().starts_with(b"{");
        let document = read_document(data, if is_json { Format::Json } else { Format::Yaml });
        let root = document.root();
        let json = match root {
            Some(root) if !is_json => to_json(root),
            _ => String::from_utf8_lossy(data).into_owned(),
        };
        let kind = root.and_then(|root| root.get("kind")).and_then(NodeRef::as_str);
        if self.csv.is_none() && kind.as_deref() == Some("ClusterServiceVersion") {
            self.csv = Some(json.clone());
        }
        self.objects.push(json);
    }
}
