//! `olmkit list`.

use olmkit_catalog::Catalog;
use olmkit_render::Listing;
use serde_json::{Map, Value, json};

use super::reference::{Reference, open};
use super::{FilesError, Stop};
use crate::CLEAN;
use crate::args::{Args, ListOf, Table};
use crate::format::json::pretty;
use crate::format::{Format, visible};
use crate::host::Host;
use crate::named_command::{NamedCommand, NeedsCatalog};

/// Prints a table of a catalog, if opm accepts it.
pub(super) fn run(list: &ListOf, args: &Args, host: &mut dyn Host) -> Result<u8, Stop> {
    let (listing, Table { catalog: path, format, .. }, package) = list.parts();
    let Reference::Catalog(mut loaded) = open(path, args, host)? else {
        return Err(NeedsCatalog { path: path.clone(), command: NamedCommand::List }.into());
    };
    let report = loaded.report();
    if !report.opm.accepted {
        return Err(Stop::content(FilesError::Rejected(report.opm.message)));
    }
    if !host.uses_opm_messages() {
        loaded.workspace.has_names(package, None)?;
    }
    let (files, texts) = loaded.workspace.loaded();
    let mut table = olmkit_render::list(&Catalog::new(files), &texts, listing, package).map_err(Stop::content)?;
    if *format != Format::Json {
        for cell in table.rows.iter_mut().flatten() {
            *cell = visible(cell).into_owned();
        }
        host.out(table.text().as_bytes());
        return Ok(CLEAN);
    }
    let rows: Vec<Value> = table.rows.into_iter().map(|row| object(table.head, row)).collect();
    let name = match listing {
        Listing::Packages => "packages",
        Listing::Channels => "channels",
        Listing::Bundles => "bundles",
    };
    host.out(pretty(&json!({ "version": 1, name: rows })).as_bytes());
    Ok(CLEAN)
}

fn object(head: &[&str], row: Vec<String>) -> Value {
    let value = |name: &str, cell: String| match name {
        "SKIPS" => cell.split(',').filter(|skip| !skip.is_empty()).collect(),
        _ => Value::String(cell),
    };
    head.iter().zip(row).map(|(name, cell)| (camel(name), value(name, cell))).collect::<Map<_, _>>().into()
}

/// Converts `DISPLAY NAME` to `displayName`.
fn camel(name: &str) -> String {
    let mut words = name.split(' ').map(str::to_lowercase);
    let first = words.next().unwrap_or_default();
    words.fold(first, |all, word| {
        let mut letters = word.chars();
        let head = letters.next().map(|letter| letter.to_ascii_uppercase());
        all + &head.into_iter().chain(letters).collect::<String>()
    })
}
