//! Writes scalars as libyaml's emitter does, in the style that go-yaml v2 chooses.

use crate::is_plain_text;

const WIDTH: usize = 80;

/// Formats a JSON number, boolean or null. Numbers that are not 64-bit integers are formatted like Go's `%g`.
#[must_use]
pub fn number(text: &str) -> String {
    // go-yaml reads it as an integer.
    if text == "-0" {
        return "0".to_owned();
    }
    let is_word = matches!(text, "null" | "true" | "false");
    if is_word || text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok() {
        return text.to_owned();
    }
    match olmkit_gostd::parse_float(text) {
        Some(value) if value.is_finite() => olmkit_gostd::go_float64_g(value),
        // Too large for a float. go-yaml reads it as a string.
        _ => text.to_owned(),
    }
}

/// The output and its current column.
#[derive(Debug)]
pub struct Writer<'o> {
    out: &'o mut String,
    column: usize,
}

/// The styles that can represent a string.
#[derive(Debug, Clone, Copy, Default)]
struct Analysis {
    multiline: bool,
    plain: bool,
    single: bool,
    literal: bool,
}

impl<'o> Writer<'o> {
    /// Starts at column 0 of an output.
    #[must_use]
    pub fn new(out: &'o mut String) -> Self {
        Writer { out, column: 0 }
    }

    /// Writes a text without line breaks as it is.
    pub fn raw(&mut self, text: &str) {
        self.out.push_str(text);
        self.column = self.column.saturating_add(text.chars().count());
    }

    /// Starts a new line, unless the current one is empty.
    pub fn line(&mut self, indent: usize) {
        if self.column > 0 {
            self.out.push('\n');
        }
        self.column = 0;
        self.raw(&" ".repeat(indent));
    }

    /// Ends the line, unless it is empty.
    pub fn end_line(&mut self) {
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }

    /// Writes a string. Continuation lines are indented.
    pub fn scalar(&mut self, text: &str, indent: usize, is_key: bool) {
        let analysis = analyze(text);
        let has_lines = text.contains('\n');
        if has_lines && analysis.literal && !is_key {
            return self.literal(text, indent);
        }
        let resolves = || is_base_60(text) || !is_plain_text(text);
        if has_lines || resolves() || is_key && analysis.multiline {
            return self.double(text, indent, !is_key);
        }
        if analysis.plain {
            self.plain(text, indent, !is_key);
        } else if analysis.single {
            self.single(text, indent, !is_key);
        } else {
            self.double(text, indent, !is_key);
        }
    }

    fn char(&mut self, character: char) {
        self.out.push(character);
        self.column = self.column.saturating_add(1);
    }

    fn plain(&mut self, text: &str, indent: usize, folds: bool) {
        let mut spaces = false;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            if character != ' ' {
                self.char(character);
                spaces = false;
                continue;
            }
            if folds && !spaces && self.column > WIDTH && characters.peek() != Some(&' ') {
                self.line(indent);
            } else {
                self.char(' ');
            }
            spaces = true;
        }
    }

    fn single(&mut self, text: &str, indent: usize, folds: bool) {
        self.char('\'');
        let mut spaces = false;
        let last = text.chars().count().saturating_sub(1);
        let mut characters = text.chars().enumerate().peekable();
        while let Some((at, character)) = characters.next() {
            if is_break(character) {
                self.out.push(character);
                self.column = 0;
                continue;
            }
            if character != ' ' {
                // After a line separator, which counts as a line break.
                if self.column == 0 {
                    self.raw(&" ".repeat(indent));
                }
                if character == '\'' {
                    self.char('\'');
                }
                self.char(character);
                spaces = false;
                continue;
            }
            let next_is_space = characters.peek().is_some_and(|(_, next)| *next == ' ');
            if folds && !spaces && self.column > WIDTH && at > 0 && at < last && !next_is_space {
                self.line(indent);
            } else {
                self.char(' ');
            }
            spaces = true;
        }
        self.char('\'');
    }

    fn double(&mut self, text: &str, indent: usize, folds: bool) {
        self.char('"');
        let mut spaces = false;
        // For each character, go-yaml checks whether the string starts with a byte order mark.
        let escapes_all = text.starts_with('\u{FEFF}');
        let last = text.chars().count().saturating_sub(1);
        let mut characters = text.chars().enumerate().peekable();
        while let Some((at, character)) = characters.next() {
            if character == ' ' && !escapes_all {
                if folds && !spaces && self.column > WIDTH && at > 0 && at < last {
                    self.line(indent);
                    if characters.peek().is_some_and(|(_, next)| *next == ' ') {
                        self.char('\\');
                    }
                } else {
                    self.char(' ');
                }
                spaces = true;
                continue;
            }
            if escapes_all || !is_printable(character) || is_break(character) || matches!(character, '"' | '\\') {
                self.raw(&escape(character));
            } else {
                self.char(character);
            }
            spaces = false;
        }
        self.char('"');
    }

    fn literal(&mut self, text: &str, indent: usize) {
        self.raw("|");
        if text.starts_with(is_blank) {
            self.raw("2");
        }
        let without = text.strip_suffix(is_break);
        match without {
            None => self.raw("-"),
            Some("") => self.raw("+"),
            Some(rest) if rest.ends_with(is_break) => self.raw("+"),
            Some(_) => {}
        }
        self.out.push('\n');
        self.column = 0;
        let mut at_start = true;
        for character in text.chars() {
            if is_break(character) {
                self.out.push(character);
                self.column = 0;
                at_start = true;
                continue;
            }
            if std::mem::take(&mut at_start) {
                self.raw(&" ".repeat(indent));
            }
            self.char(character);
        }
    }
}

/// Whether go-yaml's emitter starts a new line after the character.
#[must_use]
pub fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn is_blank(character: char) -> bool {
    character == ' ' || is_break(character)
}

/// Whether libyaml prints the character unescaped. Control characters, tabs and characters beyond the basic plane are
/// escaped.
fn is_printable(character: char) -> bool {
    matches!(character, '\n' | '\u{20}'..='\u{7E}' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}')
        && character != '\u{FEFF}'
}

fn escape(character: char) -> String {
    let code = u32::from(character);
    match character {
        '\0' => "\\0".to_owned(),
        '\u{7}' => "\\a".to_owned(),
        '\u{8}' => "\\b".to_owned(),
        '\t' => "\\t".to_owned(),
        '\n' => "\\n".to_owned(),
        '\u{B}' => "\\v".to_owned(),
        '\u{C}' => "\\f".to_owned(),
        '\r' => "\\r".to_owned(),
        '\u{1B}' => "\\e".to_owned(),
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\u{85}' => "\\N".to_owned(),
        '\u{A0}' => "\\_".to_owned(),
        '\u{2028}' => "\\L".to_owned(),
        '\u{2029}' => "\\P".to_owned(),
        _ if code <= 0xFF => format!("\\x{code:02X}"),
        _ if code <= 0xFFFF => format!("\\u{code:04X}"),
        _ => format!("\\U{code:08X}"),
    }
}

/// Determines the styles that preserve the string.
fn analyze(text: &str) -> Analysis {
    if text.is_empty() {
        return Analysis { multiline: false, plain: true, single: true, literal: false };
    }
    let mut indicators = text.starts_with("---") || text.starts_with("...");
    let (mut special, mut breaks, mut space_break, mut break_space) = (false, false, false, false);
    let (mut previous_space, mut previous_break, mut after_blank) = (false, false, true);
    let mut characters = text.chars().enumerate().peekable();
    while let Some((at, character)) = characters.next() {
        let before_blank = characters.peek().is_none_or(|(_, next)| is_blank(*next) || *next == '\t');
        indicators |= match character {
            '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`'
                if at == 0 =>
            {
                true
            }
            '?' | '-' if at == 0 => before_blank,
            ':' => before_blank,
            '#' => after_blank,
            _ => false,
        };
        special |= !is_printable(character);
        if character == ' ' {
            break_space |= previous_break;
            (previous_space, previous_break) = (true, false);
        } else if is_break(character) {
            breaks = true;
            space_break |= previous_space;
            (previous_space, previous_break) = (false, true);
        } else {
            (previous_space, previous_break) = (false, false);
        }
        after_blank = is_blank(character) || character == '\t';
    }
    let edges = text.starts_with(is_blank) || text.ends_with(is_blank);
    let forbidden = space_break || special;
    Analysis {
        multiline: breaks,
        plain: !edges && !break_space && !forbidden && !breaks && !indicators,
        single: !break_space && !forbidden,
        literal: !text.ends_with(' ') && !forbidden,
    }
}

/// Whether the text matches `[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?`.
fn is_base_60(text: &str) -> bool {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = text.split_once('.').map_or((text, ""), |(whole, fraction)| (whole, fraction));
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let mut parts = whole.split(':');
    let first = parts.next().unwrap_or_default();
    let mut rest = parts.peekable();
    first.starts_with(|c: char| c.is_ascii_digit())
        && digits(first)
        && digits(fraction)
        && rest.peek().is_some()
        && rest.all(|part| match part.as_bytes() {
            [one] => one.is_ascii_digit(),
            [ten, one] => (b'0'..=b'5').contains(ten) && one.is_ascii_digit(),
            _ => false,
        })
}
