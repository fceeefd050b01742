//! `file-unreadable`: A file that cannot be read.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use olmkit_diagnostics::{FileId, Place, TextRange};

use crate::model::Catalog;
use crate::report::Reporter;
use crate::verdict::Stage;

/// The rule.
pub static RULE: Rule = Rule {
    id: "file-unreadable",
    code: "FBC001",
    title: "A file that cannot be read",
    docs: docs(
        r#"## What it finds
A file of the catalog that cannot be opened: a link to a directory, a broken link, no permission, an `.indexignore` line beyond 64 KiB.

## Why it matters
opm reads every file below the directory and stops at the first it cannot read.

## How to fix
Remove it or list it in `.indexignore`.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Schema,
    enforcement: Enforcement::Opm,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[Example {
        title: "silent",
        bad: false,
        files: &[(
            "catalog.yaml",
            r#"schema: x
"#,
        )],
    }]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (id, file) in (0_u32..).zip(catalog.files) {
        let Some(problem) = &file.problem else { continue };
        let place = Place { file: FileId(id), range: TextRange::default() };
        out.report(
            &RULE,
            place,
            format!("This file cannot be read: {problem}. opm stops here."),
            "Remove it, or list it in .indexignore.",
        );
        let before = catalog.docs.iter().filter(|doc| doc.file.0 < id).count();
        out.opm(&RULE, Stage::Load { document: before, finding: 0 }, problem.clone());
    }
}
