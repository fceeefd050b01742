//! Finds the `olmkit-ignore` comment that suppresses a finding.

use olmkit_text::{TextRange, TextSize};

use crate::place::{FileId, Place};
use olmkit_collections::order;

/// A rule that an `olmkit-ignore` comment names, with the range in which the comment suppresses it. Ranges are relative
/// to the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    /// The rule as written: an id or a code. Empty if the comment names no rule.
    pub rule: String,
    /// Whether the comment gives a reason.
    pub has_reason: bool,
    /// The number of rules that the comment names.
    pub names: usize,
    /// The range of the comment.
    pub range: TextRange,
    /// The range to delete to remove the comment.
    pub removal: TextRange,
    /// The range to delete to remove only this rule from the comment.
    pub name: TextRange,
    /// The range in which suppressed findings start.
    pub covers: TextRange,
}

impl Suppression {
    /// Returns the title and the place of the deletion that removes this rule, if `unused` rules of the comment have no
    /// effect: the whole comment (`removal`) if no other rule is left, otherwise the name.
    #[must_use]
    pub fn fix(&self, unused: usize, removal: Place, name: Place) -> (String, Place) {
        if unused == self.names {
            return ("Remove the comment".to_owned(), removal);
        }
        (format!("Remove `{}` from the comment", self.rule), name)
    }
}

/// The range that a comment covers.
#[derive(Debug, Clone)]
struct Cover {
    code: &'static str,
    place: Place,
    /// The number of the comment.
    comment: usize,
    /// The index of the enclosing cover of the same rule and file.
    around: Option<usize>,
}

impl Cover {
    fn key(&self) -> (&'static str, FileId, TextSize) {
        (self.code, self.place.file, self.place.range.start())
    }

    fn has(&self, code: &str, place: Place) -> bool {
        self.code == code && self.place.file == place.file && self.place.range.contains(place.range.start())
    }
}

/// An index of comments by place and rule. The time of a lookup does not depend on the number of comments.
#[derive(Debug, Clone, Default)]
pub struct Covered {
    /// Ordered by rule, file and place. Of covers with the same start, the widest is first.
    covers: Vec<Cover>,
}

impl Covered {
    /// Builds the index from the ranges that the comments cover, with the rule's code. `None` stands for a comment that
    /// covers nothing.
    pub fn new(comments: impl Iterator<Item = Option<(&'static str, Place)>>) -> Self {
        let known =
            comments.enumerate().filter_map(|(comment, cover)| cover.map(|(code, place)| (comment, code, place)));
        let mut covers: Vec<_> =
            known.map(|(comment, code, place)| Cover { code, place, comment, around: None }).collect();
        order::sort_by(&mut covers, |a, b| (a.key(), b.place.range.end()).cmp(&(b.key(), a.place.range.end())));
        let mut open: Vec<usize> = Vec::new();
        for at in 0..covers.len() {
            let Some((code, place)) = covers.get(at).map(|one| (one.code, one.place)) else { continue };
            while open.last().and_then(|last| covers.get(*last)).is_some_and(|last| !last.has(code, place)) {
                open.pop();
            }
            if let Some(one) = covers.get_mut(at) {
                one.around = open.last().copied();
            }
            open.push(at);
        }
        Covered { covers }
    }

    /// The number of the innermost comment about the rule that covers the start of a finding.
    #[must_use]
    pub fn innermost(&self, code: &'static str, place: Place) -> Option<usize> {
        let after = self.covers.partition_point(|one| one.key() <= (code, place.file, place.range.start()));
        let mut next = after.checked_sub(1);
        while let Some(one) = next.and_then(|at| self.covers.get(at)) {
            if one.has(code, place) {
                return Some(one.comment);
            }
            next = one.around;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: usize, start: u32, end: u32) -> Place {
        Place { file: FileId::new(file), range: TextRange::new(TextSize::new(start), TextSize::new(end)) }
    }

    #[test]
    fn nested_and_apart() {
        let comments =
            [Some(("A", place(0, 20, 30))), None, Some(("A", place(0, 10, 100))), Some(("B", place(1, 0, 5)))];
        let covered = Covered::new(comments.into_iter());
        let of = |code, file, at| covered.innermost(code, place(file, at, at));
        assert_eq!(
            [of("A", 0, 10), of("A", 0, 25), of("A", 0, 50), of("B", 1, 4)],
            [Some(2), Some(0), Some(2), Some(3)]
        );
        let apart = [of("A", 0, 9), of("A", 0, 100), of("A", 1, 25), of("B", 0, 25), of("B", 1, 5)];
        assert_eq!(apart, [None; 5]);
    }
}
