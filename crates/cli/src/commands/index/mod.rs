//! `olmkit add`, `rm`, `prune`, `prune-stranded`, `deprecate-truncate` and `export`.

mod failures;
mod written;

use olmkit_collections::{SortedMap, SortedSet};

use olmkit_render::index::{Index, IndexError as OperationError, objects_of, package_manifest};
use olmkit_render::{NotLoaded, Rendering};
use olmkit_text::{did_you_mean, near_miss};
use olmkit_workspace::{IndexOperation, NewBundle, OnError, OptionsError, Workspace};

use super::CommandError;
use crate::args::{Add, Args, Export, IndexVerb, PermissiveArgs, UnknownName, Writing};
use crate::changed_files::{self, Emptied, FileTexts};
use crate::commands::fix;
use crate::format::paint::Paint;
use crate::format::{plural, visible};
use crate::host::{Files, Host, PathError};
use crate::image::{self, Named, named};
use crate::load::{Loaded, Origin, is_free, load};
use crate::load_bundle;
use crate::load_error::LoadError;
use crate::new_files::write_all;
use crate::{CLEAN, FINDINGS, problem};
use failures::Failures;

/// The message if a change leaves nothing to write.
const EMPTY: &str = "no document is left, so no file was written";

/// Why the index cannot be written to another folder.
#[derive(Debug, thiserror::Error)]
enum IndexError {
    #[error("output dir \"{0}\" must be empty")]
    NotEmpty(String),
    #[error(transparent)]
    Load(#[from] LoadError),
    /// opm does not load it.
    #[error("{path}: {message}")]
    Rejected { path: String, message: String },
}

/// The error if pruning would remove every package.
#[derive(Debug, thiserror::Error)]
#[error("{0}\nThe catalog has none of the packages to keep. To remove all packages, add --allow-empty.")]
struct NothingKept(UnknownName);

/// What to do, and which results are refused.
struct Change {
    operation: IndexOperation,
    on_error: OnError,
    /// Whether the result may have no packages.
    allow_empty: bool,
}

impl Change {
    fn new(operation: IndexOperation, permissive: PermissiveArgs) -> Self {
        let on_error = permissive.on_error();
        Change { operation, on_error, allow_empty: on_error == OnError::Skip }
    }
}

/// Changes an index, or writes its packages in another layout.
pub(crate) fn run(verb: &IndexVerb, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let (target, wanted) = match verb {
        IndexVerb::Export(own) => return export(own, args, host),
        IndexVerb::Add(own) => {
            let operation = IndexOperation::Add { bundles: bundles(own, host)?, options: own.options() };
            return change(&own.catalog, &own.writing, &Change::new(operation, own.permissive), args, host);
        }
        IndexVerb::Rm { target, packages, permissive, .. } => {
            (target, Change::new(IndexOperation::Remove(packages.clone()), *permissive))
        }
        IndexVerb::Prune { target, keep, allow_empty, permissive, .. } => {
            let wanted = Change::new(IndexOperation::Prune(keep.clone()), *permissive);
            (target, Change { allow_empty: wanted.allow_empty || *allow_empty, ..wanted })
        }
        IndexVerb::PruneStranded { target, .. } => {
            let (operation, on_error) = (IndexOperation::PruneStranded, OnError::Refuse);
            (target, Change { operation, on_error, allow_empty: false })
        }
        IndexVerb::DeprecateTruncate { target, bundles, allow_package_removal, permissive, .. } => {
            let allow_package_removal = *allow_package_removal;
            let operation = IndexOperation::DeprecateTruncate { images: bundles.clone(), allow_package_removal };
            (target, Change::new(operation, *permissive))
        }
    };
    change(&target.catalog, &target.writing, &wanted, args, host)
}

/// The bundles to add. A bundle from a registry has its reference as image.
fn bundles(own: &Add, host: &mut dyn Host) -> Result<Vec<NewBundle>, LoadError> {
    let mut references = Vec::new();
    for path in &own.bundles {
        if let Named::Image(reference) = named(path, host)? {
            references.push(reference.to_owned());
        }
    }
    let mut pulled = references.iter().zip(image::pull_all(&references, host));
    let mut bundles = Vec::new();
    for path in &own.bundles {
        bundles.push(match named(path, host)? {
            Named::Image(_) => {
                let Some((reference, image)) = pulled.next() else { continue };
                let files = image?.bundle().map_err(LoadError::image(path))?;
                NewBundle { image: Some(own.image.clone().unwrap_or_else(|| reference.clone())), files }
            }
            Named::Path => NewBundle { image: own.image.clone(), files: load_bundle::load(path, host)?.files },
        });
    }
    Ok(bundles)
}

fn change(
    path: &str,
    writing: &Writing,
    wanted: &Change,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, CommandError> {
    let diff = writing.diff;
    let mut catalog = match &writing.output {
        Some(folder) => load_for(folder, path, args, host)?,
        None => fix::load_to_change(path, (diff, "--diff or --output DIR"), &args.options, args, host)?,
    };
    let (before, index) = (changed_files::texts(&catalog), catalog.workspace.index());
    check_kept(wanted, &index, host)?;
    let notes = match catalog.workspace.operate(&wanted.operation, wanted.on_error) {
        Ok(notes) => notes,
        Err(error) => {
            for line in reasons(&error, path, &wanted.operation, &index) {
                host.err(problem(&visible(&line)).as_bytes());
            }
            if let IndexOperation::DeprecateTruncate { images, .. } = &wanted.operation {
                similar_bundles(images, &index).iter().for_each(|hint| host.err(hint.as_bytes()));
            }
            return Ok(error.code);
        }
    };
    let wrote = match &writing.output {
        Some(folder) => {
            let is_written = write_copy(&catalog, folder, host)?;
            if is_written { format!("wrote the catalog to {folder}") } else { EMPTY.to_owned() }
        }
        None => {
            if diff {
                changed_files::show(&catalog, &before, Paint::new(args.color, host), host);
            } else {
                changed_files::write(&catalog, &before, Emptied::Removed, host)?;
            }
            written_files(&catalog, &before)
        }
    };
    if diff {
        explain(&mut catalog, &before, args, host)?;
    } else if !writing.quiet {
        host.err(written::sentence(&index, &catalog.workspace.index(), &wrote).as_bytes());
    }
    for note in notes {
        host.err(format!("{}\n", visible(&note)).as_bytes());
    }
    Ok(CLEAN)
}

/// Warns about packages to keep that the catalog does not have. opm ignores them silently, so that a misspelled name
/// removes its package. If the catalog has none of them, every package would be removed, which is refused.
fn check_kept(wanted: &Change, index: &Index, host: &mut dyn Host) -> Result<(), NothingKept> {
    let IndexOperation::Prune(keep) = &wanted.operation else { return Ok(()) };
    let mut unknown: Vec<UnknownName> = unknown_packages(keep, index).collect();
    if unknown.len() == keep.len() && !wanted.allow_empty {
        return Err(NothingKept(unknown.swap_remove(0)));
    }
    for name in unknown {
        host.err(format!("warning: {}\n", visible(&name.to_string())).as_bytes());
    }
    Ok(())
}

/// The names that are not packages of the index.
fn unknown_packages<'i>(names: &'i [String], index: &'i Index) -> impl Iterator<Item = UnknownName> + 'i {
    let unknown = names.iter().filter(|name| !index.contains_key(*name));
    unknown.map(|name| UnknownName::in_catalog("package", name, index.keys().map(String::as_str)))
}

/// Describes which files were written and removed. Empty for a catalog that is not read from files.
fn written_files(catalog: &Loaded, before: &FileTexts) -> String {
    if catalog.origin != Origin::Files {
        return String::new();
    }
    let text = |path: &str| catalog.workspace.text(path).unwrap_or_default();
    let is_changed = |path: &&str| text(path) != before.get(*path).map(Vec::as_slice).unwrap_or_default();
    let (written, removed): (Vec<&str>, Vec<&str>) =
        catalog.workspace.paths().filter(is_changed).partition(|path| !text(path).is_empty());
    let part = |done: &str, paths: &[&str]| match paths {
        [] => None,
        [path] => Some(format!("{done} {}", visible(&catalog.shown(path)))),
        paths => Some(format!("{done} {}", plural(paths.len(), "file"))),
    };
    let parts: Vec<String> = [part("wrote", &written), part("removed", &removed)].into_iter().flatten().collect();
    if parts.is_empty() { "no file was written".to_owned() } else { parts.join(", ") }
}

/// Why an operation is refused: the packages that the catalog does not have, otherwise the error.
fn reasons(error: &OperationError, path: &str, operation: &IndexOperation, index: &Index) -> Vec<String> {
    let names: &[String] = if let IndexOperation::Remove(names) = operation { names } else { &[] };
    let unknown: Vec<String> = unknown_packages(names, index).map(|unknown| format!("{path}: {unknown}")).collect();
    if unknown.is_empty() { vec![error.plain().to_owned()] } else { unknown }
}

/// A hint for each image or name that is not in the index, but similar to one that is.
fn similar_bundles(images: &[String], index: &Index) -> Vec<String> {
    let bundles = index.values().flat_map(|package| &package.bundles);
    let known: Vec<&str> = bundles.flat_map(|(name, bundle)| [name.as_str(), bundle.image.as_str()]).collect();
    let unknown = images.iter().filter(|name| !known.contains(&name.as_str()));
    let hint = |name: &String| {
        let near = near_miss(name, &mut known.iter().copied())?;
        Some(format!("hint: {}\n", visible(&format!("`{name}` is not in the catalog{}", did_you_mean(near)))))
    };
    unknown.filter_map(hint).collect()
}

/// Loads a catalog whose changed copy is written to another folder.
fn load_for(folder: &str, path: &str, args: &Args, host: &mut dyn Host) -> Result<Loaded, IndexError> {
    if !is_free(folder, host) {
        return Err(IndexError::NotEmpty(folder.to_owned()));
    }
    let catalog = load(path, args.stdin_filename.as_deref(), &args.options, host)?;
    match &catalog.rejected {
        Some(message) => Err(IndexError::Rejected { path: path.to_owned(), message: message.clone() }),
        None => Ok(catalog),
    }
}

/// Writes the files that contain documents into a folder. Returns whether there are any.
fn write_copy(catalog: &Loaded, folder: &str, host: &mut dyn Host) -> Result<bool, PathError> {
    let name = |path| if catalog.origin == Origin::Stream { "catalog.yaml" } else { path };
    let texts = catalog.workspace.paths().map(|path| (path, catalog.workspace.text(path).unwrap_or_default()));
    let files: Vec<(&str, &[u8])> =
        texts.filter(|(_, text)| !text.is_empty()).map(|(path, text)| (name(path), text)).collect();
    write_all(folder, &files, host)?;
    Ok(!files.is_empty())
}

/// Reports which installed versions can now, or can no longer, upgrade, and the rest of the impact.
fn explain(catalog: &mut Loaded, before: &FileTexts, args: &Args, host: &mut dyn Host) -> Result<(), OptionsError> {
    let mut old = Workspace::new(&args.options)?;
    for (path, text) in before {
        old.open(path, text.clone());
    }
    for sentence in catalog.workspace.impact(&mut old).consequences {
        host.err(format!("{}\n", visible(&sentence)).as_bytes());
    }
    Ok(())
}

/// Refuses images that no bundle has, because the values given for them would be ignored.
fn check_images(given: &[(String, String)], index: &Index) -> Result<(), UnknownName> {
    let known = || index.values().flat_map(|package| package.bundles.values()).map(|bundle| bundle.image.as_str());
    for (image, _) in given {
        if !known().any(|known| known == image) {
            return Err(UnknownName::in_catalog("image", image, known()));
        }
    }
    Ok(())
}

fn export(own: &Export, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut catalog = load(&own.catalog, args.stdin_filename.as_deref(), &args.options, host)?;
    let index = catalog.workspace.index();
    check_images(&own.bundles, &index)?;
    let packages: SortedSet<&String> =
        if own.packages.is_empty() { index.keys().collect() } else { own.packages.iter().collect() };
    let exported = packages.len();
    let mut rendering = Rendering::default();
    let (files, texts) = catalog.workspace.loaded();
    let rejected = |NotLoaded { message, .. }| IndexError::Rejected { path: own.catalog.clone(), message };
    rendering.add(files, &texts).map_err(rejected)?;
    let documents: SortedMap<(&str, &str), &str> =
        rendering.bundles().map(|(package, name, json)| ((package, name), json)).collect();
    let mut files = Files::new();
    let mut failures = Failures::default();
    for name in packages {
        let Some(package) = index.get(name) else {
            let unknown = UnknownName::in_catalog("package", name, index.keys().map(String::as_str));
            host.err(problem(&format!("{}: {unknown}", own.catalog)).as_bytes());
            return Ok(FINDINGS);
        };
        files.push((format!("{name}/package.yaml"), package_manifest(name, package).into_bytes()));
        for (bundle, found) in &package.bundles {
            let json = documents.get(&(name.as_str(), bundle.as_str())).copied().unwrap_or_default();
            // opm uses random numbers for bundles without a version.
            let folder = format!("{name}/{}", if found.version.is_empty() { bundle } else { &found.version });
            match manifests(&found.image, json, own, host) {
                Ok(own) => files.extend(own.into_iter().map(|(path, text)| (format!("{folder}/{path}"), text))),
                Err(error) => failures.add(&found.image, &error),
            }
        }
    }
    if !failures.is_empty() {
        host.err(problem(&failures.message()).as_bytes());
        host.err(problem("nothing was written, because a package would lack bundles").as_bytes());
        return Ok(FINDINGS);
    }
    write_all(&own.output, &files, host)?;
    if !own.quiet {
        let (packages, files) = (plural(exported, "package"), plural(files.len(), "file"));
        host.err(format!("exported {packages}; wrote {files} to {}\n", visible(&own.output)).as_bytes());
    }
    Ok(CLEAN)
}

/// The files of a bundle's manifests directory: the given ones, otherwise the objects in the document, otherwise those
/// of the image.
fn manifests(image: &str, json: &str, own: &Export, host: &mut dyn Host) -> Result<Files, LoadError> {
    let given = own.bundles.iter().find(|(of, _)| of == image).map(|(_, path)| path.as_str());
    if given.is_none() {
        let objects = objects_of(json);
        if !objects.is_empty() {
            return Ok(objects);
        }
    }
    let files = load_bundle::load(given.unwrap_or(image), host)?.files;
    let below = files.into_iter().filter_map(|(path, text)| {
        let name = path.strip_prefix("manifests/")?;
        (!name.is_empty() && !name.ends_with('/')).then(|| (name.to_owned(), text))
    });
    Ok(below.collect())
}
