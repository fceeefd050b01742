//! Image archives: OCI layouts and what `docker save` writes. Layers are applied in order, with whiteouts.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::archive::unpack;
use crate::host::Files;

/// Label that says where an image keeps its catalog.
pub(crate) const CATALOG_LABEL: &str = "operators.operatorframework.io.index.configs.v1";

/// Most bytes that all layers together may hold.
const MAX_BYTES: usize = 1 << 30;
/// Most layers.
const MAX_LAYERS: usize = 256;
/// Deepest nesting of indexes.
const MAX_INDEXES: usize = 4;

/// Whether the files are those of an image archive.
pub(crate) fn is_image(files: &Files) -> bool {
    let has = |name: &str| files.iter().any(|(path, _)| path == name);
    has("index.json") || has("manifest.json") && !files.iter().any(|(path, _)| path.starts_with("manifests/"))
}

/// The file system of the image.
pub(crate) fn flatten(files: &Files) -> Result<Files, String> {
    let layers = if find(files, "index.json").is_some() { oci_layers(files)? } else { docker_layers(files)? };
    if layers.len() > MAX_LAYERS {
        return Err(format!("the image has more than {MAX_LAYERS} layers"));
    }
    let mut tree = BTreeMap::new();
    let mut left = MAX_BYTES;
    for path in layers {
        let blob = find(files, &path).ok_or_else(|| format!("layer {path} is missing"))?;
        let layer = unpack(blob).map_err(|reason| format!("layer {path}: {reason}"))?;
        let size = layer.iter().map(|(_, content)| content.len()).fold(0_usize, usize::saturating_add);
        left = left.checked_sub(size).ok_or_else(|| format!("more than {} MiB of layers", MAX_BYTES >> 20))?;
        apply(layer, &mut tree);
    }
    Ok(tree.into_iter().collect())
}

/// What of an image belongs to a bundle.
pub(crate) fn bundle_part(files: Files) -> Files {
    let wanted = |path: &str| ["manifests/", "metadata/", "tests/"].iter().any(|start| path.starts_with(start));
    files.into_iter().filter(|(path, _)| wanted(path)).collect()
}

/// One layer over what is below it: first what it takes away, then what it brings.
fn apply(layer: Files, tree: &mut BTreeMap<String, Vec<u8>>) {
    for (path, _) in &layer {
        let (folder, name) = path.rsplit_once('/').map_or(("", path.as_str()), |(folder, name)| (folder, name));
        let inside = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        if name == ".wh..wh..opq" {
            tree.retain(|path, _| !path.starts_with(&inside));
        } else if let Some(gone) = name.strip_prefix(".wh.") {
            let gone = format!("{inside}{gone}");
            let below = format!("{gone}/");
            tree.retain(|path, _| *path != gone && !path.starts_with(&below));
        }
    }
    let is_whiteout = |path: &str| path.rsplit('/').next().is_some_and(|name| name.starts_with(".wh."));
    tree.extend(layer.into_iter().filter(|(path, _)| !is_whiteout(path)));
}

fn find<'f>(files: &'f Files, path: &str) -> Option<&'f [u8]> {
    files.iter().find(|(name, _)| name == path).map(|(_, content)| content.as_slice())
}

fn json(files: &Files, path: &str) -> Result<Value, String> {
    let content = find(files, path).ok_or_else(|| format!("{path} is missing"))?;
    serde_json::from_slice(content).map_err(|error| format!("{path}: {error}"))
}

/// What the image says of itself.
pub(crate) fn labels(files: &Files) -> Result<BTreeMap<String, String>, String> {
    let path = if find(files, "index.json").is_some() {
        blob(oci_manifest(files)?.get("config").ok_or("the image has no config")?)?
    } else {
        let manifest = json(files, "manifest.json")?;
        manifest.pointer("/0/Config").and_then(Value::as_str).ok_or("manifest.json names no config")?.to_owned()
    };
    let config = json(files, &path)?;
    let labels = config.pointer("/config/Labels").and_then(Value::as_object).into_iter().flatten();
    Ok(labels.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect())
}

/// The files below a directory of the image.
pub(crate) fn below(files: Files, root: &str) -> Files {
    let root = root.trim_matches('/');
    let start = if root.is_empty() { String::new() } else { format!("{root}/") };
    files.into_iter().filter_map(|(path, content)| Some((path.strip_prefix(&start)?.to_owned(), content))).collect()
}

/// The catalog in the archive of an image; where its label says, else in `configs`.
pub(crate) fn catalog_part(files: &Files) -> Result<Files, String> {
    let labels = labels(files)?;
    let root = labels.get(CATALOG_LABEL).map_or("configs", String::as_str);
    let catalog = below(flatten(files)?, root);
    if catalog.is_empty() {
        return Err(format!("the image holds no catalog: there is nothing in {root}"));
    }
    Ok(catalog)
}

fn oci_layers(files: &Files) -> Result<Vec<String>, String> {
    oci_manifest(files)?.get("layers").map(list).unwrap_or_default().iter().map(blob).collect()
}

fn oci_manifest(files: &Files) -> Result<Value, String> {
    let mut index = json(files, "index.json")?;
    for _ in 0..MAX_INDEXES {
        if index.get("layers").is_some() {
            return Ok(index);
        }
        let manifests = index.get("manifests").map(list).unwrap_or_default();
        let platform =
            |manifest: &&Value| manifest.pointer("/platform/architecture").and_then(Value::as_str) == Some("amd64");
        let chosen = manifests.iter().find(platform).or_else(|| manifests.first());
        let path = blob(chosen.ok_or("index.json names no image")?)?;
        index = json(files, &path)?;
    }
    Err("the indexes of the image are nested too deeply".to_owned())
}

fn docker_layers(files: &Files) -> Result<Vec<String>, String> {
    let manifest = json(files, "manifest.json")?;
    let first = list(&manifest).first().cloned().unwrap_or_default();
    let layers = first.get("Layers").map(list).unwrap_or_default();
    let names: Option<Vec<String>> = layers.iter().map(|layer| layer.as_str().map(str::to_owned)).collect();
    names.ok_or_else(|| "manifest.json: a layer has no name".to_owned())
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// The path of a descriptor's blob.
fn blob(descriptor: &Value) -> Result<String, String> {
    let digest = descriptor.get("digest").and_then(Value::as_str).unwrap_or_default();
    match digest.split_once(':') {
        Some((algorithm, hex))
            if hex.bytes().all(|b| b.is_ascii_hexdigit()) && algorithm.bytes().all(|b| b.is_ascii_alphanumeric()) =>
        {
            Ok(format!("blobs/{algorithm}/{hex}"))
        }
        _ => Err(format!("\"{}\" is not a valid digest", digest.escape_default())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> Files {
        list.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn whiteouts_take_away() {
        let mut tree: BTreeMap<_, _> =
            files(&[("manifests/a", "1"), ("manifests/b", "1"), ("metadata/x/y", "1"), ("keep", "1")])
                .into_iter()
                .collect();
        apply(
            files(&[("manifests/.wh.a", ""), ("metadata/.wh..wh..opq", ""), ("metadata/new", "2"), (".wh.gone", "")]),
            &mut tree,
        );
        let left: Vec<&str> = tree.keys().map(String::as_str).collect();
        assert_eq!(left, ["keep", "manifests/b", "metadata/new"]);
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
