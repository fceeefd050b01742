//! `olmkit stats`.

use olmkit_workspace::Options;
use olmkit_workspace::api::Stats;

use super::CommandError;
use crate::args::StatsArgs;
use crate::format::paint::{Paint, Part};
use crate::format::{Format, columns, json, plural};
use crate::host::Host;
use crate::load::load_for_query;
use crate::{CLEAN, FINDINGS};

pub(crate) fn run(args: &StatsArgs, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut catalog = load_for_query(&args.catalog, None, &Options::of_opm(), host)?;
    let is_partial = catalog.warn_if_unread(host);
    let stats = Stats { incomplete: is_partial, ..catalog.workspace.stats() };
    let text = if args.format == Format::Json {
        json::pretty(&stats)
    } else {
        tables(&stats, Paint::new(args.coloring.color, host))
    };
    host.out(text.as_bytes());
    Ok(if is_partial { FINDINGS } else { CLEAN })
}

fn tables(stats: &Stats, paint: Paint) -> String {
    let heading = |names: [&str; 7]| names.map(str::to_owned);
    let mut packages = vec![heading(["package", "channels", "entries", "bundles", "bytes", "stranded v0", "v1"])];
    packages.extend(stats.packages.iter().map(|of| {
        let counts = [of.channels, of.entries, of.bundles, of.bytes, of.stranded.v0, of.stranded.v1];
        let [channels, entries, bundles, bytes, v0, v1] = counts.map(|count| count.to_string());
        [of.name.clone(), channels, entries, bundles, bytes, v0, v1]
    }));
    let mut schemas = vec![["schema", "documents", "bytes"].map(str::to_owned)];
    schemas.extend(stats.documents.iter().map(|of| {
        let schema = if of.schema.is_empty() { "(none)" } else { of.schema.as_str() };
        [schema.to_owned(), of.count.to_string(), of.bytes.to_string()]
    }));
    let counts =
        [(stats.files, "file"), (stats.bytes, "byte"), (stats.packages.len(), "package"), (stats.images, "image")];
    format!(
        "{}\n\n{}\n{}",
        counts.map(|(count, word)| plural(count, word)).join(", "),
        headed(columns::write(schemas), paint),
        headed(columns::write(packages), paint)
    )
}

/// A table whose first row is a heading.
fn headed(table: String, paint: Paint) -> String {
    match table.split_once('\n') {
        Some((heading, rows)) => format!("{}\n{rows}", paint.part(Part::Heading, heading)),
        None => table,
    }
}
