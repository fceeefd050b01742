//! Builds catalog images without a container engine: one layer on a base image. The output is deterministic.

use std::collections::HashSet;
use std::io::Write;

use flate2::{Compression, GzBuilder};
use olmkit_k8s::platform::Platform;
use olmkit_serde_messages::in_json_file;
use serde_json::{Map, Value, json};

use crate::artifact::{Artifact, Content, descriptor, text};
use crate::digest::sha256;
use crate::error::Error;
use crate::manifest::{self, DOCKER_MANIFEST, Descriptor, Either, OCI_INDEX, OCI_MANIFEST};

/// The label with the path of the catalog in an image.
pub const CATALOG_LABEL: &str = "operators.operatorframework.io.index.configs.v1";
const OCI_CONFIG: &str = "application/vnd.oci.image.config.v1+json";
const OCI_LAYER: &str = "application/vnd.oci.image.layer.v1.tar+gzip";
pub(crate) const DOCKER_LAYER: &str = "application/vnd.docker.image.rootfs.diff.tar.gzip";

/// Prefix of file names that delete files of lower layers.
const WHITEOUT: &str = ".wh.";

/// The input of a build.
#[derive(Debug, Clone, Default)]
pub struct CatalogBuild {
    /// The files of the catalog, with paths relative to its root.
    pub files: Vec<(String, Vec<u8>)>,
    /// Additional labels.
    pub labels: Vec<(String, String)>,
    /// The time of all files and of the image, in seconds since the Unix epoch: `SOURCE_DATE_EPOCH`, otherwise 0.
    pub time: u64,
}

/// A compressed layer, and the digest of its uncompressed content.
struct Layer {
    packed: Vec<u8>,
    difference: String,
}

impl CatalogBuild {
    /// Builds an image of the catalog without a base, for a platform.
    ///
    /// # Errors
    /// Returns an error if a path cannot be stored in a layer.
    pub fn on_scratch(&self, platform: &Platform) -> Result<Artifact, Error> {
        let Platform { os, architecture, variant } = platform;
        let rootfs = json!({ "type": "layers", "diff_ids": [] });
        let mut config = json!({ "architecture": architecture, "os": os, "config": {}, "rootfs": rootfs });
        if let (Some(variant), Some(members)) = (variant, config.as_object_mut()) {
            members.insert("variant".to_owned(), variant.as_str().into());
        }
        let mut artifact = Artifact::default();
        let manifest = json!({ "schemaVersion": 2, "mediaType": OCI_MANIFEST, "layers": [] });
        artifact.root = self.image(&mut artifact, manifest, config, &self.layer()?)?;
        Ok(artifact)
    }

    /// Builds an image of the catalog on a base image. If the base has images for several platforms, the result has
    /// them too.
    ///
    /// # Errors
    /// Returns an error if the base is not valid, or a path cannot be stored in a layer.
    pub fn on(&self, base: &Artifact) -> Result<Artifact, Error> {
        let layer = self.layer()?;
        let mut artifact = Artifact { blobs: base.blobs.clone(), from: base.from.clone(), ..Artifact::default() };
        let (media, content) = base.manifests.get(&base.root.digest).ok_or_else(missing)?;
        artifact.root = match manifest::read(content, media)? {
            Either::Image(_) => self.upon(base, &base.root, &mut artifact, &layer)?,
            Either::Index(index) => {
                let mut whole: Value = serde_json::from_slice(content).map_err(|error| invalid(&error))?;
                let mut entries = Vec::new();
                let written = whole.get("manifests").and_then(Value::as_array).cloned().unwrap_or_default();
                for (entry, mut written) in index.manifests.iter().zip(written) {
                    // Attestations refer to the images of the base.
                    if entry.platform.as_ref().is_some_and(|runs| runs.os == "unknown") {
                        continue;
                    }
                    let made = self.upon(base, entry, &mut artifact, &layer)?;
                    let members = written.as_object_mut().ok_or_else(missing)?;
                    members.extend(described(&made));
                    entries.push(written);
                }
                let media = if media.is_empty() { OCI_INDEX } else { media };
                if let Some(members) = whole.as_object_mut() {
                    members.insert("manifests".to_owned(), entries.into());
                }
                artifact.add_manifest(media, text(&whole))
            }
        };
        artifact.retain_reachable();
        Ok(artifact)
    }

    fn upon(
        &self,
        base: &Artifact,
        entry: &Descriptor,
        artifact: &mut Artifact,
        layer: &Layer,
    ) -> Result<Descriptor, Error> {
        let (media, content) = base.manifests.get(&entry.digest).ok_or_else(missing)?;
        let Either::Image(image) = manifest::read(content, media)? else { return Err(missing()) };
        let mut written: Value = serde_json::from_slice(content).map_err(|error| invalid(&error))?;
        if let (Some(members), false) = (written.as_object_mut(), media.is_empty()) {
            members.insert("mediaType".to_owned(), media.as_str().into());
        }
        let (_, config) = base.blobs.get(&image.config.digest).ok_or_else(missing)?;
        let config = match config {
            Content::Bytes(bytes) => bytes.clone(),
            Content::File(path) => std::fs::read(path).map_err(|error| Error::cache(path, &error))?,
        };
        let config = serde_json::from_slice(&config).map_err(|error| invalid(&error))?;
        self.image(artifact, written, config, layer)
    }

    /// Adds the image that results from appending the layer to a manifest and its configuration.
    fn image(
        &self,
        artifact: &mut Artifact,
        mut manifest: Value,
        mut config: Value,
        layer: &Layer,
    ) -> Result<Descriptor, Error> {
        self.configure(&mut config, layer)?;
        let media = manifest.get("mediaType").and_then(Value::as_str).unwrap_or(OCI_MANIFEST).to_owned();
        let is_docker = media == DOCKER_MANIFEST;
        let config_media =
            manifest.pointer("/config/mediaType").and_then(Value::as_str).unwrap_or(OCI_CONFIG).to_owned();
        let layer = artifact.add(if is_docker { DOCKER_LAYER } else { OCI_LAYER }, layer.packed.clone());
        let config = artifact.add(&config_media, text(&config));
        let members = manifest.as_object_mut().ok_or_else(missing)?;
        members.insert("config".to_owned(), Value::Object(described(&config)));
        let layers = members.entry("layers").or_insert_with(|| json!([]));
        layers.as_array_mut().ok_or_else(missing)?.push(Value::Object(described(&layer)));
        Ok(artifact.add_manifest(&media, text(&manifest)))
    }

    /// Sets labels, command and history of the image. Other values are kept.
    fn configure(&self, config: &mut Value, layer: &Layer) -> Result<(), Error> {
        let created = timestamp(self.time);
        let members = config.as_object_mut().ok_or_else(missing)?;
        members.insert("created".to_owned(), created.clone().into());
        let own = members.entry("config").or_insert_with(|| json!({}));
        if own.is_null() {
            *own = json!({});
        }
        let own = own.as_object_mut().ok_or_else(missing)?;
        let labels = own.entry("Labels").or_insert_with(|| json!({}));
        if labels.is_null() {
            *labels = json!({});
        }
        let labels = labels.as_object_mut().ok_or_else(missing)?;
        labels.insert(CATALOG_LABEL.to_owned(), "/configs".into());
        for (key, value) in &self.labels {
            labels.insert(key.clone(), value.as_str().into());
        }
        // The base serves catalogs. Without a cache in the image, it creates one at startup.
        if own.get("Entrypoint").and_then(Value::as_array).is_some_and(|words| !words.is_empty()) {
            own.insert("Cmd".to_owned(), json!(["serve", "/configs"]));
        }
        let rootfs = members.entry("rootfs").or_insert_with(|| json!({ "type": "layers" }));
        let rootfs = rootfs.as_object_mut().ok_or_else(missing)?;
        let differences = rootfs.entry("diff_ids").or_insert_with(|| json!([]));
        differences.as_array_mut().ok_or_else(missing)?.push(layer.difference.as_str().into());
        let history = members.entry("history").or_insert_with(|| json!([]));
        if let Some(history) = history.as_array_mut() {
            history.push(json!({ "created": created, "created_by": "olmkit build" }));
        }
        Ok(())
    }

    fn layer(&self) -> Result<Layer, Error> {
        let failed = |error: std::io::Error| Error::content(format!("the layer cannot be made: {error}"));
        if let Some((path, _)) =
            self.files.iter().find(|(path, _)| path.split('/').any(|name| name.starts_with(WHITEOUT)))
        {
            let text = format!("{path}: in the layer of an image, a name that begins with `{WHITEOUT}` deletes a file");
            return Err(Error::content(text).help("Rename the file."));
        }
        let mut files: Vec<&(String, Vec<u8>)> = self.files.iter().filter(|(path, _)| !path.ends_with('/')).collect();
        files.sort();
        let mut archive = tar::Builder::new(Vec::new());
        let header = |kind: tar::EntryType, size: usize| {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(kind);
            header.set_size(size as u64);
            header.set_mode(if kind.is_dir() { 0o755 } else { 0o644 });
            header.set_mtime(self.time);
            header.set_uid(0);
            header.set_gid(0);
            header
        };
        let mut made: HashSet<String> = HashSet::new();
        let mut directories = |path: &str, archive: &mut tar::Builder<Vec<u8>>| {
            for (at, _) in path.match_indices('/') {
                let folder = path.get(..=at).unwrap_or_default().to_owned();
                if made.insert(folder.clone()) {
                    archive.append_data(&mut header(tar::EntryType::Directory, 0), &folder, std::io::empty())?;
                }
            }
            Ok(())
        };
        directories("configs/", &mut archive).map_err(failed)?;
        for (path, content) in files {
            let path = format!("configs/{path}");
            directories(&path, &mut archive).map_err(failed)?;
            let mut header = header(tar::EntryType::Regular, content.len());
            archive.append_data(&mut header, &path, content.as_slice()).map_err(failed)?;
        }
        let plain = archive.into_inner().map_err(failed)?;
        Ok(Layer { packed: gzip(&plain).map_err(failed)?, difference: sha256(&plain) })
    }
}

impl Artifact {
    /// Selects the image for a platform from an index. A single image is returned without a check; see
    /// [`Artifact::other_platform`].
    ///
    /// # Errors
    /// Returns an error if no image matches.
    pub fn of_platform(mut self, platform: &Platform) -> Result<Self, Error> {
        let (media, content) = self.manifests.get(&self.root.digest).ok_or_else(missing)?;
        if let Either::Index(index) = manifest::read(content, media)? {
            let chosen = index.choose(platform)?.digest.clone();
            self.manifests.retain(|digest, _| *digest == chosen);
            let (media, content) = self.manifests.get(&chosen).ok_or_else(missing)?;
            self.root = descriptor(media, content);
            self.retain_reachable();
        }
        Ok(self)
    }

    /// Removes blobs that are no longer referenced, such as the configurations of the base.
    fn retain_reachable(&mut self) {
        let mut named = Vec::new();
        for (media, content) in self.manifests.values() {
            if let Ok(Either::Image(image)) = manifest::read(content, media) {
                named.extend(image.layers.into_iter().chain([image.config]).map(|own| own.digest));
            }
        }
        self.blobs.retain(|digest, _| named.contains(digest));
    }
}

/// Compresses content deterministically.
pub(crate) fn gzip(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::default());
    packed.write_all(plain)?;
    packed.finish()
}

/// The fields of a descriptor without those that only an index has.
pub(crate) fn described(of: &Descriptor) -> Map<String, Value> {
    [("mediaType", json!(of.media_type)), ("digest", json!(of.digest)), ("size", json!(of.size))]
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// Formats a time according to RFC 3339.
fn timestamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Convert days to a Gregorian date. Years start on March 1, counted from year 0.
    let shifted = days.saturating_add(719_468);
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let leaps = (of_era / 1460).saturating_add(of_era / 146_096).saturating_sub(of_era / 36_524);
    let of_era_year = of_era.saturating_sub(leaps) / 365;
    let begun = of_era_year.saturating_mul(365).saturating_add(of_era_year / 4).saturating_sub(of_era_year / 100);
    let of_year = of_era.saturating_sub(begun);
    let shifted_month = of_year.saturating_mul(5).saturating_add(2) / 153;
    let day = of_year.saturating_sub(shifted_month.saturating_mul(153).saturating_add(2) / 5).saturating_add(1);
    let month = if shifted_month < 10 { shifted_month.saturating_add(3) } else { shifted_month.saturating_sub(9) };
    let year = era.saturating_mul(400).saturating_add(of_era_year).saturating_add(u64::from(month <= 2));
    let (hours, minutes, seconds) = (rest / 3600, rest % 3600 / 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}Z")
}

fn missing() -> Error {
    Error::content("the base image is not complete")
}

fn invalid(error: &serde_json::Error) -> Error {
    Error::content(format!("the configuration of the base image: {}", in_json_file(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build() -> CatalogBuild {
        let files = vec![("b/c.yaml".to_owned(), b"2".to_vec()), ("a.yaml".to_owned(), b"1".to_vec())];
        CatalogBuild { files, labels: vec![("l".to_owned(), "v".to_owned())], time: 0 }
    }

    fn any() -> Platform {
        Platform::default()
    }

    #[test]
    fn times_are_written_as_rfc_3339() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_827_696, "2000-02-29T12:34:56Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(timestamp(seconds), expected);
        }
    }

    #[test]
    fn the_same_input_gives_the_same_image() {
        let mut other = build();
        other.files.reverse();
        let (first, second) = (build().on_scratch(&any()).unwrap(), other.on_scratch(&any()).unwrap());
        assert_eq!(first, second);
        assert_ne!(CatalogBuild { time: 1, ..build() }.on_scratch(&any()).unwrap().root, first.root);
        assert_eq!((first.manifests.len(), first.blobs.len()), (1, 2));
    }

    #[test]
    fn names_that_delete_files_are_refused() {
        for path in [".wh.c.yaml", "a/.wh.b/c.yaml"] {
            let refused = CatalogBuild { files: vec![(path.to_owned(), Vec::new())], ..build() };
            let error = refused.on_scratch(&any()).unwrap_err();
            assert!(error.message.starts_with(&format!("{path}: in the layer of an image")), "{error}");
        }
    }

    #[test]
    fn a_base_keeps_what_it_says() {
        let mut base = build().on_scratch(&any()).unwrap();
        let config = json!({ "os": "linux", "custom": 1, "config": { "Entrypoint": ["/bin/opm"], "Cmd": ["x"], "Labels": null } });
        let config = base.add(OCI_CONFIG, text(&config));
        let manifest =
            json!({ "schemaVersion": 2, "config": described(&config), "layers": [], "annotations": { "k": "v" } });
        base.manifests.clear();
        base.root = base.add_manifest(OCI_MANIFEST, text(&manifest));
        let made = build().on(&base).unwrap();
        assert_eq!((made.manifests.len(), made.blobs.len()), (1, 2));
        let manifest: Value = serde_json::from_slice(&made.manifests[&made.root.digest].1).unwrap();
        assert_eq!((&manifest["annotations"]["k"], manifest["layers"].as_array().unwrap().len()), (&json!("v"), 1));
        let (_, Content::Bytes(config)) = &made.blobs[manifest["config"]["digest"].as_str().unwrap()] else { panic!() };
        let config: Value = serde_json::from_slice(config).unwrap();
        assert_eq!(config["custom"], 1);
        assert_eq!(config["config"]["Cmd"], json!(["serve", "/configs"]));
        assert_eq!(config["config"]["Labels"], json!({ "l": "v", CATALOG_LABEL: "/configs" }));
    }
}
