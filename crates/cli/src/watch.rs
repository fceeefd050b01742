//! Waiting until files change: native only.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(300);

/// What is known of a file without reading it.
type Stamp = (PathBuf, u64, Option<SystemTime>);

/// Comes back when a file below the paths has changed, come or gone since the last time. Looking is simple, works on
/// every file system, also on those of networks and containers, and costs a few milliseconds for a large catalog.
pub(crate) fn watch(paths: &[String]) -> Box<dyn FnMut() + Send> {
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let mut known = stamps(&paths);
    Box::new(move || {
        loop {
            std::thread::sleep(PAUSE);
            let now = stamps(&paths);
            if now != known {
                known = now;
                return;
            }
        }
    })
}

fn stamps(paths: &[PathBuf]) -> Vec<Stamp> {
    let mut waiting = paths.to_vec();
    let mut found = Vec::new();
    while let Some(path) = waiting.pop() {
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        if metadata.is_dir() && (!is_link(&path) || paths.contains(&path)) {
            let entries = std::fs::read_dir(&path).into_iter().flatten().flatten();
            waiting.extend(entries.map(|entry| entry.path()));
        } else {
            found.push((path, metadata.len(), metadata.modified().ok()));
        }
    }
    found.sort_unstable();
    found
}

/// A link to a directory is not walked, as opm does not walk it.
fn is_link(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
}
