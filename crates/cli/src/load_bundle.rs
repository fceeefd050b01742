//! Paths to bundles.

use olmkit_bundle::BEFORE;

use crate::archive::unpack;
use crate::host::{Files, Host, Kind};
use crate::image;
use crate::load::{clean, is_archive, join};

/// The files of one bundle and where they come from.
pub(crate) struct LoadedBundle {
    /// What is put before the paths of its files.
    prefix: String,
    /// Path and content; a path that ends with `/` is a directory.
    pub(crate) files: Files,
    /// Where earlier versions of its objects come from.
    before: Option<String>,
}

impl LoadedBundle {
    /// The path of a file as the user sees it.
    pub(crate) fn shown(&self, path: &str) -> String {
        if let (Some(below), Some(before)) = (path.strip_prefix(BEFORE), &self.before) {
            return format!("{before}{below}");
        }
        if path.is_empty() { self.prefix.trim_end_matches('/').to_owned() } else { format!("{}{path}", self.prefix) }
    }

    /// The text of a file, by the path that the user sees.
    pub(crate) fn text(&self, shown: &str) -> Option<&[u8]> {
        let before = self.before.as_ref().and_then(|before| shown.strip_prefix(before.as_str()));
        let path = before.map(|below| format!("{BEFORE}{below}"));
        let path = path.filter(|path| self.files.iter().any(|(name, _)| name == path));
        let path = path.as_deref().or_else(|| shown.strip_prefix(&self.prefix))?;
        self.files.iter().find(|(name, _)| name == path).map(|(_, content)| content.as_slice())
    }
}

impl LoadedBundle {
    fn new(prefix: String, files: Files) -> Self {
        LoadedBundle { prefix, files, before: None }
    }

    /// Adds earlier versions of objects, to be compared with those of this bundle.
    pub(crate) fn add_before(&mut self, before: &LoadedBundle) {
        let files = before.files.iter().map(|(path, content)| (format!("{BEFORE}{path}"), content.clone()));
        self.files.extend(files);
        self.before = Some(before.prefix.clone());
    }
}

/// Reads one bundle: a directory, an archive of one, or an archive of an image.
pub(crate) fn load(path: &str, host: &mut dyn Host) -> Result<LoadedBundle, String> {
    let shown = clean(path);
    let prefix = if shown.is_empty() { String::new() } else { format!("{}/", shown.trim_end_matches('/')) };
    if host.kind(path).map_err(|failure| format!("{path}: {failure}"))? == Kind::Directory {
        return Ok(LoadedBundle::new(prefix, directory(path, host)?));
    }
    if [".yaml", ".yml", ".json"].iter().any(|end| path.to_ascii_lowercase().ends_with(end)) {
        let content = host.read(path).map_err(|failure| format!("{path}: {failure}"))?;
        let (folder, name) = shown.rsplit_once('/').map_or(("", shown.as_str()), |(folder, name)| (folder, name));
        let prefix = if shown.contains('/') { format!("{folder}/") } else { String::new() };
        return Ok(LoadedBundle::new(prefix, vec![(name.to_owned(), content)]));
    }
    if !is_archive(path) {
        let known = "a directory, a file of objects (.yaml, .json) or an archive (.tar, .tar.gz, .tgz, .zip)";
        return Err(format!("{path}: a bundle is {known}"));
    }
    let content = host.read(path).map_err(|failure| format!("{path}: {failure}"))?;
    let (top, files) = unpack_bundle(&content).map_err(|reason| format!("{path}: {reason}"))?;
    Ok(LoadedBundle::new(format!("{prefix}{top}"), files))
}

/// A bundle among the files of an image.
pub(crate) fn of_image(path: &str, tree: Files) -> LoadedBundle {
    LoadedBundle::new(format!("{}/", clean(path)), image::bundle_part(tree))
}

/// A bundle among the files of an archive.
pub(crate) fn of_archive(path: &str, files: Files) -> LoadedBundle {
    let (top, files) = below_root(files);
    LoadedBundle::new(format!("{}/{top}", clean(path)), files)
}

/// The bundle in an archive, or in the archive of an image: the directory it lies in, and its files.
///
/// # Errors
/// When the archive cannot be read.
pub fn unpack_bundle(content: &[u8]) -> Result<(String, Files), String> {
    let files = unpack(content)?;
    if image::is_image(&files) {
        return Ok((String::new(), image::bundle_part(image::flatten(&files)?)));
    }
    Ok(below_root(files))
}

/// The files below the directory that holds `manifests` or `metadata`, and its path.
fn below_root(files: Files) -> (String, Files) {
    let root = |path: &str| {
        let at = ["manifests/", "metadata/"].into_iter().filter_map(|name| {
            path.match_indices(name)
                .map(|(at, _)| at)
                .find(|&at| at == 0 || path.as_bytes().get(at.wrapping_sub(1)) == Some(&b'/'))
        });
        at.min().map(|at| path.get(..at).unwrap_or_default().to_owned())
    };
    let top = files.iter().filter_map(|(path, _)| root(path)).min_by_key(String::len).unwrap_or_default();
    let below = files.into_iter().filter_map(|(path, content)| Some((path.strip_prefix(&top)?.to_owned(), content)));
    let below = below.collect();
    (top, below)
}

/// Every file below a directory, and the directories themselves.
fn directory(root: &str, host: &mut dyn Host) -> Result<Files, String> {
    let mut files = Files::new();
    let mut waiting = vec![String::new()];
    while let Some(below) = waiting.pop() {
        let here = join(root, &below);
        let entries = host.list(&here).map_err(|failure| format!("{here}: {failure}"))?;
        for entry in entries {
            let path = if below.is_empty() { entry.name } else { format!("{below}/{}", entry.name) };
            let full = join(root, &path);
            // Tools look through links.
            let is_directory = entry.is_directory || host.kind(&full).is_ok_and(|kind| kind == Kind::Directory);
            if entry.is_directory {
                waiting.push(path.clone());
            }
            if is_directory {
                files.push((format!("{path}/"), Vec::new()));
                continue;
            }
            let content = host.read(&full).map_err(|failure| format!("{full}: {failure}"))?;
            files.push((path, content));
        }
    }
    Ok(files)
}
