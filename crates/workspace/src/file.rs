//! One open file: its text, and where its documents are in it.

use std::cell::Cell;
use std::sync::Arc;

use olmkit_catalog::{LoadedDocument, decode};
use olmkit_syntax::{Format, TextRange, TextSize, chunks, is_chunked, read_document};

use crate::places::{Places, Segment, to_u32};
use crate::text::Touched;

/// How the documents of a whole file are read. The answer is that of [`olmkit_catalog::documents`], whoever gives it.
pub type ReadDocuments = fn(&[u8]) -> Vec<LoadedDocument>;

/// The text of a file with what has been measured of it. A segment belongs to each document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Source {
    text: Vec<u8>,
    /// The bytes before the first document.
    head: Segment,
    segments: Vec<Segment>,
    /// Why the file cannot be read.
    problem: Option<String>,
    /// Whether the text was left with the host.
    is_released: bool,
    /// Whether a released text was needed after all.
    is_wanted: Cell<bool>,
}

impl Source {
    pub(crate) fn new(text: Vec<u8>) -> Self {
        Source { text, ..Source::default() }
    }

    pub(crate) fn unreadable(problem: &str) -> Self {
        Source { problem: Some(problem.to_owned()), ..Source::default() }
    }

    /// The bytes, or why there are none.
    pub(crate) fn content(&self) -> Result<&[u8], &str> {
        self.problem.as_deref().map_or(Ok(&self.text), Err)
    }

    pub(crate) fn text(&self) -> &[u8] {
        if self.is_released {
            self.is_wanted.set(true);
        }
        &self.text
    }

    /// Whether the text was left with the host and somebody asked for it.
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted.get()
    }

    /// A text that stays with the host, and its documents.
    pub(crate) fn released(text: &[u8], documents: ReadDocuments) -> (Self, Vec<LoadedDocument>) {
        let mut source = Source { is_released: true, ..Source::default() };
        let found = source.read_from(text, documents);
        (source, found)
    }

    /// Reads all documents.
    pub(crate) fn read(&mut self, documents: ReadDocuments) -> Vec<LoadedDocument> {
        let text = std::mem::take(&mut self.text);
        let found = self.read_from(&text, documents);
        self.text = text;
        self.is_wanted.set(self.is_released);
        found
    }

    fn read_from(&mut self, text: &[u8], documents: ReadDocuments) -> Vec<LoadedDocument> {
        let found = documents(text);
        self.head = Segment::default();
        self.segments = vec![Segment::default(); found.len()];
        found
    }

    /// Forgets the documents: the file is ignored.
    pub(crate) fn forget(&mut self) {
        self.head = Segment::default();
        self.segments.clear();
    }

    /// Positions in the file, whose documents are given.
    pub(crate) fn places(&self, documents: &[LoadedDocument]) -> Places<'_> {
        let starts = documents.iter().map(|document| u32::from(document.range.start()));
        let segments = starts.zip(&self.segments);
        Places::new(self.text(), std::iter::once((0, &self.head)).chain(segments))
    }

    /// Changes the text and reads again the documents that it touched; `None` when nothing changed.
    pub(crate) fn change(
        &mut self,
        documents: &mut Vec<LoadedDocument>,
        change: impl FnOnce(&mut Vec<u8>) -> Option<Touched>,
    ) {
        let was_chunked = is_chunked(&self.text);
        let Some(touched) = change(&mut self.text) else { return };
        if !was_chunked || !is_chunked(&self.text) || self.reread(documents, touched).is_none() {
            *documents = self.read(olmkit_catalog::documents);
        }
    }

    /// Reads the chunks from the one before the change to the first that starts behind it as one did before.
    /// `None`: only reading the whole file is certain.
    fn reread(&mut self, documents: &mut Vec<LoadedDocument>, touched: Touched) -> Option<()> {
        let first = restart(documents, touched.start);
        let from = documents.get(first).map_or(0, |document| usize::from(document.range.start()));
        if first == 0 && from != 0 {
            return None;
        }
        let mut fresh = Vec::new();
        let mut resumed = documents.len();
        for chunk in chunks(self.text.get(from..)?) {
            let start = from.saturating_add(chunk.start);
            if let Some(at) = same_start(documents, touched, start) {
                resumed = at;
                break;
            }
            if chunk.bad_separator.is_some() {
                return None;
            }
            let text = self.text.get(start..from.saturating_add(chunk.end))?;
            let range = TextRange::at(TextSize::new(to_u32(start)), TextSize::new(to_u32(text.len())));
            let facts = Arc::new(decode(&read_document(text, Format::Yaml)));
            fresh.push(LoadedDocument { range, format: Format::Yaml, facts });
        }
        for document in documents.get_mut(resumed..)? {
            let start = u32::from(document.range.start()).checked_add(touched.new_end)?.checked_sub(touched.old_end)?;
            document.range = TextRange::at(TextSize::new(start), document.range.len());
        }
        // The segment before the first fresh document may have grown or shrunk with a separator.
        let unmeasured = vec![Segment::default(); fresh.len()];
        documents.splice(first..resumed, fresh);
        self.segments.splice(first..resumed, unmeasured);
        match first.checked_sub(1) {
            Some(before) => *self.segments.get_mut(before)? = Segment::default(),
            None => self.head = Segment::default(),
        }
        Some(())
    }
}

/// The document to start reading from: one before the first that the change can touch.
fn restart(documents: &[LoadedDocument], changed: u32) -> usize {
    let touched = documents.partition_point(|document| u32::from(document.range.start()) <= changed);
    let mut at = touched.saturating_sub(2);
    while at > 0 && !documents.get(at).is_some_and(starts_chunk) {
        at = at.saturating_sub(1);
    }
    at
}

/// Whether a chunk starts where the document does; it does not for a bad separator line.
fn starts_chunk(document: &LoadedDocument) -> bool {
    !document.facts.findings.iter().any(|finding| finding.rule.id == "yaml-separator-text")
}

/// The document that started behind the change at the same bytes.
fn same_start(documents: &[LoadedDocument], touched: Touched, start: usize) -> Option<usize> {
    let old = to_u32(start).checked_sub(touched.new_end)?.checked_add(touched.old_end)?;
    let at = documents.binary_search_by_key(&old, |document| u32::from(document.range.start())).ok()?;
    documents.get(at).filter(|document| starts_chunk(document)).map(|_| at)
}
