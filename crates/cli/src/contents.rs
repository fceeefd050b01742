//! Reads the unchanged files of a catalog, for images.

use crate::folder::directory;
use crate::host::{Failure, Files, Host, Kind, PathError};
use crate::image::{self, CatalogContent, ImageContent, Named, named};
use crate::load::{is_database, packed_files};
use crate::load_error::LoadError;
use crate::paths::clean;

/// The unchanged files of a catalog by their paths relative to its root.
pub(crate) fn files(path: &str, host: &mut dyn Host) -> Result<Files, LoadError> {
    let image = if let Named::Image(reference) = named(path, host)? {
        image::pull(reference, host)?
    } else if let Some(files) = packed_files(path, host)? {
        if !image::is_image(&files) {
            return Ok(files);
        }
        image::of_archive(files, host.platform()).map_err(LoadError::archive(path))?
    } else {
        return plain(path, host);
    };
    let ImageContent::Catalog(found) = image.catalog().map_err(LoadError::image(path))? else {
        return Err(LoadError::Database(path.to_owned()));
    };
    whole(path, found)
}

/// The files of a directory, or a single file.
fn plain(path: &str, host: &mut dyn Host) -> Result<Files, LoadError> {
    if host.kind(path).map_err(PathError::at(path))? == Kind::Directory {
        return Ok(directory(path, host)?);
    }
    if is_database(path, host) {
        return Err(LoadError::Database(path.to_owned()));
    }
    let name = clean(path).rsplit('/').next().unwrap_or_default().to_owned();
    Ok(vec![(name, host.read(path).map_err(PathError::at(path))?)])
}

/// The files of a catalog in an image. Fails if one of them is not readable.
pub(crate) fn whole(path: &str, found: CatalogContent) -> Result<Files, LoadError> {
    let read = |(name, content): (String, Result<Vec<u8>, Failure>)| match content {
        Ok(content) => Ok((name, content)),
        Err(source) => Err(LoadError::FileInImage { path: path.to_owned(), name, source }),
    };
    found.into_iter().map(read).collect()
}
