//! Inputs that `olmkit check` checks without a search: images, archives, databases and standard input.

use olmkit_workspace::discover::{FoundKind, RepositoryFile, discover};

use super::CommandError;
use crate::format::visible;
use crate::host::{Files, Host, Image, Kind};
use crate::image::{self, Named, named};
use crate::load::{is_database, is_layout, packed_files};
use crate::load_error::LoadError;
use crate::paths::is_archive;

/// The kind of an input that is checked as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InputKind {
    Catalog,
    Bundle,
}

/// A path or an image, and its content.
pub(super) struct WholeInput {
    pub(super) path: String,
    /// `None` if it is neither a catalog nor a bundle.
    pub(super) kind: Option<InputKind>,
    /// The form in which it is packed.
    form: &'static str,
}

impl WholeInput {
    /// `image.tar: catalog image`
    pub(super) fn line(&self) -> String {
        let kind = match self.kind {
            Some(InputKind::Bundle) => "bundle",
            Some(InputKind::Catalog) | None => "catalog",
        };
        format!("{}: {}\n", visible(&self.path), [kind, self.form].join(" ").trim_end())
    }
}

/// Whether a path is checked as a whole instead of being searched.
pub(super) fn is_whole(path: &str, host: &mut dyn Host) -> Result<bool, CommandError> {
    if path == "-" || matches!(named(path, host)?, Named::Image(_)) {
        return Ok(true);
    }
    Ok(match host.kind(path) {
        Ok(Kind::Directory) => is_layout(path, host),
        Ok(Kind::File) => is_archive(path) || is_database(path, host),
        Ok(Kind::Special) => true,
        Err(_) => false,
    })
}

/// Determines the content of paths and images. Images are pulled together.
pub(super) fn inspect(whole: &[String], host: &mut dyn Host) -> Result<Vec<WholeInput>, CommandError> {
    let mut references = Vec::new();
    for path in whole {
        if let Named::Image(reference) = named(path, host)? {
            references.push(reference.to_owned());
        }
    }
    let mut pulled = image::pull_all(&references, host).into_iter();
    let mut all = Vec::with_capacity(whole.len());
    for path in whole {
        let (kind, form) = match named(path, host)? {
            Named::Image(_) => match pulled.next() {
                Some(image) => (Some(of_labels(&image?)), "image"),
                None => continue,
            },
            Named::Path => of_path(path, host)?,
        };
        all.push(WholeInput { path: path.clone(), kind, form });
    }
    Ok(all)
}

fn of_labels(image: &Image) -> InputKind {
    if image.is_bundle() { InputKind::Bundle } else { InputKind::Catalog }
}

fn of_path(path: &str, host: &mut dyn Host) -> Result<(Option<InputKind>, &'static str), LoadError> {
    let Some(files) = packed_files(path, host)? else {
        let form = if is_database(path, host) { "database" } else { "" };
        return Ok((Some(InputKind::Catalog), form));
    };
    if !image::is_image(&files) {
        return Ok((of_archive(&files), "archive"));
    }
    let image = image::of_archive(files, host.platform()).map_err(LoadError::archive(path))?;
    let is_bundle = image.has_bundle().map_err(LoadError::image(path))?;
    Ok((Some(if is_bundle { InputKind::Bundle } else { InputKind::Catalog }), "image"))
}

/// The kind of the files of an archive that is not an image.
fn of_archive(files: &Files) -> Option<InputKind> {
    let files: Vec<RepositoryFile> = files.iter().map(|(path, content)| RepositoryFile::read(path, content)).collect();
    let found = discover(&files);
    let has = |wanted: fn(&FoundKind) -> bool| found.iter().any(|item| wanted(&item.kind));
    if has(|kind| matches!(kind, FoundKind::Catalog(_))) {
        return Some(InputKind::Catalog);
    }
    has(|kind| matches!(kind, FoundKind::Bundle { .. })).then_some(InputKind::Bundle)
}
