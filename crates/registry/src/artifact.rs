//! Images with all their blobs, for transfer between registries, archives and folders.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use olmkit_disk::reason;
use olmkit_k8s::image::parse;
use olmkit_k8s::platform::Platform;
use olmkit_serde_messages::in_json_file;
use serde_json::{Value, json};

use crate::digest::{has_digest, sha256};
use crate::error::Error;
use crate::manifest::{self, Descriptor, Either, Manifest, OCI_INDEX};
use crate::reference::Reference;

/// Annotations in an index that contain the name of an image.
const NAMES: [&str; 2] = ["io.containerd.image.name", "org.opencontainers.image.ref.name"];
/// Maximum nesting depth of indexes.
const DEEPEST: usize = 4;

/// The content of a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// In memory.
    Bytes(Vec<u8>),
    /// In a file that has been verified.
    File(PathBuf),
}

impl Content {
    /// Writes the content to a file. Creates missing parent folders.
    ///
    /// # Errors
    /// Returns an error if the content cannot be read, or the file cannot be written.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut content = self.open()?;
        olmkit_disk::write_with(path, |file| std::io::copy(&mut content, file).map(drop))
    }

    /// Reads the whole content. `name` identifies it in errors.
    fn read(&self, name: &str) -> Result<Vec<u8>, Error> {
        let mut all = Vec::new();
        let read = self.open().and_then(|mut content| content.read_to_end(&mut all));
        read.map_err(|error| Error::content(format!("{name}: {}", reason(&error))))?;
        Ok(all)
    }

    /// Opens the content for reading.
    pub(crate) fn open(&self) -> std::io::Result<Box<dyn Read + '_>> {
        Ok(match self {
            Content::Bytes(bytes) => Box::new(bytes.as_slice()),
            Content::File(path) => Box::new(File::open(path)?),
        })
    }
}

/// A manifest or an index with everything that it references.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Artifact {
    /// The descriptor of the root.
    pub root: Descriptor,
    /// Manifests and indexes by digest: media type and content.
    pub manifests: BTreeMap<String, (String, Vec<u8>)>,
    /// Configurations and layers by digest: size and content.
    pub blobs: BTreeMap<String, (u64, Content)>,
    /// The reference from which it was fetched. The registry can mount blobs from there.
    pub from: Option<Reference>,
}

/// The files of an archive: path and content.
type Files = Vec<(String, Vec<u8>)>;

impl Artifact {
    /// Creates an artifact with a single manifest. Its blobs are added later.
    pub(crate) fn of_manifest(media: &str, text: Vec<u8>) -> Self {
        let mut artifact = Artifact::default();
        artifact.root = artifact.add_manifest(media, text);
        artifact
    }

    /// Checks that a digest in a reference equals the digest of the image. A tag is always accepted.
    ///
    /// # Errors
    /// Returns an error if the digests differ.
    pub fn check_name(&self, name: &Reference) -> Result<(), Error> {
        let root = &self.root.digest;
        if !name.is_digest() || name.version == *root {
            return Ok(());
        }
        let text = format!("the reference {name} has another digest than the image ({root})");
        Err(Error::content(text).help("Use a tag instead: the digest follows from the content."))
    }

    /// Adds a manifest or an index. Returns its descriptor.
    pub(crate) fn add_manifest(&mut self, media: &str, text: Vec<u8>) -> Descriptor {
        let descriptor = descriptor(media, &text);
        self.manifests.insert(descriptor.digest.clone(), (media.to_owned(), text));
        descriptor
    }

    /// Adds a blob in memory. Returns its descriptor.
    pub(crate) fn add(&mut self, media: &str, content: Vec<u8>) -> Descriptor {
        let descriptor = descriptor(media, &content);
        self.blobs.insert(descriptor.digest.clone(), (descriptor.size, Content::Bytes(content)));
        descriptor
    }

    /// Reads the files of an OCI layout.
    pub(crate) fn of_layout(files: Files, name: Option<&str>) -> Result<Self, Error> {
        let mut files: BTreeMap<String, Vec<u8>> = files.into_iter().collect();
        let index = files.remove("index.json").ok_or_else(|| Error::content("index.json is missing"))?;
        let root = root_of(&index, name)?;
        let blob = |digest: &str| Ok(files.remove(&path_of(digest)).map(Content::Bytes));
        Artifact::gathered(root, blob)
    }

    /// Reads a folder with an OCI layout.
    ///
    /// # Errors
    /// Returns an error if a file is missing or does not match its digest.
    pub fn of_folder(folder: &Path) -> Result<Self, Error> {
        let path = folder.join("index.json");
        let index =
            std::fs::read(&path).map_err(|error| Error::content(format!("{}: {}", path.display(), reason(&error))))?;
        Artifact::gathered(root_of(&index, None)?, |digest| {
            let path = folder.join(path_of(digest));
            Ok(path.is_file().then_some(Content::File(path)))
        })
    }

    /// Collects everything that is reachable from a descriptor.
    fn gathered(
        mut root: Descriptor,
        mut blob: impl FnMut(&str) -> Result<Option<Content>, Error>,
    ) -> Result<Self, Error> {
        root.annotations.clear();
        let mut artifact = Artifact { root: root.clone(), ..Artifact::default() };
        let mut waiting = vec![(root, 0_usize)];
        while let Some((next, depth)) = waiting.pop() {
            if depth > DEEPEST {
                return Err(Error::content("the indexes of the image are nested too deeply"));
            }
            let text = verified(&next.digest, blob(&next.digest)?)?;
            match manifest::read(&text, &next.media_type)? {
                Either::Index(index) => {
                    waiting.extend(index.manifests.into_iter().map(|entry| (entry, depth.saturating_add(1))));
                }
                Either::Image(image) => {
                    for own in image.layers.iter().chain([&image.config]) {
                        let content = blob(&own.digest)?;
                        let known = artifact.blobs.contains_key(&own.digest);
                        if let Some(content) = content.filter(|_| !known) {
                            artifact.blobs.insert(own.digest.clone(), (own.size, checked(&own.digest, content)?));
                        } else if !known {
                            return Err(Error::content(format!("the blob {} is missing", own.digest)));
                        }
                    }
                }
            }
            artifact.manifests.insert(next.digest, (next.media_type, text));
        }
        Ok(artifact)
    }

    /// The manifests in the order of references: a manifest precedes the index that contains it, and the root is last.
    pub(crate) fn in_order(&self) -> Vec<(&str, &str, &[u8])> {
        let mut all: Vec<_> = self.manifests.iter().collect();
        all.sort_by_key(|(digest, (media, text))| {
            let is_index = matches!(manifest::read(text, media), Ok(Either::Index(_)));
            (**digest == self.root.digest, is_index)
        });
        all.into_iter().map(|(digest, (media, text))| (digest.as_str(), media.as_str(), text.as_slice())).collect()
    }

    /// Writes an OCI archive. If the root is a single image, `docker load` can also read it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. An existing file is then unchanged.
    pub fn write_archive(&self, path: &Path, name: Option<&Reference>) -> Result<(), Error> {
        let written = olmkit_disk::write_with(path, |file| self.pack(file, name));
        written.map_err(|error| Error::content(format!("{}: {}", path.display(), reason(&error))))
    }

    fn pack(&self, file: &mut dyn Write, name: Option<&Reference>) -> std::io::Result<()> {
        let mut archive = tar::Builder::new(std::io::BufWriter::new(file));
        let mut add = |path: &str, size: u64, content: &mut dyn Read| {
            let mut header = tar::Header::new_ustar();
            header.set_size(size);
            header.set_mode(0o644);
            header.set_mtime(0);
            archive.append_data(&mut header, path, content)
        };
        for (path, text) in self.heads(name) {
            add(path, text.len() as u64, &mut text.as_slice())?;
        }
        for (digest, (_, text)) in &self.manifests {
            add(&path_of(digest), text.len() as u64, &mut text.as_slice())?;
        }
        for (digest, (size, content)) in &self.blobs {
            add(&path_of(digest), *size, &mut content.open()?)?;
        }
        archive.into_inner()?.flush()
    }

    /// Returns the files of a folder with an OCI layout. The files that mark the layout as complete come last.
    #[must_use]
    pub fn layout(&self, name: Option<&Reference>) -> Vec<(String, Content)> {
        let blobs = self.blobs.iter().map(|(digest, (_, content))| (path_of(digest), content.clone()));
        let manifests =
            self.manifests.iter().map(|(digest, (_, text))| (path_of(digest), Content::Bytes(text.clone())));
        let heads = self.heads(name).into_iter().filter(|(path, _)| *path != "manifest.json");
        let heads = heads.map(|(path, text)| (path.to_owned(), Content::Bytes(text)));
        blobs.chain(manifests).chain(heads).collect()
    }

    /// The top-level files of a layout. Without a name, or with a digest as the name, the image has no tag there: container
    /// engines refuse digests as tags.
    fn heads(&self, name: Option<&Reference>) -> Vec<(&'static str, Vec<u8>)> {
        let tagged = name.filter(|name| !name.is_digest());
        let mut root = json!({
            "mediaType": self.root.media_type,
            "digest": self.root.digest,
            "size": self.root.size,
        });
        if let (Some(name), Some(root)) = (tagged, root.as_object_mut()) {
            let [full, tag] = NAMES;
            root.insert("annotations".to_owned(), json!({ full: name.to_string(), tag: name.version }));
        }
        let index = json!({ "schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": [root] });
        let mut heads =
            vec![("index.json", text(&index)), ("oci-layout", text(&json!({ "imageLayoutVersion": "1.0.0" })))];
        if let Some(image) = self.image() {
            let layers: Vec<String> = image.layers.iter().map(|layer| path_of(&layer.digest)).collect();
            let docker = json!([{ "Config": path_of(&image.config.digest), "RepoTags": tagged.map(ToString::to_string).as_slice(), "Layers": layers }]);
            heads.push(("manifest.json", text(&docker)));
        }
        heads
    }

    /// Returns the platform of the image if it does not match `wanted`. The text is empty if the image does not declare
    /// a platform. An index always matches.
    ///
    /// # Errors
    /// Returns an error if the configuration is not valid.
    pub fn other_platform(&self, wanted: &Platform) -> Result<Option<String>, Error> {
        let Some(image) = self.image() else { return Ok(None) };
        let Some((_, content)) = self.blobs.get(&image.config.digest) else { return Ok(None) };
        let runs = manifest::runs(&content.read(&image.config.digest)?)?;
        let fits = wanted.rank(&runs.os, &runs.architecture, &runs.variant).is_some();
        let is_known = !runs.os.is_empty() && !runs.architecture.is_empty();
        Ok((!fits).then(|| if is_known { runs.to_string() } else { String::new() }))
    }

    /// Returns the labels of each image.
    ///
    /// # Errors
    /// Returns an error if a manifest or a configuration is not valid.
    pub fn labels(&self) -> Result<Vec<BTreeMap<String, String>>, Error> {
        let mut all = Vec::new();
        for (media, text) in self.manifests.values() {
            let Either::Image(image) = manifest::read(text, media)? else { continue };
            let Some((_, content)) = self.blobs.get(&image.config.digest) else { continue };
            all.push(manifest::labels(&content.read(&image.config.digest)?)?);
        }
        Ok(all)
    }

    /// Returns the layers of each image, lowest first.
    ///
    /// # Errors
    /// Returns an error if a manifest is not valid, or a layer is missing.
    pub fn layers(&self) -> Result<Vec<Vec<Content>>, Error> {
        let mut all = Vec::new();
        for (media, text) in self.manifests.values() {
            let Either::Image(image) = manifest::read(text, media)? else { continue };
            let content = |layer: &Descriptor| {
                let missing = || Error::content(format!("the blob {} is missing", layer.digest));
                self.blobs.get(&layer.digest).map(|(_, content)| content.clone()).ok_or_else(missing)
            };
            all.push(image.layers.iter().map(content).collect::<Result<_, _>>()?);
        }
        Ok(all)
    }

    /// The manifest if the root is a single image.
    fn image(&self) -> Option<Manifest> {
        let (media, text) = self.manifests.get(&self.root.digest)?;
        match manifest::read(text, media) {
            Ok(Either::Image(image)) => Some(image),
            _ => None,
        }
    }
}

/// The image in the index of a layout. `name` selects one of several.
fn root_of(index: &[u8], name: Option<&str>) -> Result<Descriptor, Error> {
    let invalid = |error| Error::content(format!("index.json: {}", in_json_file(&error)));
    let index: manifest::Index = serde_json::from_slice(index).map_err(invalid)?;
    let named = |entry: &Descriptor| NAMES.iter().filter_map(|key| entry.annotations.get(*key).cloned()).collect();
    let names: Vec<Vec<String>> = index.manifests.iter().map(named).collect();
    let at = selected(&names, name)?;
    index.manifests.into_iter().nth(at).ok_or_else(|| Error::content("index.json has no image"))
}

/// The index of the selected image of an archive: the only one, the one with that name, or `@` and the index.
pub(crate) fn selected(names: &[Vec<String>], name: Option<&str>) -> Result<usize, Error> {
    let help = || {
        let shown = |(at, own): (usize, &Vec<String>)| own.first().cloned().unwrap_or_else(|| format!("@{at}"));
        let all: Vec<String> = names.iter().enumerate().map(shown).collect();
        format!("Select one as docker-archive:FILE:NAME. The archive has {}.", all.join(", "))
    };
    let position = |at: &usize| *at < names.len();
    match (name, names.len()) {
        (_, 0) => Err(Error::content("the archive has no image")),
        (None, 1) => Ok(0),
        (None, several) => Err(Error::content(format!("the archive has {several} images")).help(help())),
        (Some(name), _) => {
            let found = match name.strip_prefix('@').map(str::parse) {
                Some(at) => at.ok().filter(position),
                None => names.iter().position(|own| own.iter().any(|own| is_same_name(own, name))),
            };
            found.ok_or_else(|| Error::content(format!("the archive has no image {name}")).help(help()))
        }
    }
}

/// Whether both names refer to the same image. For example, `foo:1` equals `docker.io/library/foo:1`.
fn is_same_name(one: &str, other: &str) -> bool {
    one == other || parse(one).is_ok_and(|one| parse(other).is_ok_and(|other| one == other))
}

pub(crate) fn text(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

pub(crate) fn descriptor(media: &str, content: &[u8]) -> Descriptor {
    let size = content.len() as u64;
    Descriptor { media_type: media.to_owned(), digest: sha256(content), size, ..Descriptor::default() }
}

/// The path of a blob in a layout.
fn path_of(digest: &str) -> String {
    format!("blobs/{}", digest.replacen(':', "/", 1))
}

/// Returns the content of a manifest after verifying its digest.
fn verified(digest: &str, content: Option<Content>) -> Result<Vec<u8>, Error> {
    let content = content.ok_or_else(|| Error::content(format!("the manifest {digest} is missing")))?;
    let bytes = match content {
        Content::Bytes(bytes) => bytes,
        Content::File(path) => std::fs::read(&path).map_err(|error| Error::cache(&path, &error))?,
    };
    if has_digest(&bytes, digest) { Ok(bytes) } else { Err(damaged(digest)) }
}

/// Returns the content after verifying its digest.
fn checked(digest: &str, content: Content) -> Result<Content, Error> {
    let is_whole = match &content {
        Content::Bytes(bytes) => has_digest(bytes, digest),
        Content::File(path) => {
            let mut file = File::open(path).map_err(|error| Error::cache(path, &error))?;
            crate::digest::hash(&mut file, digest).unwrap_or(false)
        }
    };
    if is_whole { Ok(content) } else { Err(damaged(digest)) }
}

fn damaged(digest: &str) -> Error {
    Error::content(format!("the blob {digest} does not match its digest"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_that_cannot_be_written_does_not_exist() {
        let folder = tempfile::tempdir().unwrap();
        let gone = Content::File(folder.path().join("gone"));
        let mut artifact = Artifact::of_manifest(OCI_INDEX, b"{}".to_vec());
        artifact.blobs.insert(format!("sha256:{}", "0".repeat(64)), (1, gone));
        let path = folder.path().join("image.tar");
        assert!(artifact.write_archive(&path, None).is_err());
        assert!(!path.exists());
        artifact.blobs.clear();
        artifact.write_archive(&path, None).unwrap();
        assert!(path.exists());
    }

    #[test]
    fn a_digest_is_not_a_tag() {
        let artifact = Artifact::of_manifest(OCI_INDEX, b"{}".to_vec());
        let digest = &artifact.root.digest;
        for (name, tag) in [("quay.io/x/c:1".to_owned(), Some("1")), (format!("quay.io/x/c@{digest}"), None)] {
            let name = Reference::parse(&name).unwrap();
            let (_, index) = artifact.heads(Some(&name)).into_iter().find(|(path, _)| *path == "index.json").unwrap();
            let index: Value = serde_json::from_slice(&index).unwrap();
            assert_eq!(index["manifests"][0]["annotations"]["org.opencontainers.image.ref.name"].as_str(), tag);
        }
    }
}
