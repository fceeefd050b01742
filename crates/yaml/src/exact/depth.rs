//! The nesting depth of a document as JSON, which encoding/json limits.

use super::error::plain_failure;
use crate::document::{SyntaxError, SyntaxRule};
use crate::json::{MAX_DEPTH, TOO_DEEP, exceeded_depth};
use crate::node::NodeRef;
use crate::tree::{Kind, Tree};

/// The error at the first collection that is nested too deeply for JSON.
///
/// Must be called after the check for alias bombs, which bounds the walk.
pub(super) fn check(root: NodeRef<'_>, aliases: usize) -> Option<SyntaxError> {
    let possible = root.tree.nodes.len() > MAX_DEPTH || aliases > 0;
    if !possible || deepest(root.tree) <= MAX_DEPTH {
        return None;
    }
    let node = first_too_deep(root)?;
    let opening = if node.kind() == Kind::Mapping { b'{' } else { b'[' };
    let upstream = format!("error unmarshaling JSON: while decoding JSON: {}", exceeded_depth(opening));
    Some(SyntaxError { upstream, ..*plain_failure(SyntaxRule::YamlDepthAsJson, node.range(), "", TOO_DEEP) })
}

/// The nesting depth of collections as written, with aliases followed. Merged mappings count as a level here but not in
/// JSON, so this is an upper bound.
fn deepest(tree: &Tree) -> usize {
    let mut levels = vec![0_usize; tree.nodes.len()];
    let mut open: Vec<usize> = Vec::new();
    let closed = |tree: &Tree, at: usize, index: usize| tree.nodes.get(at).is_some_and(|n| n.next as usize <= index);
    for (index, node) in tree.nodes.iter().enumerate() {
        while let Some(done) = open.pop_if(|at| closed(tree, *at, index)) {
            raise(&mut levels, open.last(), done);
        }
        let target = node.extra as usize;
        match node.kind {
            Kind::Mapping | Kind::Sequence => {
                if let Some(level) = levels.get_mut(index) {
                    *level = 1;
                }
                open.push(index);
            }
            Kind::Alias if closed(tree, target, index) => raise(&mut levels, open.last(), target),
            Kind::Alias | Kind::Scalar => {}
        }
    }
    while let Some(done) = open.pop() {
        raise(&mut levels, open.last(), done);
    }
    levels.first().copied().unwrap_or(0)
}

/// Makes a collection at least one level deeper than its descendant `inner`.
fn raise(levels: &mut [usize], outer: Option<&usize>, inner: usize) {
    let least = levels.get(inner).map_or(1, |level| level.saturating_add(1));
    if let Some(level) = outer.and_then(|outer| levels.get_mut(*outer)) {
        *level = least.max(*level);
    }
}

/// Walks the effective values, in the order of the JSON.
fn first_too_deep(root: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let mut waiting = vec![(root, 1_usize)];
    while let Some((node, level)) = waiting.pop() {
        let node = node.resolved();
        let inner = level.saturating_add(1);
        match node.kind() {
            Kind::Scalar | Kind::Alias => {}
            _ if level > MAX_DEPTH => return Some(node),
            Kind::Sequence => {
                waiting.extend(node.items().map(|item| (item, inner)).collect::<Vec<_>>().into_iter().rev())
            }
            Kind::Mapping => {
                waiting.extend(node.sorted_members().into_iter().rev().map(|member| (member.value, inner)));
            }
        }
    }
    None
}
