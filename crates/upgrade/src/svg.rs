//! Draws a channel as SVG, without scripts and links. Names are text nodes.

use std::fmt::Write;

use olmkit_collections::List;

use crate::channel::{Edge, Graph};
use crate::ids::VersionId;
use crate::layout::{Layout, Line, NodePosition};
use crate::stranded::Findings;

const ROW: usize = 44;
const BOX_HEIGHT: usize = 30;
const BOX_WIDTH: usize = 340;
const LANE: usize = 48;
const LEFT: usize = 190;
const TOP: usize = 64;

/// A drawing and its size in pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// An `svg` element.
    pub text: String,
    /// Width.
    pub width: usize,
    /// Height.
    pub height: usize,
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
    let mut height = 0_usize;
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

/// Draws a channel. Edge kinds differ in dashes, entry states in symbols and text, not only in colour. `number`
/// distinguishes the drawings of one page.
#[must_use]
pub fn svg(graph: &Graph<'_, '_>, findings: &Findings<'_>, layout: &Layout, number: usize) -> Drawing {
    let height = TOP.saturating_add(layout.nodes.len().saturating_mul(ROW)).saturating_add(40);
    let width = LEFT.saturating_add(BOX_WIDTH).saturating_add(LANE.saturating_mul(2)).saturating_add(290);
    let title = format!("{} / {} (OLM {})", graph.channel.package, graph.channel.name, findings.semantics.name());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"t{number}\">\n<title id=\"t{number}\">{}</title>\n<style>{STYLE}</style>\n<defs><marker id=\"a{number}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" class=\"head\"/></marker></defs>\n<text x=\"16\" y=\"26\" class=\"title\">{}</text>\n<text x=\"16\" y=\"46\" class=\"legend\">solid: replaces, dashed: skips, dotted: skipRange; thick: actual upgrade path</text>\n",
        escape(&title),
        escape(&title)
    );
    let mut place = List::repeat((0, 0), graph.names.len());
    for node in &layout.nodes {
        place.set(node.id, (LEFT.saturating_add(node.lane.saturating_mul(LANE)), middle(node)));
    }
    for line in &layout.lines {
        draw_line(line, &place, number, &mut out);
    }
    for node in &layout.nodes {
        draw_node(graph, findings, node, &mut out);
    }
    out.push_str("</svg>\n");
    Drawing { text: out, width, height }
}

fn middle(node: &NodePosition) -> usize {
    TOP.saturating_add(node.row.saturating_mul(ROW)).saturating_add(BOX_HEIGHT / 2)
}

/// From the left side of the older to the left side of the newer entry, wider for longer edges.
fn draw_line(line: &Line, place: &List<VersionId, (usize, usize)>, number: usize, out: &mut String) {
    let (Some((x1, y1)), Some((x2, y2))) = (place.get(line.from), place.get(line.to)) else { return };
    let bulge = 24_usize.saturating_add(y1.abs_diff(*y2) / 6).min(LEFT.saturating_sub(20));
    let x = (*x1).min(*x2).saturating_sub(bulge);
    let class = match line.edge {
        Edge::Replaces => "replaces",
        Edge::Skips => "skips",
        Edge::SkipRange | Edge::SameVersion => "range",
    };
    let taken = if line.is_taken { " taken" } else { "" };
    let _ = writeln!(
        out,
        "<path class=\"edge {class}{taken}\" d=\"M{x1} {y1}C{x} {y1} {x} {y2} {x2} {y2}\" marker-end=\"url(#a{number})\"/>"
    );
}

fn draw_node(graph: &Graph<'_, '_>, findings: &Findings<'_>, node: &NodePosition, out: &mut String) {
    let name = graph.name(node.id);
    let entry = graph.node_of(node.id).filter(|_| graph.is_entry(node.id));
    let mut notes = Vec::new();
    if findings.target == Some(node.id) {
        notes.push("\u{2605} head".to_owned());
    }
    if entry.is_none() {
        notes.push("removed".to_owned());
    }
    if node.lane == 1 {
        notes.push("\u{2298} skipped".to_owned());
    }
    if entry.is_some_and(|entry| entry.is_deprecated) {
        notes.push("\u{2020} deprecated".to_owned());
    }
    if let Some(cause) = node.stranded {
        notes.push(format!("\u{26A0} stranded: {}", cause.name()));
    }
    let class = match (node.stranded.is_some(), node.lane) {
        (true, _) => "stranded",
        (false, 0) => "listed",
        (false, 1) => "skipped",
        (false, _) => "gone",
    };
    let x = LEFT.saturating_add(node.lane.saturating_mul(LANE));
    let y = TOP.saturating_add(node.row.saturating_mul(ROW));
    let version = graph.version(node.id).map(ToString::to_string).unwrap_or_default();
    let label =
        if version.is_empty() || name.ends_with(&version) { name.to_owned() } else { format!("{name} ({version})") };
    let _ = writeln!(
        out,
        "<g><rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"6\"/><text x=\"{}\" y=\"{}\">{}</text><text class=\"note\" x=\"{}\" y=\"{}\">{}</text></g>",
        x.saturating_add(12),
        y.saturating_add(20),
        escape(&shorten(&label)),
        x.saturating_add(BOX_WIDTH).saturating_add(10),
        y.saturating_add(20),
        escape(&notes.join(", "))
    );
}

/// Shortens long names in the middle.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 46;
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= LONGEST {
        return text.to_owned();
    }
    let start: String = characters.iter().take(LONGEST / 2).collect();
    let end: String = characters.iter().skip(characters.len().saturating_sub(LONGEST / 2)).collect();
    format!("{start}\u{2026}{end}")
}

/// Text for XML; control characters, which XML does not have, become U+FFFD.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            character if character.is_control() || matches!(character, '\u{FFFE}' | '\u{FFFF}') => out.push('\u{FFFD}'),
            character => out.push(character),
        }
    }
    out
}

const STYLE: &str = "svg{font:13px ui-sans-serif,system-ui,sans-serif;background:#fff}text{fill:#1b1f24}.title{font-weight:600;font-size:15px}.legend,.note{fill:#57606a;font-size:12px}rect{fill:#f6f8fa;stroke:#57606a;stroke-width:1.5}.skipped{stroke-dasharray:5 3}.gone{stroke-dasharray:2 3;fill:none}.stranded{fill:#fff1e5;stroke:#bc4c00;stroke-width:2.5}.edge{fill:none;stroke:#8c959f;stroke-width:1.2}.skips{stroke-dasharray:6 4}.range{stroke-dasharray:2 4}.taken{stroke:#0550ae;stroke-width:2.4}.head{fill:#57606a}@media(prefers-color-scheme:dark){svg{background:#0d1117}text{fill:#e6edf3}.legend,.note{fill:#9198a1}rect{fill:#161b22;stroke:#9198a1}.stranded{fill:#3d1f00;stroke:#f0883e}.edge{stroke:#6e7681}.taken{stroke:#58a6ff}.head{fill:#9198a1}}";
