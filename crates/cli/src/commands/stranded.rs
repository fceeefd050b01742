//! `olmkit stranded`.

use std::fmt::Write;
use std::sync::Arc;

use olmkit_collections::{HashMap, HashSet};
use olmkit_workspace::any_has_names;
use olmkit_workspace::api::{Fix, Semantics, Stranded, StrandedQuery, StrandedReport, VERSION};

use super::CommandError;
use crate::args::Args;
use crate::format::paint::{Paint, Part};
use crate::format::{Format, json, visible};
use crate::host::Host;
use crate::load::{Loaded, load_for_query};
use crate::{CLEAN, FINDINGS};

/// Lists the versions that cannot reach the head of their channel. Exits with 1 if there are any.
pub(crate) fn run(
    paths: &[String],
    query: &StrandedQuery,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, CommandError> {
    let mut all = StrandedReport { version: VERSION, stranded: Vec::new(), incomplete: false };
    let mut known = Vec::new();
    let mut versions = [0; 2];
    for path in paths {
        let mut catalog = load_for_query(path, args.stdin_filename.as_deref(), &args.options, host)?;
        all.incomplete |= catalog.warn_if_unread(host);
        let here = catalog.workspace.stranded(query).map(|report| report.stranded);
        for (sum, semantics) in versions.iter_mut().zip(Semantics::ALL) {
            *sum = here.as_ref().map_or(0, |found| distinct(found, semantics)).saturating_add(*sum);
        }
        known.push(here.as_ref().map(|_| ()).map_err(Clone::clone));
        // By the address of the fix, because many versions share a fix.
        let mut fixes: HashMap<*const Fix, Arc<Fix>> = HashMap::default();
        for mut found in here.unwrap_or_default() {
            found.path = catalog.shown(&found.path);
            for fix in &mut found.fixes {
                let shown = fixes.entry(Arc::as_ptr(fix)).or_insert_with(|| with_shown_paths(fix, &catalog));
                *fix = Arc::clone(shown);
            }
            all.stranded.push(found);
        }
        // The process ends soon, so freeing memory would only cost time.
        std::mem::forget(catalog);
    }
    if !all.incomplete {
        any_has_names(known)?;
    }
    match args.format {
        Some(Format::Json) => host.out(json::pretty(&all).as_bytes()),
        format => {
            let is_pretty = format != Some(Format::Concise);
            let paint = if is_pretty { Paint::new(args.color, host) } else { Paint::PLAIN };
            write_text(&all, versions, query.semantics, (paint, Paint::of_errors(args.color, host)), host);
        }
    }
    let is_clean = all.stranded.is_empty() && !all.incomplete;
    Ok(if is_clean || args.exit_zero { CLEAN } else { FINDINGS })
}

fn with_shown_paths(fix: &Fix, catalog: &Loaded) -> Arc<Fix> {
    let mut fix = fix.clone();
    for edit in &mut fix.edits {
        edit.path = catalog.shown(&edit.path);
    }
    Arc::new(fix)
}

/// The number of versions, each of them once for all channels, as `olmkit stats` counts them.
fn distinct(found: &[Stranded], semantics: Semantics) -> usize {
    let of = found.iter().filter(|found| found.semantics == semantics);
    of.map(|found| (found.package.as_str(), found.entry.as_str())).collect::<HashSet<_>>().len()
}

fn write_text(
    all: &StrandedReport,
    versions: [usize; 2],
    semantics: Option<Semantics>,
    (paint, of_errors): (Paint, Paint),
    host: &mut dyn Host,
) {
    let mut out = String::new();
    for found in &all.stranded {
        let start = found.range.start;
        let place = format!("{}:{}:{}:", found.path, start.line, start.column);
        let rest = format!("{}/{}: {} {}", found.package, found.channel, found.message, found.help);
        let _ = writeln!(
            out,
            "{} {} {} {}",
            paint.part(Part::Place, &visible(&place)),
            found.semantics.name(),
            paint.part(Part::Warning, found.cause.name()),
            visible(&rest)
        );
        for fix in &found.fixes {
            let _ = writeln!(out, "  {} {}", paint.part(Part::Added, "fix:"), visible(&fix.title));
        }
    }
    host.out(out.as_bytes());
    let counted = |count: usize| of_errors.count(Part::Warning, count, &count.to_string());
    let [v0, v1] = versions;
    let line = match semantics {
        Some(semantics) => format!("{} stranded under OLM {}", counted(v0.saturating_add(v1)), semantics.name()),
        None => format!("{} stranded under OLM v0, {} under OLM v1", counted(v0), counted(v1)),
    };
    // An entry may be stranded under both semantics, and a name that is removed is not an entry.
    let entries = all.stranded.iter().filter(|found| found.is_entry);
    let entries = entries.map(|found| (&found.path, &found.package, &found.channel, &found.entry));
    let entries = entries.collect::<HashSet<_>>().len();
    let of_channels = match entries > v0.saturating_add(v1) {
        true => format!(", in {entries} entries of channels"),
        false => String::new(),
    };
    host.err(format!("{line}{of_channels}\n").as_bytes());
}
