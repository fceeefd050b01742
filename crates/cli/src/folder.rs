//! Reads all files of a folder.

use crate::host::{Failure, Files, Host, Kind, PathError, special};
use crate::paths::join;
use crate::problem;

/// A link below a directory that cannot be followed: its path and the reason.
pub(crate) type BrokenLink = (String, Failure);

/// All files below a directory, and the directories themselves.
pub(crate) fn directory(root: &str, host: &mut dyn Host) -> Result<Files, PathError> {
    let (files, broken) = directory_with_links(root, host)?;
    match broken.into_iter().next() {
        Some((path, failure)) => Err(PathError::at(&join(root, &path))(failure)),
        None => Ok(files),
    }
}

/// The same, and the links that cannot be followed.
pub(crate) fn directory_with_links(root: &str, host: &mut dyn Host) -> Result<(Files, Vec<BrokenLink>), PathError> {
    let mut broken = Vec::new();
    let mut files = Files::new();
    let mut waiting = vec![String::new()];
    while let Some(below) = waiting.pop() {
        let here = join(root, &below);
        let entries = host.list(&here).map_err(PathError::at(&here))?;
        for entry in entries {
            let path = if below.is_empty() { entry.name } else { format!("{below}/{}", entry.name) };
            let full = join(root, &path);
            // Other tools follow links.
            let kind = entry.kind.map_or_else(|| host.kind(&full), Ok);
            let read = match kind {
                Ok(Kind::Directory) => {
                    files.push((format!("{path}/"), Vec::new()));
                    if entry.kind.is_some() {
                        waiting.push(path);
                    }
                    continue;
                }
                Ok(Kind::File) => host.read(&full),
                Ok(Kind::Special) => Err(special()),
                Err(failure) => Err(failure),
            };
            match read.map_err(|failure| failure.at(&path)) {
                Ok(content) => files.push((path, content)),
                Err(Failure::InvalidName) => {
                    host.note(&problem(&format!("{full}: the name is not UTF-8, so this file is not checked")));
                }
                Err(failure) if failure.is_about_a_link() => broken.push((path, failure)),
                Err(failure) => return Err(PathError::at(&full)(failure)),
            }
        }
    }
    Ok((files, broken))
}
