//! Reads JSON into the same tree, as Go's encoding/json scans it.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "positions and depths are bounded by the file length, which Reader keeps below 4 GiB"
)]

use crate::bare::mark_order;
use crate::chars::byte;
use crate::document::SyntaxRule;
use crate::format::Format;
use crate::tree::{Kind, Node, NodeIndex, Style, Tree};
use olmkit_gostd::escape;

/// The maximum nesting that encoding/json reads.
pub(crate) const MAX_DEPTH: usize = 10_000;

/// The message for a document that exceeds it.
pub(crate) const TOO_DEEP: &str = "The document is nested deeper than 10,000 levels, which no tool reads.";

/// encoding/json's message for the bracket that exceeds the maximum nesting.
pub(crate) fn exceeded_depth(opening: u8) -> String {
    format!("invalid character {} exceeded max depth", quoted(opening))
}

/// A JSON value.
pub(crate) struct Read {
    /// The nodes; with an error, the nodes before it.
    pub(crate) tree: Tree,
    /// The end of the value, relative to the text.
    pub(crate) end: usize,
    /// The reason why the value cannot be read.
    pub(crate) error: Option<Problem>,
}

/// The reason why a value cannot be read.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The rule that rejects it.
    pub(crate) rule: SyntaxRule,
    /// Go's message, without an offset.
    pub(crate) text: String,
    /// The message for the user.
    pub(crate) message: String,
    /// The start, relative to the text.
    pub(crate) at: usize,
    /// The end, relative to the text.
    pub(crate) end: usize,
    /// Go's kind of error.
    pub(crate) cause: Cause,
}

/// Kinds of errors that Go reports differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// Go's `SyntaxError`, whose offset is reported.
    Syntax,
    /// The text ends inside the value.
    End,
    /// A number out of range; the value is read to its end.
    Number,
}

/// Reads the first value of `text`.
pub(crate) fn read_value(text: &[u8]) -> Read {
    let nodes = Vec::with_capacity(text.len().min(1 << 20) / 32 + 8);
    let mut scanner = Scanner { text, at: 0, nodes, open: Vec::new(), overflow: None };
    let error = scanner.run().err().map(|error| *error);
    scanner.close_all();
    let error = error.or(scanner.overflow);
    Read { tree: Tree { nodes: scanner.nodes, ..Tree::default() }, end: scanner.at, error }
}

struct Scanner<'s> {
    text: &'s [u8],
    at: usize,
    nodes: Vec<Node>,
    open: Vec<NodeIndex>,
    /// The first number that is out of the range of float64.
    overflow: Option<Problem>,
}

type Result<T> = std::result::Result<T, Box<Problem>>;

impl Scanner<'_> {
    fn run(&mut self) -> Result<()> {
        loop {
            self.skip_whitespace();
            if self.value()? {
                // A container was opened. Its first member follows, unless it is empty.
                self.skip_whitespace();
                if self.here() == self.closing() {
                    self.close();
                } else {
                    self.key()?;
                    continue;
                }
            }
            if !self.after_value()? {
                return Ok(());
            }
        }
    }

    /// Closes the containers that end after a value. Returns false if the whole value is read.
    fn after_value(&mut self) -> Result<bool> {
        while let Some(&index) = self.open.last() {
            self.skip_whitespace();
            let closing = self.closing();
            match self.here() {
                b',' => {
                    self.at += 1;
                    self.skip_whitespace();
                    self.key()?;
                    return Ok(true);
                }
                here if here == closing && self.at < self.text.len() => self.close(),
                _ => {
                    let mapping = self.nodes.get(index as usize).is_some_and(|node| node.kind == Kind::Mapping);
                    return Err(self.invalid(if mapping {
                        "after object key:value pair"
                    } else {
                        "after array element"
                    }));
                }
            }
        }
        Ok(false)
    }

    /// Reads the key and its colon in a mapping. Does nothing in a sequence.
    fn key(&mut self) -> Result<()> {
        if self.closing() != b'}' {
            return Ok(());
        }
        if self.here() != b'"' {
            return Err(self.invalid("looking for beginning of object key string"));
        }
        self.string()?;
        self.skip_whitespace();
        if self.here() != b':' {
            return Err(self.invalid("after object key"));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a value. Returns true if it is a container, which is now open.
    fn value(&mut self) -> Result<bool> {
        match self.here() {
            b'{' => self.open(Kind::Mapping),
            b'[' => self.open(Kind::Sequence),
            b'"' => self.string().map(|()| false),
            b't' => self.literal("true").map(|()| false),
            b'f' => self.literal("false").map(|()| false),
            b'n' => self.literal("null").map(|()| false),
            b'-' | b'0'..=b'9' => self.number().map(|()| false),
            _ => Err(self.invalid("looking for beginning of value")),
        }
    }

    fn open(&mut self, kind: Kind) -> Result<bool> {
        if self.open.len() >= MAX_DEPTH {
            return Err(self.error(SyntaxRule::JsonDepth, exceeded_depth(self.here()), TOO_DEEP));
        }
        let index = self.push(kind, Style::Flow, self.at, self.at + 1, kind == Kind::Mapping);
        self.open.push(index);
        self.at += 1;
        Ok(true)
    }

    fn close(&mut self) {
        self.at += 1;
        self.end_container();
    }

    fn end_container(&mut self) {
        let next = NodeIndex::try_from(self.nodes.len()).unwrap_or(NodeIndex::MAX);
        let Some(index) = self.open.pop() else { return };
        if let Some(node) = self.nodes.get_mut(index as usize) {
            node.next = next;
            node.end = offset(self.at);
        }
        mark_order(self.text, &mut self.nodes, index, Format::Json);
    }

    fn close_all(&mut self) {
        while let Some(&index) = self.open.last() {
            let children = self.count_children(index);
            let mapping = self.nodes.get(index as usize).is_some_and(|node| node.kind == Kind::Mapping);
            if mapping && children % 2 == 1 {
                self.push(Kind::Scalar, Style::Plain, self.at, self.at, false);
            }
            self.end_container();
        }
    }

    fn count_children(&self, index: NodeIndex) -> usize {
        let mut count = 0;
        let mut at = index.saturating_add(1);
        while let Some(child) = self.nodes.get(at as usize) {
            count += 1;
            at = child.next.max(at.saturating_add(1));
        }
        count
    }

    fn closing(&self) -> u8 {
        let node = self.open.last().and_then(|&index| self.nodes.get(index as usize));
        match node.map(|node| node.kind) {
            Some(Kind::Mapping) => b'}',
            Some(_) => b']',
            None => 0,
        }
    }

    fn string(&mut self) -> Result<()> {
        let start = self.at;
        self.at += 1;
        let mut escaped = false;
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let length = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
            let plain = rest.get(..length).unwrap_or_default();
            if has_control(plain) {
                self.at += plain.iter().position(|&b| b < 0x20).unwrap_or(0);
                return Err(self.invalid("in string literal"));
            }
            self.at += length;
            match self.here() {
                b'"' => {
                    self.at += 1;
                    self.push(Kind::Scalar, Style::Double, start, self.at, escaped);
                    return Ok(());
                }
                b'\\' => {
                    escaped = true;
                    self.escape()?;
                }
                _ => return Err(self.unexpected_end()),
            }
        }
    }

    fn escape(&mut self) -> Result<()> {
        self.at += 1;
        match self.here() {
            b'b' | b'f' | b'n' | b'r' | b't' | b'\\' | b'/' | b'"' => self.at += 1,
            b'u' => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.here().is_ascii_hexdigit() {
                        return Err(self.invalid("in \\u hexadecimal character escape"));
                    }
                    self.at += 1;
                }
            }
            _ => return Err(self.invalid("in string escape code")),
        }
        Ok(())
    }

    fn literal(&mut self, word: &str) -> Result<()> {
        let start = self.at;
        for expected in word.bytes() {
            if self.here() != expected {
                return Err(self.invalid(&format!("in literal {word} (expecting '{}')", char::from(expected))));
            }
            self.at += 1;
        }
        self.push(Kind::Scalar, Style::Plain, start, self.at, false);
        Ok(())
    }

    fn number(&mut self) -> Result<()> {
        let start = self.at;
        if self.here() == b'-' {
            self.at += 1;
        }
        match self.here() {
            b'0' => self.at += 1,
            b'1'..=b'9' => self.digits(),
            _ => return Err(self.invalid("in numeric literal")),
        }
        if self.here() == b'.' {
            self.at += 1;
            self.digits_after("after decimal point in numeric literal")?;
        }
        let exponent = matches!(self.here(), b'e' | b'E');
        if exponent {
            self.at += 1;
            if matches!(self.here(), b'+' | b'-') {
                self.at += 1;
            }
            self.digits_after("in exponent of numeric literal")?;
        }
        // Shorter numbers are always in range.
        if exponent || self.at - start > 300 {
            self.check_overflow(start);
        }
        self.push(Kind::Scalar, Style::Plain, start, self.at, false);
        Ok(())
    }

    fn check_overflow(&mut self, start: usize) {
        let text = String::from_utf8_lossy(self.text.get(start..self.at).unwrap_or_default());
        if self.overflow.is_none() && olmkit_gostd::parse_float(&text).is_some_and(f64::is_infinite) {
            self.overflow = Some(Problem {
                rule: SyntaxRule::JsonNumberOverflow,
                text: format!("json: cannot unmarshal number {text} into Go value of type float64"),
                message: "This number is larger than any float64.".to_owned(),
                at: start,
                end: self.at,
                cause: Cause::Number,
            });
        }
    }

    fn digits(&mut self) {
        while self.here().is_ascii_digit() {
            self.at += 1;
        }
    }

    fn digits_after(&mut self, context: &str) -> Result<()> {
        if !self.here().is_ascii_digit() {
            return Err(self.invalid(context));
        }
        self.digits();
        Ok(())
    }

    fn skip_whitespace(&mut self) {
        while matches!(self.here(), b' ' | b'\t' | b'\r' | b'\n') {
            self.at += 1;
        }
    }

    fn here(&self) -> u8 {
        byte(self.text, self.at)
    }

    fn push(&mut self, kind: Kind, style: Style, start: usize, end: usize, needs_cooking: bool) -> NodeIndex {
        let index = NodeIndex::try_from(self.nodes.len()).unwrap_or(NodeIndex::MAX);
        let (start, end) = (offset(start), offset(end));
        let next = index.saturating_add(1);
        self.nodes.push(Node { kind, style, has_properties: false, needs_cooking, start, end, next, extra: 0 });
        index
    }

    fn invalid(&self, context: &str) -> Box<Problem> {
        if self.at >= self.text.len() {
            return self.unexpected_end();
        }
        let problem = format!("invalid character {} {context}", quoted(self.here()));
        let message = match context {
            "looking for beginning of object key string" => "A key in double quotes is expected here.".to_owned(),
            "after object key" => "A `:` is missing after this key.".to_owned(),
            "after object key:value pair" => "A `,` or `}` is missing here.".to_owned(),
            "after array element" => "A `,` or `]` is missing here.".to_owned(),
            "in string literal" => {
                "This string has a line break or control character. Write it as an escape.".to_owned()
            }
            other => format!("This is not valid JSON: unexpected character {} {other}.", quoted(self.here())),
        };
        self.error(SyntaxRule::JsonSyntax, problem, &message)
    }

    fn unexpected_end(&self) -> Box<Problem> {
        let problem =
            self.error(SyntaxRule::JsonSyntax, "unexpected EOF".to_owned(), "The file ends inside this JSON value.");
        Box::new(Problem { cause: Cause::End, ..*problem })
    }

    fn error(&self, rule: SyntaxRule, text: String, message: &str) -> Box<Problem> {
        let at = self.at.min(self.text.len());
        let end = (at + 1).min(self.text.len());
        Box::new(Problem { rule, text, message: message.to_owned(), at, end, cause: Cause::Syntax })
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn has_control(text: &[u8]) -> bool {
    text.chunks(64).any(|chunk| chunk.iter().fold(false, |found, &b| found | (b < 0x20)))
}

/// A byte as Go's scanner quotes it: the byte is treated as a character.
fn quoted(byte: u8) -> String {
    match byte {
        b'\'' => r"'\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        _ => {
            let mut out = String::from("'");
            escape(char::from(byte), &mut out);
            out.push('\'');
            out
        }
    }
}
