//! An open file: its text, and the places of its documents in the text.

use std::cell::Cell;
use std::sync::Arc;

use olmkit_api::ReadError;
use olmkit_catalog::rules::yaml::yaml_separator_text;
use olmkit_catalog::{LoadedDocument, LoadedFile, decode};
use olmkit_text::{Segment, Segments, slice};
use olmkit_yaml::{Format, TextRange, TextSize, chunks, is_chunked, read_document};

use crate::text::{self, Splice, Touched, to_u32};

/// The state of a file at some time.
pub(crate) type State = (LoadedFile, Source);

/// A function that reads the documents of a whole file, with the same result as [`olmkit_catalog::documents`].
pub type ReadDocuments = fn(&[u8]) -> Vec<LoadedDocument>;

/// The text of a file and its measured segments. Each document has a segment.
#[derive(Debug, Clone, Default)]
pub(crate) struct Source {
    text: Vec<u8>,
    /// The bytes before the first document.
    head: Segment,
    segments: Vec<Segment>,
    /// The reason why the file cannot be read.
    problem: Option<ReadError>,
    /// Whether the text stayed with the host.
    is_released: bool,
    /// Whether something needed a text that stayed with the host.
    is_wanted: Cell<bool>,
}

impl Source {
    pub(crate) fn new(text: Vec<u8>) -> Self {
        Source { text, ..Source::default() }
    }

    pub(crate) fn unreadable(problem: ReadError) -> Self {
        Source { problem: Some(problem), ..Source::default() }
    }

    /// Returns the bytes, or the reason why they cannot be read.
    pub(crate) fn content(&self) -> Result<&[u8], &ReadError> {
        self.problem.as_ref().map_or(Ok(&self.text), Err)
    }

    pub(crate) fn text(&self) -> &[u8] {
        if self.is_released {
            self.is_wanted.set(true);
        }
        &self.text
    }

    pub(crate) fn into_text(self) -> Vec<u8> {
        self.text
    }

    /// Whether the text stayed with the host.
    pub(crate) fn is_released(&self) -> bool {
        self.is_released
    }

    /// Whether the text stayed with the host and something needed it.
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted.get()
    }

    /// Returns the text of a range; empty if the file does not have it.
    pub(crate) fn part(&self, range: TextRange) -> &[u8] {
        slice(self.text(), range).unwrap_or_default()
    }

    /// Creates the source of documents whose text stays with the host.
    pub(crate) fn released(documents: &[LoadedDocument]) -> Self {
        Source { is_released: true, segments: vec![Segment::default(); documents.len()], ..Source::default() }
    }

    /// Reads all documents.
    pub(crate) fn read(&mut self, documents: ReadDocuments) -> Vec<LoadedDocument> {
        let found = documents(&self.text);
        self.head = Segment::default();
        self.segments = vec![Segment::default(); found.len()];
        self.is_wanted.set(self.is_released);
        found
    }

    /// Removes the documents, because the file is ignored.
    pub(crate) fn clear(&mut self) {
        self.head = Segment::default();
        self.segments.clear();
    }

    /// Returns the positions in the file, which has these documents.
    pub(crate) fn places(&self, documents: &[LoadedDocument]) -> Segments<'_> {
        let starts = documents.iter().map(|document| u32::from(document.range.start()));
        let segments = starts.zip(&self.segments);
        Segments::new(self.text(), std::iter::once((0, &self.head)).chain(segments))
    }

    /// Changes the text and rereads the affected documents, if `change` says that something changed.
    pub(crate) fn change(
        &mut self,
        documents: &mut Vec<LoadedDocument>,
        change: impl FnOnce(&mut Vec<u8>) -> Option<Touched>,
    ) {
        let was_chunked = is_chunked(&self.text);
        let Some(touched) = change(&mut self.text) else { return };
        let is_chunks = was_chunked && is_chunked(&self.text);
        if self.reread(documents, touched, is_chunks).is_none() {
            *documents = self.read(olmkit_catalog::documents);
        }
    }

    /// Replaces the affected documents with reread ones. `None` if only reading the whole file gives a correct result.
    fn reread(&mut self, documents: &mut Vec<LoadedDocument>, touched: Touched, is_chunks: bool) -> Option<()> {
        let found = if is_chunks {
            let from = start_of(documents, restart(documents, touched.start));
            reread(self.text.get(from..)?, true, documents, touched)
        } else {
            let (at, start, end) = json_around(documents, touched)?;
            let new_end = moved(TextRange::empty(TextSize::new(to_u32(end))), touched)?.end();
            reread_json(self.text.get(start..usize::from(new_end))?, at, start, touched)
        };
        let Reread { first, resumed, fresh, .. } = found?;
        for document in documents.get_mut(resumed..)? {
            document.range = moved(document.range, touched)?;
        }
        // A separator may have changed the length of the segment before the first reread document.
        let unmeasured = vec![Segment::default(); fresh.len()];
        documents.splice(first..resumed, fresh);
        self.segments.splice(first..resumed, unmeasured);
        match first.checked_sub(1) {
            Some(before) => *self.segments.get_mut(before)? = Segment::default(),
            None => self.head = Segment::default(),
        }
        Some(())
    }

    /// Returns the documents after a change, and the number of bytes that were read. Changes nothing.
    /// `None` if the text stayed with the host.
    pub(crate) fn try_change(&self, documents: &[LoadedDocument], splices: &[Splice<'_>]) -> Option<(Reread, usize)> {
        if self.is_released {
            self.is_wanted.set(true);
            return None;
        }
        let (start, old_end) = (splices.first()?.start, splices.last()?.end);
        let size = |sum: u32, splice: &Splice<'_>| {
            sum.checked_add(to_u32(splice.text.len()))?.checked_sub(splice.end.checked_sub(splice.start)?)
        };
        let new_end = splices.iter().try_fold(old_end, size)?;
        let touched = Touched { start, old_end, new_end };
        let (found, read) = match self.try_near(documents, splices, touched) {
            Some(found) => found,
            None => {
                let text = text::rewritten(&self.text, splices, 0);
                let fresh = olmkit_catalog::documents(&text);
                (Reread { first: 0, resumed: documents.len(), fresh, touched }, text.len())
            }
        };
        Some((found.without_unchanged(documents), read))
    }

    /// Rereads only the documents around the change. `None` if only reading the whole file gives a correct result.
    fn try_near(
        &self,
        documents: &[LoadedDocument],
        splices: &[Splice<'_>],
        touched: Touched,
    ) -> Option<(Reread, usize)> {
        if let Some((at, start, end)) = json_around(documents, touched) {
            let text = text::rewritten(self.text.get(start..end)?, splices, to_u32(start));
            return Some((reread_json(&text, at, start, touched)?, text.len()));
        }
        let from = start_of(documents, restart(documents, touched.start));
        let behind = documents.partition_point(|document| u32::from(document.range.start()) <= touched.old_end);
        let end = documents.get(behind.saturating_add(1)).map(|document| usize::from(document.range.start()));
        let text = text::rewritten(self.text.get(from..end.unwrap_or(self.text.len()))?, splices, to_u32(from));
        let is_chunks =
            is_chunked(&self.text) && (from > 0 || !text.trim_ascii_start().is_empty() && is_chunked(&text));
        Some((reread(&text, end.is_none(), documents, touched).filter(|_| is_chunks)?, text.len()))
    }
}

/// Reread documents, and the range of old documents that they replace.
#[derive(Debug)]
pub(crate) struct Reread {
    pub(crate) first: usize,
    pub(crate) resumed: usize,
    pub(crate) fresh: Vec<LoadedDocument>,
    touched: Touched,
}

impl Reread {
    /// Returns an old document with its range after the change.
    pub(crate) fn behind(&self, at: usize, document: &LoadedDocument) -> LoadedDocument {
        let range = if at < self.resumed { None } else { moved(document.range, self.touched) };
        LoadedDocument { range: range.unwrap_or(document.range), ..document.clone() }
    }

    /// Removes the documents whose bytes did not change.
    fn without_unchanged(mut self, old: &[LoadedDocument]) -> Self {
        let touched = self.touched;
        let is_before = |(old, new): (&LoadedDocument, &LoadedDocument)| {
            u32::from(old.range.end()) <= touched.start && old.range == new.range
        };
        let is_behind = |(old, new): (&LoadedDocument, &LoadedDocument)| {
            u32::from(old.range.start()) >= touched.old_end && moved(old.range, touched) == Some(new.range)
        };
        let known = old.get(self.first..self.resumed).unwrap_or_default();
        let before = known.iter().zip(&self.fresh).take_while(|pair| is_before(*pair)).count();
        self.fresh.drain(..before);
        let known = known.get(before..).unwrap_or_default();
        let behind = known.iter().rev().zip(self.fresh.iter().rev()).take_while(|pair| is_behind(*pair)).count();
        self.fresh.truncate(self.fresh.len().saturating_sub(behind));
        self.first = self.first.saturating_add(before);
        self.resumed = self.resumed.saturating_sub(behind);
        self
    }
}

/// Reads chunks, from the one before the change to the first one after it that starts at the same bytes as an old
/// document. `text` starts with the first of these chunks; `is_rest` is whether it ends at the end of the file. `None`
/// if only reading the whole file gives a correct result.
fn reread(text: &[u8], is_rest: bool, documents: &[LoadedDocument], touched: Touched) -> Option<Reread> {
    let first = restart(documents, touched.start);
    let from = start_of(documents, first);
    if first == 0 && from != 0 {
        return None;
    }
    let mut fresh = Vec::new();
    for chunk in chunks(text) {
        let start = from.saturating_add(chunk.start);
        if let Some(resumed) = same_start(documents, touched, start) {
            return Some(Reread { first, resumed, fresh, touched });
        }
        if chunk.bad_separator.is_some() {
            return None;
        }
        let text = text.get(chunk.start..chunk.end)?;
        let range = TextRange::at(TextSize::new(to_u32(start)), TextSize::new(to_u32(text.len())));
        let facts = Arc::new(decode(&read_document(text, Format::Yaml)));
        fresh.push(LoadedDocument { range, format: Format::Yaml, facts });
    }
    is_rest.then_some(Reread { first, resumed: documents.len(), fresh, touched })
}

/// Returns the index, the start and the end of the JSON document that contains a change between its braces. `None` if
/// the file has any document that is not valid JSON, because how opm reads the others may depend on it.
fn json_around(documents: &[LoadedDocument], touched: Touched) -> Option<(usize, usize, usize)> {
    // The engine of the page, whose size is limited, rereads the whole file.
    if !cfg!(feature = "bundle") {
        return None;
    }
    let at = documents.partition_point(|document| u32::from(document.range.start()) < touched.start).checked_sub(1)?;
    let document = documents.get(at).filter(|_| documents.iter().all(is_json))?;
    let (start, end) = (document.range.start().into(), document.range.end().into());
    (touched.old_end < to_u32(end)).then_some((at, start, end))
}

/// Whether a document is JSON that opm loads.
fn is_json(document: &LoadedDocument) -> bool {
    document.format == Format::Json && !document.facts.is_broken()
}

/// Reads the changed text of a JSON document. `None` unless it is still a single document that opm loads.
fn reread_json(text: &[u8], at: usize, start: usize, touched: Touched) -> Option<Reread> {
    let mut fresh = olmkit_catalog::documents(text);
    let [document] = fresh.as_mut_slice() else { return None };
    let is_whole = document.range == TextRange::up_to(TextSize::new(to_u32(text.len())));
    document.range = TextRange::at(TextSize::new(to_u32(start)), document.range.len());
    (is_whole && is_json(document)).then(|| Reread { first: at, resumed: at.saturating_add(1), fresh, touched })
}

/// The start of a document; the start of the file if the document does not exist.
fn start_of(documents: &[LoadedDocument], at: usize) -> usize {
    documents.get(at).map_or(0, |document| usize::from(document.range.start()))
}

/// Moves a range that is after a change.
fn moved(range: TextRange, touched: Touched) -> Option<TextRange> {
    let start = u32::from(range.start()).checked_add(touched.new_end)?.checked_sub(touched.old_end)?;
    Some(TextRange::at(TextSize::new(start), range.len()))
}

/// The index of the document to start reading from: one before the first document that the change can affect.
fn restart(documents: &[LoadedDocument], changed: u32) -> usize {
    let touched = documents.partition_point(|document| u32::from(document.range.start()) <= changed);
    let mut at = touched.saturating_sub(2);
    while at > 0 && !documents.get(at).is_some_and(starts_chunk) {
        at = at.saturating_sub(1);
    }
    at
}

/// Whether a chunk starts at the document. This is not the case after an invalid separator line.
fn starts_chunk(document: &LoadedDocument) -> bool {
    !document.facts.findings.iter().any(|finding| finding.rule.id == yaml_separator_text::RULE.id)
}

/// Returns the index of the document after the change that started at the same bytes.
fn same_start(documents: &[LoadedDocument], touched: Touched, start: usize) -> Option<usize> {
    let old = to_u32(start).checked_sub(touched.new_end)?.checked_add(touched.old_end)?;
    let at = documents.binary_search_by_key(&old, |document| u32::from(document.range.start())).ok()?;
    documents.get(at).filter(|document| starts_chunk(document)).map(|_| at)
}
