//! Converts tokens to a tree: libyaml's grammar, with an explicit stack instead of recursion.

use super::builder::{Builder, Decoration};
use super::error::{Mark, Result, parser_failure};
use super::scanner::Scanner;
use super::token::{Token, TokenKind};
use crate::document::SyntaxRule;
use crate::tree::{Kind, Style, Tree};
use olmkit_text::span;

/// The state of the parser: libyaml's states, without those of the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    DocumentEnd,
    BlockNode,
    BlockSequenceEntry { first: bool },
    IndentlessSequenceEntry,
    BlockMappingKey { first: bool },
    BlockMappingValue,
    FlowSequenceEntry { first: bool },
    FlowSequenceMappingKey,
    FlowSequenceMappingValue,
    FlowSequenceMappingEnd,
    FlowMappingKey { first: bool },
    FlowMappingValue,
    FlowMappingEmptyValue,
}

/// The result of parsing the first document of a chunk.
pub(super) struct Parsed {
    pub(super) tree: Tree,
    pub(super) aliases: usize,
    /// How far the scanner has read.
    pub(super) position: usize,
    /// How far the scanner has requested characters, which is a little further.
    pub(super) requested: usize,
    /// The end of the document's content, after which unread text may start.
    pub(super) rest: usize,
    pub(super) error: Option<Box<crate::document::SyntaxError>>,
}

pub(super) struct Parser<'s> {
    scanner: Scanner<'s>,
    text: &'s [u8],
    builder: Builder<'s>,
    states: Vec<State>,
    handles: Vec<&'s [u8]>,
    rest: usize,
}

/// Parses the first document of a chunk and one token after it, as go-yaml does.
pub(super) fn parse(text: &[u8]) -> Parsed {
    let scanner = Scanner::new(text);
    let mut parser =
        Parser { scanner, text, builder: Builder::new(text), states: Vec::new(), handles: Vec::new(), rest: 0 };
    let error = parser.document().err();
    parser.builder.close_all();
    let (position, requested) = (parser.scanner.position(), parser.scanner.requested());
    Parsed { tree: parser.builder.tree, aliases: parser.builder.aliases, position, requested, rest: parser.rest, error }
}

impl Parser<'_> {
    fn document(&mut self) -> Result<()> {
        let token = self.scanner.peek()?;
        match token.kind {
            TokenKind::StreamEnd => return Ok(()),
            TokenKind::VersionDirective { .. } | TokenKind::TagDirective | TokenKind::DocumentStart => {
                self.directives()?;
                self.expect_document_start()?;
                self.document_content()?;
            }
            _ => self.run(State::BlockNode)?,
        }
        self.rest = self.scanner.position();
        let token = self.scanner.peek()?;
        if token.kind == TokenKind::DocumentEnd {
            self.scanner.skip_token();
        }
        self.rest = token.start.pos.min(self.text.len());
        Ok(())
    }

    fn directives(&mut self) -> Result<()> {
        let mut version = false;
        loop {
            let token = self.scanner.peek()?;
            match token.kind {
                TokenKind::VersionDirective { .. } if version => {
                    return Err(directive(token.start, "found duplicate %YAML directive"));
                }
                TokenKind::VersionDirective { supported: false } => {
                    return Err(directive(token.start, "found incompatible YAML document"));
                }
                TokenKind::VersionDirective { .. } => version = true,
                TokenKind::TagDirective => self.tag_directive(&token)?,
                _ => return Ok(()),
            }
            self.scanner.skip_token();
        }
    }

    fn tag_directive(&mut self, token: &Token) -> Result<()> {
        let line = self.text.get(token.start.pos..token.end).unwrap_or_default();
        let handle =
            line.split(|b| matches!(b, b' ' | b'\t')).filter(|part| !part.is_empty()).nth(1).unwrap_or_default();
        if self.handles.contains(&handle) {
            return Err(directive(token.start, "found duplicate %TAG directive"));
        }
        self.handles.push(handle);
        Ok(())
    }

    fn expect_document_start(&mut self) -> Result<()> {
        let token = self.scanner.peek()?;
        if token.kind != TokenKind::DocumentStart {
            return Err(directive(token.start, "did not find expected <document start>"));
        }
        self.scanner.skip_token();
        Ok(())
    }

    fn document_content(&mut self) -> Result<()> {
        let token = self.scanner.peek()?;
        match token.kind {
            TokenKind::VersionDirective { .. }
            | TokenKind::TagDirective
            | TokenKind::DocumentStart
            | TokenKind::DocumentEnd
            | TokenKind::StreamEnd => {
                self.builder.empty(token.start.pos.min(self.text.len()), Decoration::default());
                Ok(())
            }
            _ => self.run(State::BlockNode),
        }
    }

    fn run(&mut self, first: State) -> Result<()> {
        self.states.push(State::DocumentEnd);
        let mut state = first;
        while state != State::DocumentEnd {
            state = self.step(state)?;
        }
        Ok(())
    }

    fn step(&mut self, state: State) -> Result<State> {
        match state {
            State::DocumentEnd => Ok(State::DocumentEnd),
            State::BlockNode => self.node(true, false),
            State::BlockSequenceEntry { first } => self.block_sequence_entry(first),
            State::IndentlessSequenceEntry => self.indentless_sequence_entry(),
            State::BlockMappingKey { first } => self.block_mapping_key(first),
            State::BlockMappingValue => self.block_mapping_value(),
            State::FlowSequenceEntry { first } => self.flow_sequence_entry(first),
            State::FlowSequenceMappingKey => self.flow_sequence_mapping_key(),
            State::FlowSequenceMappingValue => self.flow_sequence_mapping_value(),
            State::FlowSequenceMappingEnd => {
                self.builder.end(None);
                Ok(State::FlowSequenceEntry { first: false })
            }
            State::FlowMappingKey { first } => self.flow_mapping_key(first),
            State::FlowMappingValue => self.flow_mapping_value(false),
            State::FlowMappingEmptyValue => self.flow_mapping_value(true),
        }
    }

    fn pop(&mut self) -> State {
        self.states.pop().unwrap_or(State::DocumentEnd)
    }

    #[inline(never)]
    fn empty(&mut self, at: usize, then: State) -> State {
        self.builder.empty(at.min(self.text.len()), Decoration::default());
        then
    }

    /// Parses a node and continues in the state `then`.
    #[inline(never)]
    fn node_then(&mut self, then: State, block: bool, indentless: bool) -> Result<State> {
        self.states.push(then);
        self.node(block, indentless)
    }

    fn node(&mut self, block: bool, indentless: bool) -> Result<State> {
        let mut token = self.scanner.peek()?;
        if token.kind == TokenKind::Alias {
            self.builder.alias(&token)?;
            self.scanner.skip_token();
            return Ok(self.pop());
        }
        let start = token.start;
        let with = self.decoration(&mut token)?;
        match token.kind {
            TokenKind::BlockEntry if indentless => {
                self.builder.start(Kind::Sequence, Style::Block, token.start, with);
                Ok(State::IndentlessSequenceEntry)
            }
            TokenKind::Scalar { style, needs_cooking, indent } => {
                self.builder.scalar(&token, style, needs_cooking, indent, with);
                self.scanner.skip_token();
                Ok(self.pop())
            }
            TokenKind::FlowSequenceStart => {
                self.builder.start(Kind::Sequence, Style::Flow, token.start, with);
                Ok(State::FlowSequenceEntry { first: true })
            }
            TokenKind::FlowMappingStart => {
                self.builder.start(Kind::Mapping, Style::Flow, token.start, with);
                Ok(State::FlowMappingKey { first: true })
            }
            TokenKind::BlockSequenceStart if block => {
                self.builder.start(Kind::Sequence, Style::Block, token.start, with);
                Ok(State::BlockSequenceEntry { first: true })
            }
            TokenKind::BlockMappingStart if block => {
                self.builder.start(Kind::Mapping, Style::Block, token.start, with);
                Ok(State::BlockMappingKey { first: true })
            }
            _ if with.anchor.is_some() || with.tag.is_some() => {
                let end = with.anchor.into_iter().chain(with.tag).map(|range| usize::from(range.end())).max();
                self.builder.empty(end.unwrap_or(start.pos), with);
                Ok(self.pop())
            }
            _ => {
                let message = "A value is expected here. Check indentation, brackets and quotes.";
                Err(parser_failure(SyntaxRule::YamlSyntax, token.start, "did not find expected node content", message))
            }
        }
    }

    /// Parses an anchor and a tag, in any order. `token` becomes the token after them, which go-yaml scans before it
    /// checks the tag.
    fn decoration(&mut self, token: &mut Token) -> Result<Decoration> {
        let mut with = Decoration::default();
        let mut tag = None;
        loop {
            let range = span(token.start.pos, token.end);
            match token.kind {
                TokenKind::Anchor if with.anchor.is_none() => with.anchor = Some(range),
                TokenKind::Tag if with.tag.is_none() => {
                    with.tag = Some(range);
                    tag = Some(*token);
                }
                _ => break,
            }
            self.scanner.skip_token();
            *token = self.scanner.peek()?;
        }
        tag.map_or(Ok(()), |tag| self.check_handle(&tag))?;
        Ok(with)
    }

    fn check_handle(&self, token: &Token) -> Result<()> {
        let tag = self.text.get(token.start.pos..token.end).unwrap_or_default();
        if tag.starts_with(b"!<") {
            return Ok(());
        }
        let name = tag.iter().skip(1).position(|&b| !crate::chars::is_name_char(b)).map(|at| at.saturating_add(1));
        let handle = match name {
            Some(at) if tag.get(at) == Some(&b'!') => tag.get(..=at).unwrap_or_default(),
            _ => b"!",
        };
        if handle == b"!" || handle == b"!!" || self.handles.contains(&handle) {
            return Ok(());
        }
        let message = "This tag uses an undeclared handle. Remove the tag, or quote the value.";
        Err(parser_failure(SyntaxRule::Yaml11Tags, token.start, "found undefined tag handle", message))
    }

    fn block_sequence_entry(&mut self, first: bool) -> Result<State> {
        if first {
            self.scanner.peek()?;
            self.scanner.skip_token();
        }
        let token = self.scanner.peek()?;
        match token.kind {
            TokenKind::BlockEntry => {
                self.scanner.skip_token();
                let again = State::BlockSequenceEntry { first: false };
                let next = self.scanner.peek()?;
                if matches!(next.kind, TokenKind::BlockEntry | TokenKind::BlockEnd) {
                    return Ok(self.empty(token.end, again));
                }
                self.node_then(again, true, false)
            }
            TokenKind::BlockEnd => {
                self.scanner.skip_token();
                self.builder.end(None);
                Ok(self.pop())
            }
            _ => {
                let message = "A list item (`- `) or the end of the list is expected here. Check the indentation.";
                Err(parser_failure(SyntaxRule::YamlSyntax, token.start, "did not find expected '-' indicator", message))
            }
        }
    }

    fn indentless_sequence_entry(&mut self) -> Result<State> {
        let token = self.scanner.peek()?;
        if token.kind != TokenKind::BlockEntry {
            self.builder.end(None);
            return Ok(self.pop());
        }
        self.scanner.skip_token();
        let next = self.scanner.peek()?;
        if matches!(next.kind, TokenKind::BlockEntry | TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd) {
            return Ok(self.empty(token.end, State::IndentlessSequenceEntry));
        }
        self.node_then(State::IndentlessSequenceEntry, true, false)
    }

    fn block_mapping_key(&mut self, first: bool) -> Result<State> {
        if first {
            self.scanner.peek()?;
            self.scanner.skip_token();
        }
        let token = self.scanner.peek()?;
        match token.kind {
            TokenKind::Key => {
                self.scanner.skip_token();
                let next = self.scanner.peek()?;
                if matches!(next.kind, TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd) {
                    return Ok(self.empty(token.end, State::BlockMappingValue));
                }
                self.node_then(State::BlockMappingValue, true, true)
            }
            TokenKind::BlockEnd => {
                self.scanner.skip_token();
                self.builder.end(None);
                Ok(self.pop())
            }
            _ => {
                let message = "A key (`name: `) or the end of this mapping is expected here. Check the indentation.";
                Err(parser_failure(SyntaxRule::YamlSyntax, token.start, "did not find expected key", message))
            }
        }
    }

    fn block_mapping_value(&mut self) -> Result<State> {
        let token = self.scanner.peek()?;
        let again = State::BlockMappingKey { first: false };
        if token.kind != TokenKind::Value {
            let at = self.builder.tree.nodes.last().map_or(token.start.pos, |node| node.end as usize);
            return Ok(self.empty(at, again));
        }
        self.scanner.skip_token();
        let next = self.scanner.peek()?;
        if matches!(next.kind, TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd) {
            return Ok(self.empty(token.end, again));
        }
        self.node_then(again, true, true)
    }

    fn flow_sequence_entry(&mut self, first: bool) -> Result<State> {
        if first {
            self.scanner.peek()?;
            self.scanner.skip_token();
        }
        let mut token = self.scanner.peek()?;
        if token.kind != TokenKind::FlowSequenceEnd && !first {
            if token.kind != TokenKind::FlowEntry {
                let message = "A `,` or `]` is missing here.";
                return Err(parser_failure(
                    SyntaxRule::YamlSyntax,
                    token.start,
                    "did not find expected ',' or ']'",
                    message,
                ));
            }
            self.scanner.skip_token();
            token = self.scanner.peek()?;
        }
        match token.kind {
            TokenKind::FlowSequenceEnd => {
                self.scanner.skip_token();
                self.builder.end(Some(token.end));
                Ok(self.pop())
            }
            TokenKind::Key => {
                self.builder.start(Kind::Mapping, Style::Flow, token.start, Decoration::default());
                self.scanner.skip_token();
                Ok(State::FlowSequenceMappingKey)
            }
            _ => self.node_then(State::FlowSequenceEntry { first: false }, false, false),
        }
    }

    fn flow_sequence_mapping_key(&mut self) -> Result<State> {
        let token = self.scanner.peek()?;
        if matches!(token.kind, TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd) {
            // libyaml drops this token, and so does go-yaml.
            self.scanner.skip_token();
            return Ok(self.empty(token.start.pos, State::FlowSequenceMappingValue));
        }
        self.node_then(State::FlowSequenceMappingValue, false, false)
    }

    fn flow_sequence_mapping_value(&mut self) -> Result<State> {
        let token = self.scanner.peek()?;
        if token.kind == TokenKind::Value {
            self.scanner.skip_token();
            let next = self.scanner.peek()?;
            if !matches!(next.kind, TokenKind::FlowEntry | TokenKind::FlowSequenceEnd) {
                return self.node_then(State::FlowSequenceMappingEnd, false, false);
            }
        }
        Ok(self.empty(token.start.pos, State::FlowSequenceMappingEnd))
    }

    fn flow_mapping_key(&mut self, first: bool) -> Result<State> {
        if first {
            self.scanner.peek()?;
            self.scanner.skip_token();
        }
        let mut token = self.scanner.peek()?;
        if token.kind != TokenKind::FlowMappingEnd && !first {
            if token.kind != TokenKind::FlowEntry {
                let message = "A `,` or `}` is missing here.";
                return Err(parser_failure(
                    SyntaxRule::YamlSyntax,
                    token.start,
                    "did not find expected ',' or '}'",
                    message,
                ));
            }
            self.scanner.skip_token();
            token = self.scanner.peek()?;
        }
        match token.kind {
            TokenKind::FlowMappingEnd => {
                self.scanner.skip_token();
                self.builder.end(Some(token.end));
                Ok(self.pop())
            }
            TokenKind::Key => {
                self.scanner.skip_token();
                let next = self.scanner.peek()?;
                if matches!(next.kind, TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowMappingEnd) {
                    return Ok(self.empty(next.start.pos, State::FlowMappingValue));
                }
                self.node_then(State::FlowMappingValue, false, false)
            }
            _ => self.node_then(State::FlowMappingEmptyValue, false, false),
        }
    }

    fn flow_mapping_value(&mut self, empty: bool) -> Result<State> {
        let again = State::FlowMappingKey { first: false };
        let token = self.scanner.peek()?;
        if empty {
            return Ok(self.empty(token.start.pos, again));
        }
        if token.kind == TokenKind::Value {
            self.scanner.skip_token();
            let next = self.scanner.peek()?;
            if !matches!(next.kind, TokenKind::FlowEntry | TokenKind::FlowMappingEnd) {
                return self.node_then(again, false, false);
            }
        }
        Ok(self.empty(token.end.min(self.text.len()).max(token.start.pos), again))
    }
}

#[inline(never)]
fn directive(at: Mark, problem: &str) -> Box<crate::document::SyntaxError> {
    let message =
        "A line that starts with `%` is a YAML directive. opm cannot read catalogs with directives. Remove the line.";
    parser_failure(SyntaxRule::YamlDirectives, at, problem, message)
}
