//! opm's own text, in opm's shape.

use super::text::visible_lines;
use super::{Context, Output};

/// On a terminal what `opm validate` shows there. Elsewhere opm's text on standard output, and on standard error the
/// line that opm logs.
pub(super) fn write(context: &Context<'_>) -> Output {
    let opm = &context.report.opm;
    if opm.accepted {
        return Output::default();
    }
    if context.terminal {
        return Output { out: format!("FATA[0000] {} \n", visible_lines(&opm.message)), err: String::new() };
    }
    Output { out: format!("{}\n", opm.message), err: format!("level=fatal msg={}\n", quoted(&opm.message)) }
}

/// As Go's `%q` quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() && u32::from(c) < 0x80 => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
