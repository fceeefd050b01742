//! `olmkit graph`.

use olmkit_workspace::api::{Drawing, GraphQuestion};

use super::CommandError;
use crate::CLEAN;
use crate::args::Args;
use crate::format::json as write;
use crate::format::visible;
use crate::host::Host;
use crate::load::load;

/// Draws channels.
pub(crate) fn run(
    path: &str,
    question: &GraphQuestion,
    drawing: Option<Drawing>,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, CommandError> {
    let mut catalog = load(path, args.stdin_filename.as_deref(), &args.options, host)?;
    let Some(drawing) = drawing else {
        let mut report = catalog.workspace.graph(question);
        for node in report.channels.iter_mut().flat_map(|channel| &mut channel.nodes) {
            node.path = catalog.shown(&node.path);
        }
        host.out(write::pretty(&report).as_bytes());
        return Ok(CLEAN);
    };
    let (text, warnings) = catalog.workspace.draw(question, drawing)?;
    host.out(text.as_bytes());
    for warning in warnings {
        host.err(format!("{}\n", visible(&warning)).as_bytes());
    }
    Ok(CLEAN)
}
