//! `olmkit query`.

use olmkit_workspace::Options;
use olmkit_workspace::api::{FoundBundle, FoundBundles, VERSION};

use super::CommandError;
use crate::args::QueryArgs;
use crate::format::json::pretty;
use crate::format::{Format, columns, visible};
use crate::host::Host;
use crate::load::load_for_query;
use crate::problem;
use crate::{CLEAN, FINDINGS};

pub(crate) fn run(args: &QueryArgs, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut catalog = load_for_query(&args.catalog, None, &Options::default(), host)?;
    let is_partial = catalog.warn_if_unread(host);
    let mut bundles = catalog.workspace.find_bundles(&args.query())?;
    for bundle in &mut bundles {
        bundle.path = catalog.shown(&bundle.path);
    }
    let text = match args.format {
        Format::Json => pretty(&FoundBundles { version: VERSION, bundles: bundles.clone(), incomplete: is_partial }),
        Format::Concise => bundles.iter().map(line).collect(),
        _ => columns::write(bundles.iter().map(row).collect()),
    };
    host.out(text.as_bytes());
    if bundles.is_empty() {
        let known = catalog.workspace.has_names(args.package.as_deref(), args.channel.as_deref());
        let reason = known.err().map_or_else(String::new, |unknown| format!(": {unknown}"));
        host.err(problem(&format!("no bundle matches{reason}")).as_bytes());
    }
    Ok(if bundles.is_empty() || is_partial { FINDINGS } else { CLEAN })
}

fn row(bundle: &FoundBundle) -> [String; 4] {
    [bundle.package.clone(), bundle.name.clone(), bundle.channels.join(", "), bundle.image.clone()]
}

fn line(bundle: &FoundBundle) -> String {
    let start = bundle.range.start;
    format!("{}:{}:{}: {}\n", visible(&bundle.path), start.line, start.column, visible(&bundle.name))
}
