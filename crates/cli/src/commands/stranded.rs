//! `olmkit stranded`.

use std::fmt::Write;
use std::sync::Arc;

use olmkit_collections::HashMap;
use olmkit_workspace::any_has_names;
use olmkit_workspace::api::{Fix, Semantics, StrandedQuestion, StrandedReport, VERSION};

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
    question: &StrandedQuestion,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, CommandError> {
    let mut all = StrandedReport { version: VERSION, stranded: Vec::new() };
    let mut known = Vec::new();
    let mut is_partial = false;
    for path in paths {
        let mut catalog = load_for_query(path, args.stdin_filename.as_deref(), &args.options, host)?;
        is_partial |= catalog.warn_if_unread(host);
        let here = catalog.workspace.stranded(question).map(|report| report.stranded);
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
    if !is_partial {
        any_has_names(known)?;
    }
    match args.format {
        Some(Format::Json) => host.out(json::pretty(&all).as_bytes()),
        format => {
            let is_pretty = format != Some(Format::Concise);
            let paint = if is_pretty { Paint::new(args.color, host) } else { Paint::PLAIN };
            write_text(&all, question.semantics, (paint, Paint::of_errors(args.color, host)), host);
        }
    }
    let is_clean = all.stranded.is_empty() && !is_partial;
    Ok(if is_clean || args.exit_zero { CLEAN } else { FINDINGS })
}

fn with_shown_paths(fix: &Fix, catalog: &Loaded) -> Arc<Fix> {
    let mut fix = fix.clone();
    for edit in &mut fix.edits {
        edit.path = catalog.shown(&edit.path);
    }
    Arc::new(fix)
}

fn write_text(
    all: &StrandedReport,
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
            name(found.semantics),
            paint.part(Part::Warning, found.cause.name()),
            visible(&rest)
        );
        for fix in &found.fixes {
            let _ = writeln!(out, "  {} {}", paint.part(Part::Added, "fix:"), visible(&fix.title));
        }
    }
    host.out(out.as_bytes());
    let count = |semantics| all.stranded.iter().filter(|found| found.semantics == semantics).count();
    let counted = |semantics| of_errors.count(Part::Warning, count(semantics), &count(semantics).to_string());
    let line = match semantics {
        Some(semantics) => format!("{} stranded under OLM {}", counted(semantics), name(semantics)),
        None => format!("{} stranded under OLM v0, {} under OLM v1", counted(Semantics::V0), counted(Semantics::V1)),
    } + "\n";
    host.err(line.as_bytes());
}

pub(crate) fn name(semantics: Semantics) -> &'static str {
    match semantics {
        Semantics::V0 => "v0",
        Semantics::V1 => "v1",
    }
}
