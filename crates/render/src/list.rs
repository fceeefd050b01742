//! `opm alpha list`: tables of packages, channels and bundles.

use olmkit_catalog::facts::{EntryFacts, Text};
use olmkit_catalog::{Catalog, Package};

/// Which table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// `NAME`, `DISPLAY NAME`, `DEFAULT CHANNEL`.
    Packages,
    /// `PACKAGE`, `CHANNEL`, `HEAD`.
    Channels,
    /// `PACKAGE`, `CHANNEL`, `BUNDLE`, `REPLACES`, `SKIPS`, `SKIP RANGE`, `IMAGE`.
    Bundles,
}

/// Writes a table, of one package or of all. `display_name` gives the name that a bundle's CSV shows, which opm knows
/// of bundles with objects only.
///
/// # Errors
/// opm's text for a package that is not there.
pub fn list(
    catalog: &Catalog<'_>,
    listing: Listing,
    package: Option<&str>,
    display_name: impl Fn(&olmkit_catalog::Bundle<'_>) -> String,
) -> Result<String, String> {
    if let Some(name) = package.filter(|name| !catalog.packages.contains_key(*name)) {
        return Err(format!("package {name:?} not found"));
    }
    let wanted = catalog.packages.values().filter(|one| package.is_none_or(|name| name == one.name));
    let mut rows: Vec<Vec<String>> = Vec::new();
    match listing {
        Listing::Packages => {
            rows.push(row(["NAME", "DISPLAY NAME", "DEFAULT CHANNEL"]));
            for package in wanted {
                let channel = value(package.decl.body.default_channel.as_ref());
                let head = heads(package, &channel).first().and_then(|head| package.bundles.get(head));
                rows.push(vec![package.name.to_owned(), head.map(&display_name).unwrap_or_default(), channel]);
            }
        }
        Listing::Channels => {
            rows.push(row(["PACKAGE", "CHANNEL", "HEAD"]));
            for package in wanted {
                for channel in package.channels.keys() {
                    let head = heads(package, channel).first().copied().unwrap_or_default().to_owned();
                    rows.push(vec![package.name.to_owned(), (*channel).to_owned(), head]);
                }
            }
        }
        Listing::Bundles => {
            rows.push(row(["PACKAGE", "CHANNEL", "BUNDLE", "REPLACES", "SKIPS", "SKIP RANGE", "IMAGE"]));
            for package in wanted {
                bundles(package, &mut rows);
            }
        }
    }
    Ok(table(&rows))
}

fn bundles(package: &Package<'_>, rows: &mut Vec<Vec<String>>) {
    for (name, channel) in &package.channels {
        let mut entries: Vec<&EntryFacts> = channel.body.entries.iter().collect();
        entries.sort_by(|a, b| a.own_name().cmp(b.own_name()));
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

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).into()
}

/// The heads of a channel, sorted.
fn heads<'f>(package: &Package<'f>, channel: &str) -> Vec<&'f str> {
    let Some(channel) = package.channels.get(channel) else { return Vec::new() };
    let incoming: std::collections::HashSet<&str> = channel
        .body
        .entries
        .iter()
        .flat_map(|entry| entry.skips.iter().chain(&entry.replaces))
        .map(|text| text.value.as_str())
        .collect();
    let names = channel.body.entries.iter().map(EntryFacts::own_name);
    let mut heads: Vec<&str> = names.filter(|name| !incoming.contains(name)).collect();
    heads.sort_unstable();
    heads
}

/// Columns aligned with blanks, two between them.
fn table(rows: &[Vec<String>]) -> String {
    const BETWEEN: usize = 2;
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
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
