//! Random inputs: drawn by proptest, so that failures shrink, and by libFuzzer in `fuzz`.

use arbitrary::Unstructured;
use proptest::collection::vec;
use proptest::prelude::Rng;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed, TestCaseError, TestRng, TestRunner};

/// Choices made from bytes. When the bytes are used up, every choice is the first one: shorter bytes are simpler inputs.
#[derive(Debug)]
pub struct Choices<'b>(Unstructured<'b>);

impl<'b> Choices<'b> {
    /// Choices that these bytes make.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    /// A number below a limit; 0 if the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.choose_index(limit).unwrap_or_default()
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100_usize.saturating_sub(percent)
    }

    /// One item of a list that is not empty.
    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// What damage puts in the place of names, values and lines.
const HOSTILE: [&str; 20] = [
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

/// A text with up to three lines removed, repeated, moved, indented or changed.
#[must_use]
pub fn damaged(text: &str, choices: &mut Choices<'_>) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=choices.below(3) {
        if lines.is_empty() {
            break;
        }
        let (at, other) = (choices.below(lines.len()), choices.below(lines.len()));
        match choices.below(6) {
            0 => change_word(&mut lines[at], choices),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            3 => lines[at].insert_str(0, "  "),
            4 => drop(lines.remove(at)),
            _ => change_word(&mut lines[at], choices),
        }
    }
    lines.join("\n") + "\n"
}

fn change_word(line: &mut String, choices: &mut Choices<'_>) {
    let words: Vec<usize> = line.match_indices([' ', '[', '{']).map(|(place, _)| place + 1).collect();
    let start = words.get(choices.below(words.len())).copied().unwrap_or(0);
    let end = line[start..].find([',', ']', '}', ' ']).map_or(line.len(), |length| start + length);
    line.replace_range(start..end, choices.of(&HOSTILE));
}

/// Bytes that look random, the same ones for every seed: for tests that count their inputs themselves.
#[must_use]
pub fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut rng = TestRng::from_seed(RngAlgorithm::XorShift, &seed.wrapping_add(1).to_le_bytes().repeat(2));
    std::iter::repeat_with(|| rng.next_u32().to_le_bytes()).flatten().take(length).collect()
}

/// Runs a property on random bytes, at most `most` of them, and shrinks what fails.
///
/// Every run is the same. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for other ones.
pub fn property(cases: u32, most: usize, holds: impl Fn(&[u8])) {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(0);
    }
    let bytes = vec(any::<u8>(), 0..=most);
    TestRunner::new(config)
        .run(&bytes, |bytes| {
            holds(&bytes);
            Ok::<(), TestCaseError>(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "minimal failing input: [\n    7,\n]")]
    fn failures_shrink() {
        property(1000, 50, |bytes| assert!(bytes.iter().all(|byte| *byte < 7)));
    }

    #[test]
    fn damage_changes_a_text() {
        assert_eq!(damaged("a: b\nc: d\n", &mut Choices::new(&[0, 1, 0, 4])), "a: b\n");
        assert_eq!(damaged("a: b\n", &mut Choices::new(&[])), "a: \"\"\n");
    }

    #[test]
    fn choices_end_with_the_first() {
        let mut choices = Choices::new(&[3, 255]);
        assert_eq!((choices.below(10), choices.chance(50), choices.of(&["a", "b"])), (3, true, "a"));
        assert_eq!((choices.below(0), choices.chance(100)), (0, true));
    }
}
