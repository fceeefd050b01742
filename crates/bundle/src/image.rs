//! Writes a bundle image as an archive without a container engine: an OCI layout that docker can also load.

use olmkit_gostd::hex;
use olmkit_k8s::platform::Platform;
use sha2::{Digest, Sha256};

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
#[must_use]
pub fn bundle_image(files: &[Input<'_>], tag: &str, platform: &Platform) -> BundleImage {
    let bundle = Bundle::new(files);
    let wanted = |path: &str| ["manifests/", "metadata/", "tests/"].iter().any(|start| path.starts_with(start));
    let mut layer = Tar::default();
    for directory in bundle.directories.iter().filter(|path| wanted(&format!("{path}/"))) {
        layer.directory(directory);
    }
    for file in bundle.own().filter(|file| wanted(file.path)) {
        layer.file(file.path, file.bytes);
    }
    let layer = layer.finish();
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
    let mut archive = Tar::default();
    archive.file("oci-layout", b"{\"imageLayoutVersion\":\"1.0.0\"}");
    archive.file("index.json", index.as_bytes());
    archive.file("manifest.json", docker.as_bytes());
    archive.directory("blobs");
    archive.directory("blobs/sha256");
    for content in [config.as_bytes(), manifest.as_bytes(), &layer] {
        archive.file(&blob(content), content);
    }
    BundleImage { archive: archive.finish(), digest: digest(manifest.as_bytes()) }
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

/// A tar archive in ustar format, without modification times and owners. Paths that do not fit are in pax headers.
#[derive(Default)]
struct Tar {
    bytes: Vec<u8>,
}

const BLOCK: usize = 512;
/// The longest name of a file in a ustar header.
const NAME: usize = 100;
/// The longest path of a folder in a ustar header.
const PREFIX: usize = 155;

impl Tar {
    fn file(&mut self, path: &str, content: &[u8]) {
        self.entry(path, content.len(), b'0', 0o644);
        self.bytes.extend_from_slice(content);
        self.pad(BLOCK);
    }

    fn directory(&mut self, path: &str) {
        self.entry(&format!("{path}/"), 0, b'5', 0o755);
    }

    /// Writes the headers of an entry.
    fn entry(&mut self, path: &str, size: usize, kind: u8, mode: u32) {
        if let Some((prefix, name)) = split(path) {
            return self.header(prefix, name, size, kind, mode);
        }
        let record = pax_record("path", path);
        self.header("", "pax", record.len(), b'x', 0o644);
        self.bytes.extend_from_slice(record.as_bytes());
        self.pad(BLOCK);
        // Programs that do not know pax headers see the start of the path.
        self.header("", (0..=NAME).rev().find_map(|end| path.get(..end)).unwrap_or_default(), size, kind, mode);
    }

    fn header(&mut self, prefix: &str, name: &str, size: usize, kind: u8, mode: u32) {
        let mut header = Vec::with_capacity(BLOCK);
        let mut field = |text: &str, width: usize| {
            let mut bytes = text.as_bytes().to_vec();
            bytes.resize(width, 0);
            header.extend(bytes);
        };
        field(name, NAME);
        field(&format!("{mode:07o}"), 8);
        field("0000000", 8);
        field("0000000", 8);
        field(&format!("{size:011o}"), 12);
        field("00000000000", 12);
        field("        ", 8);
        field(&char::from(kind).to_string(), 1);
        field("", 100);
        field("ustar", 6);
        field("00", 2);
        field("", 32);
        field("", 32);
        field("0000000", 8);
        field("0000000", 8);
        field(prefix, PREFIX);
        field("", 12);
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        let sum = format!("{sum:06o}\0 ");
        for (slot, byte) in header.iter_mut().skip(148).zip(sum.bytes()) {
            *slot = byte;
        }
        self.bytes.extend(header);
    }

    fn pad(&mut self, to: usize) {
        let length = self.bytes.len().next_multiple_of(to);
        self.bytes.resize(length, 0);
    }

    fn finish(mut self) -> Vec<u8> {
        let length = self.bytes.len().saturating_add(BLOCK.saturating_mul(2));
        self.bytes.resize(length, 0);
        self.bytes
    }
}

/// Splits a path into the prefix and the name of a ustar header, if it fits.
fn split(path: &str) -> Option<(&str, &str)> {
    if path.len() <= NAME {
        return Some(("", path));
    }
    let mut cuts = path.match_indices('/').map(|(at, _)| at);
    let at = cuts.rfind(|at| *at <= PREFIX && path.len().saturating_sub(*at) <= NAME.saturating_add(1))?;
    Some((path.get(..at)?, path.get(at.saturating_add(1)..)?))
}

/// A record of a pax header. Its length includes the digits of the length.
fn pax_record(key: &str, value: &str) -> String {
    let rest = format!(" {key}={value}\n");
    let mut length = rest.len();
    loop {
        let whole = rest.len().saturating_add(length.to_string().len());
        if whole == length {
            return format!("{length}{rest}");
        }
        length = whole;
    }
}
