//! Detects changes on disk by polling, which works on all file systems.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::broadcast::Sender;

use crate::folder::Listed;
use crate::opened::Opened;

const PAUSE: Duration = Duration::from_millis(500);

/// A changed file. `modified` is `None` if the file was removed.
#[derive(Debug, PartialEq, Serialize)]
struct Change {
    path: String,
    modified: Option<f64>,
}

/// Sends lists of changes, as JSON, until the runtime ends. Does not poll while no page listens; the next page receives
/// the changes since then.
pub(crate) async fn watch(files: Arc<Opened>, changes: Sender<String>) {
    let mut known: Option<Vec<Listed>> = None;
    loop {
        if known.is_some() && changes.receiver_count() == 0 {
            tokio::time::sleep(PAUSE).await;
            continue;
        }
        let looked = Arc::clone(&files);
        // If the folder cannot be read, the known files are kept.
        if let Ok(Ok(listed)) = tokio::task::spawn_blocking(move || looked.list()).await {
            let found = known.as_deref().map_or_else(Vec::new, |known| compare(known, &listed));
            known = Some(listed);
            publish(&found, &changes);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

fn publish(found: &[Change], changes: &Sender<String>) {
    if found.is_empty() {
        return;
    }
    if let Ok(text) = serde_json::to_string(found) {
        // Fails only if no page listens.
        let _ = changes.send(text);
    }
}

fn compare(before: &[Listed], now: &[Listed]) -> Vec<Change> {
    let old: BTreeMap<&str, &Listed> = before.iter().map(|file| (file.path.as_str(), file)).collect();
    let new: BTreeMap<&str, &Listed> = now.iter().map(|file| (file.path.as_str(), file)).collect();
    let changed = now.iter().filter(|file| old.get(file.path.as_str()) != Some(file));
    let gone = before.iter().filter(|file| !new.contains_key(file.path.as_str()));
    let changed = changed.map(|file| Change { path: file.path.clone(), modified: Some(file.modified) });
    changed.chain(gone.map(|file| Change { path: file.path.clone(), modified: None })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, size: u64) -> Listed {
        Listed { path: path.to_owned(), size, modified: 1.0 }
    }

    #[test]
    fn changed_new_and_removed_files_are_reported() {
        let before = [file("a", 1), file("b", 1), file("c", 1)];
        let now = [file("a", 1), file("c", 2), file("d", 1)];
        let reported: Vec<(String, bool)> =
            compare(&before, &now).into_iter().map(|change| (change.path, change.modified.is_some())).collect();
        assert_eq!(reported, [("c".to_owned(), true), ("d".to_owned(), true), ("b".to_owned(), false)]);
        assert_eq!(compare(&now, &now), []);
    }
}
