//! The fixes of a large catalog. An index finds what they depend on; a test in `src/fixes/mod.rs` counts the work.

use std::rc::Rc;

use olmkit_workspace::api::Report;
use olmkit_workspace::{Options, Workspace};

/// Returns package `number`. Its bundle requires the previous package and has a `v` in its version.
fn package(number: usize) -> String {
    let before = number.saturating_sub(1);
    format!(
        "---\nschema: olm.package\nname: p{number}\ndefaultChannel: a\n---\nschema: olm.channel\npackage: p{number}\n\
         name: a\nentries:\n- name: p{number}.v1\n---\nschema: olm.bundle\npackage: p{number}\nname: p{number}.v1\n\
         image: q.io/a:1\nproperties:\n- type: olm.package\n  value: {{packageName: p{number}, version: v1.0.0}}\n\
         - type: olm.package.required\n  value: {{packageName: p{before}, versionRange: '>=0.1.0'}}\n"
    )
}

fn report(files: Vec<String>) -> Rc<Report> {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    for (number, text) in files.into_iter().enumerate() {
        workspace.open(&format!("p{number}.yaml"), text.into_bytes());
    }
    workspace.keep_base();
    workspace.report()
}

/// The number of findings with a fix.
fn fixes(report: &Report) -> usize {
    report.diagnostics.iter().filter(|found| !found.fixes.is_empty()).count()
}

#[test]
fn many_packages() {
    let one_file = report(vec![(0..3000).map(package).collect()]);
    assert_eq!(fixes(&one_file), 3000);
    let many_files = report((0..3000).map(package).collect());
    assert_eq!(fixes(&many_files), 3000);
}
