//! Flow collections: `{a: b, "c": [d]}`.

use super::scalar::{is_finite, is_key, starts_plain};
use super::{Fast, MAX_DEPTH, MAX_KEY};
use crate::bare::{is_plain_string, mark_order};
use crate::format::Format;
use crate::tree::{Kind, Style};

/// The state inside a flow collection.
enum Next {
    /// A member, or the closing bracket directly after the opening one.
    First,
    Member,
    AfterMember,
}

impl Fast<'_> {
    /// Reads the flow collection that starts here, up to its closing bracket.
    pub(super) fn flow(&mut self) -> Option<()> {
        let start = self.at;
        self.flow_open()?;
        let mut next = Next::First;
        while let Some(&(index, mapping)) = self.flow.last() {
            self.flow_whitespace()?;
            let closes = self.byte(self.at) == if mapping { b'}' } else { b']' };
            next = match next {
                Next::First | Next::AfterMember if closes && self.at < self.text.len() => {
                    self.at += 1;
                    self.flow.pop();
                    self.close(index, u32::try_from(self.at).ok()?);
                    mark_order(self.text, &mut self.nodes, index, Format::Yaml);
                    Next::AfterMember
                }
                Next::AfterMember => {
                    if self.text.get(self.at) != Some(&b',') {
                        return None;
                    }
                    self.at += 1;
                    Next::Member
                }
                Next::First | Next::Member => self.flow_member(mapping)?,
            };
        }
        let tabs = self.tabs && memchr::memchr(b'\t', self.text.get(start..self.at)?).is_some();
        (!tabs).then_some(())
    }

    fn flow_open(&mut self) -> Option<()> {
        if self.flow.len() >= MAX_DEPTH {
            return None;
        }
        let mapping = self.byte(self.at) == b'{';
        let kind = if mapping { Kind::Mapping } else { Kind::Sequence };
        self.flow.push((self.next_index(), mapping));
        self.push(self.node(kind, Style::Flow, self.at, self.at + 1, false, 0));
        self.at += 1;
        Some(())
    }

    fn flow_member(&mut self, mapping: bool) -> Option<Next> {
        if mapping {
            self.flow_key()?;
            self.flow_whitespace()?;
        }
        match self.byte(self.at) {
            b'{' | b'[' => {
                self.flow_open()?;
                return Some(Next::First);
            }
            b'"' | b'\'' => {
                let quoted = self.quoted(self.at)?;
                self.push_quoted(&quoted);
            }
            _ => {
                let end = self.flow_plain()?;
                let text = self.text.get(self.at..end)?;
                if !is_finite(text) {
                    return None;
                }
                self.push_scalar(Style::Plain, self.at, end, !is_plain_string(text));
                self.at = end;
            }
        }
        Some(Next::AfterMember)
    }

    /// Reads a key with its colon on the same line.
    fn flow_key(&mut self) -> Option<()> {
        let start = self.at;
        let quoted = matches!(self.byte(start), b'"' | b'\'');
        if quoted {
            let quoted = self.quoted(start)?;
            if quoted.lines || quoted.end - start > MAX_KEY {
                return None;
            }
            self.push_quoted(&quoted);
        } else {
            let end = self.flow_plain()?;
            let key = self.text.get(start..end)?;
            if !is_key(key) || !matches!(self.byte(end + 1), b' ' | b'\n') {
                return None;
            }
            self.push_scalar(Style::Plain, start, end, !is_plain_string(key));
            self.at = end;
        }
        if self.text.get(self.at) != Some(&b':') {
            return None;
        }
        self.at += 1;
        Some(())
    }

    /// The end of the plain scalar here, which must be on one line.
    fn flow_plain(&self) -> Option<usize> {
        let first = self.byte(self.at);
        let dash = first == b'-' && self.byte(self.at + 1).is_ascii_alphanumeric();
        if !(starts_plain(first) || dash) {
            return None;
        }
        let mut at = self.at;
        loop {
            match self.text.get(at)? {
                b',' | b'[' | b']' | b'{' | b'}' | b'\n' => break,
                b'?' => return None,
                b':' => match self.text.get(at + 1)? {
                    b' ' | b'\n' => break,
                    b',' | b'[' | b']' | b'{' | b'}' => return None,
                    _ => {}
                },
                b'#' if self.byte(at - 1) == b' ' => return None,
                _ => {}
            }
            at += 1;
        }
        Some(self.trimmed(self.at, at))
    }

    /// Skips whitespace and line breaks. Column 0 is left to the exact reader, because the document may end there.
    fn flow_whitespace(&mut self) -> Option<()> {
        loop {
            match self.text.get(self.at)? {
                b' ' => self.at += 1,
                b'\n' => {
                    self.at += 1;
                    if matches!(self.byte(self.at), b'-' | b'.' | b'%') {
                        return None;
                    }
                }
                _ => return Some(()),
            }
        }
    }
}
