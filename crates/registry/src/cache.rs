//! Blobs on disk by their digest, shared by processes.
//!
//! A blob is written to a temporary file, verified, and renamed: whatever kills a process, what is under a digest is
//! whole. What is found is verified again, because disks fail.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256, Sha384, Sha512};
use tempfile::NamedTempFile;

use crate::environment::Environment;
use crate::error::Error;

const BLOBS: &str = "blobs";
const UNFINISHED: &str = "unfinished";
/// Unfinished files of processes that are gone are older than this.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);
const BUFFER: usize = 1 << 16;

/// The folder of blobs.
#[derive(Debug, Clone)]
pub struct Cache {
    root: PathBuf,
}

/// What a cache holds, or what was removed from it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stored {
    /// Blobs.
    pub blobs: usize,
    /// Their bytes.
    pub bytes: u64,
}

impl Cache {
    /// The cache in a folder; without one, in the user's folder of caches.
    ///
    /// # Errors
    /// When there is no such folder.
    pub fn new(folder: Option<PathBuf>, env: &Environment) -> Result<Self, Error> {
        let usual = || {
            let caches = env.var("XDG_CACHE_HOME").map(PathBuf::from).or_else(|| Some(env.home()?.join(".cache")))?;
            Some(caches.join("olmkit"))
        };
        let root = folder.or_else(usual).ok_or_else(|| {
            Error::configuration("there is no folder for the cache: HOME is not set")
                .help("Set HOME or XDG_CACHE_HOME, or use --cache-dir.")
        })?;
        Ok(Cache { root })
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn path(&self, digest: &str) -> Result<PathBuf, Error> {
        let invalid = || Error::content(format!("\"{}\" is not a valid digest", digest.escape_default()));
        let (algorithm, hex) = digest.split_once(':').ok_or_else(invalid)?;
        let length = Hasher::new(algorithm).ok_or_else(invalid)?.finish().len();
        let is_hex = hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_hex || hex.len() != length {
            return Err(invalid());
        }
        Ok(self.root.join(BLOBS).join(algorithm).join(hex))
    }

    /// The path of a blob that is there and whole. A damaged one is removed.
    pub(crate) fn find(&self, digest: &str, size: Option<u64>) -> Result<Option<PathBuf>, Error> {
        let path = self.path(digest)?;
        let Ok(mut file) = File::open(&path) else { return Ok(None) };
        let is_sized = size.is_none_or(|size| file.metadata().is_ok_and(|of| of.len() == size));
        if is_sized && hash(&mut file, digest).is_ok_and(|is_same| is_same) {
            // The time of the last use, for `prune`. A cache that may only be read serves as well.
            let _ = file.set_modified(SystemTime::now());
            return Ok(Some(path));
        }
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::cache(&path, &error)),
            _ => Ok(None),
        }
    }

    /// The content of a small blob.
    pub(crate) fn read(&self, digest: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(path) = self.find(digest, None)? else { return Ok(None) };
        std::fs::read(&path).map(Some).map_err(|error| Error::cache(&path, &error))
    }

    /// A file for a blob that is not there yet.
    pub(crate) fn begin(&self, digest: &str) -> Result<Unfinished, Error> {
        let target = self.path(digest)?;
        let folder = self.root.join(UNFINISHED);
        let file = std::fs::create_dir_all(&folder).and_then(|()| NamedTempFile::new_in(&folder));
        let file = file.map_err(|error| Error::cache(&folder, &error))?;
        let algorithm = digest.split(':').next().unwrap_or_default();
        let hasher = Hasher::new(algorithm).ok_or_else(|| Error::content("unsupported digest algorithm"))?;
        Ok(Unfinished { target, digest: digest.to_owned(), file, hasher, written: 0 })
    }

    /// Keeps content that is in memory.
    pub(crate) fn write(&self, digest: &str, content: &[u8]) -> Result<PathBuf, Error> {
        let mut file = self.begin(digest)?;
        file.push(content)?;
        file.finish()
    }

    /// What the cache holds.
    pub fn stored(&self) -> Stored {
        let mut stored = Stored::default();
        for (_, size, _) in self.blobs() {
            stored.blobs = stored.blobs.saturating_add(1);
            stored.bytes = stored.bytes.saturating_add(size);
        }
        stored
    }

    /// Removes blobs that were not used for a time, and what is left of processes that were ended.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub fn prune(&self, unused_for: Duration) -> Result<Stored, Error> {
        let mut removed = Stored::default();
        for (path, size, age) in self.blobs() {
            if age < unused_for {
                continue;
            }
            match std::fs::remove_file(&path) {
                Ok(()) => {
                    removed.blobs = removed.blobs.saturating_add(1);
                    removed.bytes = removed.bytes.saturating_add(size);
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(Error::cache(&path, &error)),
            }
        }
        for (path, _, age) in files(&self.root.join(UNFINISHED)) {
            if age >= unused_for.min(ABANDONED) {
                // Another process may remove it too.
                let _ = std::fs::remove_file(path);
            }
        }
        Ok(removed)
    }

    fn blobs(&self) -> Vec<(PathBuf, u64, Duration)> {
        let folders = std::fs::read_dir(self.root.join(BLOBS)).into_iter().flatten().flatten();
        folders.flat_map(|folder| files(&folder.path())).collect()
    }
}

/// The files of a folder, with size and age.
fn files(folder: &Path) -> Vec<(PathBuf, u64, Duration)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let known = entries.filter_map(|entry| {
        let of = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
        let age = of.modified().ok()?.elapsed().unwrap_or_default();
        Some((entry.path(), of.len(), age))
    });
    known.collect()
}

/// A blob on its way into the cache. Dropped, it is gone.
pub(crate) struct Unfinished {
    target: PathBuf,
    digest: String,
    file: NamedTempFile,
    hasher: Hasher,
    written: u64,
}

impl Unfinished {
    pub(crate) fn push(&mut self, content: &[u8]) -> Result<(), Error> {
        self.file.write_all(content).map_err(|error| Error::cache(self.file.path(), &error))?;
        self.hasher.update(content);
        self.written = self.written.saturating_add(content.len() as u64);
        Ok(())
    }

    /// Bytes written.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Starts again.
    pub(crate) fn restart(&mut self) -> Result<(), Error> {
        let emptied = self.file.as_file().set_len(0).and_then(|()| self.file.reopen());
        let fresh = emptied.map_err(|error| Error::cache(self.file.path(), &error))?;
        *self.file.as_file_mut() = fresh;
        let algorithm = self.digest.split(':').next().unwrap_or_default();
        self.hasher = Hasher::new(algorithm).ok_or_else(|| Error::content("unsupported digest algorithm"))?;
        self.written = 0;
        Ok(())
    }

    /// Puts the blob where it belongs, if it is what its digest says.
    pub(crate) fn finish(self) -> Result<PathBuf, Error> {
        let got = self.hasher.finish();
        let (algorithm, expected) = self.digest.split_once(':').unwrap_or_default();
        if got != expected {
            return Err(Error::content(format!(
                "Digest did not match, expected {}, got {algorithm}:{got}",
                self.digest
            ))
            .help(
                "The answer of the registry or a proxy is damaged. Try again; if the error remains, push the image \
                again.",
            ));
        }
        let failed = |error: std::io::Error| Error::cache(&self.target, &error);
        if let Some(folder) = self.target.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        self.file.persist(&self.target).map_err(|error| Error::cache(&self.target, &error.error))?;
        Ok(self.target)
    }
}

/// The hash of a digest's algorithm.
enum Hasher {
    Sha256(Sha256),
    Sha384(Sha384),
    Sha512(Sha512),
}

impl Hasher {
    fn new(algorithm: &str) -> Option<Self> {
        match algorithm {
            "sha256" => Some(Hasher::Sha256(Sha256::new())),
            "sha384" => Some(Hasher::Sha384(Sha384::new())),
            "sha512" => Some(Hasher::Sha512(Sha512::new())),
            _ => None,
        }
    }

    fn update(&mut self, content: &[u8]) {
        match self {
            Hasher::Sha256(hasher) => hasher.update(content),
            Hasher::Sha384(hasher) => hasher.update(content),
            Hasher::Sha512(hasher) => hasher.update(content),
        }
    }

    fn finish(self) -> String {
        match self {
            Hasher::Sha256(hasher) => hex(&hasher.finalize()),
            Hasher::Sha384(hasher) => hex(&hasher.finalize()),
            Hasher::Sha512(hasher) => hex(&hasher.finalize()),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The digest of content, as `sha256:…`.
pub(crate) fn sha256(content: &[u8]) -> String {
    format!("sha256:{}", hex(&Sha256::digest(content)))
}

/// Whether content has a digest.
pub(crate) fn has_digest(content: &[u8], digest: &str) -> bool {
    hash(&mut &*content, digest).is_ok_and(|is_same| is_same)
}

/// Whether what is read has a digest.
pub(crate) fn hash(reader: &mut dyn Read, digest: &str) -> std::io::Result<bool> {
    let (algorithm, expected) = digest.split_once(':').unwrap_or_default();
    let Some(mut hasher) = Hasher::new(algorithm) else { return Ok(false) };
    let mut buffer = vec![0; BUFFER];
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(hasher.finish() == expected),
            read => hasher.update(buffer.get(..read).unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache() -> (tempfile::TempDir, Cache) {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(Some(folder.path().join("c")), &Environment::of([], "")).unwrap();
        (folder, cache)
    }

    #[test]
    fn what_is_there_is_whole() {
        let (_folder, cache) = cache();
        let digest = sha256(b"abc");
        assert_eq!(cache.find(&digest, None).unwrap(), None);
        let path = cache.write(&digest, b"abc").unwrap();
        assert_eq!(cache.find(&digest, Some(3)).unwrap(), Some(path.clone()));
        assert_eq!(cache.stored(), Stored { blobs: 1, bytes: 3 });
        std::fs::write(&path, b"abd").unwrap();
        assert_eq!(cache.find(&digest, None).unwrap(), None, "a damaged blob");
        assert!(!path.exists());
        assert!(cache.write(&digest, b"abd").unwrap_err().message.starts_with("Digest did not match"));
        assert_eq!(cache.stored(), Stored::default());
    }

    #[test]
    fn a_restarted_blob_has_only_the_new_content() {
        let (_folder, cache) = cache();
        let mut file = cache.begin(&sha256(b"abc")).unwrap();
        file.push(b"xxxxxx").unwrap();
        file.restart().unwrap();
        file.push(b"abc").unwrap();
        assert_eq!(file.written(), 3);
        assert_eq!(std::fs::read(file.finish().unwrap()).unwrap(), b"abc");
    }

    #[test]
    fn digests_are_no_paths() {
        let (_folder, cache) = cache();
        for bad in ["sha256:../../x", "md5:00", "x", "sha256:", &format!("sha256:{}", "A".repeat(64))] {
            assert!(cache.find(bad, None).is_err(), "{bad}");
        }
        let long = format!("sha512:{}", "0".repeat(128));
        assert_eq!(cache.find(&long, None).unwrap(), None);
    }

    #[test]
    fn pruning_keeps_what_was_used() {
        let (_folder, cache) = cache();
        let (old, new) = (cache.write(&sha256(b"a"), b"a").unwrap(), cache.write(&sha256(b"b"), b"b").unwrap());
        let before = SystemTime::now().checked_sub(Duration::from_secs(3600)).unwrap();
        File::options().write(true).open(&old).unwrap().set_modified(before).unwrap();
        assert_eq!(cache.prune(Duration::from_secs(60)).unwrap(), Stored { blobs: 1, bytes: 1 });
        assert!(!old.exists() && new.exists());
        assert_eq!(cache.prune(Duration::ZERO).unwrap(), Stored { blobs: 1, bytes: 1 });
    }
}
