//! Damage to files, and invariants of all reports. Shared by the property tests of catalogs and of bundles.

pub(crate) mod generate;

use olmkit_diagnostics::ExamplePath;
use olmkit_workspace::api::{Diagnostic, Report};
use olmkit_workspace::{Options, Workspace};

pub(crate) type Files = Vec<(String, String)>;

/// Opens the files of an example. The files of an older state become the base.
pub(crate) fn opened<'f>(files: impl Iterator<Item = (&'f str, &'f [u8])>) -> Workspace {
    let empty = || Workspace::new(&Options::default()).unwrap();
    let (mut workspace, mut base) = (empty(), None);
    files.for_each(|(path, text)| match ExamplePath::of(path) {
        ExamplePath::Base(path) => base.get_or_insert_with(empty).open(path, text.to_vec()),
        _ => workspace.open(path, text.to_vec()),
    });
    base.into_iter().for_each(|base| workspace.set_base(base));
    workspace
}

/// Checks that every place is within its file and on character boundaries, and that line and column match the offsets.
pub(crate) fn places_are_true(report: &Report, files: &Files) {
    for found in &report.diagnostics {
        let edits = found.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| (&edit.path, edit.range));
        let related = found.related.iter().map(|related| (&related.path, related.range));
        for (path, range) in edits.chain(related).chain([(&found.path, found.range)]) {
            let Some((_, text)) = files.iter().find(|(name, _)| name == path) else {
                let is_new = path == ".indexignore" && range.end.offset == 0;
                assert!(
                    path.is_empty() && range == Default::default() || is_new,
                    "{path} is a file, or the whole bundle"
                );
                continue;
            };
            assert!(range.start.offset <= range.end.offset, "{}: {range:?}", found.rule);
            for place in [range.start, range.end] {
                let before = text.get(..place.offset as usize);
                let Some(before) = before else { panic!("{} of {found:?} is not a place in {text:?}", place.offset) };
                assert_eq!(before.encode_utf16().count(), place.utf16 as usize, "{}: {text}", found.rule);
            }
        }
    }
}

/// The identity of a finding.
pub(crate) fn key(found: &Diagnostic) -> (&str, &str) {
    (&found.rule, &found.message)
}
