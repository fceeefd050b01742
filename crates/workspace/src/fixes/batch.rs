//! Fixes that are applied together.

use olmkit_catalog::IGNORE_FILE;
use olmkit_collections::{Table, order};
use olmkit_diagnostics::{FileId, Place, TextEdit, TextRange};

use crate::api::{Edit, Fix, FixQuery, Report, Safety};
use crate::text::Splice;

/// The maximum number of checks in one round, of all fixes together and of parts of them.
pub(crate) const TRIES: usize = 200;

/// Returns, for each finding, its first fix that is allowed and does not overlap with fixes chosen before. `untried`
/// are fixes that a rule declares safe, in order; whether they are is decided when all fixes are tried together. Fixes that
/// only insert text are last.
pub(crate) fn choose(report: &Report, untried: &[(usize, usize)], query: &FixQuery) -> Vec<Fix> {
    // The ranges that chosen fixes change, by path and in order.
    let mut taken: Table<&str, Vec<Taken>> = Table::default();
    let (mut chosen, mut additions) = (Vec::new(), Vec::new());
    for (at, found) in report.diagnostics.iter().enumerate().filter(|(_, found)| query.is_about(&found.rule)) {
        let is_allowed = |(number, fix): &(usize, &Fix)| {
            query.with_unsafe || fix.safety == Safety::Safe || untried.binary_search(&(at, *number)).is_ok()
        };
        let Some((_, fix)) = found.fixes.iter().enumerate().find(is_allowed) else { continue };
        let is_free = |edit: &Edit| {
            let taken = taken.get(edit.path.as_str()).map(Vec::as_slice).unwrap_or_default();
            let before = taken.partition_point(|other| other.start <= edit.range.end.offset).checked_sub(1);
            before.and_then(|at| taken.get(at)).is_none_or(|other| {
                other.end < edit.range.start.offset || {
                    other.is_item && is_item(edit) && other.start == edit.range.start.offset
                }
            })
        };
        if !fix.edits.iter().all(is_free) {
            continue;
        }
        for edit in &fix.edits {
            let of_file = taken.or_insert_with(edit.path.as_str(), Vec::new);
            let (start, end) = (edit.range.start.offset, edit.range.end.offset);
            let at = of_file.partition_point(|other| other.start <= start);
            if of_file.get(at.wrapping_sub(1)).is_none_or(|other| (other.start, other.end) != (start, end)) {
                of_file.insert(at, Taken { start, end, is_item: is_item(edit) });
            }
        }
        // The correction of a key or value is tried before the addition of the same key.
        let list = if fix.edits.iter().any(replaces_text) { &mut chosen } else { &mut additions };
        list.push(fix.clone());
    }
    chosen.append(&mut additions);
    chosen
}

fn replaces_text(edit: &Edit) -> bool {
    edit.range.start.offset < edit.range.end.offset
}

/// A range that a chosen fix changes.
struct Taken {
    start: u32,
    end: u32,
    is_item: bool,
}

/// Whether an edit only adds an item to a list, or a line to `.indexignore`, since several can be added at one place. This
/// is a guess from the text. A wrong guess only costs checks, because all fixes are tried together.
fn is_item(edit: &Edit) -> bool {
    if edit.path == IGNORE_FILE {
        return true;
    }
    let text = edit.text.trim();
    let item = text.strip_prefix(',').or_else(|| text.strip_prefix("- ")).map(str::trim);
    edit.range.start.offset == edit.range.end.offset && item.is_some_and(|item| !item.contains([',', ':', '\n']))
}

/// Returns the edits of fixes, ordered by path and position.
pub(crate) fn edits_of<'f>(fixes: impl Iterator<Item = &'f Fix>) -> Vec<&'f Edit> {
    let mut edits: Vec<&Edit> = fixes.flat_map(|fix| &fix.edits).collect();
    order::sort_by(&mut edits, |a, b| (&a.path, a.range.start.offset).cmp(&(&b.path, b.range.start.offset)));
    edits
}

/// Converts the edits of one file to splices.
pub(crate) fn splices<'e>(edits: &[&'e Edit]) -> Vec<Splice<'e>> {
    let splice =
        |edit: &&'e Edit| Splice { start: edit.range.start.offset, end: edit.range.end.offset, text: &edit.text };
    edits.iter().map(splice).collect()
}

/// Consecutive sets of edits of a text, combined into edits of the original text.
#[derive(Debug, Default)]
pub(crate) struct Composed {
    parts: Vec<Part>,
}

/// A range of the original text, and its current content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: String,
}

impl Composed {
    /// Returns the combined edits, as edits of a file.
    pub(crate) fn edits(&self, file: usize) -> impl Iterator<Item = TextEdit> {
        let file = FileId::new(file);
        self.parts.iter().map(move |part| {
            let range = TextRange::new(part.start.into(), part.end.max(part.start).into());
            TextEdit { place: Place { file, range }, text: part.text.clone() }
        })
    }

    /// Adds edits of the current text, which are ordered and disjoint.
    pub(crate) fn add(&mut self, splices: &[Splice<'_>]) {
        // From last to first, so that earlier parts keep their offsets. `shift` includes all remaining parts.
        let mut shift = Shift::default();
        self.parts.iter().for_each(|part| shift.pass(part));
        let mut behind = Vec::new();
        for splice in splices.iter().rev() {
            while let Some(part) = self.parts.pop_if(|part| shift.start(part) > splice.end) {
                shift.leave(&part);
                behind.push(part);
            }
            let merged = self.merged(*splice, &mut shift);
            shift.pass(&merged);
            self.parts.push(merged);
        }
        self.parts.extend(behind.into_iter().rev());
    }

    /// Merges a splice with the parts that it touches, which are the last ones.
    fn merged(&mut self, splice: Splice<'_>, shift: &mut Shift) -> Part {
        let mut end = shift.was(splice.end);
        let (mut head, mut tail) = (None, String::new());
        while let Some(part) =
            self.parts.pop_if(|part| shift.start(part).saturating_add(length(&part.text)) >= splice.start)
        {
            let start = shift.start(&part);
            if head.is_none() {
                let is_within = splice.end < start.saturating_add(length(&part.text));
                end = if is_within { part.end } else { end.max(part.end) };
                tail = part.text.get(splice.end.saturating_sub(start) as usize..).unwrap_or_default().to_owned();
            }
            shift.leave(&part);
            head = Some(part);
        }
        let mut merged = Part { start: shift.was(splice.start), end, text: String::new() };
        if let Some(Part { start, text, .. }) = head {
            let kept = splice.start.saturating_sub(shift.now(start));
            merged.start = merged.start.min(start);
            merged.text.push_str(text.get(..kept as usize).unwrap_or_default());
        }
        merged.text.push_str(splice.text);
        merged.text.push_str(&tail);
        merged
    }
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// Maps offsets between the original text and the current text.
#[derive(Debug, Clone, Copy, Default)]
struct Shift {
    longer: u32,
    shorter: u32,
}

impl Shift {
    fn now(self, at: u32) -> u32 {
        at.saturating_add(self.longer).saturating_sub(self.shorter)
    }

    fn was(self, at: u32) -> u32 {
        at.saturating_add(self.shorter).saturating_sub(self.longer)
    }

    fn pass(&mut self, part: &Part) {
        self.longer = self.longer.saturating_add(length(&part.text));
        self.shorter = self.shorter.saturating_add(part.end.saturating_sub(part.start));
    }

    /// Reverts [`Shift::pass`].
    fn leave(&mut self, part: &Part) {
        self.longer = self.longer.saturating_sub(length(&part.text));
        self.shorter = self.shorter.saturating_sub(part.end.saturating_sub(part.start));
    }

    /// The start of the last passed part in the current text.
    fn start(mut self, part: &Part) -> u32 {
        self.leave(part);
        self.now(part.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply<'a>(text: &str, parts: impl DoubleEndedIterator<Item = (u32, u32, &'a str)>) -> String {
        let mut text = text.to_owned();
        for (start, end, new) in parts.rev() {
            text.replace_range(start as usize..end as usize, new);
        }
        text
    }

    #[test]
    fn many_edits_are_added_to_many() {
        let places = 0..400_000_u32;
        let round = |length: usize| -> Vec<Splice<'_>> {
            places
                .clone()
                .map(|at| Splice { start: at * 4, end: at * 4 + 2, text: "ab".get(..length).unwrap() })
                .collect()
        };
        let mut composed = Composed::default();
        composed.add(&round(2));
        composed.add(&round(1));
        let part = |at| Part { start: at * 4, end: at * 4 + 2, text: "a".to_owned() };
        assert!(composed.parts.into_iter().eq(places.map(part)));
    }

    #[test]
    fn edits_after_edits_are_edits_of_the_first_text() {
        let first = "0123456789";
        let rounds: [&[(u32, u32, &str)]; 5] = [
            &[(2, 4, "ab"), (6, 6, "XYZ")],
            &[(0, 1, ""), (6, 8, "q")],
            &[(1, 3, "long text"), (9, 9, "!")],
            &[(0, 5, "_")],
            &[],
        ];
        for take in 0..=rounds.len() {
            let (mut composed, mut now) = (Composed::default(), first.to_owned());
            for round in rounds.iter().take(take) {
                now = apply(&now, round.iter().copied());
                let splices: Vec<Splice<'_>> =
                    round.iter().map(|&(start, end, text)| Splice { start, end, text }).collect();
                composed.add(&splices);
            }
            let parts = composed.parts.iter().map(|part| (part.start, part.end, part.text.as_str()));
            assert_eq!(apply(first, parts), now, "after {take} rounds: {composed:?}");
            assert!(composed.parts.windows(2).all(|pair| matches!(pair, [a, b] if a.end < b.start)), "{composed:?}");
        }
    }
}
