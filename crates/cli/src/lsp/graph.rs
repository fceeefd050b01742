//! `olmkit/graph`: the upgrade graph of the channels of a catalog.

use lsp_types::Uri;
use olmkit_collections::SortedSet;
use olmkit_workspace::Workspace;
use olmkit_workspace::api::{ChannelGraph, Drawing, EdgeKind, GraphQuestion, Semantics};
use serde::Deserialize;
use serde_json::{Value, json};

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
pub(super) fn graph(session: &mut Session, params: &GraphParams) -> Result<Value, RequestError> {
    let path = path_of(&params.uri).unwrap_or_default();
    let closed = || RequestError::NotOpen(params.uri.as_str().to_owned());
    let root = session.root(&path).ok_or_else(closed)?;
    let (workspace, own) = session.find(&path).ok_or_else(closed)?;
    let channels = channels(workspace, &own);
    let (package, channel) = selected(params, &channels, workspace)?;
    let semantics = Some(params.semantics.unwrap_or_default());
    let question = GraphQuestion { package: Some(package), channel: Some(channel), semantics, minimum_edge: None };
    let (svg, _) = workspace.draw(&question, Drawing::Svg)?;
    let report = workspace.graph(&question)?;
    let Some(shown) = report.channels.first() else {
        return Err(RequestError::NotLoaded);
    };
    let nodes: Vec<Value> = shown
        .nodes
        .iter()
        .enumerate()
        .map(|(at, node)| {
            let uri = session.uri(&join(&root, &node.path));
            json!({
                "name": node.name, "isEntry": node.is_entry, "stranded": node.stranded, "uri": uri, "range": range_of(node.range),
                "replaces": older(shown, at, EdgeKind::Replaces).next(), "skips": older(shown, at, EdgeKind::Skips).collect::<Vec<_>>(),
                "skipRange": node.skip_range,
            })
        })
        .collect();
    let all: Vec<Value> =
        channels.iter().map(|(package, channel)| json!({ "package": package, "channel": channel })).collect();
    Ok(json!({
        "package": shown.package, "channel": shown.channel, "semantics": semantics, "svg": svg, "nodes": nodes, "channels": all,
    }))
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
fn older(graph: &ChannelGraph, of: usize, kind: EdgeKind) -> impl Iterator<Item = &str> {
    let edges = graph.edges.iter().filter(move |edge| edge.to == of && edge.kind == kind);
    edges.filter_map(|edge| graph.nodes.get(edge.from)).map(|node| node.name.as_str())
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
