//! The first record of comma-separated values, as Go's `encoding/csv` reads it with its defaults.
//!
//! Command line flags that take several values (pflag's `StringSlice`) are read this way.

use std::fmt;

/// The reason why a record is invalid. Lines and columns start at 1; columns are in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CsvError {
    /// There is no record, only empty lines.
    Empty,
    /// A quote inside a field that does not start with a quote.
    BareQuote {
        /// The line of the quote.
        line: usize,
        /// The column of the quote.
        column: usize,
    },
    /// A quoted field without a closing quote, or with text after it.
    Quote {
        /// The line where the record starts.
        start: usize,
        /// The line of the error.
        line: usize,
        /// The column of the error.
        column: usize,
    },
}

impl fmt::Display for CsvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CsvError::Empty => f.write_str("EOF"),
            CsvError::BareQuote { line, column } => {
                write!(f, "parse error on line {line}, column {column}: bare \" in non-quoted-field")
            }
            CsvError::Quote { start, line, column } => {
                if start != line {
                    write!(f, "record on line {start}; ")?;
                }
                write!(f, "parse error on line {line}, column {column}: extraneous or missing \" in quoted-field")
            }
        }
    }
}

impl std::error::Error for CsvError {}

/// Parses the values of a flag that takes several: the fields of the first record, none for an empty text.
///
/// ```
/// assert_eq!(olmkit_gostd::string_slice(r#"a=1,"b=2,3""#).unwrap(), ["a=1", "b=2,3"]);
/// assert!(olmkit_gostd::string_slice(r#"a="1""#).is_err());
/// ```
///
/// # Errors
/// A quote is misplaced, or there are only empty lines.
pub fn string_slice(text: &str) -> Result<Vec<String>, CsvError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    // As in Go, `\r\n` is a line break, and a `\r` at the end of the text is dropped.
    let text = text.replace("\r\n", "\n");
    let text = text.strip_suffix('\r').unwrap_or(&text);
    let empty = text.split_inclusive('\n').take_while(|line| *line == "\n");
    let (lines, skipped) = empty
        .fold((0_usize, 0_usize), |(lines, bytes), line| (lines.saturating_add(1), bytes.saturating_add(line.len())));
    let start = lines.saturating_add(1);
    let mut record = Record { rest: text.get(skipped..).unwrap_or_default(), start, line: start, column: 1 };
    if record.rest.is_empty() {
        return Err(CsvError::Empty);
    }
    let mut fields = Vec::new();
    loop {
        let (field, more) = if record.rest.starts_with('"') { record.quoted()? } else { record.bare()? };
        fields.push(field);
        if !more {
            return Ok(fields);
        }
    }
}

/// The rest of the text and the position where it starts.
struct Record<'t> {
    rest: &'t str,
    start: usize,
    line: usize,
    column: usize,
}

impl<'t> Record<'t> {
    fn advance(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.column = self.column.saturating_add(taken.len());
        taken
    }

    /// Reads a field without quotes. Returns also whether another field follows.
    fn bare(&mut self) -> Result<(String, bool), CsvError> {
        let line = self.rest.split('\n').next().unwrap_or_default();
        let end = line.find(',');
        let field = line.get(..end.unwrap_or(line.len())).unwrap_or_default();
        if let Some(at) = field.find('"') {
            return Err(CsvError::BareQuote { line: self.line, column: self.column.saturating_add(at) });
        }
        self.advance(field.len().saturating_add(1));
        Ok((field.to_owned(), end.is_some()))
    }

    /// Reads a quoted field, which may span several lines. Returns also whether another field follows.
    fn quoted(&mut self) -> Result<(String, bool), CsvError> {
        self.advance(1);
        let mut field = String::new();
        loop {
            let text = self.rest.split_inclusive('\n').next().unwrap_or_default();
            let Some(at) = text.find('"') else {
                field.push_str(text);
                self.advance(text.len());
                if self.rest.is_empty() {
                    return Err(CsvError::Quote { start: self.start, line: self.line, column: self.column });
                }
                (self.line, self.column) = (self.line.saturating_add(1), 1);
                continue;
            };
            field.push_str(text.get(..at).unwrap_or_default());
            let quote = self.column.saturating_add(at);
            self.advance(at.saturating_add(1));
            match self.rest.as_bytes() {
                [b'"', ..] => {
                    field.push('"');
                    self.advance(1);
                }
                [b',', ..] => {
                    self.advance(1);
                    return Ok((field, true));
                }
                [] | [b'\n', ..] => return Ok((field, false)),
                _ => return Err(CsvError::Quote { start: self.start, line: self.line, column: quote }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_those_of_go() {
        let cases: [(&str, &[&str]); 16] = [
            ("", &[]),
            ("a=b,c=d", &["a=b", "c=d"]),
            ("\"a=b,c\"", &["a=b,c"]),
            ("\"a=b\",\"c=d\"", &["a=b", "c=d"]),
            ("a=b\nc=d", &["a=b"]),
            ("\na=b", &["a=b"]),
            ("a=b,", &["a=b", ""]),
            (",", &["", ""]),
            ("\"a=\"\"b\"\"\"", &["a=\"b\""]),
            ("a=b\r\nc", &["a=b"]),
            ("a=b\r", &["a=b"]),
            ("a\rb", &["a\rb"]),
            ("\"a=\r\nb\"", &["a=\nb"]),
            ("\"a\"\r\n", &["a"]),
            ("\"a\"\r", &["a"]),
            ("\"\"", &[""]),
        ];
        for (text, expected) in cases {
            assert_eq!(string_slice(text).unwrap(), expected, "{text:?}");
        }
    }

    #[test]
    fn errors_are_those_of_go() {
        const BARE: &str = "bare \" in non-quoted-field";
        const QUOTE: &str = "extraneous or missing \" in quoted-field";
        for (text, head, what) in [
            ("a=\"b\"", "parse error on line 1, column 3: ", BARE),
            (" \"a\"", "parse error on line 1, column 2: ", BARE),
            ("a=é\"", "parse error on line 1, column 5: ", BARE),
            ("\"a=b\"x", "parse error on line 1, column 5: ", QUOTE),
            ("\"a=b", "parse error on line 1, column 5: ", QUOTE),
            ("\"a\" ", "parse error on line 1, column 3: ", QUOTE),
            ("\"a\r", "parse error on line 1, column 3: ", QUOTE),
            ("\"a\r\n", "parse error on line 1, column 4: ", QUOTE),
            ("x,\"a\nb\"c", "record on line 1; parse error on line 2, column 2: ", QUOTE),
            ("\"a\nb", "record on line 1; parse error on line 2, column 2: ", QUOTE),
            ("\n", "EOF", ""),
        ] {
            assert_eq!(string_slice(text).unwrap_err().to_string(), format!("{head}{what}"), "{text:?}");
        }
    }
}
