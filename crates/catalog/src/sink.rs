//! What checks of a single document write their findings to.

use olmkit_diagnostics::{Rule, Safety, TextRange};
use olmkit_syntax::NodeRef;

use crate::facts::{Finding, LocalFix};
use crate::go_quote;

/// Collects what is found in one document.
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
        self.findings.push(Finding { rule, range, message, help, opm, fixes: Vec::new() });
    }

    pub(crate) fn fix(&mut self, fix: LocalFix) {
        if let Some(last) = self.findings.last_mut() {
            last.fixes.push(fix);
        }
    }
}

/// Puts a scalar in quotes.
pub(crate) fn quoting(node: NodeRef<'_>) -> LocalFix {
    let text = node.scalar_text();
    let quoted = go_quote(&text);
    LocalFix { title: format!("Quote {text}"), safety: Safety::Safe, edits: vec![(node.range(), quoted)] }
}
