//! `olmkit list`.

use olmkit_catalog::Catalog;
use olmkit_render::Listing;
use olmkit_workspace::Options;
use olmkit_workspace::api::{CatalogList, ListedBundle, ListedChannel, ListedPackage, ListedRows, VERSION};

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
    let args = Args { options: Options::of_opm(), ..args.clone() };
    let Reference::Catalog(mut loaded) = open(path, &args, host)? else {
        return Err(NeedsCatalog { path: path.clone(), command: NamedCommand::List }.into());
    };
    loaded.refuse_if_empty(path, host)?;
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
    let rows = match listing {
        Listing::Packages => ListedRows::Packages(rows(table.rows, package_of)),
        Listing::Channels => ListedRows::Channels(rows(table.rows, channel_of)),
        Listing::Bundles => ListedRows::Bundles(rows(table.rows, bundle_of)),
    };
    host.out(pretty(&CatalogList { version: VERSION, rows }).as_bytes());
    Ok(CLEAN)
}

/// The rows of a table with `N` columns.
fn rows<const N: usize, R>(all: Vec<Vec<String>>, of: fn([String; N]) -> R) -> Vec<R> {
    all.into_iter().filter_map(|row| row.try_into().ok()).map(of).collect()
}

fn package_of([name, display_name, default_channel]: [String; 3]) -> ListedPackage {
    ListedPackage { name, display_name, default_channel }
}

fn channel_of([package, channel, head]: [String; 3]) -> ListedChannel {
    ListedChannel { package, channel, head }
}

fn bundle_of([package, channel, bundle, replaces, skips, skip_range, image]: [String; 7]) -> ListedBundle {
    let skips = skips.split(',').filter(|skip| !skip.is_empty()).map(str::to_owned).collect();
    ListedBundle { package, channel, bundle, replaces, skips, skip_range, image }
}
