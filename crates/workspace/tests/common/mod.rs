//! Damage to files, and what holds of every report: shared by the property tests of catalogs and of bundles.
#![allow(dead_code, unreachable_pub, missing_docs, reason = "each test uses its part")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test says what is wrong by failing"
)]

pub mod generate;

use olmkit_workspace::api::{Diagnostic, Report};

/// Numbers that look random, the same ones every time.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

pub type Files = Vec<(String, String)>;

/// What names, values and lines are replaced by.
pub const HOSTILE: [&str; 20] = [
    "\"\"",
    "null",
    "[]",
    "{}",
    "1.10",
    "no",
    "\u{202e}evil",
    "__proto__",
    "foo.v1.0.0",
    "foo.v1.1.0",
    "'>=1.0.0 <2.0.0'",
    "'<1.1.0'",
    "&a [*a]",
    "*a",
    "!!binary x",
    "|\n  text",
    "\t",
    "\u{85}",
    "<script>",
    "99999999999999999999.0.0",
];

pub fn damaged(text: &str, numbers: &mut Numbers) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=numbers.below(3) {
        let (at, other) = (numbers.below(lines.len()), numbers.below(lines.len()));
        if lines.is_empty() {
            break;
        }
        match numbers.below(6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            3 => lines[at].insert_str(0, "  "),
            _ => {
                let line = &lines[at];
                let words: Vec<usize> = line.match_indices([' ', '[', '{']).map(|(place, _)| place + 1).collect();
                let start = words.get(numbers.below(words.len())).copied().unwrap_or(0);
                let end = line[start..].find([',', ']', '}', ' ']).map_or(line.len(), |length| start + length);
                lines[at].replace_range(start..end, HOSTILE[numbers.below(HOSTILE.len())]);
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Every place lies in its file, between characters, and line and column say the same as the offsets.
pub fn places_are_true(report: &Report, files: &Files) {
    for found in &report.diagnostics {
        let edits = found.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| (&edit.path, edit.range));
        let related = found.related.iter().map(|related| (&related.path, related.range));
        for (path, range) in edits.chain(related).chain([(&found.path, found.range)]) {
            let text = &files.iter().find(|(name, _)| name == path).unwrap().1;
            assert!(range.start.offset <= range.end.offset, "{}: {range:?}", found.rule);
            for place in [range.start, range.end] {
                let before = text.get(..place.offset as usize);
                let Some(before) = before else { panic!("{} of {found:?} is no place in {text:?}", place.offset) };
                assert_eq!(before.encode_utf16().count(), place.utf16 as usize, "{}: {text}", found.rule);
            }
        }
    }
}

/// What makes two findings the same.
pub fn key(found: &Diagnostic) -> (&str, &str) {
    (&found.rule, &found.message)
}
