//! Signals during transfers, such as Ctrl-C. The process ends with a message about the state of the transfer.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use indicatif::ProgressBar;

use crate::cache::{is_temporary, remove_temporary};

const HANG_UP: i32 = 1;
const INTERRUPT: i32 = 2;
/// A shell adds this to the number of the signal that ended a program.
const SIGNALED: i32 = 128;

/// The operation that is running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Checking,
    Pulling,
    Pushing,
}

impl Work {
    /// Describes the state after an interruption.
    fn left(self) -> &'static str {
        match self {
            Work::Checking => "not all images were checked",
            Work::Pulling if is_temporary() => {
                "what was downloaded is removed with the temporary cache; --cache-dir DIR keeps it for the next time"
            }
            Work::Pulling => "what was downloaded is in the cache, and the same command continues from there",
            Work::Pushing => "the registry keeps what was uploaded, and the tag is written last",
        }
    }
}

static LISTENER: Once = Once::new();
static IS_LEFT: AtomicBool = AtomicBool::new(false);
static RUNNING: Mutex<Vec<Work>> = Mutex::new(Vec::new());
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// A running operation. It ends when this value is dropped.
pub(crate) struct Running(Work);

impl Running {
    pub(crate) fn begin(work: Work) -> Self {
        LISTENER.call_once(listen);
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).push(work);
        Running(work)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = running.iter().position(|work| *work == self.0) {
            running.swap_remove(at);
        }
    }
}

/// Sets the progress bar, which is cleared before a message is written.
pub(crate) fn set_bar(bar: Option<ProgressBar>) {
    *BAR.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// Removes files that are being written when a signal ends the process.
pub fn remove_drafts_on_signals() {
    olmkit_disk::listen_with(|| LISTENER.call_once(listen));
}

/// Leaves the handling of Ctrl-C and SIGTERM to the process, such as a server. Signals then no longer end transfers.
pub fn leave_interrupts() {
    IS_LEFT.store(true, Ordering::SeqCst);
    LISTENER.call_once(|| {});
}

/// The progress bar, if there is one.
pub(crate) fn bar() -> Option<ProgressBar> {
    BAR.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Listens for signals in a thread. It runs until the process ends, like the installed signal handlers.
fn listen() {
    std::thread::spawn(|| {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
        while let Some(signal) = runtime.block_on(received()) {
            // Servers do not handle SIGHUP.
            if signal == HANG_UP || !IS_LEFT.load(Ordering::SeqCst) {
                end(signal);
            }
        }
    });
}

/// Waits for a signal that ends the process, and returns its number.
#[cfg(unix)]
async fn received() -> Option<i32> {
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let mut all = Vec::new();
    for kind in kinds.into_iter().filter(|kind| kind.as_raw_value() != HANG_UP || ends_on_hang_up()) {
        let mut signal = signal(kind).ok()?;
        all.push(Box::pin(async move { signal.recv().await.map(|()| kind.as_raw_value()) }));
    }
    futures_util::future::select_all(all).await.0
}

#[cfg(not(unix))]
async fn received() -> Option<i32> {
    tokio::signal::ctrl_c().await.ok().map(|()| INTERRUPT)
}

/// Whether SIGHUP ends the process. It does not with `nohup`. Only Linux provides this information, in a file.
#[cfg(unix)]
fn ends_on_hang_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 0)
}

fn end(signal: i32) {
    // Keep the lock, so that no operation starts any more.
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(work) = running.last() {
        let bar = BAR.lock().unwrap_or_else(PoisonError::into_inner).take();
        let is_drawn = bar.as_ref().is_some_and(|bar| !bar.is_hidden());
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        // The terminal has printed `^C`. Clearing a progress bar also removes it.
        let has_mark = signal == INTERRUPT && !is_drawn && std::io::stderr().is_terminal();
        let line = if has_mark { "\n" } else { "" };
        eprintln!("{line}olmkit: interrupted: {}", work.left());
    }
    remove_temporary();
    olmkit_disk::remove_drafts();
    std::process::exit(SIGNALED.saturating_add(signal));
}
