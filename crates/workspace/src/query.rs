//! Statistics of a catalog, and `olmkit query`: bundles by all that they contain. Names are searched in [`crate::find`].

use olmkit_catalog::schemas;
use olmkit_collections::{SortedMap, SortedSet};

use olmkit_catalog::LoadedFile;
use olmkit_catalog::rules::channels::ch_skiprange_syntax::npm_to_blang;
use olmkit_k8s::{Constraint, ConstraintKind};
use olmkit_semver::{Range, RangeError, Version, complete_comparison};
use olmkit_yaml::NodeRef;

use crate::api::{BundleQuery, FoundBundle, Outline, PackageStats, PackageSummary, SchemaStats, Stats, VERSION};
use crate::convert::Converter;
use crate::file::Source;
use crate::visit::{Visited, documents, field, images, items, text};
use crate::workspace::Workspace;

/// The reason why a search for bundles is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BundleQueryError {
    /// The version range is not valid.
    #[error("\"{0}\" is not a valid version range: {reason}. {help}", reason = reason(.0, .1), help = help(.0))]
    Range(String, RangeError),
    /// The name of an API is not valid.
    #[error("\"{0}\" is not an API: use GROUP/VERSION/KIND, with * for any")]
    Api(String),
}

/// Why a text is not a version range. For some texts, the message of OLM's parser is about another text.
fn reason(text: &str, error: &RangeError) -> String {
    let is_partial = |token: &&str| is_any(token) || complete_comparison(token).is_some();
    match text.split_whitespace().find(is_partial) {
        _ if text.trim().is_empty() => "it is empty".to_owned(),
        Some(token) if is_any(token) => format!("`{token}` alone is not a range"),
        Some(token) => format!("`{token}` does not have the three numbers of a version"),
        None => error.reason().to_owned(),
    }
}

fn help(text: &str) -> String {
    match meant(text) {
        Some(range) => format!("Did you mean \"{range}\"?"),
        None => {
            "Compare with complete versions, as in \">=1.2.0 <2.0.0\", or use a wildcard, as in \"1.x\".".to_owned()
        }
    }
}

/// The valid version range that was probably meant.
fn meant(text: &str) -> Option<String> {
    let spaced = text.replace(',', " ").replace("=>", ">=").replace("=<", "<=");
    let complete = |token: &str| match is_any(token) {
        true => ">=0.0.0".to_owned(),
        false => complete_comparison(token).unwrap_or_else(|| token.to_owned()),
    };
    let completed = spaced.split_whitespace().map(complete).collect::<Vec<_>>().join(" ");
    let meant = npm_to_blang(&completed).unwrap_or(completed);
    (meant != text && Range::parse(&meant).is_ok()).then_some(meant)
}

/// Whether a comparison stands for all versions. OLM's parser refuses it.
fn is_any(comparison: &str) -> bool {
    matches!(comparison, "*" | "x" | "X")
}

impl Workspace {
    /// Returns statistics of the catalog.
    pub fn stats(&mut self) -> Stats {
        let outline = self.outline();
        let (files, sources) = self.contents();
        stats(files, sources, &outline)
    }

    /// Returns the bundles that match a query, in the order of the files.
    ///
    /// # Errors
    /// When a version range or an API of the query is not valid.
    pub fn find_bundles(&mut self, query: &BundleQuery) -> Result<Vec<FoundBundle>, BundleQueryError> {
        let (files, sources) = self.contents();
        find(files, sources, query)
    }
}

fn stats(files: &[LoadedFile], sources: &[Source], outline: &Outline) -> Stats {
    let mut schemas: SortedMap<String, SchemaStats> = SortedMap::new();
    let mut bytes: SortedMap<String, usize> = SortedMap::new();
    let mut named = SortedSet::new();
    documents(files, sources, &mut |document| {
        let (schema, size) = (document.text("schema"), document.root.source().len());
        let package = if schema == schemas::PACKAGE { document.text("name") } else { document.text("package") };
        let of_package = bytes.entry(package).or_default();
        *of_package = of_package.saturating_add(size);
        if schema == schemas::BUNDLE {
            named.extend(images(document.root));
        }
        let found = schemas.entry(schema).or_default();
        (found.count, found.bytes) = (found.count.saturating_add(1), found.bytes.saturating_add(size));
    });
    let own = || files.iter().zip(sources).filter(|(file, _)| !file.ignored);
    Stats {
        version: VERSION,
        files: own().count(),
        bytes: own().map(|(_, source)| source.text().len()).sum(),
        documents: schemas.into_iter().map(|(schema, found)| SchemaStats { schema, ..found }).collect(),
        images: named.len(),
        packages: outline.packages.iter().map(|package| package_stats(package, &bytes)).collect(),
        incomplete: false,
    }
}

fn package_stats(package: &PackageSummary, bytes: &SortedMap<String, usize>) -> PackageStats {
    PackageStats {
        name: package.name.clone(),
        channels: package.channels.len(),
        entries: package.channels.iter().map(|channel| channel.entries).sum(),
        bundles: package.bundles,
        bytes: bytes.get(&package.name).copied().unwrap_or_default(),
        stranded: package.stranded,
    }
}

fn find(files: &[LoadedFile], sources: &[Source], query: &BundleQuery) -> Result<Vec<FoundBundle>, BundleQueryError> {
    let wanted = ParsedQuery::new(query)?;
    let mut channels: SortedMap<(String, String), SortedSet<String>> = SortedMap::new();
    documents(files, sources, &mut |document| {
        if document.text("schema") != schemas::CHANNEL {
            return;
        }
        for entry in items(document.root, "entries") {
            let key = (document.text("package"), text(entry, "name"));
            channels.entry(key).or_default().insert(document.text("name"));
        }
    });
    let mut converter = Converter::new(files, sources);
    let mut found = Vec::new();
    documents(files, sources, &mut |document| {
        let bundle = bundle_of(document, &channels, &mut converter);
        found.extend(bundle.filter(|bundle| wanted.matches(bundle, document.root)));
    });
    Ok(found)
}

fn bundle_of(
    document: Visited<'_>,
    channels: &SortedMap<(String, String), SortedSet<String>>,
    converter: &mut Converter<'_>,
) -> Option<FoundBundle> {
    if document.text("schema") != schemas::BUNDLE {
        return None;
    }
    let (package, name) = (document.text("package"), document.text("name"));
    let key = (package, name);
    let own = channels.get(&key).map(|names| names.iter().cloned().collect()).unwrap_or_default();
    let place = document.place(field(document.root, "name").unwrap_or(document.root))?;
    let version = properties(document.root, schemas::PACKAGE_PROPERTY).map(|value| text(value, "version")).next();
    Some(FoundBundle {
        package: key.0,
        name: key.1,
        version,
        image: document.text("image"),
        channels: own,
        path: converter.path(place.file),
        range: converter.range(place),
    })
}

/// The values of the properties of a bundle that have a type.
fn properties<'d>(bundle: NodeRef<'d>, kind: &str) -> impl Iterator<Item = NodeRef<'d>> {
    items(bundle, "properties")
        .filter(move |property| text(*property, "type") == kind)
        .filter_map(|property| field(property, "value"))
}

/// Whether a bundle requires an API: by property, or by a constraint at any depth. What a constraint excludes (`not`) is
/// not required.
fn requires(bundle: NodeRef<'_>, wanted: &Api<'_>) -> bool {
    properties(bundle, "olm.gvk.required").any(|api| wanted.is(api))
        || properties(bundle, "olm.constraint").any(|value| is_in_constraint(&Constraint::read(value).0, wanted))
}

fn is_in_constraint(constraint: &Constraint, wanted: &Api<'_>) -> bool {
    let is_wanted = |kind: ConstraintKind<'_>| match kind {
        ConstraintKind::Gvk(gvk) => wanted.fits(&gvk.group, &gvk.version, &gvk.kind),
        _ => false,
    };
    constraint.outside_not().any(|node| is_wanted(node.kind()))
}

/// A parsed query.
struct ParsedQuery<'q> {
    query: &'q BundleQuery,
    range: Option<Range>,
    provides: Option<Api<'q>>,
    requires: Option<Api<'q>>,
}

impl<'q> ParsedQuery<'q> {
    fn new(query: &'q BundleQuery) -> Result<Self, BundleQueryError> {
        let range = query
            .version_range
            .as_deref()
            .map(|range| Range::parse(range).map_err(|error| BundleQueryError::Range(range.to_owned(), error)));
        Ok(ParsedQuery {
            query,
            range: range.transpose()?,
            provides: query.provides.as_deref().map(Api::parse).transpose()?,
            requires: query.requires.as_deref().map(Api::parse).transpose()?,
        })
    }

    fn matches(&self, bundle: &FoundBundle, root: NodeRef<'_>) -> bool {
        let query = self.query;
        let is = |wanted: &Option<String>, value: &str| wanted.as_deref().is_none_or(|wanted| wanted == value);
        let has = |wanted: &Option<String>, value: &str| wanted.as_deref().is_none_or(|wanted| value.contains(wanted));
        let in_channel = |wanted: &String| bundle.channels.contains(wanted);
        is(&query.package, &bundle.package)
            && query.channel.as_ref().is_none_or(in_channel)
            && has(&query.name, &bundle.name)
            && (query.image.is_none() || images(root).any(|image| has(&query.image, &image)))
            && self.range.as_ref().is_none_or(|range| is_in(range, bundle.version.as_deref()))
            && self.has_property(root)
            && self.provides.as_ref().is_none_or(|api| properties(root, "olm.gvk").any(|own| api.is(own)))
            && self.requires.as_ref().is_none_or(|api| requires(root, api))
    }

    fn has_property(&self, root: NodeRef<'_>) -> bool {
        let Some(kind) = &self.query.property else { return true };
        let value = self.query.value.as_deref().unwrap_or_default().as_bytes();
        properties(root, kind).any(|found| contains(found.source(), value))
    }
}

fn is_in(range: &Range, version: Option<&str>) -> bool {
    version
        .and_then(|version| Version::parse(version).ok())
        .is_some_and(|version| range.contains(&version).unwrap_or(false))
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(text, part).is_some()
}

/// An API to search for.
struct Api<'q> {
    group: &'q str,
    version: &'q str,
    kind: &'q str,
}

impl<'q> Api<'q> {
    fn parse(text: &'q str) -> Result<Self, BundleQueryError> {
        let mut parts = text.split('/');
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(group), Some(version), Some(kind), None) => Ok(Api { group, version, kind }),
            _ => Err(BundleQueryError::Api(text.to_owned())),
        }
    }

    fn is(&self, api: NodeRef<'_>) -> bool {
        self.fits(&text(api, "group"), &text(api, "version"), &text(api, "kind"))
    }

    fn fits(&self, group: &str, version: &str, kind: &str) -> bool {
        let fits = |wanted: &str, value: &str| wanted == "*" || wanted == value;
        fits(self.group, group) && fits(self.version, version) && fits(self.kind, kind)
    }
}
