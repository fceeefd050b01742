//! A page to read, print or attach. It is a single file and loads nothing.

use std::fmt::Write;

use olmkit_workspace::api::{Diagnostic, Report};

use super::paint::Paint;
use super::text::xml;
use super::{severity_name, summary_line};

const HEAD: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>olmkit report</title>
<style>
:root { color-scheme: light dark; --soft: light-dark(#4b554e, #b7c0b9); --edge: light-dark(#cdd3ce, #38413b); --error: light-dark(#a61b1b, #ff9d94); --warning: light-dark(#7a4a00, #f3c56b); --info: light-dark(#1e4e8c, #93c5fd) }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: light-dark(#1b211d, #e7ece8); background: light-dark(#fff, #191d1a) }
h1 { font-size: 1.5rem }
pre { overflow: auto; padding: .5rem; border: 1px solid var(--edge); white-space: pre-wrap }
code, pre { font: .875rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
ol { padding: 0; list-style: none }
ol > li { padding: .5rem .75rem; margin-block: .5rem; border-inline-start: 4px solid; break-inside: avoid; overflow-wrap: anywhere }
.error { border-color: var(--error) } .warning { border-color: var(--warning) } .info { border-color: var(--info) }
.error strong { color: var(--error) } .warning strong { color: var(--warning) } .info strong { color: var(--info) }
p { margin: .25rem 0 } .place, .help { color: var(--soft) } a { color: inherit }
@media print { :root { color-scheme: light } body { margin: 0; max-width: none; font-size: 10pt } }
</style>
<h1>olmkit report</h1>
"#;

pub(super) fn write(report: &Report) -> String {
    let mut out = format!("{HEAD}<p>{}</p>\n", xml(&summary_line(report, Paint::PLAIN)));
    if !report.opm.accepted && report.bundle.is_none() {
        let _ = writeln!(out, "<p>Output of opm validate:</p>\n<pre>{}</pre>", xml(&report.opm.message));
    }
    if report.diagnostics.is_empty() {
        out.push_str("<p>No findings.</p>\n");
        return out;
    }
    out.push_str("<ol>\n");
    for diagnostic in &report.diagnostics {
        finding(diagnostic, &mut out);
    }
    out.push_str("</ol>\n");
    out
}

fn finding(found: &Diagnostic, out: &mut String) {
    let severity = severity_name(found.severity);
    let _ =
        writeln!(out, "<li class=\"{severity}\"><p><strong>{severity}</strong> {}</p>", inline_code(&found.message));
    if !found.help.is_empty() {
        let _ = writeln!(out, "<p class=\"help\">{}</p>", inline_code(&found.help));
    }
    for related in &found.related {
        let place = place(&related.path, related.range.start.line, related.range.start.column);
        let _ = writeln!(out, "<p class=\"place\">{place} {}</p>", inline_code(&related.message));
    }
    let place = place(&found.path, found.range.start.line, found.range.start.column);
    let _ = writeln!(
        out,
        "<p class=\"place\">{place} · <a href=\"{}\">{} {}</a></p></li>",
        xml(&found.docs),
        xml(&found.code),
        found.rule
    );
}

fn place(path: &str, line: u32, column: u32) -> String {
    format!("<code dir=\"ltr\">{}:{line}:{column}</code>", xml(path))
}

/// Converts text with `code` in it.
fn inline_code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { format!("<code>{}</code>", xml(part)) } else { xml(part) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use olmkit_workspace::{Options, Workspace};

    #[test]
    fn nothing_of_a_catalog_is_markup() {
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        workspace.open("<b>.yaml", "schema: olm.package\nname: \"<script>alert(1)</script>\"\n".into());
        let page = write(&workspace.report());
        assert!(page.contains("&lt;b&gt;.yaml:") && page.contains("<li class=\"error\">"), "{page}");
        assert!(!page.contains("<b>") && !page.contains("<script>"), "{page}");
        assert!(page.contains("opm rejects it") && page.contains("Output of opm validate"), "{page}");
    }

    #[test]
    fn words_in_backquotes_are_code() {
        assert_eq!(inline_code("a `b<c` d"), "a <code>b&lt;c</code> d");
    }
}
