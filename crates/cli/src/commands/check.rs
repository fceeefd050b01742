//! `olmkit check`.

use olmkit_collections::SortedSet;

use olmkit_diagnostics::Scope;
use olmkit_render::Template;
use olmkit_workspace::discover::{FoundItem, FoundKind};

use super::CommandError;
use super::bundle;
use super::checked::finish;
use super::validate::{self, configurations, tell, watch};
use crate::args::{Args, BundleValidateArgs};
use crate::config::scoped;
use crate::format::visible;
use crate::host::{Host, Watched};
use crate::image::{self, NameError, Named, named};
use crate::missing::Missing;
use crate::repository;
use crate::timing::Timing;
use crate::{CLEAN, FINDINGS};

/// More names than this are counted, not listed.
const MOST_NAMES: usize = 6;

/// There is nothing to check below these paths.
#[derive(Debug, thiserror::Error)]
#[error("no {what} was found in {paths}")]
struct NothingFound {
    what: &'static str,
    paths: String,
}

/// Paths to check, by what they name.
#[derive(Default)]
struct Roots {
    folders: Vec<String>,
    images: Vec<String>,
}

impl Roots {
    fn of(paths: &[String], host: &mut dyn Host) -> Result<Self, NameError> {
        let mut roots = Roots::default();
        for path in paths {
            let list = match named(path, host)? {
                Named::Path => &mut roots.folders,
                Named::Image(_) => &mut roots.images,
            };
            list.push(path.clone());
        }
        Ok(roots)
    }
}

/// Checks what is below the paths, with `--watch` again after every change, until the process is stopped.
pub(crate) fn run(paths: &[String], args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let roots = Roots::of(paths, host)?;
    if !args.watch {
        return once(&roots, args, host);
    }
    loop {
        // Taken anew each time: folders come and go, and so does what git ignores.
        let mut watched = configurations(paths, args, host);
        for root in &roots.folders {
            watched.extend(repository::folders(root, host).into_iter().map(Watched::flat));
        }
        let mut wait = watch(&watched, host)?;
        tell(once(&roots, args, host), host);
        wait();
    }
}

/// Finds the catalogs, bundles and templates below the paths, says what it found, and checks all of it.
fn once(roots: &Roots, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut timing = Timing::start(args, host);
    let found = match roots.folders.as_slice() {
        [] => Vec::new(),
        folders => find(folders, "catalog, bundle or template", |_| true, host)?,
    };
    let images = look_into(&roots.images, host)?;
    if !args.quiet {
        let of_images = images.iter().map(|(path, holds)| format!("{}: {}\n", visible(path), holds.described()));
        host.err((summary(&found) + &of_images.collect::<String>()).as_bytes());
    }
    timing.end("find", host);
    let of = |kind: fn(&FoundKind) -> bool, wanted: Option<ImageKind>| -> Vec<String> {
        let found = found.iter().filter(|item| kind(&item.kind)).map(|item| item.path.clone());
        let images = images.iter().filter(|(_, holds)| Some(*holds) == wanted).map(|(path, _)| path.clone());
        found.chain(images).collect()
    };
    let catalogs = of(|kind| matches!(kind, FoundKind::Catalog(_)), Some(ImageKind::Catalog));
    let bundles = of(|kind| matches!(kind, FoundKind::Bundle), Some(ImageKind::Bundle));
    let templates = of(|kind| matches!(kind, FoundKind::Template(_)), None);
    let mut all = Vec::with_capacity(2);
    if !catalogs.is_empty() {
        all.push(validate::check(&catalogs, &scoped(args, Scope::Catalog)?, &mut timing, host)?);
    }
    if !bundles.is_empty() {
        let own = BundleValidateArgs::of(bundles);
        let mut of_bundles = scoped(args, Scope::Bundle)?;
        of_bundles.options.profile = None;
        all.push(bundle::check(&own, &of_bundles, &mut timing, host)?);
    }
    let unreadable = templates.iter().filter(|path| !is_readable(path, host)).count();
    let code = finish(all, timing, args, host)?;
    Ok(if unreadable > 0 && code == CLEAN && !args.exit_zero { FINDINGS } else { code })
}

/// What images hold, by their labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ImageKind {
    Catalog,
    Bundle,
}

impl ImageKind {
    fn described(self) -> &'static str {
        match self {
            ImageKind::Catalog => "catalog image",
            ImageKind::Bundle => "bundle image",
        }
    }
}

/// Pulls the images, and reads their labels.
fn look_into(images: &[String], host: &mut dyn Host) -> Result<Vec<(String, ImageKind)>, CommandError> {
    let mut references = Vec::with_capacity(images.len());
    for path in images {
        if let Named::Image(reference) = named(path, host)? {
            references.push(reference.to_owned());
        }
    }
    let pulled = image::pull_all(&references, host).into_iter().zip(images);
    let kinds = pulled.map(|(image, path)| {
        let kind = if image?.is_bundle() { ImageKind::Bundle } else { ImageKind::Catalog };
        Ok((path.clone(), kind))
    });
    kinds.collect()
}

/// What is below the paths and is wanted.
fn find(
    paths: &[String],
    what: &'static str,
    wanted: fn(&FoundKind) -> bool,
    host: &mut dyn Host,
) -> Result<Vec<FoundItem>, CommandError> {
    let mut found = Vec::new();
    for root in paths {
        Missing::refuse(root, host)?;
        found.extend(repository::find(root, host)?);
    }
    found.retain(|item| wanted(&item.kind));
    if found.is_empty() {
        return Err(NothingFound { what, paths: paths.join(", ") }.into());
    }
    Ok(found)
}

/// The catalogs below the current directory. What was found goes to standard error.
pub(crate) fn catalogs_here(args: &Args, host: &mut dyn Host) -> Result<Vec<String>, CommandError> {
    let found = find(&[".".to_owned()], "catalog", |kind| matches!(kind, FoundKind::Catalog(_)), host)?;
    if !args.quiet {
        host.err(summary(&found).as_bytes());
    }
    Ok(found.into_iter().map(|item| item.path).collect())
}

/// Whether a template can be read; why not goes to standard error.
fn is_readable(path: &str, host: &mut dyn Host) -> bool {
    let read = host.read(path).map_err(|failure| failure.to_string());
    let read = read.and_then(|content| Template::read(&content, None).map_err(|error| error.to_string()));
    let Err(reason) = read else { return true };
    host.err(format!("olmkit: {}: {}\n", visible(path), visible(&reason)).as_bytes());
    false
}

/// A line for each thing.
fn summary(found: &[FoundItem]) -> String {
    let mut text = String::new();
    for item in found {
        text.push_str(&format!("{}: {}\n", visible(&item.path), described(&item.kind)));
    }
    text
}

fn described(kind: &FoundKind) -> String {
    match kind {
        FoundKind::Catalog(packages) => format!("catalog{}", list_of(packages)),
        FoundKind::Bundle => "bundle".to_owned(),
        FoundKind::Template(kind) => format!("{kind} template (read, not rendered: olmkit template renders it)"),
    }
}

fn list_of(packages: &SortedSet<String>) -> String {
    let names: Vec<&str> = packages.iter().map(String::as_str).collect();
    match names.len() {
        0 => " without a package".to_owned(),
        1..=MOST_NAMES => format!(" of {}", visible(&names.join(", "))),
        count => format!(" of {count} packages"),
    }
}
