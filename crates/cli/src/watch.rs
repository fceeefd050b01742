//! Waiting until files change: native only.

use olmkit_collections::order;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::host::Watched;

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(300);

/// What is known of a file without reading it.
type Stamp = (PathBuf, u64, Option<SystemTime>);

/// Comes back when a watched file has changed, come or gone since the last time. Looking is simple, works on
/// every file system, also on those of networks and containers, and costs a few milliseconds for a large catalog.
pub(crate) fn watch(watched: &[Watched]) -> Box<dyn FnMut() + Send> {
    let watched = watched.to_vec();
    let mut known = stamps(&watched);
    Box::new(move || {
        loop {
            std::thread::sleep(PAUSE);
            let now = stamps(&watched);
            if now != known {
                known = now;
                return;
            }
        }
    })
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
                true => found.push((entry.path(), 0, None)),
                false => found.extend(stamp(entry.path())),
            }
        }
    }
    order::sort(&mut found);
    found
}

fn stamp(path: PathBuf) -> Option<Stamp> {
    let metadata = std::fs::metadata(&path).ok()?;
    Some((path, metadata.len(), metadata.modified().ok()))
}
