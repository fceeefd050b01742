//! Waiting until files change: native only.

use olmkit_collections::order;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::host::Watched;

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(300);
/// How often to look, or to read, until files stay as they are.
const TRIES: usize = 10;

/// What is known of a file without reading it.
type Stamp = (PathBuf, u64, Option<SystemTime>, Identity);

/// Which file has the name, and when it got it. Files that take the place of others may have their size and time.
#[cfg(unix)]
type Identity = (u64, u64, i64, i64);
#[cfg(not(unix))]
type Identity = ();

/// The files changed each time that they were read.
#[derive(Debug, thiserror::Error)]
#[error("{path}: the files change while they are read")]
pub(crate) struct ChangingFiles {
    path: String,
}

/// Comes back when a watched file has changed, come or gone since the last time. Looking is simple, works on
/// every file system, also on those of networks and containers, and costs a few milliseconds for a large catalog.
pub(crate) fn watch(watched: &[Watched]) -> Box<dyn FnMut() + Send> {
    watch_with(watched, |now, _| now)
}

/// The same, when the files have changed and stay as they are from one look to the next, as far as they do.
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

/// Reads something below a path in one state: again, if the files change while they are read.
///
/// # Errors
/// When they change each time.
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
            // A link to a directory is not walked, as opm does not walk it.
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
