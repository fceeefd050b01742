//! A document as it will be written, and its place in the output.

use olmkit_yaml::{Format, NodeRef, read_document};

use crate::typed;

/// Where a document is in the output: its place in a package, then its name or schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Package,
    Channel(String),
    Bundle(String),
    Other(String),
    Deprecations,
}

impl Place {
    /// The position of its kind in a package. Other documents have a kind for each schema.
    pub(crate) fn kind(&self) -> (u8, &str) {
        match self {
            Place::Package => (0, ""),
            Place::Channel(_) => (1, ""),
            Place::Bundle(_) => (2, ""),
            Place::Other(schema) => (3, schema),
            Place::Deprecations => (4, ""),
        }
    }

    /// The name that orders documents of one kind.
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
    /// A document of compact JSON.
    pub(crate) fn new(schema: &str, package: &str, name: &str, json: String) -> Self {
        let (package, place) = match schema {
            "olm.package" => (name, Place::Package),
            "olm.channel" => (package, Place::Channel(name.to_owned())),
            "olm.bundle" => (package, Place::Bundle(name.to_owned())),
            "olm.deprecations" => (package, Place::Deprecations),
            other => (package, Place::Other(other.to_owned())),
        };
        Document { package: package.to_owned(), place, json }
    }

    /// A document of JSON that names itself. It is kept as it is, but for blanks.
    pub(crate) fn read(json: &str) -> Option<Self> {
        let document = read_json(json);
        let root = document.root()?;
        let of = |name: &str| typed::text(root, name).unwrap_or_default();
        Some(Document::new(&of("schema"), &of("package"), &of("name"), compact(json)))
    }

    /// What is written together: the documents of one kind and package. What belongs to no package comes last, in load
    /// order.
    pub(crate) fn group(&self) -> (bool, &str, Option<(u8, &str)>) {
        let is_loose = self.package.is_empty();
        (is_loose, &self.package, if is_loose { None } else { Some(self.place.kind()) })
    }

    /// Whether opm loses it: it has a known schema and belongs to no package.
    pub(crate) fn is_lost(&self) -> bool {
        self.package.is_empty() && !matches!(self.place, Place::Other(_))
    }

    /// Reads the document.
    pub(crate) fn with<R>(&self, read: impl FnOnce(NodeRef<'_>) -> R) -> Option<R> {
        let document = read_json(&self.json);
        document.root().map(read)
    }
}

/// A document of compact JSON, read again.
pub(crate) fn read_json(json: &str) -> olmkit_yaml::Document<'_> {
    read_document(json.as_bytes(), Format::Json)
}

/// A part of a document of compact JSON as it is written there.
pub(crate) fn raw<'d>(node: NodeRef<'d>) -> &'d str {
    std::str::from_utf8(node.source()).unwrap_or("null")
}

/// JSON without the blanks between its parts.
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
