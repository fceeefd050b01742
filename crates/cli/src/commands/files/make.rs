//! `olmkit init`, `migrate` and `generate dockerfile`.

use olmkit_render::{CatalogImage, Level, Output, Package, Rendering};

use super::reference::{Reference, open};
use super::{FilesError, Stop, Unrendered};
use crate::CLEAN;
use crate::args::{Args, Init};
use crate::format::visible;
use crate::host::{Host, Kind, PathError};
use crate::load::is_free;
use crate::named_command::{NamedCommand, NeedsCatalog};
use crate::new_files::write_all;
use crate::paths::{clean, join};

/// Prints an `olm.package` document.
pub(super) fn init(init: &Init, host: &mut dyn Host) -> Result<u8, Stop> {
    let mut read = |path: &Option<String>| match path {
        Some(path) => host.read(path).map(Some).map_err(PathError::at(path)),
        None => Ok(None),
    };
    let (description, icon) = (read(&init.description)?, read(&init.icon)?);
    let description = String::from_utf8_lossy(description.as_deref().unwrap_or_default()).into_owned();
    let package = Package {
        name: &init.package,
        default_channel: &init.default_channel,
        description: &description,
        icon: icon.as_deref(),
    };
    host.out(olmkit_render::init(package, init.output).map_err(Stop::content)?.as_bytes());
    Ok(CLEAN)
}

/// Writes a catalog with one file for each package.
pub(super) fn migrate(
    from: &str,
    to: &str,
    output: Output,
    level: Level,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, Stop> {
    if !is_free(to, host) {
        return Err(FilesError::NotEmpty(to.to_owned()).into());
    }
    let Reference::Catalog(mut loaded) = open(from, args, host)? else {
        return Err(NeedsCatalog { path: from.to_owned(), command: NamedCommand::Migrate }.into());
    };
    loaded.warn_if_empty(from, host);
    let mut rendering = Rendering::default();
    let (files, texts) = loaded.workspace.loaded();
    let refused = |message| Stop::content(Unrendered { path: from.to_owned(), message });
    rendering.add(files, &texts).map_err(|error| refused(error.message))?;
    rendering.migrate(level).map_err(|error| refused(error.to_string()))?;
    let files = rendering.files(output).map_err(Stop::content)?;
    write_all(to, &files, host)?;
    for (path, _) in &files {
        host.note(&format!("wrote {}\n", visible(&join(to, path))));
    }
    Ok(CLEAN)
}

/// Writes the Dockerfile of a catalog next to its directory.
pub(super) fn dockerfile(path: &str, image: &CatalogImage, host: &mut dyn Host) -> Result<u8, Stop> {
    if host.kind(path).map_err(PathError::at(path))? != Kind::Directory {
        return Err(FilesError::NotADirectory(path.to_owned()).into());
    }
    let path = clean(path);
    let (parent, name) = path.rsplit_once('/').map_or(("", path.as_str()), |(parent, name)| (parent, name));
    if name.is_empty() || name == ".." {
        return Err(FilesError::Unnamed.into());
    }
    let target = format!("{name}.Dockerfile");
    let target = if path.contains('/') { format!("{parent}/{target}") } else { target };
    if host.kind(&target).is_ok() {
        return Err(FilesError::Exists(target).into());
    }
    let image = CatalogImage { directory: name.to_owned(), ..image.clone() };
    let text = olmkit_render::dockerfile(&image)?;
    host.write(&target, text.as_bytes()).map_err(PathError::at(&target))?;
    host.note(&format!("wrote {}\n", visible(&target)));
    Ok(CLEAN)
}
