//! Files whose lines do not end with a line feed.

use crate::common::{Memory, catalog};

/// opm splits documents at line feeds only. Editors, and so positions, count a carriage return alone as a line end.
#[test]
fn carriage_returns_end_lines_but_not_documents() {
    let text = catalog("foo").replace('\n', "\r");
    let separator = text.split('\r').position(|line| line == "---").unwrap() + 1;
    let mut machine = Memory::new(&[("c.yaml", &text)]);
    let (_, out, _) = machine.run("validate c.yaml");
    let expected = format!("c.yaml:{separator}:1: warning: opm silently ignores this content");
    assert!(out.contains(&expected), "{out}");
    let (_, out, _) = machine.run("validate -f pretty c.yaml");
    assert!(out.contains(&format!("\n{separator} | ---\n")), "{out}");
    let help = "opm does not see this `---`, because the line before it does not end with a line feed. Save the file with \
                the line ends LF or CRLF.";
    assert!(out.contains(help), "{out}");
    let (_, out, _) = Memory::new(&[("c.yaml", &text.replace('\r', "\r\n"))]).run("validate c.yaml");
    assert_eq!(out, "");
}
