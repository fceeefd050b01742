//! Stores blobs on disk by digest. Several processes can share the cache.
//!
//! A blob is written to an unfinished file, verified, and renamed. A blob is therefore complete even if a process is
//! killed. Blobs are verified again when they are read, because disks can fail.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use olmkit_disk::reason;
use tempfile::TempDir;

use crate::digest::{Hasher, hash, sha256};
use crate::environment::Environment;
use crate::error::{Error, Kind};
use crate::help::{CommandOption, Help};
use crate::unfinished::{Unfinished, claim, files, in_transfer};

const BLOBS: &str = "blobs";
const UNFINISHED: &str = "unfinished";
const EXISTING: &str = "existing";
/// How long it is remembered that an image exists, because a registry can delete it.
const KNOWN_FOR: Duration = Duration::from_secs(24 * 60 * 60);
/// Age after which an unfinished file that no process uses is removed.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// The temporary cache of the process.
static TEMPORARY: Mutex<Option<TempDir>> = Mutex::new(None);

/// Whether this process uses a temporary cache.
pub(crate) fn is_temporary() -> bool {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

/// Removes the temporary cache, if there is one. Call it before the process ends.
pub fn remove_temporary() {
    drop(TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).take());
}

/// The folder in the directory where opm also stores images.
fn named(env: &Environment) -> Option<PathBuf> {
    Some(PathBuf::from(env.var("OLM_CACHE_DIR")?).join("olmkit"))
}

/// The folder in the user's cache directory. Relative paths are not valid, according to the XDG specification.
fn usual(env: &Environment) -> Option<PathBuf> {
    let of_user = env.var("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = of_user.or_else(|| Some(env.home()?.join(".cache")))?;
    Some(caches.join("olmkit"))
}

/// A folder of blobs.
#[derive(Debug, Clone)]
pub struct Cache {
    root: PathBuf,
    /// A read-only cache whose blobs are also used.
    below: Option<PathBuf>,
}

impl From<PathBuf> for Cache {
    fn from(root: PathBuf) -> Self {
        Cache { root, below: None }
    }
}

/// The contents of a cache, or what was removed from it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stored {
    /// Number of blobs.
    pub blobs: usize,
    /// Size of the blobs in bytes.
    pub bytes: u64,
    /// Number of downloads that are running or can be resumed.
    pub unfinished: usize,
    /// Size of these downloads in bytes.
    pub unfinished_bytes: u64,
}

impl Stored {
    fn add_blob(&mut self, size: u64) {
        self.blobs = self.blobs.saturating_add(1);
        self.bytes = self.bytes.saturating_add(size);
    }

    fn add_unfinished(&mut self, size: u64) {
        self.unfinished = self.unfinished.saturating_add(1);
        self.unfinished_bytes = self.unfinished_bytes.saturating_add(size);
    }
}

impl Cache {
    /// Opens the cache in a folder. By default, the folder is below `OLM_CACHE_DIR`, otherwise in the user's cache
    /// directory.
    ///
    /// # Errors
    /// Returns an error if there is no default folder.
    pub fn new(folder: Option<PathBuf>, env: &Environment) -> Result<Self, Error> {
        let root = folder.or_else(|| named(env)).or_else(|| usual(env)).ok_or_else(|| {
            Error::configuration("there is no directory for the cache: HOME is not set").help(Help::naming(
                CommandOption::CacheDir,
                "Set HOME, XDG_CACHE_HOME or OLM_CACHE_DIR, or use --cache-dir.",
            ))
        })?;
        Ok(root.into())
    }

    /// Opens a cache for downloads. If the user's cache directory is missing or not writable, uses a temporary folder,
    /// which [`remove_temporary`] removes. Blobs in the user's cache directory are still used.
    ///
    /// # Errors
    /// Returns an error if no folder is writable.
    pub(crate) fn to_write(folder: Option<PathBuf>, env: &Environment) -> Result<Self, Error> {
        if let Some(root) = folder.or_else(|| named(env)) {
            return Ok(root.into());
        }
        let usual = usual(env);
        let refused = match &usual {
            None => "HOME is not set".to_owned(),
            Some(root) => match std::fs::create_dir_all(root).and_then(|()| tempfile::tempfile_in(root)) {
                Ok(_) => return Ok(root.clone().into()),
                Err(error) => format!("{}: {}", root.display(), reason(&error)),
            },
        };
        let below = usual.filter(|root| root.join(BLOBS).is_dir());
        let mut temporary = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
        let made = match temporary.take() {
            Some(made) => made,
            None => match (tempfile::Builder::new().prefix("olmkit-cache-").tempdir(), &below) {
                (Ok(made), _) => made,
                // It is sufficient for images by digest whose blobs it contains.
                (Err(_), Some(below)) => return Ok(below.clone().into()),
                (Err(error), None) => {
                    let error = reason(&error);
                    let text = format!("there is no directory for the cache: {refused}; {error}");
                    let help = "Set OLM_CACHE_DIR to a directory that can be written, or use --cache-dir.";
                    return Err(Error::new(Kind::Cache, text).help(Help::naming(CommandOption::CacheDir, help)));
                }
            },
        };
        Ok(Cache { root: temporary.insert(made).path().to_owned(), below })
    }

    /// Returns the path of the cache.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn path(&self, digest: &str) -> Result<PathBuf, Error> {
        Ok(self.root.join(place(digest)?))
    }

    /// The path of a blob in the read-only cache.
    fn path_below(&self, digest: &str) -> Result<Option<PathBuf>, Error> {
        let place = place(digest)?;
        Ok(self.below.as_ref().map(|below| below.join(place)))
    }

    /// Returns the path of a blob if it exists and is complete. A damaged blob is removed.
    pub(crate) fn find(&self, digest: &str, size: Option<u64>) -> Result<Option<PathBuf>, Error> {
        let path = self.path(digest)?;
        let Ok(mut file) = File::open(&path) else {
            let below = self.path_below(digest)?;
            return Ok(below.filter(|path| File::open(path).is_ok_and(|mut file| is_whole(&mut file, digest, size))));
        };
        if is_whole(&mut file, digest, size) {
            // Record the time of the last use for `prune`. Errors are ignored, because the cache can be read-only.
            let _ = file.set_modified(SystemTime::now());
            return Ok(Some(path));
        }
        remove(&path).map(|_| None)
    }

    /// Reads a small blob.
    pub(crate) fn read(&self, digest: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(path) = self.find(digest, None)? else { return Ok(None) };
        std::fs::read(&path).map(Some).map_err(|error| Error::cache(&path, &error))
    }

    /// The size of the part of a blob that another transfer has already downloaded.
    pub(crate) fn in_transfer(&self, digest: &str) -> Option<u64> {
        in_transfer(&self.root.join(UNFINISHED), digest)
    }

    /// Opens a file for a missing blob, with the content that an earlier transfer has left.
    pub(crate) fn begin(&self, digest: &str, size: u64) -> Result<Unfinished, Error> {
        Unfinished::begin(&self.root.join(UNFINISHED), self.path(digest)?, digest, size)
    }

    /// Stores content from memory.
    pub(crate) fn write(&self, digest: &str, content: &[u8]) -> Result<PathBuf, Error> {
        let mut file = self.begin(digest, content.len() as u64)?;
        file.restart()?;
        file.push(content)?;
        file.finish()
    }

    /// Whether a registry has recently confirmed that it has an image. `query` consists of the image by digest and
    /// the query.
    pub(crate) fn is_known_to_exist(&self, query: &str) -> bool {
        let answered = std::fs::metadata(self.existing(query)).and_then(|of| of.modified());
        answered.is_ok_and(|at| at.elapsed().is_ok_and(|age| age < KNOWN_FOR))
    }

    /// Remembers that a registry has confirmed that it has an image. Errors are ignored; they only cause another
    /// request.
    pub(crate) fn record_existence(&self, query: &str) {
        let path = self.existing(query);
        let written = std::fs::create_dir_all(self.root.join(EXISTING)).and_then(|()| File::create(path));
        let _ = written.and_then(|file| file.set_modified(SystemTime::now()));
    }

    fn existing(&self, query: &str) -> PathBuf {
        self.root.join(EXISTING).join(sha256(query.as_bytes()).replace(':', "-"))
    }

    /// Returns the contents of the cache.
    pub fn stored(&self) -> Stored {
        let mut stored = Stored::default();
        self.blobs().iter().for_each(|(_, size, _)| stored.add_blob(*size));
        files(&self.root.join(UNFINISHED)).iter().for_each(|(_, size, _)| stored.add_unfinished(*size));
        stored
    }

    /// Removes blobs that have not been used for a time, downloads that no process continues, and outdated
    /// confirmations.
    ///
    /// # Errors
    /// Returns an error if a file cannot be removed.
    pub fn prune(&self, unused_for: Duration) -> Result<Stored, Error> {
        let mut removed = Stored::default();
        for (path, size, age) in self.blobs() {
            if age >= unused_for && remove(&path)? {
                removed.add_blob(size);
            }
        }
        for (path, size, age) in files(&self.root.join(UNFINISHED)) {
            if age >= unused_for.min(ABANDONED) && is_abandoned(&path, age) && remove(&path)? {
                removed.add_unfinished(size);
            }
        }
        for (path, _, age) in files(&self.root.join(EXISTING)) {
            if age >= unused_for.min(KNOWN_FOR) {
                remove(&path)?;
            }
        }
        Ok(removed)
    }

    fn blobs(&self) -> Vec<(PathBuf, u64, Duration)> {
        let folders = std::fs::read_dir(self.root.join(BLOBS)).into_iter().flatten().flatten();
        folders.flat_map(|folder| files(&folder.path())).collect()
    }
}

/// The path of a blob relative to a cache.
fn place(digest: &str) -> Result<PathBuf, Error> {
    let invalid = || Error::content(format!("\"{}\" is not a valid digest", digest.escape_default()));
    let (algorithm, hex) = digest.split_once(':').ok_or_else(invalid)?;
    let length = Hasher::new(algorithm).ok_or_else(invalid)?.finish().len();
    let is_hex = hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if !is_hex || hex.len() != length {
        return Err(invalid());
    }
    Ok(Path::new(BLOBS).join(algorithm).join(hex))
}

/// Whether a file matches its digest and size.
fn is_whole(file: &mut File, digest: &str, size: Option<u64>) -> bool {
    let is_sized = size.is_none_or(|size| file.metadata().is_ok_and(|of| of.len() == size));
    is_sized && hash(file, digest).is_ok_and(|is_same| is_same)
}

/// Whether no process writes an unfinished file. If files cannot be locked, its age decides.
fn is_abandoned(path: &Path, age: Duration) -> bool {
    match claim(path) {
        Ok(claimed) => claimed.is_some(),
        Err(_) => age >= ABANDONED,
    }
}

/// Removes a file. Returns false if another process has already removed it.
fn remove(path: &Path) -> Result<bool, Error> {
    match std::fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Error::cache(path, &error)),
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

    fn blobs(blobs: usize, bytes: u64) -> Stored {
        Stored { blobs, bytes, ..Stored::default() }
    }

    #[test]
    fn the_environment_sets_the_cache_directory() {
        let folder = tempfile::tempdir().unwrap();
        let path = |below: &str| folder.path().join(below).display().to_string();
        std::fs::write(path("file"), "").unwrap();
        let root = |variables: &[(&str, String)]| {
            let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
            Cache::to_write(None, &Environment::of(variables, "")).unwrap().root
        };
        let home = ("HOME", path("home"));
        assert_eq!(root(std::slice::from_ref(&home)), folder.path().join("home/.cache/olmkit"));
        assert_eq!(root(&[home.clone(), ("XDG_CACHE_HOME", "x".to_owned())]), folder.path().join("home/.cache/olmkit"));
        assert_eq!(root(&[home.clone(), ("XDG_CACHE_HOME", path("x"))]), folder.path().join("x/olmkit"));
        assert_eq!(root(&[home, ("OLM_CACHE_DIR", path("o"))]), folder.path().join("o/olmkit"));
        let temporary = root(&[]);
        assert!(temporary.is_dir() && temporary.starts_with(std::env::temp_dir()));
        assert_eq!(root(&[("HOME", path("file"))]), temporary, "a folder that cannot be written");
        let readable = folder.path().join("readable/.cache/olmkit");
        let digest = sha256(b"abc");
        let known = Cache::from(readable.clone()).write(&digest, b"abc").unwrap();
        let mut permissions = std::fs::metadata(&readable).unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&readable, permissions).unwrap();
        let variables = [("HOME".to_owned(), path("readable"))];
        let cache = Cache::to_write(None, &Environment::of(variables, "")).unwrap();
        // Root can write anywhere.
        if cache.root != readable {
            assert_eq!((&cache.root, &cache.below), (&temporary, &Some(readable.clone())));
            assert_eq!(cache.find(&digest, Some(3)).unwrap(), Some(known));
        }
        remove_temporary();
        assert!(!temporary.exists());
    }

    #[test]
    fn a_cache_below_is_read_only() {
        let (_folder, below) = cache();
        let (folder, _) = cache();
        let digest = sha256(b"abc");
        let known = below.write(&digest, b"abc").unwrap();
        let both = Cache { root: folder.path().to_owned(), below: Some(below.root.clone()) };
        assert_eq!(both.find(&digest, Some(3)).unwrap().as_ref(), Some(&known));
        assert!(both.write(&sha256(b"d"), b"d").unwrap().starts_with(&both.root));
        std::fs::write(&known, "damaged").unwrap();
        assert_eq!(both.find(&digest, Some(3)).unwrap(), None);
        assert!(known.exists());
    }

    #[test]
    fn what_is_there_is_whole() {
        let (_folder, cache) = cache();
        let digest = sha256(b"abc");
        assert_eq!(cache.find(&digest, None).unwrap(), None);
        let path = cache.write(&digest, b"abc").unwrap();
        assert_eq!(cache.find(&digest, Some(3)).unwrap(), Some(path.clone()));
        assert_eq!(cache.stored(), blobs(1, 3));
        std::fs::write(&path, b"abd").unwrap();
        assert_eq!(cache.find(&digest, None).unwrap(), None, "a damaged blob");
        assert!(!path.exists());
        assert!(cache.write(&digest, b"abd").unwrap_err().message.starts_with("Digest did not match"));
        assert_eq!(cache.stored(), Stored::default());
    }

    #[test]
    fn a_restarted_blob_has_only_the_new_content() {
        let (_folder, cache) = cache();
        let mut file = cache.begin(&sha256(b"abc"), 3).unwrap();
        file.push(b"xxx").unwrap();
        assert!(file.push(b"x").is_err(), "more than its size");
        file.restart().unwrap();
        file.push(b"abc").unwrap();
        assert_eq!(file.written(), 3);
        assert_eq!(std::fs::read(file.finish().unwrap()).unwrap(), b"abc");
    }

    #[test]
    fn an_empty_file_that_a_killed_process_left_is_used() {
        let (_folder, cache) = cache();
        let digest = sha256(b"abc");
        let folder = cache.root().join(UNFINISHED);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{}.a", digest.replace(':', "-"))), b"").unwrap();
        drop(cache.begin(&digest, 3).unwrap());
        assert_eq!(cache.stored(), Stored::default(), "nothing was written to it");
        std::fs::write(folder.join(format!("{}.b", digest.replace(':', "-"))), b"").unwrap();
        cache.write(&digest, b"abc").unwrap();
        assert_eq!(cache.stored(), blobs(1, 3));
    }

    #[test]
    fn digests_are_not_paths() {
        let (_folder, cache) = cache();
        for bad in ["sha256:../../x", "md5:00", "x", "sha256:", &format!("sha256:{}", "A".repeat(64))] {
            assert!(cache.find(bad, None).is_err(), "{bad}");
        }
        let long = format!("sha512:{}", "0".repeat(128));
        assert_eq!(cache.find(&long, None).unwrap(), None);
    }

    #[test]
    fn answers_are_cached_for_a_day() {
        let (_folder, cache) = cache();
        assert!(!cache.is_known_to_exist("a"));
        cache.record_existence("a");
        assert!(cache.is_known_to_exist("a") && !cache.is_known_to_exist("b"));
        assert_eq!(cache.prune(Duration::from_secs(60)).unwrap(), Stored::default());
        assert!(cache.is_known_to_exist("a"));
        let set_time = |at| File::options().write(true).open(cache.existing("a")).unwrap().set_modified(at).unwrap();
        set_time(SystemTime::now().checked_add(KNOWN_FOR).unwrap());
        assert!(!cache.is_known_to_exist("a"), "from the future");
        set_time(SystemTime::now().checked_sub(KNOWN_FOR).unwrap());
        assert!(!cache.is_known_to_exist("a"), "too old");
        cache.prune(Duration::MAX).unwrap();
        assert!(!cache.existing("a").exists());
    }

    #[test]
    fn pruning_keeps_what_was_used() {
        let (_folder, cache) = cache();
        let (old, new) = (cache.write(&sha256(b"a"), b"a").unwrap(), cache.write(&sha256(b"b"), b"b").unwrap());
        let before = SystemTime::now().checked_sub(Duration::from_secs(3600)).unwrap();
        File::options().write(true).open(&old).unwrap().set_modified(before).unwrap();
        assert_eq!(cache.prune(Duration::from_secs(60)).unwrap(), blobs(1, 1));
        assert!(!old.exists() && new.exists());
        assert_eq!(cache.prune(Duration::ZERO).unwrap(), blobs(1, 1));
    }
}
