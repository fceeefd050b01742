//! Manifests and indexes, of OCI and of Docker.

use std::collections::BTreeMap;

use olmkit_misfit::in_json_file;
use serde::Deserialize;

use crate::error::Error;

/// Media types of manifests that are asked for.
pub(crate) const OCI_MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
pub(crate) const OCI_INDEX: &str = "application/vnd.oci.image.index.v1+json";
pub(crate) const DOCKER_MANIFEST: &str = "application/vnd.docker.distribution.manifest.v2+json";
const DOCKER_LIST: &str = "application/vnd.docker.distribution.manifest.list.v2+json";
pub(crate) const ACCEPTED: [&str; 4] = [OCI_MANIFEST, DOCKER_MANIFEST, OCI_INDEX, DOCKER_LIST];

/// A blob or manifest by its digest.
#[derive(Debug, Clone, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct Descriptor {
    /// What it is.
    #[serde(default)]
    pub media_type: String,
    /// Its digest, as `sha256:…`.
    pub digest: String,
    /// Its bytes.
    pub size: u64,
    /// Where a foreign layer is, which its registry does not have.
    #[serde(default)]
    pub urls: Vec<String>,
    /// What it runs on, in an index.
    #[serde(default)]
    pub platform: Option<Runs>,
    /// More about it.
    #[serde(default)]
    pub annotations: BTreeMap<String, String>,
}

/// What an image of an index runs on.
#[derive(Debug, Clone, Default, Deserialize, PartialEq, Eq)]
pub struct Runs {
    /// The operating system.
    #[serde(default)]
    pub os: String,
    /// The architecture.
    #[serde(default)]
    pub architecture: String,
    /// Its variant.
    #[serde(default)]
    pub variant: String,
}

impl Descriptor {
    /// `OS/ARCHITECTURE[/VARIANT]`, if the entry says so.
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

/// The manifest of one image.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// Its configuration.
    pub(crate) config: Descriptor,
    /// Its layers, lowest first.
    #[serde(default)]
    pub(crate) layers: Vec<Descriptor>,
}

/// Images for several platforms.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct Index {
    #[serde(default)]
    media_type: String,
    /// The images.
    pub manifests: Vec<Descriptor>,
}

impl Index {
    /// Whether it is a list in Docker's own form.
    pub(crate) fn is_docker(&self) -> bool {
        self.media_type == DOCKER_LIST
    }
}

/// What a reference leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Either {
    Image(Manifest),
    Index(Index),
}

/// Reads a manifest or an index. `media` is what the registry calls it; the text may say it itself.
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

/// Refuses the form of manifests that Docker had before 2016.
pub(crate) fn refuse_schema_1(text: &[u8]) -> Result<(), Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Head {
        schema_version: u32,
    }
    // Another text is read, and refused, as a manifest.
    if serde_json::from_slice::<Head>(text).is_ok_and(|head| head.schema_version == 1) {
        let text = "the image has a manifest of schema 1, which is obsolete";
        return Err(Error::content(text).help("Push the image again with a current tool, for example skopeo."));
    }
    Ok(())
}

/// Whether a media type is that of an index.
pub(crate) fn is_index(media: &str) -> bool {
    [OCI_INDEX, DOCKER_LIST].contains(&media)
}

/// What a manifest is: what it says, what the registry says, or what it must be.
pub(crate) fn media(text: &[u8], said: &str) -> String {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Head {
        #[serde(default)]
        media_type: String,
    }
    let own = serde_json::from_slice::<Head>(text).map(|head| head.media_type).unwrap_or_default();
    let is_index = matches!(read(text, said), Ok(Either::Index(_)));
    let implied = if is_index { OCI_INDEX } else { OCI_MANIFEST };
    [own.as_str(), said, implied].into_iter().find(|media| !media.is_empty()).unwrap_or_default().to_owned()
}

fn config<T: serde::de::DeserializeOwned>(text: &[u8]) -> Result<T, Error> {
    let broken = |error| Error::content(format!("the configuration of the image: {}", in_json_file(&error)));
    serde_json::from_slice(text).map_err(broken)
}

/// What an image runs on, from its configuration.
pub(crate) fn runs(text: &[u8]) -> Result<Runs, Error> {
    config(text)
}

/// The labels of an image, from its configuration.
pub(crate) fn labels(text: &[u8]) -> Result<BTreeMap<String, String>, Error> {
    let config: serde_json::Value = config(text)?;
    let labels = config.pointer("/config/Labels").and_then(serde_json::Value::as_object);
    let pairs = labels.into_iter().flatten();
    Ok(pairs.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect())
}
