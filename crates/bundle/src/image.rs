//! Writes a bundle image as an archive without a container engine: an OCI layout that docker can also load.

use std::io;

use olmkit_gostd::hex;
use olmkit_k8s::platform::Platform;
use sha2::{Digest, Sha256};
use tar::{Builder, EntryType, Header};

use crate::input::Input;
use crate::model::Bundle;
use crate::render::{object, quote};
use crate::rules::metadata::annotations;

const CONFIG: &str = "application/vnd.oci.image.config.v1+json";
const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const LAYER: &str = "application/vnd.oci.image.layer.v1.tar";

/// The image of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleImage {
    /// An OCI layout as a tar archive.
    pub archive: Vec<u8>,
    /// The digest of the manifest: `sha256:` and 64 hexadecimal digits.
    pub digest: String,
}

/// Builds an image from `manifests`, `metadata` and `tests` of a bundle, with its annotations as labels.
///
/// The same files give the same bytes. `tag` is the whole reference, such as `quay.io/ex/foo:v1.0.0`. The image
/// contains no program, so `platform` is only declared in its configuration.
///
/// # Errors
/// Returns an error if a path cannot be in an archive, such as one with `..`.
pub fn bundle_image(files: &[Input<'_>], tag: &str, platform: &Platform) -> io::Result<BundleImage> {
    let bundle = Bundle::new(files);
    let wanted = |path: &str| ["manifests/", "metadata/", "tests/"].iter().any(|start| path.starts_with(start));
    let mut layer = Archive::new();
    for directory in bundle.directories.iter().filter(|path| wanted(&format!("{path}/"))) {
        layer.directory(directory)?;
    }
    for file in bundle.own().filter(|file| wanted(file.path)) {
        layer.file(file.path, file.bytes)?;
    }
    let layer = layer.finish()?;
    let config = config(&bundle, &layer, platform);
    let manifest = object(&[
        ("schemaVersion", "2".to_owned()),
        ("mediaType", quote(MANIFEST)),
        ("config", descriptor(CONFIG, config.as_bytes(), None)),
        ("layers", format!("[{}]", descriptor(LAYER, &layer, None))),
    ]);
    let index = object(&[
        ("schemaVersion", "2".to_owned()),
        ("manifests", format!("[{}]", descriptor(MANIFEST, manifest.as_bytes(), Some(tag)))),
    ]);
    // All versions of `docker load` read this manifest.
    let docker = format!(
        "[{}]",
        object(&[
            ("Config", quote(&blob(config.as_bytes()))),
            ("RepoTags", format!("[{}]", quote(tag))),
            ("Layers", format!("[{}]", quote(&blob(&layer)))),
        ])
    );
    let mut archive = Archive::new();
    archive.file("oci-layout", b"{\"imageLayoutVersion\":\"1.0.0\"}")?;
    archive.file("index.json", index.as_bytes())?;
    archive.file("manifest.json", docker.as_bytes())?;
    archive.directory("blobs")?;
    archive.directory("blobs/sha256")?;
    for content in [config.as_bytes(), manifest.as_bytes(), &layer] {
        archive.file(&blob(content), content)?;
    }
    Ok(BundleImage { archive: archive.finish()?, digest: digest(manifest.as_bytes()) })
}

/// The configuration of the image. Its labels are the annotations of the bundle.
fn config(bundle: &Bundle<'_>, layer: &[u8], platform: &Platform) -> String {
    let entries = annotations::find(bundle).map(|(_, map)| map.entries()).unwrap_or_default();
    let labels: Vec<(&str, String)> =
        entries.iter().map(|(key, value, _)| (key.as_str(), quote(&value.text().unwrap_or_default()))).collect();
    let diff = format!("[{}]", quote(&digest(layer)));
    let mut members = vec![
        ("created", quote("1970-01-01T00:00:00Z")),
        ("architecture", quote(&platform.architecture)),
        ("os", quote(&platform.os)),
    ];
    members.extend(platform.variant.as_ref().map(|variant| ("variant", quote(variant))));
    members.extend([
        ("config", object(&[("Labels", object(&labels))])),
        ("rootfs", object(&[("type", quote("layers")), ("diff_ids", diff)])),
        (
            "history",
            format!(
                "[{}]",
                object(&[("created", quote("1970-01-01T00:00:00Z")), ("created_by", quote("olmkit bundle build"))])
            ),
        ),
    ]);
    object(&members)
}

fn digest(content: &[u8]) -> String {
    format!("sha256:{}", hex(&Sha256::digest(content)))
}

fn blob(content: &[u8]) -> String {
    format!("blobs/sha256/{}", hex(&Sha256::digest(content)))
}

fn descriptor(media: &str, content: &[u8], tag: Option<&str>) -> String {
    let mut members =
        vec![("mediaType", quote(media)), ("digest", quote(&digest(content))), ("size", content.len().to_string())];
    if let Some(tag) = tag {
        let short = tag.rsplit_once('/').map_or(tag, |(_, name)| name).split_once(':').map_or("latest", |(_, tag)| tag);
        let names = [("io.containerd.image.name", quote(tag)), ("org.opencontainers.image.ref.name", quote(short))];
        members.push(("annotations", object(&names)));
    }
    object(&members)
}

/// A tar archive without modification times and owners. Paths that do not fit into a header are in pax headers.
struct Archive(Builder<Vec<u8>>);

impl Archive {
    fn new() -> Self {
        Self(Builder::new(Vec::new()))
    }

    fn file(&mut self, path: &str, content: &[u8]) -> io::Result<()> {
        self.entry(path, content, EntryType::Regular, 0o644)
    }

    fn directory(&mut self, path: &str) -> io::Result<()> {
        self.entry(&format!("{path}/"), &[], EntryType::Directory, 0o755)
    }

    fn entry(&mut self, path: &str, content: &[u8], kind: EntryType, mode: u32) -> io::Result<()> {
        let mut header = Header::new_ustar();
        header.set_entry_type(kind);
        header.set_mode(mode);
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(0);
        header.set_size(content.len() as u64);
        if header.set_path(path).is_err() {
            self.0.append_pax_extensions([("path", path.as_bytes())])?;
            header.set_path(start(path))?;
        }
        header.set_cksum();
        self.0.append(&header, content)
    }

    fn finish(self) -> io::Result<Vec<u8>> {
        self.0.into_inner()
    }
}

/// The start of a path, for programs that do not know pax headers.
fn start(path: &str) -> &str {
    (0..=100).rev().find_map(|end| path.get(..end)).unwrap_or_default()
}
