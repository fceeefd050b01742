//! Hints for a path that was checked as a catalog or a bundle but looks like something else.

use olmkit_workspace::discover::{FoundItem, FoundKind, shared_packages};

use crate::format::{plural, visible};
use crate::host::{Host, Kind};
use crate::load_bundle;
use crate::paths::join;
use crate::repository::find;

/// Writes hints to standard error for directories that opm rejects as catalogs.
pub(crate) fn about(paths: &[String], rejected: &[String], host: &mut dyn Host) {
    for path in paths.iter().filter(|path| rejected.contains(path)) {
        write_hint(path, of_catalog, host);
    }
}

/// Writes a hint to standard error for a bundle that was read as a catalog to list what it requires.
pub(crate) fn about_requirements(path: &str, host: &mut dyn Host) {
    write_hint(path, requirements_of_bundle, host);
}

fn requirements_of_bundle(path: &str, host: &mut dyn Host) -> Option<String> {
    // opm renders only what has both directories.
    load_bundle::is_bundle(path, host)
        .then(|| format!("To check what the bundle requires of a catalog, run `olmkit render {path} | olmkit dependencies - CATALOG`."))
}

/// Writes hints to standard error for directories that do not look like a bundle.
pub(crate) fn about_bundles(paths: &[String], host: &mut dyn Host) {
    for path in paths {
        if ["manifests", "metadata"].iter().all(|part| host.kind(&join(path, part)).is_err()) {
            write_hint(path, of_bundle, host);
        }
    }
}

fn write_hint(path: &str, hint: fn(&str, &mut dyn Host) -> Option<String>, host: &mut dyn Host) {
    if matches!(host.kind(path), Ok(Kind::Directory | Kind::File))
        && let Some(hint) = hint(path, host)
    {
        host.err(format!("hint: {}\n", visible(&hint)).as_bytes());
    }
}

fn of_bundle(path: &str, host: &mut dyn Host) -> Option<String> {
    let found = find(path, host).ok()?;
    if found.items.iter().any(|item| item.path == *path && matches!(item.kind, FoundKind::Catalog(_))) {
        return Some(format!("{path} is a catalog. Run `olmkit validate {path}`."));
    }
    let bundles = found.items.iter().filter(|item| matches!(item.kind, FoundKind::Bundle { .. })).count();
    let them = if bundles == 1 { "it" } else { "them" };
    (bundles > 0)
        .then(|| format!("{path} contains {}. Run `olmkit check {path}` to check {them}.", plural(bundles, "bundle")))
}

fn of_catalog(path: &str, host: &mut dyn Host) -> Option<String> {
    if host.kind(path) == Ok(Kind::File) {
        return None;
    }
    let is_repository = host.kind(&join(path, ".git")).is_ok();
    let found = find(path, host).ok()?;
    if has_bundle_at(&found.items, path) {
        return Some(format!("{path} is a bundle. Run `olmkit bundle validate {path}`."));
    }
    if is_repository {
        return Some(format!(
            "{path} is a git repository, and opm reads all of its files as one catalog. \
             Run `olmkit check {path}` to check its catalogs and bundles."
        ));
    }
    several(path, &found.items)
}

fn has_bundle_at(found: &[FoundItem], path: &str) -> bool {
    found.iter().any(|item| item.path == *path && matches!(item.kind, FoundKind::Bundle { .. }))
}

/// Whether a path is the directory of a bundle.
#[cfg(feature = "native")]
pub(super) fn is_bundle(path: &str, host: &mut dyn Host) -> bool {
    matches!(host.kind(path), Ok(Kind::Directory))
        && find(path, host).is_ok_and(|found| has_bundle_at(&found.items, path))
}

/// Several catalogs were read as one: the first package that they share.
fn several(path: &str, found: &[FoundItem]) -> Option<String> {
    let (package, homes) = shared_packages(found).into_iter().next()?;
    let [first, second, ..] = homes.as_slice() else { return None };
    Some(format!(
        "`{package}` is defined in {first} and in {second}. Run `olmkit check {path}` to check each catalog separately."
    ))
}
