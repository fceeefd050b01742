//! Regular expressions whose cost is known before they run: the matcher needs time in proportion to the length of the
//! text times the size of the compiled program, and repetitions such as `(a?){1000}` make a short pattern large.

use regex_lite::{Regex, RegexBuilder};

/// A compiled regular expression.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    regex: Regex,
    states: usize,
}

/// A pattern that does not compile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PatternError {
    /// The program exceeds [`MAX_STATES`], a limit of olmkit.
    TooLarge,
    /// A syntax error.
    Syntax(regex_lite::Error),
}

/// The smallest limit that is tried, in states of the program.
const MIN_STATES: usize = 32;

/// The maximum size of a program.
pub(crate) const MAX_STATES: usize = 1 << 13;

/// The bytes that a state needs at least.
const STATE: usize = 32;

impl Pattern {
    /// Compiles a pattern. Its size is known up to a factor of two: of the limits that double, the first that suffices.
    pub(crate) fn new(text: &str) -> Result<Pattern, PatternError> {
        let mut states = MIN_STATES;
        loop {
            match build(text, states) {
                Ok(regex) => return Ok(Pattern { regex, states }),
                Err(error) if Some(&error) != build("", 0).err().as_ref() => return Err(PatternError::Syntax(error)),
                Err(_) if states >= MAX_STATES => return Err(PatternError::TooLarge),
                Err(_) => states = states.saturating_mul(2),
            }
        }
    }

    /// The steps of compiling the pattern.
    pub(crate) fn size(&self) -> usize {
        self.states
    }

    /// The steps of matching a text.
    pub(crate) fn cost(&self, text: &str) -> usize {
        self.states.saturating_mul(text.len().saturating_add(1))
    }

    /// Whether the pattern matches a part of the text.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }
}

/// Compiles a pattern with a limit. If the program is larger, the error is the same for all patterns.
fn build(text: &str, states: usize) -> Result<Regex, regex_lite::Error> {
    RegexBuilder::new(text).size_limit(states.saturating_mul(STATE)).build()
}
