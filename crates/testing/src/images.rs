//! Images for tests, and a registry that provides them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tar::{EntryType, Header};

use crate::server::{Answer, Request};

/// An entry of a layer, in the format of the recordings.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct LayerEntry {
    /// The name as it is in the layer.
    pub path: String,
    /// Empty for a file; otherwise `dir`, `symlink`, `hardlink` or `fifo`.
    pub r#type: String,
    /// The content of a file.
    pub content: String,
    /// The target of a link.
    pub target: String,
    /// The mode; a default if it is `None`.
    pub mode: Option<u32>,
}

impl LayerEntry {
    /// Creates a regular file.
    #[must_use]
    pub fn file(path: &str, content: &str) -> Self {
        LayerEntry { path: path.to_owned(), content: content.to_owned(), ..LayerEntry::default() }
    }
}

/// A function that compresses a layer.
pub type Packer = fn(&[u8]) -> Vec<u8>;

/// The description of an image to create.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ImageSpec {
    /// `oci` or `docker`.
    pub format: String,
    /// The labels of the configuration.
    pub labels: Option<BTreeMap<String, String>>,
    /// The layers, starting with the lowest.
    pub layers: Vec<Vec<LayerEntry>>,
    /// Whether layers are compressed. `None` means true.
    pub gzip: Option<bool>,
    /// Compresses the layers instead of gzip. The media type remains that of gzip.
    #[serde(skip)]
    pub pack: Option<Packer>,
    /// The architecture in the configuration.
    pub architecture: Option<String>,
}

/// The content of a registry.
#[derive(Debug, Clone, Default)]
pub struct Store {
    /// Blobs by digest.
    pub blobs: BTreeMap<String, Vec<u8>>,
    /// Media type and content of manifests, by tag and by digest.
    pub manifests: BTreeMap<String, (String, Vec<u8>)>,
}

/// The digest of some content.
#[must_use]
pub fn digest(content: &[u8]) -> String {
    Sha256::digest(content).iter().fold("sha256:".to_owned(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// Returns a layer with these entries, as a tar archive.
#[must_use]
pub fn layer(entries: &[LayerEntry]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for entry in entries {
        let mut header = Header::new_gnu();
        let kind = match entry.r#type.as_str() {
            "dir" => EntryType::Directory,
            "symlink" => EntryType::Symlink,
            "hardlink" => EntryType::Link,
            "fifo" => EntryType::Fifo,
            _ => EntryType::Regular,
        };
        header.set_entry_type(kind);
        header.set_size(entry.content.len() as u64);
        header.set_mode(entry.mode.unwrap_or(if kind == EntryType::Directory { 0o755 } else { 0o644 }));
        // Written directly, because the crate refuses names that lead out of the archive.
        let (name, link) = (entry.path.as_bytes(), entry.target.as_bytes());
        header.as_old_mut().name[..name.len()].copy_from_slice(name);
        header.as_old_mut().linkname[..link.len()].copy_from_slice(link);
        header.set_cksum();
        builder.append(&header, entry.content.as_bytes()).unwrap();
    }
    builder.into_inner().unwrap()
}

impl Store {
    /// Adds an image and returns its descriptor.
    pub fn image(&mut self, spec: &ImageSpec) -> Value {
        let is_docker = spec.format == "docker";
        let mut layers = Vec::new();
        let mut differences = Vec::new();
        for entries in &spec.layers {
            let plain = layer(entries);
            differences.push(digest(&plain));
            let is_packed = spec.gzip.unwrap_or(true);
            let content = if is_packed { spec.pack.unwrap_or(gzip)(&plain) } else { plain };
            let media = match (is_docker, is_packed) {
                (true, _) => "application/vnd.docker.image.rootfs.diff.tar.gzip",
                (false, true) => "application/vnd.oci.image.layer.v1.tar+gzip",
                (false, false) => "application/vnd.oci.image.layer.v1.tar",
            };
            layers.push(self.blob(media, content));
        }
        let config = json!({
            "architecture": spec.architecture.as_deref().unwrap_or("amd64"),
            "os": "linux",
            "config": { "Labels": spec.labels },
            "rootfs": { "type": "layers", "diff_ids": differences },
        });
        let (config_media, media) = if is_docker {
            let config = "application/vnd.docker.container.image.v1+json";
            (config, "application/vnd.docker.distribution.manifest.v2+json")
        } else {
            ("application/vnd.oci.image.config.v1+json", "application/vnd.oci.image.manifest.v1+json")
        };
        let config = self.blob(config_media, config.to_string().into_bytes());
        let manifest = json!({ "schemaVersion": 2, "mediaType": media, "config": config, "layers": layers });
        self.manifest(media, &manifest)
    }

    /// Adds an index of images with their platforms and returns its descriptor.
    pub fn index(&mut self, is_docker: bool, images: &[(Value, ImageSpec)]) -> Value {
        let entry = |(platform, spec): &(Value, ImageSpec)| {
            let mut entry = self.image(spec);
            if !platform.is_null() {
                entry["platform"] = platform.clone();
            }
            entry
        };
        let manifests: Vec<Value> = images.iter().map(entry).collect();
        let media = if is_docker {
            "application/vnd.docker.distribution.manifest.list.v2+json"
        } else {
            "application/vnd.oci.image.index.v1+json"
        };
        self.manifest(media, &json!({ "schemaVersion": 2, "mediaType": media, "manifests": manifests }))
    }

    fn blob(&mut self, media: &str, content: Vec<u8>) -> Value {
        let digest = digest(&content);
        let descriptor = json!({ "mediaType": media, "digest": digest, "size": content.len() });
        self.blobs.insert(digest, content);
        descriptor
    }

    fn manifest(&mut self, media: &str, manifest: &Value) -> Value {
        let content = manifest.to_string().into_bytes();
        let digest = digest(&content);
        let descriptor = json!({ "mediaType": media, "digest": digest, "size": content.len() });
        self.manifests.insert(digest, (media.to_owned(), content));
        descriptor
    }

    /// Adds a tag for a manifest, given by its descriptor.
    pub fn tag(&mut self, tag: &str, descriptor: &Value) {
        let manifest = self.manifests[descriptor["digest"].as_str().unwrap()].clone();
        self.manifests.insert(tag.to_owned(), manifest);
    }

    /// Writes all blobs and manifests as an OCI layout, with one image in the index.
    pub fn write_layout(&self, folder: &std::path::Path, image: &Value) {
        let blobs = folder.join("blobs/sha256");
        std::fs::create_dir_all(&blobs).unwrap();
        let manifests = self.manifests.values().map(|(_, content)| content);
        for content in self.blobs.values().chain(manifests) {
            std::fs::write(blobs.join(digest(content).trim_start_matches("sha256:")), content).unwrap();
        }
        std::fs::write(folder.join("oci-layout"), r#"{"imageLayoutVersion":"1.0.0"}"#).unwrap();
        let index = json!({ "schemaVersion": 2, "manifests": [image] });
        std::fs::write(folder.join("index.json"), index.to_string()).unwrap();
    }

    /// Returns the response of a registry that has these images in every repository.
    #[must_use]
    pub fn answer(&self, request: &Request) -> Answer {
        let path = request.path.split('?').next().unwrap_or_default();
        if path == "/v2/" {
            return Answer::new(200, "{}");
        }
        if let Some((_, version)) = path.split_once("/manifests/") {
            let Some((media, content)) = self.manifests.get(version) else { return unknown("MANIFEST_UNKNOWN") };
            let digest = digest(content);
            let answer = Answer::new(200, content.clone()).with("Content-Type", media);
            return answer.with("Docker-Content-Digest", &digest);
        }
        let blob = path.split_once("/blobs/").and_then(|(_, digest)| self.blobs.get(digest));
        let Some(content) = blob else { return unknown("BLOB_UNKNOWN") };
        let from =
            request.header("range").and_then(|range| range.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok());
        match from {
            Some(from) => Answer::new(206, &content[from..]),
            None => Answer::new(200, content.clone()),
        }
    }
}

/// Returns the response of a registry for something that does not exist.
#[must_use]
pub fn unknown(code: &str) -> Answer {
    let message = code.to_lowercase().replace('_', " ");
    let body = json!({ "errors": [{ "code": code, "message": message }] }).to_string();
    Answer::new(404, body).with("Content-Type", "application/json")
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}
