//! Colors of text for terminals.

use crate::color::Color;
use crate::host::Host;

/// Whether text is colored, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Paint {
    pub(crate) is_on: bool,
}

/// The meaning of a part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Heading,
    Place,
    Error,
    Warning,
    Info,
    Added,
    Removed,
    Range,
}

impl Part {
    /// The parameters of its escape sequence.
    fn codes(self) -> &'static str {
        match self {
            Part::Heading | Part::Place => "1",
            Part::Error => "1;31",
            Part::Warning => "1;33",
            Part::Info => "1;34",
            Part::Added => "32",
            Part::Removed => "31",
            Part::Range => "36",
        }
    }

    /// The part that corresponds to the name of a severity.
    fn of_severity(name: &str) -> Option<Self> {
        match name {
            "error" => Some(Part::Error),
            "warning" => Some(Part::Warning),
            "info" => Some(Part::Info),
            _ => None,
        }
    }
}

impl Paint {
    /// Without colors.
    pub(crate) const PLAIN: Paint = Paint { is_on: false };

    /// The colors of standard output. The option decides, then `NO_COLOR`, `FORCE_COLOR`, and whether it is a terminal.
    pub(crate) fn new(wanted: Color, host: &dyn Host) -> Self {
        Paint::wanted(wanted, host.is_terminal(), host)
    }

    /// The colors of standard error.
    pub(crate) fn of_errors(wanted: Color, host: &dyn Host) -> Self {
        Paint::wanted(wanted, host.is_error_terminal(), host)
    }

    fn wanted(wanted: Color, is_terminal: bool, host: &dyn Host) -> Self {
        let is_on = match wanted {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if host.env("NO_COLOR").is_some() => false,
            Color::Auto => host.env("FORCE_COLOR").is_some_and(|value| value != "0") || is_terminal,
        };
        Paint { is_on }
    }

    /// A part of a summary, colored if its count is not zero.
    pub(crate) fn count(self, part: Part, count: usize, text: &str) -> String {
        if count == 0 { text.to_owned() } else { self.part(part, text) }
    }

    pub(crate) fn part(self, part: Part, text: &str) -> String {
        if self.is_on && !text.is_empty() { format!("\x1b[{}m{text}\x1b[0m", part.codes()) } else { text.to_owned() }
    }

    /// A severity by its name. One that is off is not colored.
    pub(crate) fn severity(self, name: &str, text: &str) -> String {
        Part::of_severity(name).map_or_else(|| text.to_owned(), |part| self.part(part, text))
    }

    /// The verdict of a tool on a catalog or a bundle.
    pub(crate) fn verdict(self, accepts: bool, text: &str) -> String {
        self.part(if accepts { Part::Added } else { Part::Error }, text)
    }

    /// Colors every line according to its part.
    pub(crate) fn lines(self, text: &str, mut part: impl FnMut(&str) -> Option<Part>) -> String {
        if !self.is_on {
            return text.to_owned();
        }
        let mut line = |line: &str| {
            let bare = line.trim_end_matches(['\r', '\n']);
            let end = line.get(bare.len()..).unwrap_or_default();
            part(bare).map_or_else(|| line.to_owned(), |part| self.part(part, bare) + end)
        };
        text.split_inclusive('\n').map(&mut line).collect()
    }

    /// The patch of a file, which starts with two lines that name it.
    pub(crate) fn patch(self, text: &str) -> String {
        let end = text.match_indices('\n').nth(1).map_or(text.len(), |(at, _)| at.saturating_add(1));
        let (names, hunks) = text.split_at_checked(end).unwrap_or((text, ""));
        let hunks = self.lines(hunks, |line| match line {
            _ if line.starts_with("@@ ") => Some(Part::Range),
            _ if line.starts_with('+') => Some(Part::Added),
            _ if line.starts_with('-') => Some(Part::Removed),
            _ => None,
        });
        self.lines(names, |_| Some(Part::Heading)) + &hunks
    }
}
