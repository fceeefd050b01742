//! Safe fixes that are applied together do not add errors and do not make opm reject the catalog. No safe fix is left
//! afterwards.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_fuzz::Files;
use olmkit_fuzz::report::{errors, opened};
use olmkit_workspace::api::{Edit, FixQuery};

fn after(files: &Files, edits: &[Edit]) -> Files {
    let mut files = files.clone();
    // The edits are ordered and do not overlap.
    for edit in edits.iter().rev() {
        let (_, text) = files.iter_mut().find(|(path, _)| *path == edit.path).unwrap();
        text.splice(edit.range.start.offset as usize..edit.range.end.offset as usize, edit.text.bytes());
    }
    files
}

fuzz_target!(|data: &[u8]| {
    let files = olmkit_fuzz::catalog(data);
    let mut before = opened(&files, "default");
    let report = before.report();
    let plan = before.plan_fixes(&FixQuery::default());
    assert_eq!(plan.fixed == 0, plan.edits.is_empty());
    let fixed = after(&files, &plan.edits);
    let mut workspace = opened(&fixed, "default");
    let found = workspace.report();
    assert!(found.opm.accepted || !report.opm.accepted, "opm rejects it now: {:?}", found.opm);
    assert!(errors(&found) <= errors(&report), "new errors: {:?}", found.diagnostics);
    assert_eq!(workspace.plan_fixes(&FixQuery::default()).edits, []);
});
