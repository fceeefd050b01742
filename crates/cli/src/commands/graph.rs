//! `olmkit graph`.

use olmkit_workspace::api::{Drawing, GraphQuestion};

use super::CommandError;
use super::wanted::Wanted;
use crate::CLEAN;
use crate::args::Args;
use crate::format::json as write;
use crate::format::visible;
use crate::host::Host;
use crate::load::load_to_ask;
use crate::problem;

/// Draws channels.
pub(crate) fn run(
    path: &str,
    question: &GraphQuestion,
    drawing: Option<Drawing>,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, CommandError> {
    let mut catalog = load_to_ask(path, args.stdin_filename.as_deref(), &args.options, host)?;
    let mut wanted = Wanted::new(question.package.as_deref(), question.channel.as_deref());
    wanted.look(&mut catalog.workspace);
    match wanted.check() {
        // opm draws nothing, and does not fail.
        Err(unknown) if drawing == Some(Drawing::Mermaid) => host.note(&problem(&unknown.to_string())),
        checked => checked?,
    }
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
