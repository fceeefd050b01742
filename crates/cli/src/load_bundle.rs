//! Loads bundles from paths.

use std::rc::Rc;

use olmkit_bundle::{Input, Part};
use olmkit_folders::TextKind;
use olmkit_workspace::bundle::UnreadableFile;

use crate::archive::unpack;
use crate::folder::{BrokenLink, directory_with_links};
use crate::host::{Failure, Files, Host, Image, Kind, PathError};
use crate::image::{self, ImageContent, Named, named};
use crate::load::packed_files;
use crate::load_error::{LoadError, UnpackError};
use crate::paths::{clean, join};
use crate::problem;

/// The label with the OpenShift versions whose catalogs get the bundle. No other label is checked.
const VERSIONS_LABEL: &str = "com.redhat.openshift.versions";

/// The files of a bundle and their origin.
pub(crate) struct LoadedBundle {
    /// The prefix of the paths of its files.
    prefix: String,
    /// Path and content. A path with a trailing `/` is a directory.
    pub(crate) files: Files,
    /// The files that the bundle is compared with.
    beside: Vec<(Part, Rc<LoadedBundle>)>,
    /// Links that cannot be followed.
    broken: Vec<BrokenLink>,
    /// The label with the OpenShift versions, as a line of a Dockerfile, if the labels of the image are known. Empty if
    /// the image does not have it.
    image_labels: Option<String>,
}

impl LoadedBundle {
    fn new(prefix: String, files: Files) -> Self {
        LoadedBundle { prefix, files, beside: Vec::new(), broken: Vec::new(), image_labels: None }
    }

    /// Adds the labels of the image that contains the bundle. An image without the labels of a bundle may be an archive
    /// that was packed without them.
    fn with_labels_of(mut self, image: &Image) -> Self {
        if image.is_bundle() {
            let line = |value: &String| format!("LABEL {VERSIONS_LABEL}={}\n", value.replace(['\r', '\n'], " "));
            self.image_labels = Some(image.labels.get(VERSIONS_LABEL).map(line).unwrap_or_default());
        }
        self
    }

    /// The labels of its image, as a Dockerfile has them. `None` if they are not known.
    pub(crate) fn image_labels(&self) -> Option<&str> {
        self.image_labels.as_deref()
    }

    /// Adds files to compare with: those of the previous version, or of a cluster.
    pub(crate) fn add(&mut self, part: Part, files: &Rc<LoadedBundle>) {
        self.beside.push((part, Rc::clone(files)));
    }

    /// The files as input of the checks, whose reports have paths as the user sees them.
    pub(crate) fn inputs(&self) -> Vec<Input<'_>> {
        let beside = self.beside.iter().flat_map(|(part, of)| of.inputs_of(*part));
        self.inputs_of(Part::Bundle).chain(beside).collect()
    }

    fn inputs_of(&self, part: Part) -> impl Iterator<Item = Input<'_>> {
        self.files.iter().map(move |(path, bytes)| Input { part, root: &self.prefix, path, bytes })
    }

    /// The paths of its own files as the user sees them.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.files.iter().map(|(path, _)| format!("{}{path}", self.prefix)).collect()
    }

    /// The links that cannot be followed.
    pub(crate) fn unreadable(&self) -> Vec<UnreadableFile> {
        let shown = |(path, failure): &BrokenLink| UnreadableFile {
            path: path.clone(),
            shown: format!("{}{path}", self.prefix),
            reason: failure.to_string(),
        };
        self.broken.iter().map(shown).collect()
    }

    /// The path of the bundle as the user sees it, for findings without a file.
    pub(crate) fn root(&self) -> &str {
        match self.prefix.trim_end_matches('/') {
            "" => ".",
            root => root,
        }
    }

    /// The text of a file, by the path that the user sees.
    pub(crate) fn text(&self, shown: &str) -> Option<&[u8]> {
        let all = std::iter::once(self).chain(self.beside.iter().map(|(_, of)| of.as_ref()));
        all.into_iter().find_map(|of| {
            let path = shown.strip_prefix(&of.prefix)?;
            of.files.iter().find(|(name, _)| name == path).map(|(_, content)| content.as_slice())
        })
    }
}

/// The bundle that contains a file or one of its two folders. As in opm, a bundle is a directory with `manifests` and
/// `metadata`.
pub(crate) fn bundle_around(path: &str, host: &mut dyn Host) -> Option<String> {
    let shown = clean(path);
    let folder = match host.kind(&shown).ok()? {
        Kind::File => shown.rsplit_once('/')?.0,
        _ => &shown,
    };
    let (root, name) = folder.rsplit_once('/').unwrap_or((".", folder));
    (matches!(name, "manifests" | "metadata") && is_bundle(root, host)).then(|| root.to_owned())
}

/// Whether opm takes a path for a bundle: both directories exist.
pub(crate) fn is_bundle(path: &str, host: &mut dyn Host) -> bool {
    let mut is_directory = |name: &str| host.kind(&join(path, name)).is_ok_and(|kind| kind == Kind::Directory);
    is_directory("manifests") && is_directory("metadata")
}

/// Loads a bundle. Fails on a link that cannot be followed, because a file would be missing.
pub(crate) fn load(path: &str, host: &mut dyn Host) -> Result<LoadedBundle, LoadError> {
    let mut loaded = load_to_check(path, host)?;
    match loaded.broken.pop() {
        Some((below, failure)) => {
            let path = format!("{}{below}", loaded.prefix);
            let failure = if host.uses_opm_messages() { failure } else { broken_link(&failure) };
            Err(PathError::at(&path)(failure).into())
        }
        None => Ok(loaded),
    }
}

/// Loads a bundle for a result that does not need all files. Warns about each link that cannot be followed. Returns
/// whether there is any.
pub(crate) fn load_partially(path: &str, host: &mut dyn Host) -> Result<(LoadedBundle, bool), LoadError> {
    let loaded = load_to_check(path, host)?;
    for file in loaded.unreadable() {
        let failure = broken_link(&Failure::Other(file.reason));
        host.note(&problem(&format!("{}: {failure}; the result does not include it", file.shown)));
    }
    let is_partial = !loaded.broken.is_empty();
    Ok((loaded, is_partial))
}

/// A path that the directory lists exists, so "no such file" alone would be misleading.
fn broken_link(failure: &Failure) -> Failure {
    Failure::Other(format!("this symbolic link cannot be followed: {failure}"))
}

/// Loads a bundle to check it: a directory, an archive of one, or an image archive. Links that cannot be followed
/// become findings.
pub(crate) fn load_to_check(path: &str, host: &mut dyn Host) -> Result<LoadedBundle, LoadError> {
    if let Named::Image(reference) = named(path, host)? {
        let image = image::pull(reference, host)?;
        return match image.open() {
            Ok(ImageContent::Bundle(files)) => Ok(of_image(reference, files).with_labels_of(&image)),
            Ok(ImageContent::Catalog(_) | ImageContent::Database(..)) => Err(LoadError::NotABundle(path.to_owned())),
            Err(error) => Err(LoadError::image(path)(error)),
        };
    }
    let shown = clean(path);
    let prefix = if shown.is_empty() { String::new() } else { format!("{}/", shown.trim_end_matches('/')) };
    if let Some(files) = packed_files(path, host)? {
        if !image::is_image(&files) {
            let (top, files) = below_root(files);
            return Ok(LoadedBundle::new(format!("{prefix}{top}"), files));
        }
        let image = image::of_archive(files, host.platform()).map_err(LoadError::archive(path))?;
        let files = image.bundle().map_err(LoadError::image(path))?;
        return Ok(LoadedBundle::new(prefix, files).with_labels_of(&image));
    }
    if host.kind(path).map_err(PathError::at(path))? == Kind::Directory {
        let (files, broken) = directory_with_links(path, host)?;
        return Ok(LoadedBundle { broken, ..LoadedBundle::new(prefix, files) });
    }
    if TextKind::of(path).is_some() {
        let content = host.read(path).map_err(PathError::at(path))?;
        let (folder, name) = shown.rsplit_once('/').map_or(("", shown.as_str()), |(folder, name)| (folder, name));
        let prefix = if shown.contains('/') { format!("{folder}/") } else { String::new() };
        return Ok(LoadedBundle::new(prefix, vec![(name.to_owned(), content)]));
    }
    Err(LoadError::UnknownForm(path.to_owned()))
}

/// The bundle of an image.
pub(crate) fn of_image(path: &str, files: Files) -> LoadedBundle {
    LoadedBundle::new(format!("{}/", clean(path)), files)
}

/// The bundle in the files of an archive, at the root or in one folder. Other files are returned.
pub(crate) fn of_archive(path: &str, files: Files) -> Result<LoadedBundle, Files> {
    let top = root_of(&files);
    let has = |name: &str| files.iter().any(|(path, _)| path.starts_with(&join(&top, name)));
    let is_bundle = has("manifests/") && has("metadata/") && files.iter().all(|(path, _)| path.starts_with(&top));
    if !is_bundle {
        return Err(files);
    }
    Ok(LoadedBundle::new(format!("{}/{top}", clean(path)), below(files, &top)))
}

/// Unpacks the bundle in an archive or in an image archive (for a platform). Returns its directory and its files.
///
/// # Errors
/// Returns an error if the archive cannot be read.
pub fn unpack_bundle(content: &[u8], platform: Option<&str>) -> Result<(String, Files), UnpackError> {
    let files = unpack(content)?;
    if image::is_image(&files) {
        return Ok((String::new(), image::of_archive(files, platform)?.bundle()?));
    }
    Ok(below_root(files))
}

/// The directory that contains `manifests` or `metadata`, and the files below it.
fn below_root(files: Files) -> (String, Files) {
    let top = root_of(&files);
    let below = below(files, &top);
    (top, below)
}

/// The directory that contains `manifests` or `metadata`: empty, or with `/` at the end.
fn root_of(files: &Files) -> String {
    let root = |path: &str| {
        let at = ["manifests/", "metadata/"].into_iter().filter_map(|name| {
            path.match_indices(name)
                .map(|(at, _)| at)
                .find(|&at| at == 0 || path.as_bytes().get(at.wrapping_sub(1)) == Some(&b'/'))
        });
        at.min().map(|at| path.get(..at).unwrap_or_default().to_owned())
    };
    files.iter().filter_map(|(path, _)| root(path)).min_by_key(String::len).unwrap_or_default()
}

/// The files below a directory.
fn below(files: Files, top: &str) -> Files {
    files.into_iter().filter_map(|(path, content)| Some((path.strip_prefix(top)?.to_owned(), content))).collect()
}
