//! The presentation of a package: its icon, and the display name, provider and summary of its newest version.

use olmkit_catalog::{Bundle, Catalog, Doc, Package};
use olmkit_yaml::{Format, NodeRef, base64, read_document};

use crate::api::PackageInfo;
use crate::file::Source;
use crate::outline::head_names;
use crate::visit::{field, items, text};
use crate::workspace::Workspace;

/// The maximum length of an icon in base64. Lists show icons with a size of 20 pixels.
const LARGEST: usize = 256 * 1024;

impl Workspace {
    /// Returns icon, names and summary of a package; `None` if the package does not exist. Reads two documents.
    pub fn package_info(&mut self, package: &str) -> Option<PackageInfo> {
        let (files, sources) = self.contents();
        let catalog = Catalog::new(files);
        let package = catalog.packages.get(package)?;
        let declared = of_document(sources, &package.decl.doc, |root| {
            let icon = field(root, "icon")?;
            let data = text(icon, "base64data");
            (data.len() <= LARGEST).then(|| (text(icon, "mediatype"), data))
        });
        let (media_type, icon) = declared.unwrap_or_default();
        let info = newest(package).and_then(|bundle| of_document(sources, &bundle.of.doc, of_bundle));
        Some(PackageInfo { media_type, icon, ..info.unwrap_or_default() })
    }
}

/// Reads a document again, because its facts contain only what rules need.
fn of_document<T>(sources: &[Source], doc: &Doc<'_>, read: impl FnOnce(NodeRef<'_>) -> Option<T>) -> Option<T> {
    let document = read_document(sources.get(doc.file.index())?.part(doc.range), doc.format);
    read(document.root()?)
}

/// Returns the head of the default channel; of several heads the one with the highest version.
fn newest<'p, 'f>(package: &'p Package<'f>) -> Option<&'p Bundle<'f>> {
    let default = package.decl.body.default_channel.as_ref()?;
    let heads = head_names(package.channels.get(default.value.as_str())?);
    let bundles = heads.iter().filter_map(|name| package.bundles.get(name.as_str()));
    bundles.max_by(|one, other| one.version.cmp(&other.version))
}

/// Returns the metadata of a bundle's CSV. Catalogs of OpenShift up to 4.16 contain the CSV itself.
fn of_bundle(root: NodeRef<'_>) -> Option<PackageInfo> {
    items(root, "properties").find_map(|property| {
        let value = field(property, "value")?;
        match text(property, "type").as_str() {
            "olm.csv.metadata" => Some(of_csv(value, Some(value))),
            "olm.bundle.object" => of_manifest(value),
            _ => None,
        }
    })
}

/// Returns the metadata of a manifest that is a CSV.
fn of_manifest(object: NodeRef<'_>) -> Option<PackageInfo> {
    let manifest = base64::check(text(object, "data").as_bytes(), usize::MAX).ok()?;
    let document = read_document(&manifest, Format::Json);
    let root = document.root().filter(|root| text(*root, "kind") == "ClusterServiceVersion")?;
    Some(of_csv(field(root, "spec")?, field(root, "metadata")))
}

/// `annotated` contains the annotations.
fn of_csv(spec: NodeRef<'_>, annotated: Option<NodeRef<'_>>) -> PackageInfo {
    let of = |parent: Option<NodeRef<'_>>, name| parent.map(|parent| text(parent, name)).unwrap_or_default();
    PackageInfo {
        display_name: text(spec, "displayName"),
        provider: of(field(spec, "provider"), "name"),
        summary: of(annotated.and_then(|parent| field(parent, "annotations")), "description"),
        ..PackageInfo::default()
    }
}
