//! Finds the value at an offset of a document.

use olmkit_yaml::{Kind, NodeRef};

/// A scalar, and the keys that lead to it: `entries/-/replaces`, where `-` is an item of a list.
#[derive(Debug)]
pub struct Site<'d> {
    /// The keys, separated by `/`.
    pub path: String,
    /// The mapping or list that contains the scalar.
    pub parent: NodeRef<'d>,
    /// The scalar. Its range is empty if the value is not written yet.
    pub node: NodeRef<'d>,
}

/// Returns the scalar that contains an offset or ends at it, or a value that is not written yet.
#[must_use]
pub fn node_at<'d>(root: NodeRef<'d>, text: &[u8], offset: u32) -> Option<Site<'d>> {
    let mut site = Site { path: String::new(), parent: root, node: root };
    while matches!(site.node.kind(), Kind::Mapping | Kind::Sequence) {
        let is_mapping = site.node.kind() == Kind::Mapping;
        let mut children = site.node.children();
        let mut found = None;
        while let Some(first) = children.next().filter(|child| child.node().start <= offset) {
            found = Some((first, if is_mapping { children.next()? } else { first }));
        }
        let (first, value) = found?;
        if is_mapping && offset <= first.node().end {
            return None;
        }
        if !site.path.is_empty() {
            site.path.push('/');
        }
        site.path.push_str(&if is_mapping { first.scalar_text() } else { "-".into() });
        site = Site { path: site.path, parent: site.node, node: value };
    }
    let (start, end) = (site.node.node().start, site.node.node().end);
    let is_in = start <= offset && offset <= end;
    let behind = text.get(end as usize..offset as usize).unwrap_or_default();
    (is_in || start == end && behind.trim_ascii().is_empty() && !behind.contains(&b'\n')).then_some(site)
}
