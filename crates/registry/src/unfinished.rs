//! Blobs that are being written to the cache.
//!
//! An interrupted transfer leaves its file, and any later process can resume it. Each file has a unique name, which is
//! not reused. Only the holder of its lock can use it. The system releases the locks of a process when it ends for any
//! reason.

use std::fs::{File, TryLockError};
use std::io::{Error as IoError, ErrorKind, Read, Result as IoResult, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile, TempPath};

use crate::digest::Hasher;
use crate::error::Error;

const DAMAGED: &str =
    "The answer of the registry or a proxy is damaged. Try again; if the error remains, push the image again.";
const BUFFER: usize = 1 << 16;
/// Maximum number of attempts to create a file that no other process locks first.
const TRIES: usize = 16;

/// A blob that is being written to the cache. When it is dropped, the file is kept for the next transfer, unless it is
/// empty or damaged.
pub(crate) struct Unfinished {
    target: PathBuf,
    digest: String,
    size: u64,
    file: NamedTempFile,
    /// Whether the file is locked. Without a lock, no other process can resume it, so it is not kept.
    is_locked: bool,
    hasher: Hasher,
    written: u64,
    is_joined: bool,
}

/// Opens and locks an unfinished file. `None` if another process has locked it, or has moved it to its final path.
pub(crate) fn claim(path: &Path) -> IoResult<Option<File>> {
    let file = match File::options().read(true).write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    match file.try_lock() {
        Ok(()) => Ok(path.exists().then_some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The files of a folder, with size and age.
pub(crate) fn files(folder: &Path) -> Vec<(PathBuf, u64, Duration)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let known = entries.filter_map(|entry| {
        let of = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
        let age = of.modified().ok()?.elapsed().unwrap_or_default();
        Some((entry.path(), of.len(), age))
    });
    known.collect()
}

/// Prefix of the names of a digest's unfinished files.
fn prefix(digest: &str) -> String {
    format!("{}.", digest.replace(':', "-"))
}

/// The unfinished files of a digest, with their sizes.
fn of_digest(folder: &Path, digest: &str) -> Vec<(PathBuf, u64)> {
    let prefix = prefix(digest);
    let is_of_digest = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix));
    let all = files(folder).into_iter().map(|(path, size, _)| (path, size));
    all.filter(|(path, _)| is_of_digest(path)).collect()
}

/// The size of the part of a blob that another transfer, in this process or another, has already downloaded.
pub(crate) fn in_transfer(folder: &Path, digest: &str) -> Option<u64> {
    let is_locked = |path: &Path| {
        let file = File::options().read(true).write(true).open(path);
        file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    };
    of_digest(folder, digest).into_iter().filter(|(path, _)| is_locked(path)).map(|(_, size)| size).max()
}

/// The unfinished files of a digest that no process is writing, largest first.
fn left(folder: &Path, digest: &str) -> impl Iterator<Item = (PathBuf, File)> {
    let mut found = of_digest(folder, digest);
    found.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    found.into_iter().filter_map(|(path, _)| claim(&path).ok()?.map(|file| (path, file)))
}

/// Opens the file of an earlier transfer. It is kept if this transfer is also interrupted.
fn resume(path: PathBuf, file: File) -> IoResult<NamedTempFile> {
    let mut file = NamedTempFile::from_parts(file, TempPath::try_from_path(path)?);
    file.disable_cleanup(true);
    Ok(file)
}

/// Creates a file, and locks it if files can be locked.
fn create(folder: &Path, digest: &str) -> IoResult<(NamedTempFile, bool)> {
    std::fs::create_dir_all(folder)?;
    for _ in 0..TRIES {
        let mut file = Builder::new().prefix(&prefix(digest)).tempfile_in(folder)?;
        let lock = file.as_file().try_lock();
        // If another process has locked the file first, it now uses the file or has removed it.
        if matches!(lock, Err(TryLockError::WouldBlock)) {
            file.disable_cleanup(true);
        } else if file.path().exists() {
            return Ok((file, lock.is_ok()));
        }
    }
    Err(IoError::new(ErrorKind::WouldBlock, "other processes lock each new file"))
}

impl Unfinished {
    /// Resumes the file of an earlier transfer, or creates a new one.
    pub(crate) fn begin(folder: &Path, target: PathBuf, digest: &str, size: u64) -> Result<Self, Error> {
        let failed = |error: IoError| Error::cache(folder, &error);
        let hasher = hasher(digest)?;
        let (file, is_locked) = match left(folder, digest).next() {
            Some((path, file)) => (resume(path, file).map_err(failed)?, true),
            None => create(folder, digest).map_err(failed)?,
        };
        let digest = digest.to_owned();
        let mut unfinished = Unfinished { target, digest, size, file, is_locked, hasher, written: 0, is_joined: false };
        unfinished.take_in()?;
        unfinished.is_joined = unfinished.written > 0;
        unfinished.file.disable_cleanup(unfinished.is_joined);
        Ok(unfinished)
    }

    /// Reads the content of an earlier transfer. Discards it if it is larger than the blob.
    fn take_in(&mut self) -> Result<(), Error> {
        if self.file.as_file().metadata().is_ok_and(|of| of.len() > self.size) {
            return self.restart();
        }
        let mut buffer = vec![0; BUFFER];
        loop {
            let read = self.file.as_file_mut().read(&mut buffer);
            let read = read.map_err(|error| Error::cache(self.file.path(), &error))?;
            if read == 0 {
                return Ok(());
            }
            self.count(buffer.get(..read).unwrap_or_default());
        }
    }

    fn count(&mut self, content: &[u8]) {
        self.hasher.update(content);
        self.written = self.written.saturating_add(content.len() as u64);
    }

    /// Appends content.
    ///
    /// # Errors
    /// Returns an error if the blob exceeds its size, or cannot be written.
    pub(crate) fn push(&mut self, content: &[u8]) -> Result<(), Error> {
        if self.written.saturating_add(content.len() as u64) > self.size {
            let text = format!("the blob is larger than the {} bytes in its manifest", self.size);
            return Err(Error::content(text).help(DAMAGED));
        }
        self.file.write_all(content).map_err(|error| Error::cache(self.file.path(), &error))?;
        self.file.disable_cleanup(self.is_locked);
        self.count(content);
        Ok(())
    }

    /// Returns the digest of the blob.
    pub(crate) fn digest(&self) -> &str {
        &self.digest
    }

    /// Returns the number of bytes written.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Whether all bytes have been written.
    pub(crate) fn is_full(&self) -> bool {
        self.written >= self.size
    }

    /// Marks that the following content comes from another response.
    pub(crate) fn join(&mut self) {
        self.is_joined = true;
    }

    /// Whether the content comes from several responses, which may not match.
    pub(crate) fn is_joined(&self) -> bool {
        self.is_joined
    }

    /// Discards the content and starts again.
    pub(crate) fn restart(&mut self) -> Result<(), Error> {
        let file = self.file.as_file_mut();
        // Keep the file open, because a new handle would not have the lock.
        file.set_len(0).and_then(|()| file.rewind()).map_err(|error| Error::cache(self.file.path(), &error))?;
        self.file.disable_cleanup(false);
        self.hasher = hasher(&self.digest)?;
        (self.written, self.is_joined) = (0, false);
        Ok(())
    }

    /// Removes the file.
    pub(crate) fn discard(mut self) {
        self.file.disable_cleanup(false);
    }

    /// Checks that the content matches the digest.
    pub(crate) fn verify(&self) -> Result<(), Error> {
        let got = self.hasher.clone().finish();
        let (algorithm, expected) = self.digest.split_once(':').unwrap_or_default();
        if got == expected {
            return Ok(());
        }
        let text = format!("Digest did not match, expected {}, got {algorithm}:{got}", self.digest);
        Err(Error::content(text).help(DAMAGED))
    }

    /// Moves the blob to its final path after verifying it. Other unfinished files of the same blob are removed.
    pub(crate) fn finish(self) -> Result<PathBuf, Error> {
        if let Err(error) = self.verify() {
            self.discard();
            return Err(error);
        }
        let Unfinished { target, digest, file, .. } = self;
        let folder = file.path().parent().map(Path::to_path_buf).unwrap_or_default();
        let failed = |error: IoError| Error::cache(&target, &error);
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        file.persist(&target).map_err(|error| Error::cache(&target, &error.error))?;
        for (path, _claimed) in left(&folder, &digest) {
            // `prune` removes files that remain.
            let _ = std::fs::remove_file(path);
        }
        Ok(target)
    }
}

fn hasher(digest: &str) -> Result<Hasher, Error> {
    let algorithm = digest.split(':').next().unwrap_or_default();
    Hasher::new(algorithm).ok_or_else(|| Error::content("unsupported digest algorithm"))
}
