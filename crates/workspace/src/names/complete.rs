//! Completions: the names that can be used at a place.

use std::cmp::Reverse;

use olmkit_catalog::facts::{Body, EntryFacts};
use olmkit_catalog::names::{Site, node_at};
use olmkit_catalog::schemas::{BUNDLE, CHANNEL, DEPRECATIONS, PACKAGE};
use olmkit_catalog::{Catalog, Doc, Package};
use olmkit_collections::{HashSet, order};
use olmkit_diagnostics::{TextRange, TextSize};
use olmkit_yaml::read_document;
use olmkit_yaml_edit::replace_scalar;

use crate::api::CompletionOption;
use crate::visit::text;

const SCHEMAS: [&str; 5] = [PACKAGE, CHANNEL, BUNDLE, DEPRECATIONS, "olmkit.assertions"];
const PROPERTIES: [&str; 8] = [
    PACKAGE,
    "olm.package.required",
    "olm.gvk",
    "olm.gvk.required",
    "olm.constraint",
    "olm.csv.metadata",
    "olm.bundle.object",
    "olm.maxOpenShiftVersion",
];

/// Returns the names that fit the value at an offset of a document, and the range that they replace.
pub(super) fn options(
    catalog: &Catalog<'_>,
    doc: &Doc<'_>,
    text: &[u8],
    offset: TextSize,
) -> Option<(TextRange, Vec<CompletionOption>)> {
    let document = read_document(text, doc.format);
    let site = node_at(document.root()?, text, offset.into())?;
    let mut range = TextRange::empty(offset);
    let mut options = names(catalog, doc, &site, offset);
    for option in &mut options {
        let (written, text) = match replace_scalar(site.node, &option.name).ok()? {
            Some(edit) => (edit.range, edit.text),
            // The value already is this name.
            None => (site.node.range(), String::from_utf8_lossy(site.node.source()).into_owned()),
        };
        range = range.cover(written);
        option.text = text;
    }
    (!options.is_empty()).then_some((range, options))
}

fn option(name: &str, detail: String) -> CompletionOption {
    CompletionOption { name: name.to_owned(), text: String::new(), detail }
}

/// Returns the names that fit, with `text` still empty.
fn names(catalog: &Catalog<'_>, doc: &Doc<'_>, site: &Site<'_>, offset: TextSize) -> Vec<CompletionOption> {
    let schema = doc.facts.schema.as_ref().map_or("", |text| &text.value);
    let is_package = schema == PACKAGE;
    let package = catalog.packages.get(if is_package { doc.facts.own_name() } else { doc.facts.package_name() });
    let sibling = text(site.parent, "schema");
    let plain: Vec<&str> = match (schema, site.path.as_str()) {
        (_, "schema") => SCHEMAS.into(),
        (DEPRECATIONS, "entries/-/reference/schema") => vec![PACKAGE, CHANNEL, BUNDLE],
        (BUNDLE, "properties/-/type") => PROPERTIES.into(),
        (_, "package") | (BUNDLE, "properties/-/value/packageName") => catalog.packages.keys().copied().collect(),
        (PACKAGE, "defaultChannel") => channels(package),
        (CHANNEL, "entries/-/name" | "entries/-/replaces" | "entries/-/skips/-") => {
            return bundles(package, &doc.facts.body, site, offset);
        }
        (DEPRECATIONS, "entries/-/reference/name") => match sibling.as_str() {
            CHANNEL => channels(package),
            BUNDLE => return bundles(package, &doc.facts.body, site, offset),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    plain.into_iter().map(|name| option(name, String::new())).collect()
}

fn channels<'f>(package: Option<&Package<'f>>) -> Vec<&'f str> {
    package.map(|package| package.channels.keys().copied().collect()).unwrap_or_default()
}

/// Returns the bundles of the package and the entries of the channel, the newest first, without the entry itself.
fn bundles(package: Option<&Package<'_>>, body: &Body, site: &Site<'_>, offset: TextSize) -> Vec<CompletionOption> {
    let entries: &[EntryFacts] = if let Body::Channel(channel) = body { &channel.entries } else { &[] };
    let Some(package) = package else { return Vec::new() };
    let own = entries.iter().take_while(|entry| entry.range.start() <= offset).last();
    let own = own.map(|own| own.own_name()).filter(|_| !site.path.ends_with("/name"));
    let here: HashSet<&str> = entries.iter().map(|entry| entry.own_name()).collect();
    let mut names: Vec<&str> = package.bundles.keys().copied().chain(here.iter().copied()).collect();
    let version = |name: &str| Reverse(package.bundles.get(name).and_then(|bundle| bundle.version.as_ref()));
    order::sort_by(&mut names, |a, b| (version(a), *a).cmp(&(version(b), *b)));
    names.dedup();
    names.retain(|name| !name.is_empty() && Some(*name) != own);
    let detail = |name: &str| {
        let version = package.bundles.get(name).map(|bundle| bundle.version_string().unwrap_or_default());
        let mut detail = version.unwrap_or_else(|| "no bundle".to_owned());
        if own.is_some() && !here.contains(name) {
            detail.push_str(", not in this channel");
        }
        detail
    };
    names.into_iter().map(|name| option(name, detail(name))).collect()
}
