//! The files of a catalog as they are, for images.

use crate::archive::unpack;
use crate::host::{Failure, Files, Host, Kind};
use crate::image::{self, Holds, Named, named};
use crate::load::{clean, is_archive};
use crate::load_bundle::directory;

/// An image holds file-based catalogs only.
const DATABASE: &str = "it is a database; write it as a file-based catalog first with `olmkit migrate`";

/// The files of a catalog as they are, by their paths from its root.
pub(crate) fn files(path: &str, host: &mut dyn Host) -> Result<Files, String> {
    let within = |reason: String| format!("{path}: {reason}");
    let image = if let Named::Image(reference) = named(path, host)? {
        image::pull(reference, host)?
    } else if host.kind(path).map_err(|failure| within(failure.to_string()))? == Kind::Directory {
        return directory(path, host);
    } else {
        let content = host.read(path).map_err(|failure| within(failure.to_string()))?;
        if content.starts_with(b"SQLite format 3\0") {
            return Err(within(DATABASE.to_owned()));
        }
        if !is_archive(path) {
            let shown = clean(path);
            return Ok(vec![(shown.rsplit('/').next().unwrap_or_default().to_owned(), content)]);
        }
        let files = unpack(&content).map_err(within)?;
        if !image::is_image(&files) {
            return Ok(files);
        }
        image::of_archive(files).map_err(within)?
    };
    let Holds::Catalog(found) = image.catalog().map_err(|refused| within(refused.into()))? else {
        return Err(within(DATABASE.to_owned()));
    };
    let read = |(name, content): (String, Result<Vec<u8>, Failure>)| match content {
        Ok(content) => Ok((name, content)),
        Err(failure) => Err(within(format!("{name}: {failure}"))),
    };
    found.into_iter().map(read).collect()
}
