//! opm's own output.

use olmkit_gostd::go_quote;

use super::text::visible_lines;
use super::{Context, Output};

/// On a terminal, the output of `opm validate` on terminals. Otherwise opm's text on standard output, and the line that
/// opm logs on standard error.
pub(super) fn write(context: &Context<'_>) -> Output {
    let opm = &context.report.opm;
    if opm.accepted {
        return Output::default();
    }
    if context.terminal {
        return Output { out: format!("FATA[0000] {} \n", visible_lines(&opm.message)), err: String::new() };
    }
    Output { out: format!("{}\n", opm.message), err: format!("level=fatal msg={}\n", go_quote(&opm.message)) }
}
