//! OCI and Docker manifests and indexes.

use std::collections::BTreeMap;

use olmkit_serde_messages::in_json_file;
use serde::Deserialize;

use crate::error::Error;

/// Media types of manifests that are requested.
pub(crate) const OCI_MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
pub(crate) const OCI_INDEX: &str = "application/vnd.oci.image.index.v1+json";
pub(crate) const DOCKER_MANIFEST: &str = "application/vnd.docker.distribution.manifest.v2+json";
const DOCKER_LIST: &str = "application/vnd.docker.distribution.manifest.list.v2+json";
pub(crate) const ACCEPTED: [&str; 4] = [OCI_MANIFEST, DOCKER_MANIFEST, OCI_INDEX, DOCKER_LIST];

/// A reference to a blob or manifest by digest.
#[derive(Debug, Clone, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct Descriptor {
    /// The media type.
    #[serde(default)]
    pub media_type: String,
    /// The digest, such as `sha256:…`.
    pub digest: String,
    /// The size in bytes.
    pub size: u64,
    /// The URLs of a foreign layer, which may be missing in the registry.
    #[serde(default)]
    pub urls: Vec<String>,
    /// The platform of the image. Only in an index.
    #[serde(default)]
    pub platform: Option<Runs>,
    /// Annotations.
    #[serde(default)]
    pub annotations: BTreeMap<String, String>,
}

/// The platform of an image.
#[derive(Debug, Clone, Default, Deserialize, PartialEq, Eq)]
pub struct Runs {
    /// The operating system.
    #[serde(default)]
    pub os: String,
    /// The architecture.
    #[serde(default)]
    pub architecture: String,
    /// The variant of the architecture.
    #[serde(default)]
    pub variant: String,
}

impl Descriptor {
    /// Returns `OS/ARCHITECTURE[/VARIANT]`, if the entry has a platform.
    pub(crate) fn platform_text(&self) -> Option<String> {
        self.platform.as_ref().map(ToString::to_string)
    }
}

impl std::fmt::Display for Runs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.os, self.architecture)?;
        if self.variant.is_empty() { Ok(()) } else { write!(f, "/{}", self.variant) }
    }
}

/// The manifest of a single image.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// The descriptor of the configuration.
    pub(crate) config: Descriptor,
    /// The descriptors of the layers, lowest first.
    #[serde(default)]
    pub(crate) layers: Vec<Descriptor>,
}

/// An index of images for several platforms.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct Index {
    #[serde(default)]
    media_type: String,
    /// The descriptors of the images.
    pub manifests: Vec<Descriptor>,
}

impl Index {
    /// Whether this is a manifest list in Docker's format.
    pub(crate) fn is_docker(&self) -> bool {
        self.media_type == DOCKER_LIST
    }
}

/// The target of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Either {
    Image(Manifest),
    Index(Index),
}

/// Parses a manifest or an index. `media` is the media type from the registry. A media type in the text takes
/// precedence.
pub(crate) fn read(text: &[u8], media: &str) -> Result<Either, Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Head {
        #[serde(default)]
        media_type: String,
        manifests: Option<serde::de::IgnoredAny>,
    }
    let broken =
        |error: serde_json::Error| Error::content(format!("the manifest of the image: {}", in_json_file(&error)));
    let head: Head = serde_json::from_slice(text).map_err(broken)?;
    refuse_schema_1(text)?;
    let media = if head.media_type.is_empty() { media } else { &head.media_type };
    if !is_index(media) && head.manifests.is_none() {
        return serde_json::from_slice(text).map(Either::Image).map_err(broken);
    }
    let mut index: Index = serde_json::from_slice(text).map_err(broken)?;
    media.clone_into(&mut index.media_type);
    Ok(Either::Index(index))
}

/// Rejects manifests of schema 1, which Docker used before 2016.
pub(crate) fn refuse_schema_1(text: &[u8]) -> Result<(), Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Head {
        schema_version: u32,
    }
    // Any other text is parsed, and rejected, as a manifest.
    if serde_json::from_slice::<Head>(text).is_ok_and(|head| head.schema_version == 1) {
        let text = "the image has a manifest of schema 1, which is obsolete";
        return Err(Error::content(text).help("Push the image again with a current tool, for example skopeo."));
    }
    Ok(())
}

/// Whether the media type is that of an index.
pub(crate) fn is_index(media: &str) -> bool {
    [OCI_INDEX, DOCKER_LIST].contains(&media)
}

/// The media type of a manifest: the one in the text, otherwise the one from the registry, otherwise derived from the
/// content.
pub(crate) fn media(text: &[u8], declared: &str) -> String {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Head {
        #[serde(default)]
        media_type: String,
    }
    let own = serde_json::from_slice::<Head>(text).map(|head| head.media_type).unwrap_or_default();
    let is_index = matches!(read(text, declared), Ok(Either::Index(_)));
    let implied = if is_index { OCI_INDEX } else { OCI_MANIFEST };
    [own.as_str(), declared, implied].into_iter().find(|media| !media.is_empty()).unwrap_or_default().to_owned()
}

fn config<T: serde::de::DeserializeOwned>(text: &[u8]) -> Result<T, Error> {
    let broken = |error| Error::content(format!("the configuration of the image: {}", in_json_file(&error)));
    serde_json::from_slice(text).map_err(broken)
}

/// Reads the platform of an image from its configuration.
pub(crate) fn runs(text: &[u8]) -> Result<Runs, Error> {
    config(text)
}

/// Reads the labels of an image from its configuration.
pub(crate) fn labels(text: &[u8]) -> Result<BTreeMap<String, String>, Error> {
    let config: serde_json::Value = config(text)?;
    let labels = config.pointer("/config/Labels").and_then(serde_json::Value::as_object);
    let pairs = labels.into_iter().flatten();
    Ok(pairs.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect())
}
