//! Block structure: lines and their indentation.

use super::scalar::{Stop, is_finite, is_key, starts_plain};
use super::{Awaited, Fast, Keys, MAX_DEPTH, MAX_KEY, Open, Quoted};
use crate::bare::is_plain_string;
use crate::tree::{Kind, Style};
use olmkit_scan::words::spaces;

impl Fast<'_> {
    pub(super) fn document(&mut self) -> Option<()> {
        if self.text.starts_with(b"---") {
            self.end_line(3)?;
        }
        while let Some(column) = self.next_line() {
            // At column 0 there may be the end of the document or a directive.
            if column == 0 && matches!(self.rest(self.at), [b'.' | b'%', ..] | [b'-', b'-', b'-', ..]) {
                return None;
            }
            if self.tabs && self.line_has_tab() {
                return None;
            }
            self.line(column)?;
        }
        self.put_null();
        while let Some(open) = self.open.pop() {
            self.close_block(open);
        }
        (!self.nodes.is_empty()).then_some(())
    }

    /// Advances to the next line with content and returns its indentation.
    fn next_line(&mut self) -> Option<usize> {
        loop {
            let column = spaces(self.rest(self.at));
            let from = self.at + column;
            match self.text.get(from)? {
                b'\n' => self.at = from + 1,
                b'#' => {
                    self.plain = None;
                    self.skip_comment(from);
                }
                _ => {
                    self.at = from;
                    return Some(column);
                }
            }
        }
    }

    fn line_has_tab(&self) -> bool {
        let found = memchr::memchr2(b'\n', b'\t', self.rest(self.at));
        found.is_some_and(|length| self.byte(self.at + length) == b'\t')
    }

    fn line(&mut self, column: usize) -> Option<()> {
        let plain = self.plain.take();
        let top = self.open.last().copied();
        let deeper = top.is_none_or(|top| column > top.column);
        match self.awaited {
            Awaited::Value(_) | Awaited::Item(_) if deeper => {
                self.awaited = Awaited::Nothing;
                return self.block_node(column);
            }
            Awaited::Value(_) if self.is_dash() && top.is_some_and(|top| column == top.column) => {
                self.awaited = Awaited::Nothing;
                self.open_block(Kind::Sequence, self.at, column, true)?;
                if self.copy_children() {
                    return Some(());
                }
                return self.item(column);
            }
            _ => self.put_null(),
        }
        if deeper {
            return match plain {
                Some(index) => self.continue_plain(index),
                None if top.is_none() && self.nodes.is_empty() => self.block_node(column),
                None => None,
            };
        }
        self.unwind(column);
        let mut top = self.open.last().copied()?;
        let dash = self.is_dash();
        if top.indentless && !dash && top.column == column {
            self.open.pop();
            self.close_block(top);
            top = self.open.last().copied()?;
        }
        if top.column != column || dash != (top.kind == Kind::Sequence) {
            return None;
        }
        if self.copy_children() {
            return Some(());
        }
        if dash { self.item(column) } else { self.member() }
    }

    /// Adds null for an awaited value that is absent.
    fn put_null(&mut self) {
        if let Awaited::Value(at) | Awaited::Item(at) = self.awaited {
            self.push_scalar(Style::Plain, at, at, true);
            self.awaited = Awaited::Nothing;
        }
    }

    /// Closes the collections that a line at `column` ends.
    fn unwind(&mut self, column: usize) {
        while let Some(&open) = self.open.last()
            && open.column > column
        {
            self.open.pop();
            self.close_block(open);
        }
    }

    fn open_block(&mut self, kind: Kind, start: usize, column: usize, indentless: bool) -> Option<()> {
        if self.open.len() >= MAX_DEPTH {
            return None;
        }
        let keys = Keys { in_order: true, start: 0, end: 0 };
        let rest = self.pairing.children(kind, column);
        self.open.push(Open { index: self.next_index(), column, kind, indentless, keys, rest });
        // The end is set when the collection is closed.
        let node = self.node(kind, Style::Block, start, start, false, column);
        self.nodes.push(node);
        Some(())
    }

    fn is_dash(&self) -> bool {
        self.byte(self.at) == b'-' && matches!(self.byte(self.at + 1), b' ' | b'\n')
    }

    /// Reads the dash here and the text after it.
    fn item(&mut self, column: usize) -> Option<()> {
        self.pair_item();
        let dash = self.at;
        let whitespace = spaces(self.rest(dash + 1));
        self.at = dash + 1 + whitespace;
        match self.byte(self.at) {
            b'\n' => self.at += 1,
            b'#' => self.skip_comment(self.at),
            _ => return self.block_node(column + 1 + whitespace),
        }
        self.awaited = Awaited::Item(dash + 1);
        Some(())
    }

    /// Reads a node that starts here, at `column`, where a mapping or a sequence may start.
    fn block_node(&mut self, column: usize) -> Option<()> {
        match self.byte(self.at) {
            b'-' if self.is_dash() => {
                self.open_block(Kind::Sequence, self.at, column, false)?;
                if self.copy_children() {
                    return Some(());
                }
                self.item(column)
            }
            b'"' | b'\'' => {
                let quoted = self.quoted(self.at)?;
                if self.byte(quoted.end) == b':' && quoted.end < self.text.len() {
                    self.open_block(Kind::Mapping, self.at, column, false)?;
                    return self.quoted_key(&quoted);
                }
                self.push_quoted(&quoted);
                self.end_value()
            }
            b'{' | b'[' => {
                self.flow()?;
                self.end_value()
            }
            b'|' | b'>' => self.lone_block_scalar(),
            _ => {
                let (at, stop) = self.plain_stop(self.plain_start()?);
                if matches!(stop, Stop::Colon) {
                    self.open_block(Kind::Mapping, self.at, column, false)?;
                    if self.copy_children() {
                        return Some(());
                    }
                    return self.plain_key(at);
                }
                self.plain_value(at, &stop)
            }
        }
    }

    /// Reads a key and a value, in the innermost mapping.
    fn member(&mut self) -> Option<()> {
        if matches!(self.byte(self.at), b'"' | b'\'') {
            let quoted = self.quoted(self.at)?;
            return self.quoted_key(&quoted);
        }
        match self.plain_stop(self.plain_start()?) {
            (colon, Stop::Colon) => self.plain_key(colon),
            _ => None,
        }
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn plain_key(&mut self, colon: usize) -> Option<()> {
        let key = self.text.get(self.at..colon)?;
        if !is_key(key) || key.last() == Some(&b' ') {
            return None;
        }
        let is_bare = is_plain_string(key);
        self.pair_member(key);
        self.note_key(self.at, colon, is_bare);
        self.push_scalar(Style::Plain, self.at, colon, !is_bare);
        self.value(colon + 1)
    }

    fn quoted_key(&mut self, quoted: &Quoted) -> Option<()> {
        let colon = quoted.end;
        let is_key = self.text.get(colon) == Some(&b':') && matches!(self.byte(colon + 1), b' ' | b'\n');
        if !is_key || quoted.lines || colon - self.at > MAX_KEY {
            return None;
        }
        self.pair_member(self.text.get(self.at..colon)?);
        self.note_key(self.at + 1, colon - 1, !quoted.needs_cooking);
        self.push_quoted(quoted);
        self.value(colon + 1)
    }

    /// Reads the text after the colon of a key.
    fn value(&mut self, from: usize) -> Option<()> {
        self.at = from + spaces(self.rest(from));
        match self.byte(self.at) {
            b'\n' => {
                self.at += 1;
                self.awaited = Awaited::Value(from);
                Some(())
            }
            b'#' => {
                self.skip_comment(self.at);
                self.awaited = Awaited::Value(from);
                Some(())
            }
            b'"' | b'\'' => {
                let quoted = self.quoted(self.at)?;
                self.push_quoted(&quoted);
                self.end_value()
            }
            b'{' | b'[' => {
                self.flow()?;
                self.end_value()
            }
            b'|' | b'>' => self.lone_block_scalar(),
            _ => {
                let (at, stop) = self.plain_stop(self.plain_start()?);
                self.plain_value(at, &stop)
            }
        }
    }

    /// The start of a plain scalar, if one can start here.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn plain_start(&self) -> Option<usize> {
        let first = self.byte(self.at);
        let dash = first == b'-' && !matches!(self.byte(self.at + 1), b' ' | b'\n');
        (starts_plain(first) || dash).then_some(self.at)
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn plain_value(&mut self, stop_at: usize, stop: &Stop) -> Option<()> {
        // A document that is only a scalar does not occur in catalogs.
        if self.open.is_empty() {
            return None;
        }
        let end = self.trimmed(self.at, stop_at);
        let text = self.text.get(self.at..end)?;
        if !is_finite(text) {
            return None;
        }
        let index = self.next_index();
        self.push_scalar(Style::Plain, self.at, end, !is_plain_string(text));
        match stop {
            Stop::Colon => return None,
            Stop::LineEnd => {
                self.plain = Some(index);
                self.at = stop_at + 1;
            }
            Stop::Comment => self.skip_comment(stop_at),
        }
        Some(())
    }

    /// Reads a further line of a plain scalar.
    fn continue_plain(&mut self, index: u32) -> Option<()> {
        let (at, stop) = self.plain_stop(self.at);
        if !matches!(stop, Stop::LineEnd) {
            return None;
        }
        let end = u32::try_from(self.trimmed(self.at, at)).ok()?;
        let node = self.nodes.get_mut(index as usize)?;
        node.end = end;
        node.needs_cooking = true;
        self.last_end = end;
        self.plain = Some(index);
        self.at = at + 1;
        Some(())
    }

    /// Ends the line after a value. A document that consists only of this value ends here too.
    fn end_value(&mut self) -> Option<()> {
        self.end_line(self.at)
    }

    fn lone_block_scalar(&mut self) -> Option<()> {
        let indent = self.open.last()?.column;
        self.block_scalar(indent)
    }

    pub(super) fn push_quoted(&mut self, quoted: &Quoted) {
        let style = if self.byte(self.at) == b'"' { Style::Double } else { Style::Single };
        self.push_scalar(style, self.at, quoted.end, quoted.needs_cooking);
        self.at = quoted.end;
    }
}
