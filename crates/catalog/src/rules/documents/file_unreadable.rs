//! `file-unreadable`: A file that cannot be read.

use crate::rules::declare::{opm, rule};
use olmkit_api::ReadError;
use olmkit_diagnostics::{FileId, Place, TextRange};

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::verdict::Stage;

rule! {
    RULE, "file-unreadable", "FBC001", "A file that cannot be read",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "A file of the catalog that cannot be read: a symbolic link to a directory, a broken link, a missing \
        permission, or an `.indexignore` line longer than 64 KiB.",
    why: "opm reads every file below the directory and stops at the first file that it cannot read.",
    fix: "Remove the file, or list it in `.indexignore`.",
    source: opm!(),
    bad: [],
    good: [{ "schema: x\n" }],
}

/// Returns the message for a file that cannot be read for this reason.
#[must_use]
pub fn unreadable(problem: &ReadError) -> String {
    format!("This file cannot be read: {problem}. opm rejects the whole catalog.")
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (id, file) in catalog.files.iter().enumerate() {
        let Some(problem) = &file.problem else { continue };
        let place = Place { file: FileId::new(id), range: TextRange::default() };
        out.report(&RULE, place, unreadable(problem), "Remove the file, or list it in `.indexignore`.");
        let before = catalog.docs.iter().filter(|doc| doc.file < place.file).count();
        out.opm(&RULE, Stage::Load { document: before, finding: 0 }, problem.to_string());
    }
}
