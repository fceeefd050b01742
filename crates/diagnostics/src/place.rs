//! Places in files.

use olmkit_text::TextRange;

/// The number of a file within one run; the host knows its path. Files are numbered in path order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(u32);

impl FileId {
    /// The first file.
    pub const FIRST: FileId = FileId(0);
    /// A place that is not in a file has this file.
    pub const NONE: FileId = FileId(u32::MAX);

    /// The file at an index.
    #[must_use]
    pub fn new(index: usize) -> Self {
        u32::try_from(index).map_or(FileId::NONE, FileId)
    }

    /// The index of the file.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A range of bytes in a file. Places are ordered by file, then by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The range in bytes, from the start of the file.
    pub range: TextRange,
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |p: &Place| (p.file, p.range.start(), p.range.end());
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
