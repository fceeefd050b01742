//! Searches by offset and by name.

use olmkit_catalog::facts::{Body, EntryFacts};
use olmkit_catalog::{Catalog, LoadedDocument, LoadedFile};
use olmkit_collections::order;
use olmkit_diagnostics::Place;
use olmkit_gostd::fold;
use olmkit_text::{TextRange, natural};

use crate::api::{At, Found};
use crate::convert::Converter;
use crate::file::Source;
use crate::newest;

/// Returns the object at a range in UTF-16 offsets; `None` outside of packages, channels, bundles and deprecations. The
/// document is the one that contains most of the range. The entry is the only one that has a part of it.
pub(crate) fn at(file: &LoadedFile, source: &Source, utf16: (u32, u32)) -> Option<At> {
    let places = source.places(&file.documents);
    let range = TextRange::new(places.offset_of_utf16(utf16.0)?, places.offset_of_utf16(utf16.1.max(utf16.0))?);
    let document = document_at(file, range)?;
    let inside = range.intersect(document.range)?.checked_sub(document.range.start())?;
    let is_touched = |entry: &&EntryFacts| match inside.is_empty() {
        true => entry.range.contains_inclusive(inside.start()),
        false => entry.range.intersect(inside).is_some_and(|shared| !shared.is_empty()),
    };
    let facts = &document.facts;
    let name = facts.own_name().to_owned();
    let of_package = At { package: facts.package_name().to_owned(), ..At::default() };
    match &facts.body {
        Body::Package(_) => Some(At { package: name, ..At::default() }),
        Body::Channel(channel) => {
            let mut touched = channel.entries.iter().filter(is_touched);
            let entry = touched.next().filter(|_| inside.is_empty() || touched.next().is_none());
            Some(At { channel: Some(name), entry: entry.map(|entry| entry.own_name().to_owned()), ..of_package })
        }
        Body::Bundle(_) => Some(At { bundle: Some(name), ..of_package }),
        Body::Deprecations(_) => Some(of_package),
        Body::Assertions(_) | Body::Other | Body::Unreadable => None,
    }
}

/// Returns the document that contains most of a range; for an empty range, the one that starts at or before it.
fn document_at(file: &LoadedFile, range: TextRange) -> Option<&LoadedDocument> {
    let documents = file.documents.as_slice();
    let first = documents.partition_point(|document| document.range.start() <= range.start()).saturating_sub(1);
    let last = documents.partition_point(|document| document.range.start() < range.end()).max(first.saturating_add(1));
    let touched = documents.get(first..last)?.iter();
    touched.rev().max_by_key(|document| document.range.intersect(range).map(TextRange::len))
}

/// How well a name matches a query; smaller is better.
type Rank = u8;

struct Query {
    words: Vec<String>,
}

impl Query {
    fn new(text: &str) -> Self {
        Query { words: text.split_whitespace().map(fold::lower).collect() }
    }

    /// Returns the rank of the word that matches worst; `None` unless all words match. Matches in the name rank best.
    fn rank(&self, name: &str, context: &str) -> Option<Rank> {
        let name = fold::lower(name);
        let mut worst = 0;
        for word in &self.words {
            let fit = match name.find(word) {
                Some(0) if name.len() == word.len() => 0,
                Some(0) => 1,
                Some(_) => 2,
                None if context.contains(word) => 3,
                None => return None,
            };
            worst = worst.max(fit);
        }
        Some(worst)
    }
}

/// Returns packages, channels and entries whose names match all words of the query: the best matches first, equal ones
/// by descending version. An empty query returns packages.
pub(crate) fn find(catalog: &Catalog<'_>, sources: &[Source], query: &str, limit: usize) -> Vec<Found> {
    let query = Query::new(query);
    let mut hits: Vec<(Rank, u8, [&str; 3], Place)> = Vec::new();
    for package in &catalog.package_docs {
        let name = package.doc.facts.own_name();
        if let Some(rank) = query.rank(name, "") {
            // Its many entries often begin with the word that the package contains.
            hits.push((rank.min(1), 0, [name, "", ""], package.doc.name_place()));
        }
    }
    for channel in catalog.channel_docs.iter().filter(|_| !query.words.is_empty()) {
        let (package, name) = (channel.doc.facts.package_name(), channel.doc.facts.own_name());
        let context = fold::lower(&format!("{package} {name}"));
        if let Some(rank) = query.rank(name, &context) {
            hits.push((rank, 1, [package, name, ""], channel.doc.name_place()));
        }
        for entry in &channel.body.entries {
            if let Some(rank) = query.rank(entry.own_name(), &context) {
                hits.push((rank, 2, [package, name, entry.own_name()], channel.doc.place(entry.range)));
            }
        }
    }
    let places = newest::places(catalog);
    order::sort_by(&mut hits, |(fit, kind, a, _), (other_fit, other_kind, b, _)| {
        let place = |[package, channel, _]: &[&str; 3]| places.get(&(*package, *channel)).copied();
        let by_name = || a[0].cmp(b[0]).then_with(|| natural(b[2], a[2])).then_with(|| place(a).cmp(&place(b)));
        (fit, kind).cmp(&(other_fit, other_kind)).then_with(by_name)
    });
    hits.truncate(limit);
    let mut converter = Converter::new(catalog.files, sources);
    let named = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
    let version = |package: &str, entry: &str| catalog.packages.get(package)?.bundles.get(entry)?.version.as_ref();
    let found = |(_, _, [package, channel, entry], place): (Rank, u8, [&str; 3], Place)| Found {
        package: package.to_owned(),
        channel: named(channel),
        entry: named(entry),
        version: version(package, entry).map(ToString::to_string),
        path: converter.path(place.file),
        range: converter.range(place),
    };
    hits.into_iter().map(found).collect()
}
