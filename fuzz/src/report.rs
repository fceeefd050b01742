//! Invariants of reports.

use olmkit_diagnostics::ExamplePath;
use olmkit_workspace::api::{Report, Severity};
use olmkit_workspace::{Options, Workspace};

use crate::Files;

/// Opens these files in a workspace with a profile.
#[must_use]
pub fn opened(files: &Files, profile: &str) -> Workspace {
    let options = Options { profile: Some(profile.to_owned()), ..Options::default() };
    let empty = || Workspace::new(&options).unwrap();
    let (mut workspace, mut base) = (empty(), None);
    files.iter().for_each(|(path, text)| match ExamplePath::of(path) {
        ExamplePath::Base(path) => base.get_or_insert_with(empty).open(path, text.clone()),
        _ => workspace.open(path, text.clone()),
    });
    base.into_iter().for_each(|base| workspace.set_base(base));
    workspace
}

/// Returns the report of these files with a profile.
#[must_use]
pub fn check(files: &Files, profile: &str) -> Report {
    (*opened(files, profile).report()).clone()
}

/// Checks that every range is within its file and, if the file is UTF-8, on character boundaries. A finding about a whole
/// bundle has no file.
pub fn ranges_are_in_their_files(report: &Report, files: &Files) {
    for found in &report.diagnostics {
        let edits = found.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| (&edit.path, edit.range));
        for (path, range) in edits.chain([(&found.path, found.range)]) {
            let Some((_, text)) = files.iter().find(|(name, _)| name == path) else {
                // A finding about a whole bundle, or a fix that creates the file.
                assert!((path.is_empty() || path == ".indexignore") && range.end.offset == 0, "{found:?}");
                continue;
            };
            assert!(range.start.offset <= range.end.offset, "{found:?}");
            for place in [range.start, range.end] {
                assert!(place.offset as usize <= text.len(), "{found:?}");
                let is_character = str::from_utf8(text).is_ok_and(|text| text.is_char_boundary(place.offset as usize));
                assert!(is_character || str::from_utf8(text).is_err(), "{found:?}");
            }
        }
    }
}

/// The number of errors in a report.
#[must_use]
pub fn errors(report: &Report) -> usize {
    report.diagnostics.iter().filter(|found| found.severity == Severity::Error).count()
}
