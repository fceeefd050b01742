//! Recorded mutants: real catalogs with small damage, and the verdicts of opm.

use serde::Deserialize;

/// A damaged catalog.
#[derive(Debug, Deserialize)]
pub struct Mutant {
    /// The name of the mutant.
    pub id: String,
    /// The kinds of damage.
    pub kinds: Vec<String>,
    /// The path of the undamaged catalog, relative to `corpus/catalogs`.
    pub base: String,
    splices: Vec<(usize, usize, Vec<Insert>)>,
    transform: Option<String>,
    /// Whether opm accepts it.
    pub accepted: bool,
    /// The start of opm's message.
    #[serde(default)]
    pub message: String,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Insert {
    Text(String),
    CopyOf(usize),
}

impl Mutant {
    /// Returns the damaged text, created from the undamaged one.
    #[must_use]
    pub fn text(&self, base: &str) -> String {
        let original: Vec<&str> = base.split('\n').collect();
        let mut lines = original.clone();
        let mut splices: Vec<_> = self.splices.iter().collect();
        splices.sort_by_key(|splice| splice.0);
        for (at, deleted, inserted) in splices.into_iter().rev() {
            let inserted = inserted.iter().map(|insert| match insert {
                Insert::Text(text) => text.as_str(),
                Insert::CopyOf(line) => original[*line],
            });
            lines.splice(*at..at + deleted, inserted);
        }
        let text = lines.join("\n");
        match self.transform.as_deref() {
            None => text,
            Some("crlf") => text.replace('\n', "\r\n"),
            Some("bom") => format!("\u{FEFF}{text}"),
            Some("no-final-newline") => text.trim_end_matches('\n').to_owned(),
            Some(other) => panic!("unknown transform {other}"),
        }
    }
}
