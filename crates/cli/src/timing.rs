//! Measures the stages of a run: `--timing`.

use std::time::Duration;

use crate::args::Args;
use crate::format::columns;
use crate::host::Host;

/// The stages so far, each with its total time.
pub(crate) struct Timing {
    /// The end of the last stage. `None` without `--timing` or a clock.
    since: Option<Duration>,
    stages: Vec<(&'static str, Duration)>,
}

impl Timing {
    pub(crate) fn start(args: &Args, host: &dyn Host) -> Self {
        Timing { since: args.timing.then(|| host.clock()).flatten(), stages: Vec::new() }
    }

    /// Ends a stage, which started at the end of the previous one.
    pub(crate) fn end(&mut self, stage: &'static str, host: &dyn Host) {
        let Some((since, now)) = self.since.zip(host.clock()) else { return };
        self.since = Some(now);
        self.add(stage, now.saturating_sub(since));
    }

    fn add(&mut self, stage: &'static str, time: Duration) {
        match self.stages.iter_mut().find(|(known, _)| *known == stage) {
            Some((_, sum)) => *sum = sum.saturating_add(time),
            None => self.stages.push((stage, time)),
        }
    }

    /// Writes a table to standard error.
    pub(crate) fn write(&self, host: &mut dyn Host) {
        if self.stages.is_empty() {
            return;
        }
        let total = self.stages.iter().map(|(_, time)| *time).sum();
        let rows = self.stages.iter().copied().chain([("total", total)]);
        let times: Vec<(&str, String)> = rows.map(|(stage, time)| (stage, shown(time))).collect();
        let width = times.iter().map(|(_, time)| time.len()).max().unwrap_or_default();
        let rows = times.into_iter().map(|(stage, time)| [stage.to_owned(), format!("{time:>width$}")]);
        host.err(columns::write(rows.collect()).as_bytes());
    }
}

/// Milliseconds with one decimal.
fn shown(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
