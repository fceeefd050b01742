//! Drafts that have a name before they are complete. A process that receives a signal to terminate removes its own
//! drafts. The next write to a folder removes the drafts of killed processes.

use std::collections::BTreeSet;
use std::fs::DirEntry;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tempfile::Builder;

/// The prefix of the names of drafts. The process id and `-` follow.
pub const PREFIX: &str = ".olmkit-";
/// The minimum age of a draft that is removed. The check of the process id is not sufficient, because it knows nothing
/// of processes on other machines and in containers that write to the same folder. Writing a draft never takes this
/// long.
const OLD: Duration = Duration::from_secs(10 * 60);

/// The prefix of the names of this process's drafts.
static OWN: LazyLock<String> = LazyLock::new(|| format!("{PREFIX}{}-", std::process::id()));
/// The folders with drafts of this process, once for each draft.
static WRITTEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// The folders from which old drafts were removed.
static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static LISTEN: OnceLock<fn()> = OnceLock::new();

fn written() -> MutexGuard<'static, Vec<PathBuf>> {
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the function that installs the signal handler. It is called before a draft with a name is created, and the
/// handler must call [`remove_drafts`].
pub fn listen_with(listen: fn()) {
    // Only the first function is kept.
    let _ = LISTEN.set(listen);
}

/// Removes the drafts of this process, which is about to end.
pub fn remove_drafts() {
    for folder in written().drain(..) {
        remove(&folder, |name| name.starts_with(&*OWN), |_| true);
    }
}

/// Registers a folder with a draft of this process until it is dropped.
#[derive(Debug)]
pub(crate) struct Held(PathBuf);

impl Held {
    pub(crate) fn new(folder: &Path) -> Self {
        if let Some(listen) = LISTEN.get() {
            listen();
        }
        written().push(folder.to_path_buf());
        Held(folder.to_path_buf())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut written = written();
        if let Some(at) = written.iter().position(|folder| *folder == self.0) {
            written.swap_remove(at);
        }
    }
}

/// A builder for the names of this process's drafts.
pub(crate) fn names() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(OWN.as_str());
    builder
}

/// Removes the drafts of killed processes in a folder. Each folder is checked once.
pub(crate) fn sweep(folder: &Path) {
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if swept.insert(folder.to_path_buf()) {
        remove(folder, is_of_ended_process, is_old);
    }
}

fn remove(folder: &Path, has_name: impl Fn(&str) -> bool, may_go: impl Fn(&DirEntry) -> bool) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if has_name(&entry.file_name().to_string_lossy()) && may_go(&entry) {
            // If removing fails, the next process tries again.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_old(entry: &DirEntry) -> bool {
    let found = entry.metadata().ok().filter(std::fs::Metadata::is_file);
    let age = found.and_then(|found| found.modified().ok()?.elapsed().ok());
    age.is_some_and(|age| age > OLD)
}

fn is_of_ended_process(name: &str) -> bool {
    let number = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-')?.0.parse().ok());
    number.is_some_and(has_ended)
}

#[cfg(unix)]
fn has_ended(process: i32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};
    Pid::from_raw(process).is_some_and(|process| test_kill_process(process) == Err(Errno::SRCH))
}

/// On systems without a check for processes, all processes other than this one count as ended.
#[cfg(not(unix))]
fn has_ended(process: i32) -> bool {
    u32::try_from(process).is_ok_and(|process| process != std::process::id())
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "tests")]
mod tests {
    use std::fs::File;
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn drafts_of_killed_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let mut gone = std::process::Command::new("true").spawn().unwrap();
        gone.wait().unwrap();
        let own = std::process::id();
        let old = SystemTime::now() - OLD * 2;
        for (name, is_aged) in [
            (format!("{PREFIX}{}-old", gone.id()), true),
            (format!("{PREFIX}{}-young", gone.id()), false),
            (format!("{PREFIX}{own}-old"), true),
            (format!("{PREFIX}other"), true),
            ("a.yaml".to_owned(), true),
        ] {
            let file = File::create(folder.path().join(name)).unwrap();
            if is_aged {
                file.set_modified(old).unwrap();
            }
        }
        crate::write(&folder.path().join("b.yaml"), b"x").unwrap();
        let mut left: Vec<String> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        let mut expected = vec![
            format!("{PREFIX}{}-young", gone.id()),
            format!("{PREFIX}{own}-old"),
            format!("{PREFIX}other"),
            "a.yaml".to_owned(),
            "b.yaml".to_owned(),
        ];
        expected.sort();
        assert_eq!(left, expected);
    }

    #[test]
    fn a_terminated_program_leaves_no_draft() {
        static IS_HEARD: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
        listen_with(|| IS_HEARD.store(true, std::sync::atomic::Ordering::SeqCst));
        let folder = tempfile::tempdir().unwrap();
        let draft = crate::Draft::named(&folder.path().join("a.yaml")).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(IS_HEARD.load(std::sync::atomic::Ordering::SeqCst));
        remove_drafts();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        drop(draft);
    }
}
