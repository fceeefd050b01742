//! `opm alpha list`: tables of packages, channels and bundles.

use olmkit_catalog::facts::{EntryFacts, Text};
use olmkit_catalog::{Bundle, Catalog, Package, channel_graph};
use olmkit_collections::order;
use olmkit_gostd::go_quote;
use olmkit_text::slice;
use olmkit_yaml::{NodeRef, read_document};

use crate::document::read_json;
use crate::migrate::csv_of;
use crate::typed::{self, field};

/// The table to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// `NAME`, `DISPLAY NAME`, `DEFAULT CHANNEL`.
    Packages,
    /// `PACKAGE`, `CHANNEL`, `HEAD`.
    Channels,
    /// `PACKAGE`, `CHANNEL`, `BUNDLE`, `REPLACES`, `SKIPS`, `SKIP RANGE`, `IMAGE`.
    Bundles,
}

/// A table. All rows have as many cells as there are columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns, as opm prints them.
    pub head: &'static [&'static str],
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
}

/// The catalog has no package with this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("package {} not found", go_quote(.0))]
pub struct UnknownPackage(pub String);

/// Lists one package, or all packages. `texts` are the contents of the catalog's files.
///
/// # Errors
/// Returns an error if there is no such package.
pub fn list(
    catalog: &Catalog<'_>,
    texts: &[&[u8]],
    listing: Listing,
    package: Option<&str>,
) -> Result<Table, UnknownPackage> {
    if let Some(name) = package.filter(|name| !catalog.packages.contains_key(name)) {
        return Err(UnknownPackage(name.to_owned()));
    }
    let wanted = catalog.packages.values().filter(|one| package.is_none_or(|name| name == one.name));
    let mut rows: Vec<Vec<String>> = Vec::new();
    let head: &[&str] = match listing {
        Listing::Packages => &["NAME", "DISPLAY NAME", "DEFAULT CHANNEL"],
        Listing::Channels => &["PACKAGE", "CHANNEL", "HEAD"],
        Listing::Bundles => &["PACKAGE", "CHANNEL", "BUNDLE", "REPLACES", "SKIPS", "SKIP RANGE", "IMAGE"],
    };
    for package in wanted {
        match listing {
            Listing::Packages => {
                let channel = value(package.decl.body.default_channel.as_ref());
                let head = heads(package, &channel).first().and_then(|head| package.bundles.get(head));
                let name = head.and_then(|head| display_name(head, texts)).unwrap_or_default();
                rows.push(vec![package.name.to_owned(), name, channel]);
            }
            Listing::Channels => {
                for channel in package.channels.keys() {
                    let head = heads(package, channel).first().copied().unwrap_or_default().to_owned();
                    rows.push(vec![package.name.to_owned(), (*channel).to_owned(), head]);
                }
            }
            Listing::Bundles => bundles(package, &mut rows),
        }
    }
    Ok(Table { head, rows })
}

/// The display name in a bundle's CSV. opm finds the CSV only in bundles with objects.
fn display_name(bundle: &Bundle<'_>, texts: &[&[u8]]) -> Option<String> {
    let doc = &bundle.of.doc;
    let text = slice(texts.get(doc.file.index())?, doc.range)?;
    let document = read_document(text, doc.format);
    let properties = field(document.root()?, "properties")?;
    let is_object = |one: &NodeRef<'_>| typed::text(*one, "type").as_deref() == Some("olm.bundle.object");
    let csv = properties.items().filter(is_object).find_map(csv_of)?;
    // opm decodes the whole CSV, and shows no name if that fails.
    olmkit_bundle::csv_metadata(csv.as_bytes()).ok()?;
    let csv = read_json(&csv);
    csv.root()?.get("spec").and_then(|spec| typed::text(spec, "displayName"))
}

fn bundles(package: &Package<'_>, rows: &mut Vec<Vec<String>>) {
    for (name, channel) in &package.channels {
        let mut entries: Vec<&EntryFacts> = channel.body.entries.iter().collect();
        order::sort_by(&mut entries, |a, b| a.own_name().cmp(b.own_name()));
        for entry in entries {
            let image = package.bundles.get(entry.own_name()).map(|bundle| value(bundle.of.body.image.as_ref()));
            let skips: Vec<&str> = entry.skips.iter().map(|skip| skip.value.as_str()).collect();
            rows.push(vec![
                package.name.to_owned(),
                (*name).to_owned(),
                entry.own_name().to_owned(),
                value(entry.replaces.as_ref()),
                skips.join(","),
                value(entry.skip_range.as_ref()),
                image.unwrap_or_default(),
            ]);
        }
    }
}

fn value(text: Option<&Text>) -> String {
    text.map(|text| text.value.clone()).unwrap_or_default()
}

/// The heads of a channel, sorted.
fn heads<'f>(package: &Package<'f>, channel: &str) -> Vec<&'f str> {
    package.channels.get(channel).map(|channel| channel_graph::heads(channel.body)).unwrap_or_default()
}

impl Table {
    /// Formats the table with aligned columns, separated by at least two spaces.
    #[must_use]
    pub fn text(&self) -> String {
        let head = self.head.iter().map(|name| (*name).to_owned()).collect();
        let mut rows = vec![head];
        rows.extend(self.rows.iter().cloned());
        aligned(&rows)
    }
}

fn aligned(rows: &[Vec<String>]) -> String {
    const BETWEEN: usize = 2;
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|at| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max().unwrap_or_default())
        .collect();
    let mut out = String::new();
    for row in rows {
        for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
            out.push_str(cell);
            if at.saturating_add(1) < row.len() {
                let padding = width.saturating_add(BETWEEN).saturating_sub(cell.chars().count());
                out.push_str(&" ".repeat(padding));
            }
        }
        out.push('\n');
    }
    out
}
