//! Colors of texts for terminals.

use crate::color::Color;
use crate::host::Host;

/// Whether texts get colors, and what they look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Paint {
    pub(crate) is_on: bool,
}

/// What a part of a text is.
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

    /// The part that the name of a severity is.
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

    /// What the user wants on standard output: the option decides, then `NO_COLOR`, `FORCE_COLOR`, and whether it is a
    /// terminal.
    pub(crate) fn new(wanted: Color, host: &dyn Host) -> Self {
        Paint::wanted(wanted, host.is_terminal(), host)
    }

    /// What the user wants on standard error.
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

    /// A part of a summary, which has its color if it counts something.
    pub(crate) fn count(self, part: Part, count: usize, text: &str) -> String {
        if count == 0 { text.to_owned() } else { self.part(part, text) }
    }

    pub(crate) fn part(self, part: Part, text: &str) -> String {
        if self.is_on && !text.is_empty() { format!("\x1b[{}m{text}\x1b[0m", part.codes()) } else { text.to_owned() }
    }

    /// A severity by its name; one that is off has no color.
    pub(crate) fn severity(self, name: &str, text: &str) -> String {
        Part::of_severity(name).map_or_else(|| text.to_owned(), |part| self.part(part, text))
    }

    /// What a tool says of a catalog or a bundle.
    pub(crate) fn verdict(self, accepts: bool, text: &str) -> String {
        self.part(if accepts { Part::Added } else { Part::Error }, text)
    }

    /// Every line, as the part that it is.
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

    /// The patch of a file, which begins with two lines about its names.
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
