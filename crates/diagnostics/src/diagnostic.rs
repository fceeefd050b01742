//! A finding and what can be done about it.

use text_size::TextRange;

use crate::rule::{Rule, Severity};

/// Number of a file within one run; the host knows its path. Files are numbered in path order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u32);

/// A range of bytes in a file. Orders by file, then by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// Bytes, from the start of the file.
    pub range: TextRange,
}

/// What a finding is about, in the user's names. Empty where it does not apply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    /// Package name.
    pub package: Option<String>,
    /// Channel name.
    pub channel: Option<String>,
    /// Channel entry or bundle name.
    pub entry: Option<String>,
}

/// One more place that explains a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What is there: "the other head".
    pub message: String,
}

/// Whether a fix can be applied without a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Safety {
    /// The meaning stays, or what it becomes is certain.
    Safe,
    /// Somebody has to agree.
    Unsafe,
}

/// Replace the bytes of a place by a text. The edits of one fix do not overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// What is replaced; an empty range inserts.
    pub place: Place,
    /// The new text.
    pub text: String,
}

/// A fix of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does: "Quote the version".
    pub title: String,
    /// Whether it can be applied without a look.
    pub safety: Safety,
    /// The edits, in path and position order.
    pub edits: Vec<TextEdit>,
}

/// One finding.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// Severity under the profile of the run.
    pub severity: Severity,
    /// What is wrong, in the user's names, and why it matters.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Where the fix goes.
    pub place: Place,
    /// What it is about.
    pub subject: Subject,
    /// Places that explain it.
    pub related: Vec<Related>,
    /// Its fixes, the best first.
    pub fixes: Vec<Fix>,
    /// Indices into the report's proposals: fixes that still have to be turned into text edits.
    pub proposals: Vec<usize>,
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |p: &Place| (p.file, p.range.start(), p.range.end());
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
