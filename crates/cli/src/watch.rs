//! Waits for changes of files. Native only.

use olmkit_collections::order;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::host::Watched;

/// The time between two polls.
const PAUSE: Duration = Duration::from_millis(300);
/// The maximum number of polls, or reads, until files are stable.
const TRIES: usize = 10;

/// The metadata of a file.
type Stamp = (PathBuf, u64, Option<SystemTime>, Identity);

/// The identity of the file (device, inode) and the time of its last status change. A file that replaces another may
/// have the same size and modification time.
#[cfg(unix)]
type Identity = (u64, u64, i64, i64);
#[cfg(not(unix))]
type Identity = ();

/// The error if files change during every read.
#[derive(Debug, thiserror::Error)]
#[error("{path}: the files change while they are read")]
pub(crate) struct ChangingFiles {
    path: String,
}

/// Returns a function that blocks until a watched file has been changed, created or deleted since the last call. It
/// polls, which works on every file system, including those of networks and containers, and costs a few milliseconds
/// for a large catalog.
pub(crate) fn watch(watched: &[Watched]) -> Box<dyn FnMut() + Send> {
    watch_with(watched, |now, _| now)
}

/// The same, but waits until the files no longer change between two polls, up to a limit.
pub(crate) fn watch_until_stable(watched: &[Watched]) -> Box<dyn FnMut() + Send> {
    watch_with(watched, |mut now, watched| {
        for _ in 0..TRIES {
            std::thread::sleep(PAUSE);
            let next = stamps(watched);
            if next == now {
                break;
            }
            now = next;
        }
        now
    })
}

fn watch_with(
    watched: &[Watched],
    stable: impl Fn(Vec<Stamp>, &[Watched]) -> Vec<Stamp> + Send + 'static,
) -> Box<dyn FnMut() + Send> {
    let watched = watched.to_vec();
    let mut known = stamps(&watched);
    Box::new(move || {
        loop {
            std::thread::sleep(PAUSE);
            let mut now = stamps(&watched);
            if now == known {
                continue;
            }
            now = stable(now, &watched);
            if now != known {
                known = now;
                return;
            }
        }
    })
}

/// Reads files below a path in a consistent state. Reads again if they change meanwhile.
///
/// # Errors
/// Returns an error if they change during every read.
pub(crate) fn read_stable<T>(path: &str, mut read: impl FnMut() -> T) -> Result<T, ChangingFiles> {
    let watched = [Watched::deep(path)];
    for _ in 0..TRIES {
        let before = stamps(&watched);
        let content = read();
        if stamps(&watched) == before {
            return Ok(content);
        }
        std::thread::sleep(PAUSE);
    }
    Err(ChangingFiles { path: path.to_owned() })
}

fn stamps(watched: &[Watched]) -> Vec<Stamp> {
    let mut waiting: Vec<(PathBuf, bool)> = watched.iter().map(|one| (PathBuf::from(&one.path), one.is_deep)).collect();
    let mut found = Vec::new();
    while let Some((path, is_deep)) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(&path) else {
            found.extend(stamp(path));
            continue;
        };
        for entry in entries.flatten() {
            // As in opm, a link to a directory is not followed.
            match entry.file_type().is_ok_and(|of| of.is_dir()) {
                true if is_deep => waiting.push((entry.path(), true)),
                true => found.push((entry.path(), 0, None, Identity::default())),
                false => found.extend(stamp(entry.path())),
            }
        }
    }
    order::sort(&mut found);
    found
}

fn stamp(path: PathBuf) -> Option<Stamp> {
    let metadata = std::fs::metadata(&path).ok()?;
    Some((path, metadata.len(), metadata.modified().ok(), identity(&metadata)))
}

#[cfg(unix)]
fn identity(of: &std::fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (of.dev(), of.ino(), of.ctime(), of.ctime_nsec())
}

#[cfg(not(unix))]
fn identity(_: &std::fs::Metadata) -> Identity {}
