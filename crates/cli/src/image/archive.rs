//! Image archives: OCI layouts and what `docker save` writes.

use olmkit_collections::SortedMap;
use std::collections::BTreeMap;

use serde_json::Value;

use crate::host::{Files, Image, Layer};

/// Deepest nesting of indexes.
const MAX_INDEXES: usize = 4;

/// Why an archive of an image has no image.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LayoutError {
    #[error("{0} is missing")]
    Missing(String),
    #[error("layer {0} is missing")]
    MissingLayer(String),
    #[error("{path}: {source}")]
    Json { path: String, source: serde_json::Error },
    #[error("the image has no config")]
    NoConfig,
    #[error("manifest.json names no config")]
    UnnamedConfig,
    #[error("manifest.json: a layer has no name")]
    UnnamedLayer,
    #[error("index.json names no image")]
    NoImage,
    #[error("the indexes of the image are nested too deeply")]
    TooDeep,
    #[error("\"{}\" is not a valid digest", .0.escape_default())]
    Digest(String),
}

/// Whether the files are those of an image archive.
pub(crate) fn is_image(files: &Files) -> bool {
    let has = |name: &str| files.iter().any(|(path, _)| path == name);
    has("index.json") || has("manifest.json") && !files.iter().any(|(path, _)| path.starts_with("manifests/"))
}

/// The image of an archive.
pub(crate) fn of_archive(mut files: Files) -> Result<Image, LayoutError> {
    let paths = if find(&files, "index.json").is_some() { oci_layers(&files)? } else { docker_layers(&files)? };
    let labels = labels(&files)?;
    // An image may have the same layer twice.
    let mut known: SortedMap<&str, Layer> = SortedMap::new();
    let mut layers = Vec::new();
    for path in &paths {
        if !known.contains_key(path.as_str()) {
            let missing = || LayoutError::MissingLayer(path.clone());
            let (_, content) = files.iter_mut().find(|(name, _)| name == path).ok_or_else(missing)?;
            known.insert(path, Layer::of_bytes(std::mem::take(content)));
        }
        layers.extend(known.get(path.as_str()).cloned());
    }
    Ok(Image { labels, layers })
}

fn find<'f>(files: &'f Files, path: &str) -> Option<&'f [u8]> {
    files.iter().find(|(name, _)| name == path).map(|(_, content)| content.as_slice())
}

fn json(files: &Files, path: &str) -> Result<Value, LayoutError> {
    let content = find(files, path).ok_or_else(|| LayoutError::Missing(path.to_owned()))?;
    serde_json::from_slice(content).map_err(|source| LayoutError::Json { path: path.to_owned(), source })
}

/// What the image says of itself.
fn labels(files: &Files) -> Result<BTreeMap<String, String>, LayoutError> {
    let path = if find(files, "index.json").is_some() {
        blob(oci_manifest(files)?.get("config").ok_or(LayoutError::NoConfig)?)?
    } else {
        let manifest = json(files, "manifest.json")?;
        manifest.pointer("/0/Config").and_then(Value::as_str).ok_or(LayoutError::UnnamedConfig)?.to_owned()
    };
    let config = json(files, &path)?;
    let labels = config.pointer("/config/Labels").and_then(Value::as_object).into_iter().flatten();
    Ok(labels.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect())
}

fn oci_layers(files: &Files) -> Result<Vec<String>, LayoutError> {
    oci_manifest(files)?.get("layers").map(list).unwrap_or_default().iter().map(blob).collect()
}

fn oci_manifest(files: &Files) -> Result<Value, LayoutError> {
    let mut index = json(files, "index.json")?;
    for _ in 0..MAX_INDEXES {
        if index.get("layers").is_some() {
            return Ok(index);
        }
        let manifests = index.get("manifests").map(list).unwrap_or_default();
        let platform =
            |manifest: &&Value| manifest.pointer("/platform/architecture").and_then(Value::as_str) == Some("amd64");
        let chosen = manifests.iter().find(platform).or_else(|| manifests.first());
        let path = blob(chosen.ok_or(LayoutError::NoImage)?)?;
        index = json(files, &path)?;
    }
    Err(LayoutError::TooDeep)
}

fn docker_layers(files: &Files) -> Result<Vec<String>, LayoutError> {
    let manifest = json(files, "manifest.json")?;
    let first = list(&manifest).first().cloned().unwrap_or_default();
    let layers = first.get("Layers").map(list).unwrap_or_default();
    let names: Option<Vec<String>> = layers.iter().map(|layer| layer.as_str().map(str::to_owned)).collect();
    names.ok_or(LayoutError::UnnamedLayer)
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// The path of a descriptor's blob.
fn blob(descriptor: &Value) -> Result<String, LayoutError> {
    let digest = descriptor.get("digest").and_then(Value::as_str).unwrap_or_default();
    match digest.split_once(':') {
        Some((algorithm, hex))
            if hex.bytes().all(|b| b.is_ascii_hexdigit()) && algorithm.bytes().all(|b| b.is_ascii_alphanumeric()) =>
        {
            Ok(format!("blobs/{algorithm}/{hex}"))
        }
        _ => Err(LayoutError::Digest(digest.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> Files {
        list.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn layers_of_both_kinds() {
        let oci = files(&[
            ("index.json", r#"{"manifests":[{"digest":"sha256:aa"}]}"#),
            ("blobs/sha256/aa", r#"{"layers":[{"digest":"sha256:bb"},{"digest":"sha256:cc"}]}"#),
        ]);
        assert_eq!(oci_layers(&oci).unwrap(), ["blobs/sha256/bb", "blobs/sha256/cc"]);
        let docker = files(&[("manifest.json", r#"[{"Layers":["x/layer.tar"]}]"#)]);
        assert!(is_image(&docker) && docker_layers(&docker).unwrap() == ["x/layer.tar"]);
        let evil = files(&[("index.json", r#"{"manifests":[{"digest":"sha256:../x"}]}"#)]);
        assert!(oci_layers(&evil).is_err());
    }
}
