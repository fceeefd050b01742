//! `olmkit open`.

use super::CommandError;
use crate::args::OpenArgs;
#[cfg(feature = "native")]
use crate::contents::whole;
#[cfg(not(feature = "native"))]
use crate::host::HostError;
use crate::host::{Files, Host, Kind, OpenRequest, PathError};
#[cfg(feature = "native")]
use crate::image::{self, ImageContent};
use crate::image::{Named, named};
use crate::load::is_free;
#[cfg(feature = "native")]
use crate::load_error::LoadError;
use crate::new_files::write_all;

/// Why the editor cannot be opened.
#[derive(Debug, thiserror::Error)]
enum OpenError {
    /// The path is a device or a pipe.
    #[error("{0} is not a folder or a regular file")]
    Special(String),
    #[error("{0} is not an image: --to writes the files of an image into a folder")]
    NotAnImage(String),
    #[error("{0} is not empty. Use `olmkit open {0}`, or another folder.")]
    Taken(String),
}

pub(crate) fn run(args: &OpenArgs, host: &mut dyn Host) -> Result<u8, CommandError> {
    let request = |path, copy| OpenRequest { path, copy, port: args.port, with_browser: !args.no_browser };
    let path = args.path.as_str();
    let reference = match named(path, host)? {
        Named::Image(reference) => Some(reference),
        Named::Path => None,
    };
    let request = match (reference, &args.to) {
        (None, None) => {
            check(path, host)?;
            request(path, None)
        }
        (None, Some(_)) => return Err(OpenError::NotAnImage(path.to_owned()).into()),
        (Some(reference), None) => request(reference, Some(files(reference, host)?)),
        (Some(reference), Some(folder)) => {
            write(reference, folder, host)?;
            request(folder, None)
        }
    };
    host.open_editor(request)?;
    Ok(crate::CLEAN)
}

/// Refuses a path that the editor cannot open.
fn check(path: &str, host: &mut dyn Host) -> Result<(), CommandError> {
    match host.kind(path).map_err(PathError::at(path))? {
        Kind::Special => Err(OpenError::Special(path.to_owned()).into()),
        Kind::File | Kind::Directory => Ok(()),
    }
}

/// The files of the catalog or bundle in an image.
#[cfg(feature = "native")]
fn files(reference: &str, host: &mut dyn Host) -> Result<Files, CommandError> {
    let image = image::pull(reference, host)?;
    let content = if image.is_bundle() { image.bundle().map(ImageContent::Bundle) } else { image.catalog() };
    match content.map_err(LoadError::image(reference))? {
        ImageContent::Catalog(found) => Ok(whole(reference, found)?),
        ImageContent::Database(_, content) => Ok(host.database(&content)?.files),
        ImageContent::Bundle(files) => Ok(files.into_iter().filter(|(path, _)| !path.ends_with('/')).collect()),
    }
}

#[cfg(not(feature = "native"))]
fn files(reference: &str, _: &mut dyn Host) -> Result<Files, CommandError> {
    Err(HostError::NoImages(reference.to_owned()).into())
}

/// Writes the files of an image into a new folder.
fn write(reference: &str, folder: &str, host: &mut dyn Host) -> Result<(), CommandError> {
    if !is_free(folder, host) {
        return Err(OpenError::Taken(folder.to_owned()).into());
    }
    Ok(write_all(folder, &files(reference, host)?, host)?)
}
