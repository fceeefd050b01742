//! One open file: its text, its documents, and what is known about each.

use olmkit_syntax::{Document, Reader, SyntaxError, TextRange};

use crate::places::{Places, Segment, to_u32};
use crate::text::Touched;

/// What is known about one document; positions are relative to it, so it stays true when the document moves.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    /// First byte of the document in the file.
    pub(crate) start: u32,
    /// Why it cannot be read.
    pub(crate) error: Option<SyntaxError>,
    /// What opm silently drops.
    pub(crate) dropped: Option<TextRange>,
    segment: Segment,
}

/// One open file.
#[derive(Debug, Clone, Default)]
pub(crate) struct File {
    text: Vec<u8>,
    units: Vec<Unit>,
    /// The bytes before the first document.
    head: Segment,
}

impl File {
    pub(crate) fn new(text: Vec<u8>) -> Self {
        let units = read(&text);
        File { text, units, head: Segment::default() }
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    pub(crate) fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Positions in the file.
    pub(crate) fn places(&self) -> Places<'_> {
        let units = self.units.iter().map(|unit| (unit.start, &unit.segment));
        Places::new(&self.text, std::iter::once((0, &self.head)).chain(units))
    }

    /// Lets `change` change the text and reads again what it touched.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Vec<u8>) -> Option<Touched>) {
        let Some(_touched) = change(&mut self.text) else { return };
        self.units = read(&self.text);
        self.head = Segment::default();
    }
}

fn read(text: &[u8]) -> Vec<Unit> {
    let mut reader = Reader::new(text);
    let mut units = Vec::new();
    while let Some(document) = reader.next_document() {
        units.push(unit(&document));
    }
    units
}

fn unit(document: &Document<'_>) -> Unit {
    Unit {
        start: to_u32(usize::from(document.offset)),
        error: document.error.clone(),
        dropped: document.dropped,
        segment: Segment::default(),
    }
}
