//! Writes the changed files of a catalog or a bundle, all or none.

use olmkit_collections::SortedMap;

use crate::format::paint::Paint;
use crate::host::{Failure, Host, Kind, PathError};
use crate::load::{Loaded, Origin};
use crate::new_files::Made;
use crate::patch::unified;

/// The texts of a catalog's files.
pub(crate) type FileTexts = SortedMap<String, Vec<u8>>;

pub(crate) fn texts(catalog: &Loaded) -> FileTexts {
    let text = |path: &str| catalog.workspace.text(path).unwrap_or_default().to_vec();
    catalog.workspace.paths().map(|path| (path.to_owned(), text(path))).collect()
}

/// What becomes of a file that no longer contains a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Emptied {
    Kept,
    Removed,
}

/// A file whose text differs from the one that was read.
pub(crate) struct Changed<'c> {
    /// The path in the catalog or bundle.
    pub(crate) path: &'c str,
    /// The path as the user sees it.
    pub(crate) shown: String,
    /// The path on the host.
    pub(crate) location: String,
    /// `None`: the file is new.
    pub(crate) old: Option<&'c [u8]>,
    pub(crate) new: &'c [u8],
}

fn changed<'c>(catalog: &'c Loaded, before: &'c FileTexts) -> Vec<Changed<'c>> {
    let paths = catalog.workspace.paths();
    let all = paths.map(|path| Changed {
        path,
        shown: catalog.shown(path),
        location: catalog.location(path),
        old: before.get(path).map(Vec::as_slice),
        new: catalog.workspace.text(path).unwrap_or_default(),
    });
    all.filter(|file| file.old.unwrap_or_default() != file.new).collect()
}

/// Shows the changed files as a patch.
pub(crate) fn show(catalog: &Loaded, before: &FileTexts, paint: Paint, host: &mut dyn Host) {
    show_files(&changed(catalog, before), paint, host);
}

/// Shows files as a patch.
pub(crate) fn show_files(files: &[Changed<'_>], paint: Paint, host: &mut dyn Host) {
    for Changed { shown, old, new, .. } in files {
        let [old, new] = [old.unwrap_or_default(), new].map(String::from_utf8_lossy);
        host.out(paint.patch(&unified(shown, &old, &new)).as_bytes());
    }
}

/// Writes the changed files. A catalog from standard input is printed. If a file cannot be written, those that were
/// written, and the file itself, get their old contents again. What another program wrote after the catalog was read is
/// not replaced, nor does a new file replace one that is not part of the catalog.
pub(crate) fn write(
    catalog: &Loaded,
    before: &FileTexts,
    emptied: Emptied,
    host: &mut dyn Host,
) -> Result<(), PathError> {
    if catalog.origin == Origin::Stream {
        let texts = catalog.workspace.paths().filter_map(|path| catalog.workspace.text(path));
        texts.for_each(|text| host.out(text));
        return Ok(());
    }
    let files = changed(catalog, before);
    check_new(&files, catalog, host)?;
    write_files(&files, emptied, host)?;
    for file in files.iter().filter(|file| is_removed(file, emptied)) {
        // The directory of the catalog itself is kept.
        let folders = file.path.match_indices('/').rev().filter_map(|(at, _)| file.path.get(..at));
        folders.for_each(|folder| host.remove_if_empty(&catalog.location(folder)));
    }
    Ok(())
}

/// Writes files, all or none: see [`write`].
pub(crate) fn write_files(files: &[Changed<'_>], emptied: Emptied, host: &mut dyn Host) -> Result<(), PathError> {
    for file in files {
        check_old(file, host).map_err(PathError::at(&file.shown))?;
    }
    let mut made = Made::default();
    for (at, file) in files.iter().enumerate() {
        made.note(&file.location, host);
        if let Err(failure) = write_one(file, emptied, host) {
            let has_changed = failure == Failure::Changed;
            restore(files.get(..at).unwrap_or_default(), host);
            restore(if has_changed { &[] } else { std::slice::from_ref(file) }, host);
            made.remove(host);
            return Err(PathError::at(&file.shown)(failure));
        }
    }
    Ok(())
}

/// Refuses new files that would replace one that is not part of the catalog.
fn check_new(files: &[Changed<'_>], catalog: &Loaded, host: &mut dyn Host) -> Result<(), PathError> {
    let mut new = files.iter().filter(|file| file.old.is_none());
    let Some(taken) = new.find(|file| host.kind(&file.location).is_ok()) else { return Ok(()) };
    let is_single = matches!(host.kind(catalog.root()), Ok(Kind::File));
    let advice = if is_single { "; give the folder of the catalog as PATH" } else { "" };
    let reason = format!("the file exists, but is not part of the catalog that was read{advice}");
    Err(PathError::at(&taken.shown)(Failure::Other(reason)))
}

/// Refuses to replace a file that no longer has the content that was read.
fn check_old(file: &Changed<'_>, host: &mut dyn Host) -> Result<(), Failure> {
    match file.old {
        Some(old) if host.read(&file.location)? != old => Err(Failure::Changed),
        _ => Ok(()),
    }
}

fn is_removed(file: &Changed<'_>, emptied: Emptied) -> bool {
    emptied == Emptied::Removed && file.new.is_empty()
}

fn write_one(file: &Changed<'_>, emptied: Emptied, host: &mut dyn Host) -> Result<(), Failure> {
    if is_removed(file, emptied) {
        check_old(file, host)?;
        return host.remove(&file.location);
    }
    match file.old {
        Some(old) => host.replace(&file.location, old, file.new),
        None => host.write(&file.location, file.new),
    }
}

/// Writes the old contents of files. Errors are ignored: the reported error is that of the change.
fn restore(files: &[Changed<'_>], host: &mut dyn Host) {
    for Changed { location, old, .. } in files {
        if let Some(old) = old {
            let _ = host.write(location, old);
        }
    }
}
