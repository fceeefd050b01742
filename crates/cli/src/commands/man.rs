//! `olmkit man`.

use crate::CLEAN;
use crate::help::HELP;
use crate::host::Host;

/// Prints the help as a manual page (roff).
pub(crate) fn run(host: &mut dyn Host) -> u8 {
    host.out(page(HELP).as_bytes());
    CLEAN
}

/// A heading of the help ends with a colon and has something indented below it.
fn page(help: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut out = format!(".TH OLMKIT 1 \"\" \"olmkit {version}\" \"User Commands\"\n.SH NAME\n");
    let mut is_verbatim = false;
    for (at, line) in help.lines().enumerate() {
        if at == 0 {
            out.push_str(&format!(
                "olmkit \\- {}\n",
                escaped(line.trim_start_matches("olmkit ").trim_end_matches('.'))
            ));
            continue;
        }
        let is_heading = !line.starts_with(' ') && line.ends_with(':');
        if is_heading {
            out.push_str(if is_verbatim { ".fi\n" } else { "" });
            out.push_str(&format!(".SH {}\n.nf\n", escaped(&line.trim_end_matches(':').to_uppercase())));
            is_verbatim = true;
        } else if let Some(usage) = line.strip_prefix("Usage: ") {
            out.push_str(&format!(".SH SYNOPSIS\n{}\n", escaped(usage)));
        } else if is_verbatim || !line.is_empty() {
            out.push_str(&escaped(line));
            out.push('\n');
        }
    }
    out.push_str(if is_verbatim { ".fi\n" } else { "" });
    out
}

/// A line that roff leaves alone.
fn escaped(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::{HELP, page};

    #[test]
    fn every_line_of_the_help_is_on_the_page() {
        let page = page(HELP);
        assert!(page.starts_with(".TH OLMKIT 1 ") && page.contains("\n.SH COMMANDS\n.nf\n"), "{page}");
        let plain = page.replace("\\-", "-").replace("\\&", "").replace("\\e", "\\");
        for line in HELP.lines().filter(|line| line.starts_with(' ')) {
            assert!(plain.contains(line), "{line}");
        }
        let controls = |line: &&str| line.starts_with('.');
        assert!(page.lines().filter(controls).all(|line| [".TH", ".SH", ".nf", ".fi"].contains(&&line[..3])));
        assert_eq!(page.matches(".nf\n").count(), page.matches(".fi\n").count());
    }
}
