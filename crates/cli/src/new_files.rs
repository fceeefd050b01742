//! Several files that are written as a whole.

use std::collections::HashSet;

use crate::host::{Failure, Host, PathError};
use crate::paths::join;

/// Writes files below a folder. If one of them cannot be written, those that were not there before are removed, with the directories
/// that were made for them: what is left is not half of a catalog.
pub(crate) fn write_all<P: AsRef<str>, C: AsRef<[u8]>>(
    folder: &str,
    files: &[(P, C)],
    host: &mut dyn Host,
) -> Result<(), PathError> {
    write_each(folder, files, host, |path, content, host| host.write(path, content.as_ref()))
}

/// Writes files below a folder as [`write_all`] does, each by a function that gets its path and its content.
pub(crate) fn write_each<P: AsRef<str>, C>(
    folder: &str,
    files: &[(P, C)],
    host: &mut dyn Host,
    mut write: impl FnMut(&str, &C, &mut dyn Host) -> Result<(), Failure>,
) -> Result<(), PathError> {
    let mut made = Made::default();
    for (path, content) in files {
        let path = join(folder, path.as_ref());
        made.note(&path, host);
        if let Err(failure) = write(&path, content, host) {
            made.remove(host);
            return Err(PathError::at(&path)(failure));
        }
    }
    Ok(())
}

/// What was not there before.
#[derive(Default)]
struct Made {
    files: Vec<String>,
    /// Each after the directory that it is in.
    directories: Vec<String>,
    /// Those that were looked for, whether they were there or not.
    known: HashSet<String>,
}

impl Made {
    fn note(&mut self, path: &str, host: &mut dyn Host) {
        for (at, _) in path.match_indices('/') {
            let above = path.get(..at).unwrap_or_default();
            let is_new = !above.is_empty() && self.known.insert(above.to_owned());
            if is_new && host.kind(above).is_err() {
                self.directories.push(above.to_owned());
            }
        }
        if host.kind(path).is_err() {
            self.files.push(path.to_owned());
        }
    }

    /// What cannot be removed stays: the error that is reported is that of writing.
    fn remove(&self, host: &mut dyn Host) {
        for path in &self.files {
            if host.kind(path).is_ok() {
                let _ = host.remove(path);
            }
        }
        self.directories.iter().rev().for_each(|path| host.remove_if_empty(path));
    }
}
