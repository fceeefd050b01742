//! Progress of transfers, on standard error.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{BinaryBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::interrupt;
use crate::settings::Output;

/// Delay before a progress bar is shown on a terminal.
const DELAY: Duration = Duration::from_millis(500);
/// Interval between progress lines if standard error is not a terminal.
const LINES: Duration = Duration::from_secs(15);

/// The progress of parallel transfers, which are reported together.
pub(crate) struct Progress {
    bar: ProgressBar,
    output: Output,
    state: Mutex<State>,
}

struct State {
    begun: Instant,
    is_drawn: bool,
    last_line: Instant,
}

impl Progress {
    pub(crate) fn new(output: Output) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{msg} {bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        interrupt::set_bar(Some(bar.clone()));
        let now = Instant::now();
        Progress { bar, output, state: Mutex::new(State { begun: now, is_drawn: false, last_line: now }) }
    }

    /// Adds bytes that will be transferred.
    pub(crate) fn expect(&self, what: &str, bytes: u64) {
        self.bar.set_message(format!("Pulling {what}"));
        self.bar.inc_length(bytes);
    }

    /// Adds bytes that have been transferred.
    pub(crate) fn add(&self, bytes: u64) {
        self.bar.inc(bytes);
        let Ok(mut state) = self.state.lock() else { return };
        if self.output == Output::Bar {
            if !state.is_drawn && state.begun.elapsed() > DELAY {
                state.is_drawn = true;
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        } else if self.output == Output::Lines && state.last_line.elapsed() > LINES {
            state.last_line = Instant::now();
            let (done, all) = (BinaryBytes(self.bar.position()), BinaryBytes(self.bar.length().unwrap_or_default()));
            write_line(&format!("{}: {done} of {all}", self.bar.message()));
        }
    }

    /// Subtracts bytes that must be transferred again.
    pub(crate) fn take_back(&self, bytes: u64) {
        self.bar.set_position(self.bar.position().saturating_sub(bytes));
    }
}

/// Writes a line to standard error, above the progress bar if there is one.
pub(crate) fn write_line(line: &str) {
    let write = || eprintln!("olmkit: {line}");
    match interrupt::bar() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// The last line written by [`write_line_once`], and the time until which it is not repeated.
static LAST_LINE: Mutex<Option<(String, Instant)>> = Mutex::new(None);

/// Like [`write_line`], but does nothing if the same line was written within this time.
pub(crate) fn write_line_once(line: &str, within: Duration) {
    let mut last_line = LAST_LINE.lock().unwrap_or_else(PoisonError::into_inner);
    let is_new = last_line.as_ref().is_none_or(|(last, until)| last != line || *until < Instant::now());
    if is_new {
        *last_line = Instant::now().checked_add(within).map(|until| (line.to_owned(), until));
        write_line(line);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        interrupt::set_bar(None);
        self.bar.finish_and_clear();
    }
}
