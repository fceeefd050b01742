//! Draws a channel as SVG, without scripts and links. Names are text nodes.

use olmkit_api::EdgeKind;
use std::fmt::Write;

use crate::channel::Graph;
use crate::layout::{Layout, Line, NodePosition};
use crate::stranded::Findings;
use olmkit_text::xml;

/// The height of the title and the legend above the drawing.
const HEAD: i32 = 80;
/// The minimum width for the title and the legend.
const MIN_WIDTH: i32 = 640;

/// A drawing and its size in pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The `svg` element.
    pub text: String,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

/// Stacks drawings vertically.
#[must_use]
pub fn stack(mut drawings: Vec<Drawing>) -> String {
    if drawings.len() == 1
        && let Some(only) = drawings.pop()
    {
        return only.text;
    }
    let width = drawings.iter().map(|drawing| drawing.width).max().unwrap_or_default();
    let mut height = 0_i32;
    let mut body = String::new();
    for drawing in &drawings {
        if let Some((before, behind)) = &drawing.text.split_once("<svg ") {
            body.push_str(&format!("{before}<svg y=\"{height}\" {behind}"));
        }
        height = height.saturating_add(drawing.height);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n{body}</svg>\n"
    )
}

/// Draws a channel. Kinds of edges differ in dashes, entry states in outlines, symbols and titles, not only in color.
/// `number` distinguishes the drawings of one page.
#[must_use]
pub fn svg(graph: &Graph<'_, '_>, findings: &Findings<'_>, layout: &Layout, number: usize) -> Drawing {
    let [width, height] = layout.size;
    let (width, height) = (width.max(MIN_WIDTH), height.saturating_add(HEAD));
    let title = format!("{} / {} (OLM {})", graph.channel.package, graph.channel.name, findings.semantics.name());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 -{HEAD} {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"t{number}\">\n<title id=\"t{number}\">{}</title>\n<style>{STYLE}</style>\n",
        xml(&title),
    );
    for (class, mark) in [("arrow", 'a'), ("arrow on", 'b'), ("arrow cut", 'c')] {
        let _ = writeln!(
            out,
            "<marker id=\"{mark}{number}\" viewBox=\"0 0 8 8\" refX=\"2\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M8 0.8L1 4L8 7.2Z\" class=\"{class}\"/></marker>"
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"16\" y=\"-54\" class=\"title\">{}</text>\n<text x=\"16\" y=\"-34\" class=\"legend\">{EDGES}</text>\n<text x=\"16\" y=\"-18\" class=\"legend\">{ENTRIES}</text>",
        xml(&title)
    );
    for (at, row) in layout.rows.iter().enumerate() {
        let class = if at % 2 == 0 { "row" } else { "row even" };
        let _ = writeln!(
            out,
            "<rect class=\"{class}\" y=\"{}\" width=\"{width}\" height=\"{}\"/><text class=\"minor\" x=\"24\" y=\"{}\">{}</text>",
            row.y,
            row.height,
            row.middle.saturating_add(5),
            xml(&row.label)
        );
    }
    draw_bands(layout, &mut out);
    for line in
        layout.lines.iter().filter(|line| !line.is_taken).chain(layout.lines.iter().filter(|line| line.is_taken))
    {
        draw_line(line, number, &mut out);
    }
    draw_arrows(layout, number, &mut out);
    for node in &layout.nodes {
        draw_node(graph, findings, node, layout.box_size, &mut out);
    }
    out.push_str("</svg>\n");
    Drawing { text: out, width, height }
}

fn draw_bands(layout: &Layout, out: &mut String) {
    for band in layout.bands.iter().filter(|band| band.is_shown) {
        let taken = if band.is_taken { " on" } else { "" };
        let [x, y] = band.label;
        let _ = writeln!(
            out,
            "<path class=\"band{taken}\" d=\"{}\"/><text class=\"range\" x=\"{x}\" y=\"{y}\">skipRange {}</text>",
            band.path,
            xml(&band.text)
        );
    }
}

/// Draws the arrows from the bands to the entries with the skipRanges.
fn draw_arrows(layout: &Layout, number: usize, out: &mut String) {
    for band in layout.bands.iter().filter(|band| band.is_shown && !band.arrow.is_empty()) {
        let (taken, mark) = if band.is_taken { (" on", 'b') } else { ("", 'a') };
        let _ = writeln!(
            out,
            "<path class=\"edge same{taken}\" d=\"{}\" marker-start=\"url(#{mark}{number})\"/>",
            band.arrow
        );
    }
}

fn draw_line(line: &Line, number: usize, out: &mut String) {
    if line.path.is_empty() {
        return;
    }
    let kind = match line.edge {
        EdgeKind::Replaces => "replaces",
        EdgeKind::Skips => "skips",
        EdgeKind::SkipRange | EdgeKind::SameVersion => "same",
    };
    let (class, mark) = match (line.cut, line.is_taken) {
        (Some(_), _) => (" cut", 'c'),
        (None, true) => (" on", 'b'),
        (None, false) => ("", 'a'),
    };
    let _ =
        writeln!(out, "<path class=\"edge {kind}{class}\" d=\"{}\" marker-start=\"url(#{mark}{number})\"/>", line.path);
    if let Some([x, y]) = line.cut {
        let (x, y) = (x.saturating_sub(4), y.saturating_sub(4));
        let _ = writeln!(out, "<path class=\"cross\" d=\"M{x} {y}l8 8m0 -8l-8 8\"/>");
    }
}

fn draw_node(
    graph: &Graph<'_, '_>,
    findings: &Findings<'_>,
    node: &NodePosition,
    [width, height]: [i32; 2],
    out: &mut String,
) {
    let name = graph.name(node.id);
    let entry = graph.node_of(node.id);
    let is_head = findings.target == Some(node.id);
    let mut title = name.to_owned();
    if let Some(version) = graph.version(node.id).map(ToString::to_string).filter(|version| !name.ends_with(version)) {
        let _ = write!(title, " ({version})");
    }
    let mut class = Vec::new();
    let mut add = |is: bool, own: &'static str, note: &str| {
        if is {
            class.push(own);
            title.push_str(", ");
            title.push_str(note);
        }
    };
    add(is_head, "head", "head");
    add(entry.is_none(), "gone", "not in this channel");
    add(graph.is_skipped(node.id), "skipped", "skipped");
    add(entry.is_some_and(|entry| entry.is_deprecated), "deprecated", "deprecated");
    if let Some(cause) = node.stranded {
        add(true, "stranded", &format!("stranded: {}", cause.name()));
    }
    let _ = writeln!(
        out,
        "<g><title>{}</title><rect class=\"{1}\" x=\"{2}\" y=\"{3}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/><text class=\"{1}\" x=\"{4}\" y=\"{5}\">{6}</text></g>",
        xml(&title),
        class.join(" "),
        node.x,
        node.y,
        node.x.saturating_add(width / 2),
        node.y.saturating_add(16),
        xml(&node.label)
    );
}

const EDGES: &str = "solid: replaces, dashed: skips, band: skipRange, thick: actual upgrade path, cross: upgrades end";
const ENTRIES: &str =
    "filled: head, dashed box: skipped, dotted box: not in this channel, struck through: deprecated, red: stranded";

const STYLE: &str = "svg{font:13px ui-sans-serif,system-ui,sans-serif;background:#fff}text{fill:#171a23}.title{font-weight:600;font-size:15px}.legend{fill:#454c5c;font-size:11px}.minor{font-weight:600;font-size:14px;fill:#5f6778}.row{fill:#f8f9fb}.even{fill:none}.band{fill:#d6dbe6;opacity:.55}.band.on{fill:#bac5f8}.range{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#3547c0;paint-order:stroke;stroke:#fff;stroke-width:3px}g text{font:12px ui-monospace,Menlo,Consolas,monospace;text-anchor:middle}g rect{fill:#fff;stroke:#868e9f}g .skipped{stroke-dasharray:3 3}g .gone{stroke-dasharray:1 3}g text.skipped,g text.gone{stroke:none;fill:#5f6778}g rect.head{fill:#3b4fd1;stroke:#3b4fd1}g text.head{fill:#fff;font-weight:600}g text.deprecated{text-decoration:line-through}g rect.stranded{fill:#fdeeec;stroke:#b3261e}g text.stranded{fill:#b3261e;font-weight:600}.edge{fill:none;stroke:#626a7d;stroke-width:1.25}.arrow{fill:#626a7d}.skips{stroke-dasharray:4 3}.same{stroke-dasharray:2 3}.edge.on{stroke:#3b4fd1;stroke-width:2}.same.on{stroke-dasharray:none}.arrow.on{fill:#3b4fd1}.edge.cut{stroke:#b3261e}.arrow.cut{fill:#b3261e}.cross{stroke:#b3261e;stroke-width:1.75;fill:none}@media(prefers-color-scheme:dark){svg{background:#14181f}text{fill:#e8ebf1}.legend{fill:#b3bbc9}.minor{fill:#929bac}.row{fill:#11151b}.even{fill:none}.band{fill:#262e3b}.band.on{fill:#32407f}.range{fill:#a3b1ff;stroke:#14181f}g rect{fill:#1b202a;stroke:#737d90}g text.skipped,g text.gone{fill:#929bac}g rect.head{fill:#8c9dff;stroke:#8c9dff}g text.head{fill:#0d1233}g rect.stranded{fill:#361a19;stroke:#ff9d92}g text.stranded{fill:#ff9d92}.edge{stroke:#98a1b2}.arrow{fill:#98a1b2}.edge.on{stroke:#8c9dff}.arrow.on{fill:#8c9dff}.edge.cut,.cross{stroke:#ff9d92}.arrow.cut{fill:#ff9d92}}";
