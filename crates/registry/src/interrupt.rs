//! Ctrl-C during transfers: the process ends with a message about what is left.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use indicatif::ProgressBar;

/// What the shell reports of a program that SIGINT ended.
const INTERRUPTED: i32 = 130;

/// What registries are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Checking,
    Pulling,
    Pushing,
}

impl Work {
    /// What is left when it does not end.
    fn left(self) -> &'static str {
        match self {
            Work::Checking => "not all images were checked",
            Work::Pulling => "what was downloaded is in the cache, and the same command continues from there",
            Work::Pushing => "the registry keeps what was uploaded, and the tag is written last",
        }
    }
}

static LISTENER: Once = Once::new();
static IS_LEFT: AtomicBool = AtomicBool::new(false);
static RUNNING: Mutex<Vec<Work>> = Mutex::new(Vec::new());
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Work that has begun, until it is dropped.
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

/// The bar that is cleared before the message; nothing when it is gone.
pub(crate) fn set_bar(bar: Option<ProgressBar>) {
    *BAR.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// From now on the process decides by itself what Ctrl-C does, as a server: transfers do not end it.
pub fn leave_interrupts() {
    IS_LEFT.store(true, Ordering::SeqCst);
    LISTENER.call_once(|| {});
}

/// The bar that is drawn, if any.
pub(crate) fn bar() -> Option<ProgressBar> {
    BAR.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// A handler stays for as long as the process, so this waits for as long.
fn listen() {
    std::thread::spawn(|| {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() && !IS_LEFT.load(Ordering::SeqCst) {
            end();
        }
    });
}

fn end() {
    // The lock is kept: nothing begins any more.
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(work) = running.last() {
        let bar = BAR.lock().unwrap_or_else(PoisonError::into_inner).take();
        let is_drawn = bar.as_ref().is_some_and(|bar| !bar.is_hidden());
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        // The terminal has shown `^C`. A bar takes that with it.
        let line = if !is_drawn && std::io::stderr().is_terminal() { "\n" } else { "" };
        eprintln!("{line}olmkit: interrupted: {}", work.left());
    }
    crate::cache::remove_temporary();
    std::process::exit(INTERRUPTED);
}
