//! Where comments silence which rules, for reports that are not this crate's own.

use std::collections::HashMap;

use olmkit_diagnostics::{FileId, Place, TextSize};
use olmkit_syntax::Document;

use crate::facts::Suppression;

/// The `olmkit-ignore` comments of a document.
#[must_use]
pub fn suppressions(document: &Document<'_>) -> Vec<Suppression> {
    crate::decode::suppressions::read(document)
}

/// Start of what a comment covers, and the farthest end of it and of all before it.
type Reach = (TextSize, TextSize);

/// Which places are covered for which rule. Asking takes no longer for many comments.
#[derive(Debug, Clone, Default)]
pub struct Covered {
    known: HashMap<(&'static str, FileId), Vec<Reach>>,
}

impl Covered {
    /// Of rules by code, and what comments about them cover.
    pub fn new(covers: impl IntoIterator<Item = (&'static str, Place)>) -> Self {
        let mut known: HashMap<_, Vec<Reach>> = HashMap::new();
        for (code, place) in covers {
            known.entry((code, place.file)).or_default().push((place.range.start(), place.range.end()));
        }
        for reaches in known.values_mut() {
            reaches.sort_unstable();
            let mut farthest = TextSize::default();
            for (_, end) in reaches {
                farthest = farthest.max(*end);
                *end = farthest;
            }
        }
        Covered { known }
    }

    /// Whether a finding of the rule that begins there is silenced.
    #[must_use]
    pub fn has(&self, code: &'static str, place: Place) -> bool {
        let at = place.range.start();
        let reaches = self.known.get(&(code, place.file)).map(Vec::as_slice).unwrap_or_default();
        let before = reaches.partition_point(|(start, _)| *start <= at);
        before.checked_sub(1).and_then(|last| reaches.get(last)).is_some_and(|(_, end)| at < *end)
    }
}

#[cfg(test)]
mod tests {
    use olmkit_diagnostics::TextRange;

    use super::*;

    fn place(file: u32, start: u32, end: u32) -> Place {
        Place { file: FileId(file), range: TextRange::new(TextSize::new(start), TextSize::new(end)) }
    }

    #[test]
    fn nested_and_apart() {
        let covered = Covered::new([("A", place(0, 10, 100)), ("A", place(0, 20, 30)), ("B", place(1, 0, 5))]);
        let has = |code, file, at| covered.has(code, place(file, at, at));
        assert!(has("A", 0, 10) && has("A", 0, 25) && has("A", 0, 50) && has("B", 1, 4));
        assert!(!has("A", 0, 9) && !has("A", 0, 100) && !has("A", 1, 25) && !has("B", 0, 25) && !has("B", 1, 5));
    }
}
