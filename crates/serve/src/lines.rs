//! The documents of a catalog as catalogd stores them: one line of JSON each.

use std::ops::Range;

use bytes::Bytes;
use olmkit_yaml::blob_json;

use crate::index::{Index, Named};

/// All lines, and the range of each document's line.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) all: Bytes,
    places: Vec<Range<usize>>,
}

/// Required values of a document. An empty string matches every value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Query {
    pub(crate) schema: String,
    pub(crate) package: String,
    pub(crate) name: String,
}

impl Query {
    fn matches(&self, document: &Named) -> bool {
        let pairs =
            [(&self.schema, &document.schema), (&self.package, &document.package), (&self.name, &document.name)];
        pairs.into_iter().all(|(wanted, own)| wanted.is_empty() || wanted == own)
    }
}

impl Lines {
    /// Creates the lines of a catalog.
    pub(crate) fn of(index: &Index) -> Self {
        let (mut all, mut places) = (String::new(), Vec::with_capacity(index.documents.len()));
        for named in &index.documents {
            let start = all.len();
            let document = index.document(&named.place);
            all.push_str(&document.root().map(blob_json).unwrap_or_default());
            all.push('\n');
            places.push(start..all.len());
        }
        Lines { all: Bytes::from(all), places }
    }

    /// The lines of the matching documents, in order. Adjacent lines are joined.
    pub(crate) fn matching(&self, index: &Index, query: &Query) -> Vec<Bytes> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for (_, place) in index.documents.iter().zip(&self.places).filter(|(document, _)| query.matches(document)) {
            match found.last_mut() {
                Some(last) if last.end == place.start => last.end = place.end,
                _ => found.push(place.clone()),
            }
        }
        found.into_iter().map(|place| self.all.slice(place)).collect()
    }
}
