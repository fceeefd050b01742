//! What holds of every report.

use olmkit_diagnostics::ExamplePath;
use olmkit_workspace::api::{Report, Severity};
use olmkit_workspace::{Options, Workspace};

use crate::Files;

/// A workspace with these files open, under a profile.
#[must_use]
pub fn opened(files: &Files, profile: &str) -> Workspace {
    let options = Options { profile: Some(profile.to_owned()), ..Options::default() };
    let mut workspace = Workspace::new(&options).unwrap();
    files.iter().for_each(|(path, text)| match ExamplePath::of(path) {
        ExamplePath::Base(path) => workspace.open_base(path, text.clone()),
        _ => workspace.open(path, text.clone()),
    });
    workspace
}

/// The report of these files under a profile.
#[must_use]
pub fn check(files: &Files, profile: &str) -> Report {
    (*opened(files, profile).report()).clone()
}

/// Every range is in its file; in a file that is UTF-8, between characters.
pub fn ranges_are_in_their_files(report: &Report, files: &Files) {
    for found in &report.diagnostics {
        let edits = found.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| (&edit.path, edit.range));
        for (path, range) in edits.chain([(&found.path, found.range)]) {
            let (_, text) = files.iter().find(|(name, _)| name == path).unwrap();
            assert!(range.start.offset <= range.end.offset, "{found:?}");
            for place in [range.start, range.end] {
                assert!(place.offset as usize <= text.len(), "{found:?}");
                let is_character = str::from_utf8(text).is_ok_and(|text| text.is_char_boundary(place.offset as usize));
                assert!(is_character || str::from_utf8(text).is_err(), "{found:?}");
            }
        }
    }
}

/// How many errors a report has.
#[must_use]
pub fn errors(report: &Report) -> usize {
    report.diagnostics.iter().filter(|found| found.severity == Severity::Error).count()
}
