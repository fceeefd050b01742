//! Replays go-yaml's decoding in its order. go-yaml's guard against alias bombs counts decoded nodes, and fails if most
//! of them come from aliases. The replay is bounded, because the allowed share decreases as the count grows.

use super::error::plain_failure;
use crate::document::{SyntaxError, SyntaxRule};
use crate::node::NodeRef;
use crate::tree::Kind;

/// Up to this count, 99 % of the decoded nodes may come from aliases.
const LOW: u64 = 400_000;
/// From this count on, only 10 % may come from aliases.
const HIGH: u64 = 4_000_000;

/// Additional checks during the replay.
pub(super) trait Checks {
    /// Checks a node before its content.
    fn node(&mut self, node: NodeRef<'_>) -> Option<SyntaxError>;
    /// Checks a key after it is decoded.
    fn key(&mut self, key: NodeRef<'_>) -> Option<SyntaxError>;
    /// Checks a merged value, or an item of a merged list.
    fn merged(&mut self, value: NodeRef<'_>) -> Option<SyntaxError>;
}

/// No additional checks.
struct OnlyAliases;

impl Checks for OnlyAliases {
    fn node(&mut self, _: NodeRef<'_>) -> Option<SyntaxError> {
        None
    }

    fn key(&mut self, _: NodeRef<'_>) -> Option<SyntaxError> {
        None
    }

    fn merged(&mut self, _: NodeRef<'_>) -> Option<SyntaxError> {
        None
    }
}

enum Task<'d> {
    Decode(NodeRef<'d>),
    Key(NodeRef<'d>),
    Merge(NodeRef<'d>),
    MergeItem(NodeRef<'d>),
    LeaveAlias,
}

/// go-yaml's error if aliases multiply the document too much.
pub(super) fn check(root: NodeRef<'_>) -> Option<SyntaxError> {
    replay(root, &mut OnlyAliases)
}

/// The first error of decoding. If an alias is inside its own target, the replay ends only if `checks` reject that
/// alias.
pub(super) fn replay(root: NodeRef<'_>, checks: &mut impl Checks) -> Option<SyntaxError> {
    let (mut decodes, mut from_aliases, mut depth) = (1_u64, 0_u64, 0_u64);
    let mut tasks = vec![Task::Decode(root)];
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::LeaveAlias => {
                depth = depth.saturating_sub(1);
                continue;
            }
            Task::Key(key) => {
                if let Some(error) = checks.key(key) {
                    return Some(error);
                }
                continue;
            }
            Task::Merge(value) if value.kind() == Kind::Sequence => {
                // Pushed in source order, so decoded from the last to the first.
                tasks.extend(value.children().map(Task::MergeItem));
                continue;
            }
            Task::Merge(node) | Task::MergeItem(node) => {
                if let Some(error) = checks.merged(node) {
                    return Some(error);
                }
                node
            }
            Task::Decode(node) => node,
        };
        decodes = decodes.saturating_add(1);
        from_aliases = from_aliases.saturating_add(u64::from(depth > 0));
        if is_excessive(decodes, from_aliases) {
            return Some(excessive(node));
        }
        if let Some(error) = checks.node(node) {
            return Some(error);
        }
        depth = depth.saturating_add(u64::from(node.kind() == Kind::Alias));
        push_parts(&mut tasks, node);
    }
    None
}

/// Adds the tasks for the parts of a node.
fn push_parts<'d>(tasks: &mut Vec<Task<'d>>, node: NodeRef<'d>) {
    match node.kind() {
        Kind::Alias => tasks.extend([Task::LeaveAlias, Task::Decode(node.resolved())]),
        Kind::Sequence => push_reversed(tasks, node.children().map(Task::Decode)),
        Kind::Mapping => push_reversed(
            tasks,
            node.pairs().flat_map(|(key, value)| {
                let merge = key.is_merge_key();
                let key = (!merge).then_some([Task::Decode(key), Task::Key(key)]);
                let value = if merge { Task::Merge(value) } else { Task::Decode(value) };
                key.into_iter().flatten().chain([value])
            }),
        ),
        Kind::Scalar => {}
    }
}

fn push_reversed<'d>(tasks: &mut Vec<Task<'d>>, new: impl Iterator<Item = Task<'d>>) {
    let from = tasks.len();
    tasks.extend(new);
    if let Some(added) = tasks.get_mut(from..) {
        added.reverse();
    }
}

#[allow(clippy::cast_precision_loss, reason = "the counts stay far below 2^53")]
fn is_excessive(decodes: u64, from_aliases: u64) -> bool {
    if from_aliases <= 100 || decodes <= 1000 {
        return false;
    }
    let allowed = match decodes {
        ..=LOW => 0.99,
        HIGH.. => 0.10,
        _ => 0.99 - 0.89 * (decodes.saturating_sub(LOW) as f64 / HIGH.saturating_sub(LOW) as f64),
    };
    from_aliases as f64 / decodes as f64 > allowed
}

fn excessive(node: NodeRef<'_>) -> SyntaxError {
    let message =
        "Aliases expand this document beyond the limit of opm. Write the values without aliases, or use fewer aliases.";
    *plain_failure(SyntaxRule::YamlAliasBomb, node.range(), "document contains excessive aliasing", message)
}
