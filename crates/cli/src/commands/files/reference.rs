//! Opens paths that opm accepts as a reference: a catalog, a bundle, or the archive of an image.

#[cfg(feature = "native")]
use olmkit_collections::{SortedMap, order};

use olmkit_gostd::go_quote;
use olmkit_render::Rendering;

use super::{Stop, Unrendered};
use crate::args::Args;
use crate::host::{Files, Host, HostError, Image};
use crate::image::{self, ContentError, ImageContent, Named, OpenError, named_image};
use crate::load::{Loaded, load, packed_files};
use crate::load_bundle::{self, LoadedBundle};
use crate::load_error::LoadError;
use crate::problem;

/// The content of a path.
pub(in crate::commands) enum Reference {
    Catalog(Box<Loaded>),
    Bundle(LoadedBundle),
}

/// Opens a path.
pub(in crate::commands) fn open(path: &str, args: &Args, host: &mut dyn Host) -> Result<Reference, Stop> {
    let catalog =
        |host: &mut dyn Host| convertible(path, load(path, args.stdin_filename.as_deref(), &args.options, host)?);
    if path == "-" {
        return catalog(host);
    }
    if let Named::Image(reference) = named_image(path, host)? {
        let image = image::pull(reference, host)?;
        return opened(reference, image.open(), args, host);
    }
    if let Some(files) = packed_files(path, host)? {
        return packed(path, files, args, host);
    }
    if load_bundle::is_bundle(path, host) {
        return Ok(Reference::Bundle(load_bundle::load(path, host)?));
    }
    catalog(host)
}

/// The content of the files of an archive, or of the image in it.
fn packed(path: &str, files: Files, args: &Args, host: &mut dyn Host) -> Result<Reference, Stop> {
    if !image::is_image(&files) {
        return match load_bundle::of_archive(path, files) {
            Ok(bundle) => Ok(Reference::Bundle(bundle)),
            Err(files) => Ok(Reference::Catalog(Box::new(Loaded::of_files(path, files, &args.options)?))),
        };
    }
    let image = image::of_archive(files, host.platform()).map_err(LoadError::archive(path))?;
    opened(path, image.open_unlabeled(), args, host)
}

/// A catalog. Accepts a database only if opm renders it.
fn convertible(path: &str, loaded: Loaded) -> Result<Reference, Stop> {
    match &loaded.rejected {
        Some(message) => Err(refused(path, message.clone())),
        None => Ok(Reference::Catalog(Box::new(loaded))),
    }
}

/// The help for an image without the labels of catalogs and bundles.
const NOT_OF_OLM: &str = "\nAn image of a catalog or a bundle is needed. `olmkit build` and `olmkit bundle build` set its \
                          labels.";

/// The content of an image.
fn opened(
    path: &str,
    content: Result<ImageContent, OpenError>,
    args: &Args,
    host: &mut dyn Host,
) -> Result<Reference, Stop> {
    match content {
        Ok(ImageContent::Catalog(found)) => {
            Ok(Reference::Catalog(Box::new(Loaded::of_found(path, found, &args.options)?)))
        }
        Ok(ImageContent::Database(name, content)) => {
            let path = crate::paths::join(path, &name);
            convertible(&path, Loaded::of_database(&path, &content, &args.options, host)?)
        }
        Ok(ImageContent::Bundle(files)) => Ok(Reference::Bundle(load_bundle::of_image(path, files))),
        Err(error @ OpenError::Unreadable(_)) => Err(LoadError::image(path)(error).into()),
        Err(OpenError::Content(error)) => {
            let message = match &error {
                ContentError::BundleRoot { source, .. } if host.uses_opm_messages() => format!("open .: {source}"),
                ContentError::Unlabeled | ContentError::OtherLabels(_) => {
                    let help = if host.uses_opm_messages() { "" } else { NOT_OF_OLM };
                    format!("render {}: {error}{help}", go_quote(path))
                }
                _ => error.to_string(),
            };
            Err(refused(path, message))
        }
    }
}

/// Adds the content of a path to a rendering. `image`: the image of a bundle that is not read from a registry.
pub(super) fn add(
    path: &str,
    image: &str,
    rendering: &mut Rendering,
    args: &Args,
    host: &mut dyn Host,
) -> Result<(), Stop> {
    let own = match named_image(path, host)? {
        Named::Image(reference) => reference,
        Named::Path => image,
    };
    let reference = open(path, args, host)?;
    add_opened(reference, path, own, rendering, host)
}

/// Adds bundle images, which are pulled together. The image of each bundle is its reference.
///
/// # Errors
/// Returns an error with the reason for each image that cannot be pulled.
pub(super) fn add_pulled(
    references: &[String],
    rendering: &mut Rendering,
    args: &Args,
    host: &mut dyn Host,
) -> Result<(), Stop> {
    for (reference, image) in pulled(references, host)? {
        let opened = opened(reference, image.open(), args, host)?;
        add_opened(opened, reference, reference, rendering, host)?;
    }
    Ok(())
}

/// Renders paths and images separately. Images are pulled together.
///
/// # Errors
/// Returns an error with the reason for each image that cannot be pulled, or for the first that cannot be rendered.
#[cfg(feature = "native")]
pub(in crate::commands) fn render_each(
    references: &[String],
    args: &Args,
    host: &mut dyn Host,
) -> Result<Vec<Rendering>, Stop> {
    let mut images = Vec::new();
    for reference in references {
        if let Named::Image(name) = named_image(reference, host)? {
            images.push(name.to_owned());
        }
    }
    order::sort(&mut images);
    images.dedup();
    let pulled: SortedMap<&String, Image> = pulled(&images, host)?.into_iter().collect();
    let mut all = Vec::with_capacity(references.len());
    for reference in references {
        let mut rendering = Rendering::default();
        let image = match named_image(reference, host)? {
            Named::Image(name) => pulled.get(&name.to_owned()).map(|image| (name, image.open())),
            Named::Path => None,
        };
        match image {
            Some((name, content)) => {
                let opened = opened(name, content, args, host)?;
                add_opened(opened, reference, name, &mut rendering, host)?;
            }
            None => add(reference, "", &mut rendering, args, host)?,
        }
        all.push(rendering);
    }
    Ok(all)
}

fn pulled<'r>(references: &'r [String], host: &mut dyn Host) -> Result<Vec<(&'r String, Image)>, Stop> {
    let (mut images, mut failures) = (Vec::new(), Vec::new());
    for (reference, image) in references.iter().zip(image::pull_all(references, host)) {
        match image {
            Ok(image) => images.push((reference, image)),
            Err(error) => failures.push(error),
        }
    }
    if failures.is_empty() { Ok(images) } else { Err(HostError::Several(failures).into()) }
}

fn add_opened(
    reference: Reference,
    path: &str,
    image: &str,
    rendering: &mut Rendering,
    host: &mut dyn Host,
) -> Result<(), Stop> {
    match reference {
        Reference::Catalog(loaded) => add_catalog(*loaded, path, rendering, host),
        Reference::Bundle(bundle) => {
            let options = olmkit_bundle::RenderOptions { image: image.to_owned(), migrate: false };
            let json =
                olmkit_bundle::render(&olmkit_bundle::Bundle::new(&olmkit_bundle::inputs(&bundle.files)), &options);
            let json = json.map_err(|error| refused(path, error.to_string()))?;
            if json.is_empty() {
                host.note(&problem(&format!("{path}: the bundle has no package; opm omits it")));
            }
            rendering.add_document(&json);
            Ok(())
        }
    }
}

/// Adds a catalog to a rendering. opm's message names no file, so the positions of the problems are listed before it.
pub(super) fn add_catalog(
    mut loaded: Loaded,
    path: &str,
    rendering: &mut Rendering,
    host: &mut dyn Host,
) -> Result<(), Stop> {
    loaded.warn_if_empty(path, host);
    let (files, texts) = loaded.workspace.loaded();
    rendering.add(files, &texts).map_err(|error| {
        loaded.list_unread(host);
        refused(path, error.message)
    })
}

/// The error for a path that opm does not render.
pub(super) fn refused(path: &str, message: String) -> Stop {
    Stop::content(Unrendered { path: path.to_owned(), message })
}
