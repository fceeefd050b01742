//! Information that an editor shows in the text of a file: symbols, folds, names, and notes on channels.

mod channels;
mod folds;
mod symbols;
mod tokens;

use olmkit_catalog::facts::ChannelFacts;
use olmkit_catalog::{Catalog, Doc, Of};
use olmkit_diagnostics::FileId;

pub use channels::{ChannelNote, Hint};
pub use folds::Fold;
pub use symbols::{DocumentSymbol, SymbolKind};
pub use tokens::NameToken;

use crate::api::Range;
use crate::convert::Converter;
use crate::file::Source;
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the packages, channels, bundles and other documents of a file, in their order.
    pub fn document_symbols(&mut self, path: &str) -> Vec<DocumentSymbol> {
        self.on_file(path, |shown, converter| symbols::symbols(shown.docs(), converter))
    }

    /// Returns the foldable ranges of lines, ordered by their first lines.
    pub fn folds(&mut self, path: &str) -> Vec<Fold> {
        self.on_file(path, |shown, converter| folds::folds(shown.docs(), shown.source, converter))
    }

    /// Returns the names of packages, channels and bundles in a file, in their order.
    pub fn name_tokens(&mut self, path: &str) -> Vec<NameToken> {
        self.on_file(path, tokens::tokens)
    }

    /// Returns one note for each channel of a file: its size, its head, and the number of stranded entries.
    pub fn channel_notes(&mut self, path: &str) -> Vec<ChannelNote> {
        self.on_file(path, channels::notes)
    }

    /// Returns notes after the entries of the channels of a file: their distance from the head, and the versions that
    /// their skipRange matches. Only notes within `lines` are included: first and last line, counted from 1.
    pub fn hints(&mut self, path: &str, lines: (u32, u32)) -> Vec<Hint> {
        self.on_file(path, |shown, converter| channels::hints(shown, converter, lines))
    }

    fn on_file<A>(&mut self, path: &str, answer: impl FnOnce(&Shown<'_, '_>, &mut Converter<'_>) -> Vec<A>) -> Vec<A> {
        self.apply_ignore();
        let Ok(at) = self.find(path) else { return Vec::new() };
        let Some(source) = self.sources.get(at) else { return Vec::new() };
        let catalog = Catalog::new(&self.files);
        let file = FileId::new(at);
        let shown = Shown { catalog: &catalog, file, source };
        answer(&shown, &mut Converter::new(&self.files, &self.sources))
    }
}

/// One file of a catalog.
struct Shown<'c, 'f> {
    catalog: &'c Catalog<'f>,
    file: FileId,
    source: &'c Source,
}

impl<'c, 'f> Shown<'c, 'f> {
    /// The documents of the file, in order.
    fn docs(&self) -> &'c [Doc<'f>] {
        let from = self.catalog.docs.partition_point(|doc| doc.file < self.file);
        let to = self.catalog.docs.partition_point(|doc| doc.file <= self.file);
        self.catalog.docs.get(from..to).unwrap_or_default()
    }

    /// The channels of the file, in order.
    fn channels(&self) -> impl Iterator<Item = &'c Of<'f, ChannelFacts>> {
        self.catalog.channel_docs.iter().filter(|channel| channel.doc.file == self.file)
    }
}

/// Returns the last line of a range, without the line break at its end.
fn last_line(range: Range) -> u32 {
    let is_behind_a_break = range.end.column == 1 && range.end.line > range.start.line;
    range.end.line.saturating_sub(u32::from(is_behind_a_break))
}
