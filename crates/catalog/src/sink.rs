//! Collects the findings of one document.

use olmkit_diagnostics::{Rule, Safety, TextRange};
use olmkit_yaml::NodeRef;

use crate::decode::types::{Type, Written, written};
use crate::facts::{Finding, LocalFix};
use crate::go_quote;

/// The findings of one document.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    pub(crate) findings: Vec<Finding>,
}

impl Sink {
    pub(crate) fn add(
        &mut self,
        rule: &'static Rule,
        range: TextRange,
        message: String,
        help: String,
        opm: Option<String>,
    ) {
        self.findings.push(Finding { rule, range, message, help, opm, is_in_meta: false, fixes: Vec::new() });
    }

    pub(crate) fn fix(&mut self, fix: LocalFix) {
        if let Some(last) = self.findings.last_mut() {
            last.fixes.push(fix);
        }
    }
}

/// Returns a fix that quotes a scalar, because a string is required.
pub(crate) fn quoting(node: NodeRef<'_>) -> LocalFix {
    let text = node.scalar_text();
    let quoted = go_quote(&text);
    LocalFix { title: format!("Quote {text}"), safety: Safety::Safe, edits: vec![(node.range(), quoted)] }
}

/// Returns a fix that replaces a scalar with the value that YAML reads.
pub(crate) fn writing(node: NodeRef<'_>, text: &str) -> LocalFix {
    LocalFix { title: format!("Write {text}"), safety: Safety::Safe, edits: vec![(node.range(), text.to_owned())] }
}

/// Returns a fix that writes a scalar with the required type. `None` if the intended value is ambiguous.
pub(crate) fn typed(node: NodeRef<'_>, expected: &Type) -> Option<LocalFix> {
    Some(match written(expected, node)? {
        Written::Quoted => quoting(node),
        Written::As(text) => writing(node, &text),
    })
}
