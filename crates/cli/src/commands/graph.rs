//! `olmkit graph`.

use olmkit_catalog::mermaid::DrawingError;
use olmkit_workspace::api::{Drawing, GraphQuery, GraphReport};

use super::CommandError;
use crate::args::{Args, UnknownName};
use crate::format::json as write;
use crate::format::visible;
use crate::host::Host;
use crate::load::load_for_query;
use crate::problem;
use crate::{CLEAN, FINDINGS};

/// The error for `--minimum-edge` with a format other than opm's.
#[derive(Debug, thiserror::Error)]
#[error("--minimum-edge needs --format mermaid")]
struct OnlyMermaid;

/// Draws channels.
pub(crate) fn run(
    path: &str,
    query: &GraphQuery,
    drawing: Option<Drawing>,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, CommandError> {
    if query.minimum_edge.is_some() && drawing != Some(Drawing::Mermaid) {
        return Err(OnlyMermaid.into());
    }
    let mut catalog = load_for_query(path, args.stdin_filename.as_deref(), &args.options, host)?;
    let as_opm = drawing == Some(Drawing::Mermaid) && host.uses_opm_messages();
    match catalog.workspace.has_names(query.package.as_deref(), query.channel.as_deref()) {
        // opm draws nothing, but does not fail.
        Err(unknown) if as_opm => host.note(&problem(&unknown.to_string())),
        known => known?,
    }
    // opm draws what it can load.
    let code = if !host.uses_opm_messages() && catalog.warn_if_unread(host) { FINDINGS } else { CLEAN };
    let Some(drawing) = drawing else {
        let mut report = GraphReport { incomplete: code != CLEAN, ..catalog.workspace.graph(query)? };
        for node in report.channels.iter_mut().flat_map(|channel| &mut channel.nodes) {
            node.path = catalog.shown(&node.path);
        }
        host.out(write::pretty(&report).as_bytes());
        return Ok(code);
    };
    let drawn = catalog.workspace.draw_as_opm(query, drawing);
    if let Err(DrawingError::UnknownEdge(name)) = &drawn
        && !host.uses_opm_messages()
    {
        let index = catalog.workspace.index();
        let known = index.values().flat_map(|package| package.bundles.keys()).map(String::as_str);
        return Err(UnknownName::in_catalog("bundle", name, known).into());
    }
    let (text, warnings) = drawn?;
    host.out(text.as_bytes());
    for warning in warnings {
        host.err(format!("{}\n", visible(&warning)).as_bytes());
    }
    Ok(code)
}
