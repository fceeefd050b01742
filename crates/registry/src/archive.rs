//! Image archives: OCI layouts, and the formats of `docker save` and `podman save`.

use std::collections::BTreeMap;

use flate2::read::MultiGzDecoder;
use olmkit_serde_messages::in_json_file;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::artifact::{Artifact, selected, text};
use crate::build::{DOCKER_LAYER, described, gzip};
use crate::digest::{has_digest, hash};
use crate::error::Error;
use crate::manifest::{DOCKER_MANIFEST, Descriptor};

/// The file that lists the images of an archive without an OCI layout.
const SAVED: &str = "manifest.json";
const DOCKER_CONFIG: &str = "application/vnd.docker.container.image.v1+json";

/// The files of an archive: path and content.
type Files = Vec<(String, Vec<u8>)>;

/// An image in the list.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Saved {
    config: String,
    #[serde(default)]
    repo_tags: Option<Vec<String>>,
    #[serde(default)]
    layers: Vec<String>,
}

impl Artifact {
    /// Reads the files of an image archive. `name` selects one of several images, by its name or as `@` and its index.
    ///
    /// # Errors
    /// Returns an error if a file is missing or does not match its digest, or if the selection is not unique.
    pub fn of_archive(files: Files, name: Option<&str>) -> Result<Self, Error> {
        if files.iter().any(|(path, _)| path == SAVED) && !files.iter().any(|(path, _)| path == "index.json") {
            return of_saved(&files.into_iter().collect(), name);
        }
        Artifact::of_layout(files, name)
    }
}

fn of_saved(files: &BTreeMap<String, Vec<u8>>, name: Option<&str>) -> Result<Artifact, Error> {
    let file = |path: &str| {
        let missing = || Error::content(format!("{path} is missing"));
        files.get(path).map(Vec::as_slice).ok_or_else(missing)
    };
    let invalid = |path: &str, error| Error::content(format!("{path}: {}", in_json_file(&error)));
    let all: Vec<Saved> = serde_json::from_slice(file(SAVED)?).map_err(|error| invalid(SAVED, error))?;
    let names: Vec<Vec<String>> = all.iter().map(|saved| saved.repo_tags.clone().unwrap_or_default()).collect();
    let saved = all.get(selected(&names, name)?).ok_or_else(|| Error::content("the archive has no image"))?;
    let config = file(&saved.config)?;
    let read: Value = serde_json::from_slice(config).map_err(|error| invalid(&saved.config, error))?;
    let differences: Vec<&str> = match read.pointer("/rootfs/diff_ids").and_then(Value::as_array) {
        Some(ids) => ids.iter().filter_map(Value::as_str).collect(),
        None => Vec::new(),
    };
    if differences.len() != saved.layers.len() {
        let (layers, ids) = (saved.layers.len(), differences.len());
        return Err(Error::content(format!("{SAVED} has {layers} layers, and {} has {ids}", saved.config)));
    }
    let mut artifact = Artifact::default();
    let mut layers = Vec::new();
    for (path, difference) in saved.layers.iter().zip(differences) {
        layers.push(Value::Object(described(&packed(path, file(path)?, difference, &mut artifact)?)));
    }
    let config = artifact.add(DOCKER_CONFIG, config.to_vec());
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": DOCKER_MANIFEST,
        "config": Value::Object(described(&config)),
        "layers": layers,
    });
    artifact.root = artifact.add_manifest(DOCKER_MANIFEST, text(&manifest));
    Ok(artifact)
}

/// Adds a layer, compressed as in registries.
fn packed(path: &str, content: &[u8], difference: &str, artifact: &mut Artifact) -> Result<Descriptor, Error> {
    let is_packed = content.starts_with(&[0x1F, 0x8B]);
    let is_same = match is_packed {
        true => hash(&mut MultiGzDecoder::new(content), difference).unwrap_or(false),
        false => has_digest(content, difference),
    };
    if !is_same {
        return Err(Error::content(format!("{path} does not match the digest {difference} of its layer")));
    }
    let content = match is_packed {
        true => content.to_vec(),
        false => gzip(content).map_err(|error| Error::content(format!("{path}: {}", olmkit_disk::reason(&error))))?,
    };
    Ok(artifact.add(DOCKER_LAYER, content))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifact::Content;
    use crate::digest::sha256;
    use crate::manifest::{self, Either};

    const LAYERS: [&[u8]; 2] = [b"first layer", b"second layer"];

    /// The output of `docker save` for two images, with one layer uncompressed and the other compressed.
    fn saved() -> Files {
        let config = |layers: &[&[u8]]| {
            let ids: Vec<String> = layers.iter().map(|layer| sha256(layer)).collect();
            text(&json!({ "os": "linux", "config": {}, "rootfs": { "type": "layers", "diff_ids": ids } }))
        };
        let list = json!([
            { "Config": "a.json", "RepoTags": ["foo:1", "quay.io/x/foo:1"], "Layers": ["1/layer.tar", "2/layer.tar"] },
            { "Config": "b.json", "RepoTags": null, "Layers": ["1/layer.tar"] },
        ]);
        vec![
            ("manifest.json".to_owned(), text(&list)),
            ("a.json".to_owned(), config(&LAYERS)),
            ("b.json".to_owned(), config(&LAYERS[..1])),
            ("1/layer.tar".to_owned(), LAYERS[0].to_vec()),
            ("2/layer.tar".to_owned(), gzip(LAYERS[1]).unwrap()),
        ]
    }

    fn layers(name: Option<&str>) -> Result<Vec<Vec<u8>>, Error> {
        let artifact = Artifact::of_archive(saved(), name)?;
        let (media, text) = &artifact.manifests[&artifact.root.digest];
        let Either::Image(image) = manifest::read(text, media)? else { panic!("not an image") };
        assert!(artifact.blobs.contains_key(&image.config.digest));
        let unpacked = |layer: &Descriptor| {
            let (_, Content::Bytes(packed)) = &artifact.blobs[&layer.digest] else { panic!("not in memory") };
            let mut plain = Vec::new();
            std::io::Read::read_to_end(&mut MultiGzDecoder::new(packed.as_slice()), &mut plain).unwrap();
            plain
        };
        Ok(image.layers.iter().map(unpacked).collect())
    }

    #[test]
    fn an_image_of_several_is_selected() {
        for name in ["foo:1", "docker.io/library/foo:1", "quay.io/x/foo:1", "@0"] {
            assert_eq!(layers(Some(name)).unwrap(), LAYERS, "{name}");
        }
        assert_eq!(layers(Some("@1")).unwrap(), LAYERS[..1]);
        let several = layers(None).unwrap_err();
        assert_eq!(several.message, "the archive has 2 images");
        let help = "Select one as docker-archive:FILE:NAME. The archive has foo:1, @1.";
        assert_eq!(several.help.unwrap().to_string(), help);
        for name in ["bar:1", "@2", "@x"] {
            let error = layers(Some(name)).unwrap_err();
            assert_eq!((error.message, error.help), (format!("the archive has no image {name}"), Some(help.into())));
        }
    }

    #[test]
    fn layers_are_verified() {
        let mut files = saved();
        files[3].1.push(b'x');
        let error = Artifact::of_archive(files.clone(), Some("@0")).unwrap_err().message;
        assert_eq!(error, format!("1/layer.tar does not match the digest {} of its layer", sha256(LAYERS[0])));
        files.retain(|(path, _)| path != "1/layer.tar");
        assert_eq!(Artifact::of_archive(files, Some("@0")).unwrap_err().message, "1/layer.tar is missing");
    }
}
