//! A document to write, and its position in the output.

use olmkit_catalog::schemas;
use olmkit_yaml::{Format, NodeRef, read_document};

use crate::typed;

/// The position of a document in the output, with its name or schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Package,
    Channel(String),
    Bundle(String),
    Other(String),
    Deprecations,
}

impl Place {
    /// The position of the document's kind within a package. Unknown schemas each have their own kind.
    pub(crate) fn kind(&self) -> (u8, &str) {
        match self {
            Place::Package => (0, ""),
            Place::Channel(_) => (1, ""),
            Place::Bundle(_) => (2, ""),
            Place::Other(schema) => (3, schema),
            Place::Deprecations => (4, ""),
        }
    }

    /// The name that sorts documents of the same kind.
    pub(crate) fn name(&self) -> &str {
        match self {
            Place::Channel(name) | Place::Bundle(name) => name,
            Place::Package | Place::Other(_) | Place::Deprecations => "",
        }
    }
}

/// A document of a catalog.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    pub(crate) package: String,
    pub(crate) place: Place,
    /// Compact JSON.
    pub(crate) json: String,
}

impl Document {
    /// Creates a document from compact JSON.
    pub(crate) fn new(schema: &str, package: &str, name: &str, json: String) -> Self {
        let (package, place) = match schema {
            schemas::PACKAGE => (name, Place::Package),
            schemas::CHANNEL => (package, Place::Channel(name.to_owned())),
            schemas::BUNDLE => (package, Place::Bundle(name.to_owned())),
            schemas::DEPRECATIONS => (package, Place::Deprecations),
            other => (package, Place::Other(other.to_owned())),
        };
        Document { package: package.to_owned(), place, json }
    }

    /// Reads schema, package and name from a JSON document. Only insignificant whitespace is changed.
    pub(crate) fn read(json: &str) -> Option<Self> {
        let document = read_json(json);
        let root = document.root()?;
        let of = |name: &str| typed::text(root, name).unwrap_or_default();
        Some(Document::new(&of("schema"), &of("package"), &of("name"), compact(json)))
    }

    /// The sort key of the document's group: documents of the same package and kind. Documents without a package come
    /// last, in load order.
    pub(crate) fn group(&self) -> (bool, &str, Option<(u8, &str)>) {
        let is_loose = self.package.is_empty();
        (is_loose, &self.package, if is_loose { None } else { Some(self.place.kind()) })
    }

    /// Whether opm drops the document: it has a known schema but no package.
    pub(crate) fn is_lost(&self) -> bool {
        self.package.is_empty() && !matches!(self.place, Place::Other(_))
    }

    /// Calls `read` with the root of the document.
    pub(crate) fn with<R>(&self, read: impl FnOnce(NodeRef<'_>) -> R) -> Option<R> {
        let document = read_json(&self.json);
        document.root().map(read)
    }
}

/// Parses a document of compact JSON.
pub(crate) fn read_json(json: &str) -> olmkit_yaml::Document<'_> {
    read_document(json.as_bytes(), Format::Json)
}

/// The source text of a part of a compact JSON document.
pub(crate) fn raw<'d>(node: NodeRef<'d>) -> &'d str {
    std::str::from_utf8(node.source()).unwrap_or("null")
}

/// Removes insignificant whitespace from JSON.
fn compact(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut at = 0_usize;
    while let Some(byte) = json.as_bytes().get(at) {
        let end = match byte {
            b'"' => olmkit_yaml::end_of_string(json.as_bytes(), at),
            _ => json
                .get(at..)
                .and_then(|rest| rest.chars().next())
                .map_or(json.len(), |c| at.saturating_add(c.len_utf8())),
        };
        if !byte.is_ascii_whitespace() {
            out.push_str(json.get(at..end).unwrap_or_default());
        }
        at = end;
    }
    out
}
