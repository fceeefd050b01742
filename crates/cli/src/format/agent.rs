//! One line for each finding, with the solution and whether `olmkit fix` applies it. For AI agents, which pay for each
//! word and need no excerpt of a file that they can read.

use std::fmt::Write;

use olmkit_workspace::api::{Diagnostic, Report, Safety};

use super::paint::Paint;
use super::{Output, concise, summary_line, visible};

pub(super) fn write(report: &Report) -> Output {
    let mut out = String::new();
    for diagnostic in &report.diagnostics {
        let _ = writeln!(out, "{} {}{}", concise::finding(diagnostic), visible(&diagnostic.help), fix(diagnostic));
    }
    Output { out, err: format!("{}\n", summary_line(report, Paint::PLAIN)) }
}

/// The command that fixes the finding. Empty if there is none.
fn fix(diagnostic: &Diagnostic) -> &'static str {
    let is_safe = |safety: Safety| diagnostic.fixes.iter().any(|fix| fix.safety == safety);
    match (is_safe(Safety::Safe), is_safe(Safety::Unsafe)) {
        (true, _) => " Fix: olmkit fix",
        (false, true) => " Fix: olmkit fix --unsafe",
        (false, false) => "",
    }
}
