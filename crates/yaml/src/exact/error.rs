//! Positions and errors of the exact reader.

use olmkit_text::TextRange;
use olmkit_text::span;

use crate::document::{SyntaxError, SyntaxRule};

/// A position of the scanner: the byte position, and line, column and index in characters, all from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Mark {
    pub(crate) pos: usize,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) index: usize,
}

/// The result of all functions that read YAML.
pub(crate) type Result<T> = std::result::Result<T, Box<SyntaxError>>;

/// An error of the scanner. go-yaml's message contains the line, from 1, unless it is the first line.
#[inline(never)]
pub(crate) fn failure(rule: SyntaxRule, at: Mark, problem: &str, message: &str) -> Box<SyntaxError> {
    let line = if at.line > 0 { at.line.saturating_add(1) } else { 0 };
    located(rule, line, at, problem, message)
}

/// An error of the parser. go-yaml's message contains the number of the line before it.
#[inline(never)]
pub(crate) fn parser_failure(rule: SyntaxRule, at: Mark, problem: &str, message: &str) -> Box<SyntaxError> {
    located(rule, at.line, at, problem, message)
}

/// An error whose go-yaml message contains no line.
pub(crate) fn plain_failure(rule: SyntaxRule, range: TextRange, problem: &str, message: &str) -> Box<SyntaxError> {
    Box::new(SyntaxError { rule, message: message.to_owned(), upstream: format!("yaml: {problem}"), range })
}

fn located(rule: SyntaxRule, line: usize, at: Mark, problem: &str, message: &str) -> Box<SyntaxError> {
    let place = if line > 0 { format!("line {line}: ") } else { String::new() };
    plain_failure(rule, span(at.pos, at.pos.saturating_add(1)), &format!("{place}{problem}"), message)
}
