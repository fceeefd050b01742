//! opm's verdict: whether it accepts the catalog, its first error, and its message.

use olmkit_collections::order;

/// The stage at which opm finds a problem. Loading comes first, then conversion, then the model.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Loading: the document in load order, the finding in the document.
    Load { document: usize, finding: usize },
    /// Conversion: the step (chapter 4 of the specification), the item, the check of the item, the element.
    Convert { step: u8, item: usize, check: u8, element: usize },
    /// Model validation: a leaf of the error tree.
    Model(Leaf),
}

/// The position of a message of the model stage in the error tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Leaf {
    pub(crate) package: String,
    /// The order among the checks of the package. Channels have number 2.
    pub(crate) in_package: u8,
    pub(crate) channel: Option<String>,
    /// The order among the checks of the channel. Bundles have number 2.
    pub(crate) in_channel: u8,
    pub(crate) bundle: Option<String>,
    /// The order among the checks of the bundle.
    pub(crate) in_bundle: u8,
    /// The order among the messages of one check.
    pub(crate) element: usize,
}

impl Leaf {
    pub(crate) fn package(package: &str, order: u8) -> Self {
        Leaf {
            package: package.to_owned(),
            in_package: order,
            channel: None,
            in_channel: 0,
            bundle: None,
            in_bundle: 0,
            element: 0,
        }
    }

    pub(crate) fn channel(package: &str, channel: &str, order: u8) -> Self {
        Leaf { channel: Some(channel.to_owned()), in_channel: order, ..Leaf::package(package, 2) }
    }

    pub(crate) fn bundle(package: &str, channel: &str, bundle: &str, order: u8) -> Self {
        Leaf { bundle: Some(bundle.to_owned()), in_bundle: order, ..Leaf::channel(package, channel, 2) }
    }
}

/// A problem that makes opm reject the catalog.
#[derive(Debug, Clone)]
pub(crate) struct OpmFinding {
    pub(crate) stage: Stage,
    pub(crate) rule: &'static str,
    pub(crate) text: String,
}

/// The stage that opm reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// opm fails to load a document.
    Load,
    /// opm fails to convert the catalog to its model.
    Convert,
    /// opm loads the catalog, but it is not valid.
    Model,
    /// opm accepts the catalog.
    Accepted,
}

/// opm's verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether `opm validate` accepts the catalog.
    pub accepted: bool,
    /// The stage that opm reaches.
    pub phase: Phase,
    /// The rule of the first error. If opm's order is random, errors are sorted.
    pub first: Option<&'static str>,
    /// opm's message.
    pub message: String,
}

pub(crate) fn decide(findings: &[OpmFinding]) -> Verdict {
    let Some(first) = findings.iter().min_by(|a, b| a.stage.cmp(&b.stage)) else {
        return Verdict { accepted: true, phase: Phase::Accepted, first: None, message: String::new() };
    };
    let (phase, message) = match &first.stage {
        Stage::Load { .. } => (Phase::Load, first.text.clone()),
        Stage::Convert { .. } => (Phase::Convert, first.text.clone()),
        Stage::Model(_) => (Phase::Model, tree(findings)),
    };
    Verdict { accepted: false, phase, first: Some(first.rule), message }
}

#[derive(Default)]
struct Node<'t> {
    text: String,
    leaf: Option<&'t str>,
    children: Vec<Node<'t>>,
}

/// Formats the error tree of the model stage.
fn tree(findings: &[OpmFinding]) -> String {
    let mut leaves: Vec<(&Leaf, &str)> = findings
        .iter()
        .filter_map(|finding| match &finding.stage {
            Stage::Model(leaf) => Some((leaf, finding.text.as_str())),
            _ => None,
        })
        .collect();
    order::sort_by(&mut leaves, |a, b| a.0.cmp(b.0));
    let mut root = Node::default();
    for (leaf, text) in leaves {
        let node = child(&mut root, format!("invalid package {}", crate::go_quote(&leaf.package)));
        let node = match &leaf.channel {
            Some(channel) => child(node, format!("invalid channel {}", crate::go_quote(channel))),
            None => node,
        };
        let node = match &leaf.bundle {
            Some(bundle) => child(node, format!("invalid bundle {}", crate::go_quote(bundle))),
            None => node,
        };
        node.children.push(Node { leaf: Some(text), ..Node::default() });
    }
    let mut out = "invalid index:\n".to_owned();
    print(&root, "", &mut out);
    out.trim_end().to_owned()
}

fn child<'n, 't>(node: &'n mut Node<'t>, text: String) -> &'n mut Node<'t> {
    let same = node.children.last().is_some_and(|last| last.leaf.is_none() && last.text == text);
    if !same {
        node.children.push(Node { text, ..Node::default() });
    }
    let last = node.children.len().saturating_sub(1);
    #[allow(clippy::indexing_slicing, reason = "a last child was ensured just above")]
    &mut node.children[last]
}

/// Prints a node. The depth is at most three: package, channel, bundle.
fn print(node: &Node<'_>, indent: &str, out: &mut String) {
    let last = node.children.len().saturating_sub(1);
    for (at, child) in node.children.iter().enumerate() {
        let (branch, below) = if at == last { ("└── ", "    ") } else { ("├── ", "│   ") };
        out.push_str(indent);
        out.push_str(branch);
        match child.leaf {
            Some(text) => out.push_str(text),
            None => {
                out.push_str(&child.text);
                out.push(':');
            }
        }
        out.push('\n');
        print(child, &format!("{indent}{below}"), out);
    }
}
