//! Reports the findings of the decoder and of the document checks.

use olmkit_yaml::Format;

use crate::model::{Catalog, Doc};
use crate::reporter::Reporter;
use crate::verdict::Stage;

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (index, doc) in catalog.docs.iter().enumerate() {
        let separator = catalog.docs.get(index.saturating_add(1)).filter(|next| ends_by_bad_separator(doc, next));
        for (at, finding) in doc.facts.findings.iter().enumerate() {
            let mut draft =
                out.report(finding.rule, doc.place(finding.range), finding.message.clone(), finding.help.clone());
            if let Some(package) = &doc.facts.package {
                draft = draft.package(&package.value);
            }
            for fix in &finding.fixes {
                draft = draft.with_fix(doc.fix(fix));
            }
            let rule = finding.rule;
            if let Some(text) = &finding.opm {
                // opm detects an invalid separator before it decodes the document that the separator ends.
                let (document, finding) = separator.map_or((doc.order, at), |next| (next.order, at.saturating_add(1)));
                out.opm(rule, Stage::Load { document, finding }, text.clone());
            }
        }
    }
}

/// Whether an invalid separator ends the document. A valid separator separates two YAML documents; an invalid one is a
/// document of its own.
fn ends_by_bad_separator(doc: &Doc<'_>, next: &Doc<'_>) -> bool {
    doc.format == Format::Yaml && next.file == doc.file && next.range.start() == doc.range.end()
}
