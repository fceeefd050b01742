//! `olmkit/graph`: the upgrade graph of the channels of a catalog.

use lsp_types::{Range, Uri};
use olmkit_collections::SortedSet;
use olmkit_workspace::Workspace;
use olmkit_workspace::api::{
    ChannelGraph, DocumentChannel, DocumentGraph, DocumentNode, Drawing, EdgeKind, GraphQuery, Semantics,
};
use serde::Deserialize;

use super::error::RequestError;
use super::place::{path_of, range_of};
use super::session::Session;
use crate::paths::join;

/// The document, and the channel.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GraphParams {
    uri: Uri,
    /// If missing, the package at the position, otherwise that of the document.
    package: Option<String>,
    channel: Option<String>,
    semantics: Option<Semantics>,
}

/// The drawing, and the actions for the names in it. The nodes are in the order of the drawing's `g` elements.
pub(super) fn graph(session: &mut Session, params: &GraphParams) -> Result<DocumentGraph<Range>, RequestError> {
    let path = path_of(&params.uri).unwrap_or_default();
    let closed = || RequestError::NotOpen(params.uri.as_str().to_owned());
    let root = session.root(&path).ok_or_else(closed)?;
    let (workspace, own) = session.find(&path).ok_or_else(closed)?;
    let channels = channels(workspace, &own);
    let (package, channel) = selected(params, &channels, workspace)?;
    let semantics = params.semantics.unwrap_or_default();
    let query =
        GraphQuery { package: Some(package), channel: Some(channel), semantics: Some(semantics), minimum_edge: None };
    let (svg, _) = workspace.draw(&query, Drawing::Svg)?;
    let report = workspace.graph(&query)?;
    let Some(shown) = report.channels.first() else {
        return Err(RequestError::NotLoaded);
    };
    let nodes = shown.nodes.iter().enumerate().map(|(at, node)| DocumentNode {
        name: node.name.clone(),
        is_entry: node.is_entry,
        stranded: node.stranded,
        uri: session.uri(&join(&root, &node.path)).map(|uri| uri.as_str().to_owned()),
        range: range_of(node.range),
        replaces: older(shown, at, EdgeKind::Replaces).next(),
        skips: older(shown, at, EdgeKind::Skips).collect(),
        skip_range: node.skip_range.clone(),
    });
    let nodes = nodes.collect();
    let channels = channels.into_iter().map(|(package, channel)| DocumentChannel { package, channel }).collect();
    let (package, channel) = (shown.package.clone(), shown.channel.clone());
    Ok(DocumentGraph { package, channel, semantics, svg, nodes, channels })
}

/// The requested package and channel. What is not named defaults to the first.
fn selected(
    params: &GraphParams,
    shown: &[(String, String)],
    workspace: &mut Workspace,
) -> Result<(String, String), RequestError> {
    let outline = workspace.outline().packages.into_iter();
    let all = outline.flat_map(|package| {
        let name = package.name;
        package.channels.into_iter().map(move |channel| (name.clone(), channel.name))
    });
    let all: Vec<(String, String)> = shown.iter().cloned().chain(all).collect();
    let (package, channel) = (params.package.as_deref(), params.channel.as_deref());
    let is_asked = |(of, name): &&(String, String)| {
        package.is_none_or(|package| package == of) && channel.is_none_or(|channel| channel == name)
    };
    if let Some(found) = all.iter().find(is_asked) {
        return Ok(found.clone());
    }
    workspace.has_names(package, channel)?;
    Err(RequestError::NoChannel)
}

/// The names that an entry has in `replaces` or `skips`.
fn older(graph: &ChannelGraph, of: usize, kind: EdgeKind) -> impl Iterator<Item = String> {
    let edges = graph.edges.iter().filter(move |edge| edge.to == of && edge.kind == kind);
    edges.filter_map(|edge| graph.nodes.get(edge.from)).map(|node| node.name.clone())
}

/// The package and name of each channel of a document; for a document without channels, of the whole catalog.
fn channels(workspace: &mut Workspace, own: &str) -> Vec<(String, String)> {
    let here = workspace.channel_notes(own);
    let mut found: Vec<(String, String)> = here.into_iter().map(|note| (note.package, note.channel)).collect();
    let outline = workspace.outline();
    let here: Vec<&str> = found.iter().map(|(package, _)| package.as_str()).collect();
    let others = outline.packages.iter().filter(|package| here.is_empty() || here.contains(&package.name.as_str()));
    let others: Vec<(String, String)> = others
        .flat_map(|package| package.channels.iter().map(|channel| (package.name.clone(), channel.name.clone())))
        .collect();
    found.extend(others);
    let mut seen = SortedSet::new();
    found.retain(|channel| seen.insert(channel.clone()));
    found
}
