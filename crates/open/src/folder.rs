//! A folder that a page may read and write. Files outside of the folder are not accessible: symbolic links are not
//! followed. A file is replaced as a whole or not at all.

use std::fs::{File, Metadata, OpenOptions};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use olmkit_gostd::hex;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use walkdir::{DirEntry, WalkDir};

use crate::refused::Refused;
use crate::replace;

const MAX: usize = 100_000; // files
/// Files and folders that are not listed, read or written, including everything below them.
const SKIPPED: [&str; 2] = [".git", "node_modules"];

/// A file: its path relative to the folder, with `/`; its size in bytes; its modification time in milliseconds since
/// 1970.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Listed {
    pub(crate) path: String,
    pub(crate) size: u64,
    pub(crate) modified: f64,
}

/// The content of a file, its modification time, and its version: the SHA-256 of its bytes, in hexadecimal.
pub(crate) struct Content {
    pub(crate) bytes: Vec<u8>,
    pub(crate) modified: f64,
    pub(crate) version: String,
}

/// The state of a file after a write.
#[derive(Debug, Serialize)]
pub(crate) struct Written {
    version: String,
    modified: f64,
}

pub(crate) struct Folder {
    root: PathBuf,
    /// The only file that may be read and written, if a single file was opened.
    only: Option<String>,
    /// Held during a write: of two pages that replace the same version, one is refused.
    writing: Mutex<()>,
}

impl Folder {
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Opens a folder, or a single file. `real` has no symbolic links.
    pub(crate) fn new(real: &Path) -> Self {
        let parts = real.parent().zip(real.file_name()).filter(|_| real.is_file());
        match parts {
            Some((root, name)) => Folder::of(root, Some(name.to_string_lossy().into_owned())),
            None => Folder::of(real, None),
        }
    }

    fn of(root: &Path, only: Option<String>) -> Self {
        Folder { root: root.to_owned(), only, writing: Mutex::new(()) }
    }

    /// Lists all files that the page may read, ordered by path.
    pub(crate) fn list(&self) -> Result<Vec<Listed>, Refused> {
        let mut out = Vec::new();
        let depth = if self.only.is_some() { 1 } else { usize::MAX };
        let walk = WalkDir::new(&self.root).min_depth(1).max_depth(depth).into_iter();
        // A subfolder that cannot be read is skipped.
        for entry in walk.filter_entry(|entry| self.is_wanted(&entry.file_name().to_string_lossy())).flatten() {
            out.extend(self.listed(&entry));
            if out.len() > MAX {
                return Err(Refused::TooManyFiles(MAX));
            }
        }
        // Without this check, if the folder itself is removed, even during the walk, the page would treat its files as
        // removed.
        std::fs::read_dir(&self.root).map_err(Refused::of(&self.root.to_string_lossy()))?;
        out.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(out)
    }

    fn listed(&self, entry: &DirEntry) -> Option<Listed> {
        let below = entry.path().strip_prefix(&self.root).ok()?;
        let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
        let path = parts?.join("/");
        if !entry.file_type().is_file() || self.only.as_ref().is_some_and(|only| *only != path) {
            return None;
        }
        let found = entry.metadata().ok()?;
        Some(Listed { path, size: found.len(), modified: modified(&found) })
    }

    /// Returns the path of a file on disk. Refuses a path with a symbolic link in any part.
    fn place(&self, path: &str) -> Result<PathBuf, Refused> {
        if let Some(only) = self.only.as_ref().filter(|only| *only != path) {
            return Err(Refused::OnlyOne(only.clone()));
        }
        let mut place = self.root.clone();
        for part in path.split('/') {
            if is_bad(part) {
                return Err(Refused::Outside);
            }
            if !self.is_wanted(part) {
                return Err(Refused::Skipped(path.to_owned()));
            }
            place.push(part);
            if place.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
                return Err(Refused::Link(path.to_owned()));
            }
        }
        Ok(place)
    }

    /// Whether a file or folder of this name is listed, read and written. Always true for a single file that was
    /// opened.
    fn is_wanted(&self, name: &str) -> bool {
        // Some file systems are case-insensitive.
        let is_skipped = SKIPPED.iter().any(|skipped| name.eq_ignore_ascii_case(skipped));
        self.only.as_deref() == Some(name)
            || !(is_skipped || name.to_ascii_lowercase().starts_with(olmkit_disk::PREFIX))
    }

    pub(crate) fn read(&self, path: &str) -> Result<Content, Refused> {
        let place = self.place(path)?;
        let mut file = open(&place).map_err(Refused::of(path))?;
        let found = file.metadata().map_err(Refused::of(path))?;
        if !found.is_file() {
            return Err(Refused::NotAFile(path.to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(Refused::of(path))?;
        let version = version_of(&bytes);
        Ok(Content { bytes, modified: modified(&found), version })
    }

    /// Replaces the file whose version is `expected`. If `expected` is `None`, creates a new file.
    pub(crate) fn write(&self, path: &str, bytes: &[u8], expected: Option<&str>) -> Result<Written, Refused> {
        // A write that panicked left the old file or the new one.
        let _held = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let place = self.place(path)?;
        match expected {
            None => replace::create(path, &place, bytes)?,
            Some(expected) => {
                let is_same = || Ok(self.read(path)?.version == expected);
                replace::replace(path, &place, bytes, is_same)?;
            }
        }
        let found = place.symlink_metadata().map_err(Refused::of(path))?;
        Ok(Written { version: version_of(bytes), modified: modified(&found) })
    }
}

/// Whether a part of a path could lead outside of the folder.
fn is_bad(part: &str) -> bool {
    matches!(part, "" | "." | "..") || part.contains('\0') || (cfg!(windows) && part.contains(['\\', ':']))
}

#[cfg(unix)]
fn open(place: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let no_follow = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    OpenOptions::new().read(true).custom_flags(no_follow.bits().cast_signed()).open(place)
}

#[cfg(not(unix))]
fn open(place: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).open(place)
}

fn modified(found: &Metadata) -> f64 {
    let since = found.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    since.map_or(0.0, |since| since.as_secs_f64() * 1000.0)
}

pub(crate) fn version_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
