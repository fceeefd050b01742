//! Output of a channel for Graphviz.

use olmkit_api::EdgeKind;
use std::fmt::Write;

use crate::channel::Graph;
use crate::layout::{Layout, Line};
use crate::stranded::Findings;

/// Draws a channel as a cluster. The output must be enclosed in `digraph {` and `}`.
#[must_use]
pub fn dot(graph: &Graph<'_, '_>, findings: &Findings<'_>, layout: &Layout) -> String {
    let (package, channel) = (graph.channel.package, graph.channel.name);
    let id = |name: &str| quote(&format!("{package}/{channel}/{name}"));
    let mut out = format!(
        "  subgraph {} {{\n    label={};\n",
        quote(&format!("cluster_{package}/{channel}")),
        quote(&format!("{package} / {channel}"))
    );
    for node in &layout.nodes {
        let name = graph.name(node.id);
        let style = match (node.stranded.is_some(), graph.is_entry(node.id)) {
            (true, _) => "bold,filled",
            (_, false) => "dotted",
            _ if graph.is_skipped(node.id) => "dashed",
            _ => "solid",
        };
        let mut label = name.to_owned();
        if findings.target == Some(node.id) {
            label.push_str("\nhead");
        }
        if let Some(cause) = node.stranded {
            let _ = write!(label, "\nstranded: {}", cause.name());
        }
        let _ = writeln!(out, "    {} [label={}, shape=box, style=\"{style}\"];", id(name), quote(&label));
    }
    for line in &layout.lines {
        let ends = format!("{} -> {}", id(graph.name(line.from)), id(graph.name(line.to)));
        let _ = writeln!(out, "    {ends} [label=\"{}\", style=\"{}\"];", line.edge.name(), style(line));
    }
    out.push_str("  }\n");
    out
}

fn style(line: &Line) -> String {
    let kind = match line.edge {
        EdgeKind::Replaces => "solid",
        EdgeKind::Skips => "dashed",
        EdgeKind::SkipRange | EdgeKind::SameVersion => "dotted",
    };
    if line.is_taken { format!("{kind},bold") } else { kind.to_owned() }
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
