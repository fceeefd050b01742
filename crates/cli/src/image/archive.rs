//! Image archives: OCI layouts, and the output of `docker save`.

use olmkit_collections::SortedMap;
use std::collections::BTreeMap;

use olmkit_k8s::platform::{Platform, PlatformError};
use serde_json::Value;

use crate::host::{Files, Image, Layer};

/// The maximum nesting of indexes.
const MAX_INDEXES: usize = 4;

/// Why an archive does not contain a usable image.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LayoutError {
    #[error("{0} is missing")]
    Missing(String),
    #[error("layer {0} is missing")]
    MissingLayer(String),
    #[error("{path}: {}", olmkit_serde_messages::in_json_file(.source))]
    Json { path: String, source: serde_json::Error },
    #[error("the image has no config")]
    NoConfig,
    #[error("manifest.json has no config")]
    UnnamedConfig,
    #[error("manifest.json: a layer has no name")]
    UnnamedLayer,
    #[error("index.json has no image")]
    NoImage,
    #[error("the archive has {} images ({}). Copy one of them: `olmkit copy docker-archive:FILE:NAME one.tar`", .0.len(), .0.join(", "))]
    Several(Vec<String>),
    #[error("the indexes of the image are nested too deeply")]
    TooDeep,
    #[error("\"{}\" is not a valid digest", .0.escape_default())]
    Digest(String),
    #[error("--platform {text}: {source}")]
    Platform { text: String, source: PlatformError },
    /// opm's message, and the available platforms.
    #[error("{}. It has images for {}.", .wanted.none_fits("image index"), .known.join(", "))]
    NoneFits { wanted: Platform, known: Vec<String> },
}

/// Whether the files are those of an image archive.
pub(crate) fn is_image(files: &Files) -> bool {
    olmkit_folders::is_image(files.iter().map(|(path, _)| path.as_str()))
}

/// The image in an archive. From an index, selects the image for the platform, or for linux/amd64 by default. A single
/// image is selected if no platform is requested.
pub(crate) fn of_archive(mut files: Files, platform: Option<&str>) -> Result<Image, LayoutError> {
    let (paths, labels) = match find(&files, "index.json") {
        Some(_) => {
            let manifest = oci_manifest(&files, platform)?;
            (oci_layers(&manifest)?, labels(&files, &blob(manifest.get("config").ok_or(LayoutError::NoConfig)?)?)?)
        }
        None if docker_names(&files)?.len() > 1 => return Err(LayoutError::Several(docker_names(&files)?)),
        None => (docker_layers(&files)?, labels(&files, &docker_config(&files)?)?),
    };
    // An image may contain the same layer twice.
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

/// The labels in the configuration of the image.
fn labels(files: &Files, config: &str) -> Result<BTreeMap<String, String>, LayoutError> {
    let config = json(files, config)?;
    let labels = config.pointer("/config/Labels").and_then(Value::as_object).into_iter().flatten();
    Ok(labels.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect())
}

fn oci_layers(manifest: &Value) -> Result<Vec<String>, LayoutError> {
    manifest.get("layers").map(list).unwrap_or_default().iter().map(blob).collect()
}

fn oci_manifest(files: &Files, platform: Option<&str>) -> Result<Value, LayoutError> {
    let parsed = |text: &str| text.parse().map_err(|source| LayoutError::Platform { text: text.to_owned(), source });
    let platform = platform.map(parsed).transpose()?;
    let mut index = json(files, "index.json")?;
    for depth in 0..MAX_INDEXES {
        if index.get("layers").is_some() {
            return Ok(index);
        }
        let manifests = index.get("manifests").map(list).unwrap_or_default();
        let is_only = depth == 0 && manifests.len() == 1 && platform.is_none();
        let entry =
            if is_only { manifests.first().ok_or(LayoutError::NoImage) } else { chosen(&manifests, platform.as_ref()) };
        let path = blob(entry?)?;
        index = json(files, &path)?;
    }
    Err(LayoutError::TooDeep)
}

/// The entry of an index that fits best. An entry without a platform may fit every platform, with the lowest priority.
fn chosen<'m>(manifests: &'m [Value], platform: Option<&Platform>) -> Result<&'m Value, LayoutError> {
    if manifests.is_empty() {
        return Err(LayoutError::NoImage);
    }
    let wanted = platform.cloned().unwrap_or_default();
    let rank = |manifest: &&Value| match manifest.get("platform") {
        None => Some(usize::MAX),
        Some(runs) => wanted.rank(part(runs, "os"), part(runs, "architecture"), part(runs, "variant")),
    };
    match manifests.iter().filter(|manifest| rank(manifest).is_some()).min_by_key(|manifest| rank(manifest)) {
        Some(fitting) => Ok(fitting),
        None => Err(LayoutError::NoneFits { wanted, known: manifests.iter().filter_map(runs_on).collect() }),
    }
}

fn part<'v>(runs: &'v Value, name: &str) -> &'v str {
    runs.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// `linux/arm64`, `linux/arm/v7`
fn runs_on(manifest: &Value) -> Option<String> {
    let runs = manifest.get("platform")?;
    let parts = ["os", "architecture", "variant"].map(|name| part(runs, name));
    Some(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/"))
}

/// The name of each image that `docker save` wrote, or its index.
fn docker_names(files: &Files) -> Result<Vec<String>, LayoutError> {
    let named = |(at, image): (usize, Value)| match image.pointer("/RepoTags/0").and_then(Value::as_str) {
        Some(name) => name.to_owned(),
        None => format!("@{at}"),
    };
    Ok(list(&json(files, "manifest.json")?).into_iter().enumerate().map(named).collect())
}

fn docker_config(files: &Files) -> Result<String, LayoutError> {
    let manifest = json(files, "manifest.json")?;
    Ok(manifest.pointer("/0/Config").and_then(Value::as_str).ok_or(LayoutError::UnnamedConfig)?.to_owned())
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
        assert_eq!(oci_layers(&oci_manifest(&oci, None).unwrap()).unwrap(), ["blobs/sha256/bb", "blobs/sha256/cc"]);
        let docker = files(&[("manifest.json", r#"[{"Layers":["x/layer.tar"]}]"#)]);
        assert!(is_image(&docker) && docker_layers(&docker).unwrap() == ["x/layer.tar"]);
        let evil = files(&[("index.json", r#"{"manifests":[{"digest":"sha256:../x"}]}"#)]);
        assert!(oci_manifest(&evil, None).is_err());
        let broken = of_archive(files(&[("index.json", "{\"manifests\":\n[}")]), None).err().unwrap().to_string();
        assert_eq!(broken, "index.json: not valid JSON (line 2, column 2): a value is expected");
    }

    #[test]
    fn the_platform_chooses_in_an_index() {
        let entry = |digest: &str, os: &str, architecture: &str| {
            format!(r#"{{"digest":"sha256:{digest}","platform":{{"os":"{os}","architecture":"{architecture}"}}}}"#)
        };
        let index = format!(
            r#"{{"manifests":[{},{},{}]}}"#,
            entry("aa", "windows", "amd64"),
            entry("bb", "linux", "arm64"),
            entry("cc", "linux", "amd64")
        );
        let manifest = |layer: &str| format!(r#"{{"layers":[{{"digest":"sha256:{layer}"}}]}}"#);
        let (a, b, c) = (manifest("0a"), manifest("0b"), manifest("0c"));
        let all =
            files(&[("index.json", &index), ("blobs/sha256/aa", &a), ("blobs/sha256/bb", &b), ("blobs/sha256/cc", &c)]);
        let layer = |platform| oci_layers(&oci_manifest(&all, platform)?).map(|layers| layers.concat());
        assert_eq!(layer(None).unwrap(), "blobs/sha256/0c");
        assert_eq!(layer(Some("linux/arm64")).unwrap(), "blobs/sha256/0b");
        assert_eq!(layer(Some("windows/amd64")).unwrap(), "blobs/sha256/0a");
        let none = layer(Some("linux/s390x")).unwrap_err().to_string();
        assert!(
            none.contains("architecture \"s390x\"") && none.ends_with("windows/amd64, linux/arm64, linux/amd64."),
            "{none}"
        );
        let without = |kept: &str| {
            let index = format!(r#"{{"manifests":[{kept}]}}"#);
            let all = files(&[("index.json", &index), ("blobs/sha256/aa", &a), ("blobs/sha256/bb", &b)]);
            oci_layers(&oci_manifest(&all, None)?).map(|layers| layers.concat())
        };
        let two = format!("{},{}", entry("aa", "windows", "amd64"), entry("bb", "linux", "arm64"));
        let none = without(&two).unwrap_err().to_string();
        assert!(none.contains("architecture \"amd64\"") && none.ends_with("windows/amd64, linux/arm64."), "{none}");
        assert_eq!(without(&entry("bb", "linux", "arm64")).unwrap(), "blobs/sha256/0b", "a single image");
        assert!(layer(Some("s390x")).unwrap_err().to_string().starts_with("--platform s390x: expected OS/ARCH"));
    }
}
