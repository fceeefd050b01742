//! What a path holds that opm would take for a reference: a catalog, a bundle, or the archive of an image.

use olmkit_render::Rendering;

use super::Stop;
use crate::archive::unpack;
use crate::args::Args;
use crate::host::{Files, Host, Kind};
use crate::image;
use crate::load::{Loaded, is_archive, load};
use crate::load_bundle::{self, LoadedBundle};

/// Labels that say what an image holds.
const BUNDLE_LABEL: &str = "operators.operatorframework.io.bundle.package.v1";
const SQLITE_LABEL: &str = "operators.operatorframework.io.index.database.v1";

/// What a path holds.
pub(super) enum Reference {
    Catalog(Box<Loaded>),
    Bundle(LoadedBundle),
}

/// Reads what a path holds.
pub(super) fn open(path: &str, args: &Args, host: &mut dyn Host) -> Result<Reference, Stop> {
    let catalog = |host: &mut dyn Host| {
        let loaded = load(path, args.stdin_filename.as_deref(), &args.options, host)?;
        Ok(Reference::Catalog(Box::new(loaded)))
    };
    if path == "-" {
        return catalog(host);
    }
    let kind = host.kind(path).map_err(|failure| match failure.0.as_str() {
        "ENOENT" => Stop::Usage(missing(path)),
        _ => Stop::Usage(format!("{path}: {failure}")),
    })?;
    if kind == Kind::Directory {
        return if is_bundle(path, host) {
            Ok(Reference::Bundle(load_bundle::load(path, host)?))
        } else {
            catalog(host)
        };
    }
    if is_archive(path) { archive(path, args, host) } else { catalog(host) }
}

/// olmkit pulls no images: a reference that is not a path may be an image.
fn missing(path: &str) -> String {
    format!(
        "{path}: no such file or directory. If it is an image: olmkit uses no registry. Save the image first (for \
         example with `skopeo copy docker://{path} oci-archive:image.tar`) and give the archive."
    )
}

/// opm's test: both directories are there.
fn is_bundle(path: &str, host: &mut dyn Host) -> bool {
    let mut is_directory = |name: &str| {
        let path = crate::load::join(path, name);
        host.kind(&path).is_ok_and(|kind| kind == Kind::Directory)
    };
    is_directory("manifests") && is_directory("metadata")
}

fn archive(path: &str, args: &Args, host: &mut dyn Host) -> Result<Reference, Stop> {
    let content = host.read(path).map_err(|failure| format!("{path}: {failure}"))?;
    let files = unpack(&content).map_err(|reason| format!("{path}: {reason}"))?;
    if !image::is_image(&files) {
        return match has_directories(&files) {
            true => Ok(Reference::Bundle(load_bundle::of_archive(path, files))),
            false => Ok(Reference::Catalog(Box::new(Loaded::of_files(path, files, &args.options)?))),
        };
    }
    let labels = image::labels(&files).map_err(|reason| format!("{path}: {reason}"))?;
    let tree = image::flatten(&files).map_err(|reason| format!("{path}: {reason}"))?;
    if let Some(root) = labels.get(image::CATALOG_LABEL) {
        let files = image::below(tree, root);
        return Ok(Reference::Catalog(Box::new(Loaded::of_files(path, files, &args.options)?)));
    }
    if labels.contains_key(BUNDLE_LABEL) || has_directories(&tree) {
        return Ok(Reference::Bundle(load_bundle::of_image(path, tree)));
    }
    if labels.contains_key(SQLITE_LABEL) {
        let text = "sqlite-based index images are no longer supported, migrate to a file-based catalog";
        return Err(Stop::Content(format!("render reference \"{path}\": {text}")));
    }
    let found: Vec<String> = labels.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let text = format!("image type could not be determined, found labels\n{}", found.join("\n"));
    Err(Stop::Content(format!("render reference \"{path}\": {text}")))
}

/// Whether the files of an archive are those of a bundle.
fn has_directories(files: &Files) -> bool {
    let has = |name: &str| files.iter().any(|(path, _)| path.starts_with(name));
    has("manifests/") && has("metadata/")
}

/// Adds what a path holds to a rendering. A bundle gets the image that is given.
pub(super) fn add(
    path: &str,
    image: &str,
    rendering: &mut Rendering,
    args: &Args,
    host: &mut dyn Host,
) -> Result<(), Stop> {
    let refused = |reason: &str| Stop::Content(format!("render reference \"{path}\": {reason}"));
    match open(path, args, host)? {
        Reference::Catalog(mut loaded) => {
            let (files, texts) = loaded.workspace.loaded();
            rendering.add(files, &texts).map_err(|error| refused(&error.message))
        }
        Reference::Bundle(bundle) => {
            let inputs: Vec<olmkit_bundle::Input<'_>> =
                bundle.files.iter().map(|(path, bytes)| olmkit_bundle::Input { path, bytes }).collect();
            let options = olmkit_bundle::RenderOptions { image: image.to_owned(), migrate: false };
            let json = olmkit_bundle::render(&olmkit_bundle::Bundle::new(&inputs), &options);
            let json = json.map_err(|error| refused(&error.to_string()))?;
            if json.is_empty() {
                host.err(format!("olmkit: {path}: the bundle names no package; opm leaves it out\n").as_bytes());
            }
            rendering.add_bundle(&json);
            Ok(())
        }
    }
}
