//! Channels as graphs and as drawings.

use olmkit_catalog::channel_graph::channel_of;
use olmkit_catalog::facts::ChannelFacts;
use olmkit_catalog::mermaid::{self, DrawingError};
use olmkit_catalog::{Catalog, Of, Package};
use olmkit_collections::{Id as _, List};
use olmkit_upgrade::layout::{Layout, NodePosition, layout};
use olmkit_upgrade::stranded::{Findings, find};
use olmkit_upgrade::{Graph, Node, Semantics, VersionId, dot, svg};

use crate::api::{ChannelGraph, Drawing, GraphEdge, GraphNode, GraphQuery, GraphReport, VERSION};
use crate::convert::Converter;

/// A selected channel.
struct Shown<'s, 'f> {
    package: &'s Package<'f>,
    of: &'s Of<'f, ChannelFacts>,
    graph: &'s Graph<'s, 'f>,
    findings: &'s Findings<'f>,
    layout: &'s Layout,
}

fn each(catalog: &Catalog<'_>, query: &GraphQuery, mut visit: impl FnMut(&Shown<'_, '_>)) {
    let is = |wanted: &Option<String>, name: &str| wanted.as_ref().is_none_or(|wanted| wanted == name);
    let semantics = query.semantics.unwrap_or_default();
    for package in catalog.packages.values().filter(|package| is(&query.package, package.name)) {
        for (name, of) in package.channels.iter().filter(|(name, _)| is(&query.channel, name)) {
            let Some(channel) = channel_of(package, name) else { continue };
            let graph = Graph::new(&channel);
            let findings = find(&graph, semantics);
            let layout = layout(&graph, &findings);
            visit(&Shown { package, of, graph: &graph, findings: &findings, layout: &layout });
        }
    }
}

/// Returns the selected channels as graphs.
pub(crate) fn graphs(catalog: &Catalog<'_>, converter: &mut Converter<'_>, query: &GraphQuery) -> GraphReport {
    let mut channels = Vec::new();
    let semantics = query.semantics.unwrap_or_default();
    let other = match semantics {
        Semantics::V0 => Semantics::V1,
        Semantics::V1 => Semantics::V0,
    };
    each(catalog, query, |shown| channels.push(channel(shown, &find(shown.graph, other), converter)));
    GraphReport { version: VERSION, semantics, channels, incomplete: false }
}

fn channel(shown: &Shown<'_, '_>, other: &Findings<'_>, converter: &mut Converter<'_>) -> ChannelGraph {
    let Shown { package, graph, findings, layout, .. } = shown;
    let mut index = List::repeat(0, graph.names.len());
    let mut nodes = Vec::with_capacity(layout.nodes.len());
    for position in &layout.nodes {
        index.set(position.id, nodes.len());
        nodes.push(graph_node(shown, position, converter));
    }
    let at = |id: VersionId| index.get(id).copied().unwrap_or_default();
    let edge = |line: &olmkit_upgrade::layout::Line| GraphEdge {
        from: at(line.from),
        to: at(line.to),
        kind: line.edge,
        is_taken: line.is_taken,
        path: line.path.clone(),
        cut: line.cut,
        other_cut: line.cut_by(other),
    };
    let default = package.decl.body.default_channel.as_ref().map_or("", |text| text.value.as_str());
    ChannelGraph {
        package: package.name.to_owned(),
        channel: graph.channel.name.to_owned(),
        is_default: graph.channel.name == default,
        heads: graph.heads.iter().map(ToString::to_string).collect(),
        target: findings.target.map(|target| graph.name(target).to_owned()),
        order_error: findings.order_error.as_ref().map(|error| error.upstream(package.name, graph.channel.name)),
        prefix: layout.prefix.clone(),
        size: layout.size,
        box_size: layout.box_size,
        rows: layout.rows.clone(),
        bands: layout.bands.clone(),
        nodes,
        edges: layout.lines.iter().map(edge).collect(),
    }
}

fn graph_node(shown: &Shown<'_, '_>, position: &NodePosition, converter: &mut Converter<'_>) -> GraphNode {
    let Shown { package, of, graph, findings, .. } = shown;
    let (node, name) = (graph.node_of(position.id), graph.name(position.id));
    let entry = of.body.entries.get(position.id.index()).filter(|_| node.is_some());
    let place = entry.map_or_else(|| of.doc.name_place(), |entry| of.doc.place(entry.range));
    GraphNode {
        name: name.to_owned(),
        version: graph.version(position.id).map(ToString::to_string),
        label: position.label.clone(),
        x: position.x,
        y: position.y,
        is_entry: node.is_some(),
        is_head: graph.heads.binary_search(&name).is_ok(),
        is_target: findings.target == Some(position.id),
        is_skipped: graph.is_skipped(position.id),
        is_deprecated: node.is_some_and(|node| node.is_deprecated),
        has_bundle: node.map_or_else(|| package.bundles.contains_key(name), |node| node.has_bundle),
        next: findings.steps.after(position.id).map(|next| graph.name(next).to_owned()),
        stranded: position.stranded,
        skip_range: node.and_then(Node::range_text).map(str::to_owned),
        path: converter.path(place.file),
        range: converter.range(place),
    }
}

/// Returns a drawing and its warnings.
pub(crate) fn draw(
    catalog: &Catalog<'_>,
    query: &GraphQuery,
    drawing: Drawing,
) -> Result<(String, Vec<String>), DrawingError> {
    match drawing {
        Drawing::Mermaid => {
            let options = mermaid::Options {
                package: query.package.as_deref(),
                channel: query.channel.as_deref(),
                minimum_edge: query.minimum_edge.as_deref(),
                v0_semantics: query.semantics == Some(Semantics::V0),
            };
            mermaid::mermaid(catalog, options).map(|drawing| (drawing.text, drawing.warnings))
        }
        Drawing::Dot => {
            let mut text = String::from("digraph catalog {\n  rankdir=BT;\n");
            each(catalog, query, |shown| text.push_str(&dot::dot(shown.graph, shown.findings, shown.layout)));
            text.push_str("}\n");
            Ok((text, Vec::new()))
        }
        Drawing::Svg => {
            let mut drawings = Vec::new();
            each(catalog, query, |shown| {
                drawings.push(svg::svg(shown.graph, shown.findings, shown.layout, drawings.len()));
            });
            Ok((svg::stack(drawings), Vec::new()))
        }
    }
}
