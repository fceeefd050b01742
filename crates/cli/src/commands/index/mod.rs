//! `olmkit add`, `rm`, `prune`, `prune-stranded`, `deprecate-truncate` and `export`.

use olmkit_collections::{SortedMap, SortedSet};

use olmkit_render::index::{objects_of, package_manifest};
use olmkit_render::{NotLoaded, Rendering};
use olmkit_workspace::{IndexOperation, NewBundle, OnError, OptionsError, Workspace};

use super::CommandError;
use super::wanted::Wanted;
use crate::args::{Add, Args, Export, IndexVerb, Leniency, Writing};
use crate::commands::fix;
use crate::format::visible;
use crate::host::{Files, Host, PathError};
use crate::image::{self, Named, named};
use crate::load::{Loaded, Origin, is_free, load};
use crate::load_bundle;
use crate::load_error::LoadError;
use crate::paths::join;
use crate::{CLEAN, FINDINGS, problem};

/// Why an index is not written somewhere else.
#[derive(Debug, thiserror::Error)]
enum IndexError {
    #[error("output dir \"{0}\" must be empty")]
    NotEmpty(String),
    #[error(transparent)]
    Load(#[from] LoadError),
    /// opm does not load it.
    #[error("{path}: {message}")]
    Rejected { path: String, message: String },
    #[error("{0} is outside the directory")]
    Outside(String),
}

/// Changes an index, or writes its packages in another layout.
pub(crate) fn run(verb: &IndexVerb, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let (catalog, writing, operation, leniency) = match verb {
        IndexVerb::Export(own) => return export(own, args, host),
        IndexVerb::Add(own) => {
            let operation = IndexOperation::Add { bundles: bundles(own, host)?, options: own.options() };
            (&own.catalog, &own.writing, operation, Some(own.leniency))
        }
        IndexVerb::Rm { target, packages, leniency, .. } => {
            (&target.catalog, &target.writing, IndexOperation::Remove(packages.clone()), Some(*leniency))
        }
        IndexVerb::Prune { target, keep, leniency, .. } => {
            (&target.catalog, &target.writing, IndexOperation::Prune(keep.clone()), Some(*leniency))
        }
        IndexVerb::PruneStranded { target, .. } => {
            (&target.catalog, &target.writing, IndexOperation::PruneStranded, None)
        }
        IndexVerb::DeprecateTruncate { target, bundles, allow_package_removal, leniency, .. } => {
            let allow_package_removal = *allow_package_removal;
            let operation = IndexOperation::DeprecateTruncate { images: bundles.clone(), allow_package_removal };
            (&target.catalog, &target.writing, operation, Some(*leniency))
        }
    };
    let on_error = leniency.map_or(OnError::Refuse, Leniency::on_error);
    change(catalog, writing, (&operation, on_error), args, host)
}

/// The bundles to add. That of a registry has its reference as its image.
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
    (operation, on_error): (&IndexOperation, OnError),
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, CommandError> {
    let diff = writing.diff;
    let mut catalog = match &writing.output {
        Some(folder) => load_for(folder, path, args, host)?,
        None => fix::load_to_change(path, (diff, "--diff or --output DIR"), &args.options, args, host)?,
    };
    if let IndexOperation::Prune(keep) = operation {
        warn_of_unknown(keep, &mut catalog.workspace, host);
    }
    let before = fix::texts(&catalog);
    let notes = match catalog.workspace.operate(operation, on_error) {
        Ok(notes) => notes,
        Err(error) => {
            host.err(format!("olmkit: {}\n", error.message).as_bytes());
            return Ok(error.code);
        }
    };
    if let Some(folder) = &writing.output {
        write_all(&catalog, folder, host)?;
    } else {
        fix::write(&catalog, &before, diff, host)?;
    }
    if diff {
        explain(&mut catalog, &before, args, host)?;
    } else if catalog.origin == Origin::Files && writing.output.is_none() {
        remove_empty(&catalog, &before, host)?;
    }
    for note in notes {
        host.err(format!("{}\n", visible(&note)).as_bytes());
    }
    Ok(CLEAN)
}

/// Names packages to keep that the catalog does not have. opm ignores them in silence.
fn warn_of_unknown(keep: &[String], workspace: &mut Workspace, host: &mut dyn Host) {
    for name in keep {
        let mut wanted = Wanted::new(Some(name), None);
        wanted.look(workspace);
        if let Err(unknown) = wanted.check() {
            host.err(problem(&unknown.to_string()).as_bytes());
        }
    }
}

/// Reads a catalog whose changed copy goes into another folder.
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

/// Writes the files that have documents into a folder.
fn write_all(catalog: &Loaded, folder: &str, host: &mut dyn Host) -> Result<(), PathError> {
    for path in catalog.workspace.paths() {
        let text = catalog.workspace.text(path).unwrap_or_default();
        if text.is_empty() {
            continue;
        }
        let name = match catalog.origin {
            Origin::Stream => "catalog.yaml",
            _ => path,
        };
        let to = join(folder, name);
        host.write(&to, text).map_err(PathError::at(&to))?;
    }
    Ok(())
}

/// Says which installed versions can now upgrade, or no longer can, and what else the change means.
fn explain(
    catalog: &mut Loaded,
    before: &SortedMap<String, Vec<u8>>,
    args: &Args,
    host: &mut dyn Host,
) -> Result<(), OptionsError> {
    let mut old = Workspace::new(&args.options)?;
    for (path, text) in before {
        old.open(path, text.clone());
    }
    for sentence in catalog.workspace.impact(&mut old).consequences {
        host.err(format!("{}\n", visible(&sentence)).as_bytes());
    }
    Ok(())
}

/// Removes the files that have no document any more.
fn remove_empty(catalog: &Loaded, before: &SortedMap<String, Vec<u8>>, host: &mut dyn Host) -> Result<(), PathError> {
    let is_emptied = |path: &&str| {
        let text = catalog.workspace.text(path);
        text.is_some_and(<[u8]>::is_empty) && before.get(*path).is_some_and(|text| !text.is_empty())
    };
    for path in catalog.workspace.paths().filter(is_emptied) {
        let shown = catalog.shown(path);
        host.remove(&shown).map_err(PathError::at(&shown))?;
    }
    Ok(())
}

fn export(own: &Export, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut catalog = load(&own.catalog, args.stdin_filename.as_deref(), &args.options, host)?;
    let index = catalog.workspace.index();
    let packages: SortedSet<&String> =
        if own.packages.is_empty() { index.keys().collect() } else { own.packages.iter().collect() };
    let mut rendering = Rendering::default();
    let (files, texts) = catalog.workspace.loaded();
    let rejected = |NotLoaded { message, .. }| IndexError::Rejected { path: own.catalog.clone(), message };
    rendering.add(files, &texts).map_err(rejected)?;
    let documents: SortedMap<(&str, &str), &str> =
        rendering.bundles().map(|(package, name, json)| ((package, name), json)).collect();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut failures = Vec::new();
    for name in packages {
        let Some(package) = index.get(name) else {
            host.err(format!("olmkit: {}: no package {}\n", own.catalog, visible(name)).as_bytes());
            return Ok(FINDINGS);
        };
        files.push((format!("{name}/package.yaml"), package_manifest(name, package).into_bytes()));
        for (bundle, found) in &package.bundles {
            let json = documents.get(&(name.as_str(), bundle.as_str())).copied().unwrap_or_default();
            let folder = format!("{name}/{}", found.version);
            match manifests(&found.image, json, own, host) {
                Ok(own) => files.extend(own.into_iter().map(|(path, text)| (format!("{folder}/{path}"), text))),
                Err(error) => failures.push(format!("exporting bundle image:{} failed with {error}", found.image)),
            }
        }
    }
    for failure in &failures {
        host.err(format!("olmkit: {}\n", visible(failure)).as_bytes());
    }
    for (path, text) in files {
        let path = join(&own.output, &path);
        if path.split('/').any(|part| part == "..") {
            return Err(IndexError::Outside(path).into());
        }
        host.write(&path, &text).map_err(PathError::at(&path))?;
    }
    Ok(if failures.is_empty() { CLEAN } else { FINDINGS })
}

/// The files of a bundle's manifests directory: those given, else the objects in the document, else those of the image.
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
