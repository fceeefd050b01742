//! Findings that were made while a single document was read.

use olmkit_diagnostics::{Fix, TextEdit};

use crate::model::Catalog;
use crate::report::Reporter;
use crate::verdict::Stage;

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for doc in &catalog.docs {
        for (at, finding) in doc.facts.findings.iter().enumerate() {
            let mut draft =
                out.report(finding.rule, doc.place(finding.range), finding.message.clone(), finding.help.clone());
            if let Some(package) = &doc.facts.package {
                draft = draft.package(&package.value);
            }
            for fix in &finding.fixes {
                let edits =
                    fix.edits.iter().map(|(range, text)| TextEdit { place: doc.place(*range), text: text.clone() });
                draft = draft.with_fix(Fix { title: fix.title.clone(), safety: fix.safety, edits: edits.collect() });
            }
            if let Some(text) = &finding.opm {
                out.opm(finding.rule, Stage::Load { document: doc.order, finding: at }, text.clone());
            }
        }
    }
}
