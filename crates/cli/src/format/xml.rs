//! JUnit and Checkstyle.

use olmkit_collections::SortedMap;
use std::fmt::Write;

use olmkit_workspace::api::{Diagnostic, Report};

use super::severity_name;
use super::text::xml;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

fn by_file(report: &Report) -> SortedMap<&str, Vec<&Diagnostic>> {
    let mut files: SortedMap<&str, Vec<&Diagnostic>> = SortedMap::new();
    for diagnostic in &report.diagnostics {
        files.entry(&diagnostic.path).or_default().push(diagnostic);
    }
    files
}

/// One suite for each file, one failed case for each finding. A catalog without findings is one case that passes.
pub(super) fn junit(report: &Report) -> String {
    let found = report.diagnostics.len();
    let mut out = format!("{HEAD}<testsuites name=\"olmkit\" tests=\"{}\" failures=\"{found}\">\n", found.max(1));
    if found == 0 {
        out.push_str("  <testsuite name=\"catalog\" tests=\"1\" failures=\"0\">\n    <testcase name=\"validate\" classname=\"catalog\"/>\n  </testsuite>\n");
    }
    for (path, diagnostics) in by_file(report) {
        let count = diagnostics.len();
        let _ = writeln!(out, "  <testsuite name=\"{}\" tests=\"{count}\" failures=\"{count}\">", xml(path));
        for diagnostic in diagnostics {
            let at = diagnostic.range.start;
            let _ = write!(
                out,
                "    <testcase name=\"{rule} ({line}:{column})\" classname=\"{path}\" file=\"{path}\" line=\"{line}\">\n      \
                 <failure type=\"{severity}\" message=\"{message}\">{help}</failure>\n    </testcase>\n",
                rule = diagnostic.rule,
                line = at.line,
                column = at.column,
                path = xml(path),
                severity = severity_name(diagnostic.severity),
                message = xml(&diagnostic.message),
                help = xml(&diagnostic.help),
            );
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

pub(super) fn checkstyle(report: &Report) -> String {
    let mut out = format!("{HEAD}<checkstyle version=\"4.3\">\n");
    for (path, diagnostics) in by_file(report) {
        let _ = writeln!(out, "  <file name=\"{}\">", xml(path));
        for diagnostic in diagnostics {
            let at = diagnostic.range.start;
            let _ = writeln!(
                out,
                "    <error line=\"{}\" column=\"{}\" severity=\"{}\" message=\"{}\" source=\"olmkit.{}\"/>",
                at.line,
                at.column,
                severity_name(diagnostic.severity),
                xml(&diagnostic.message),
                diagnostic.rule,
            );
        }
        out.push_str("  </file>\n");
    }
    out.push_str("</checkstyle>\n");
    out
}
