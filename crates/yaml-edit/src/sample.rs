//! Derives style from the document itself.

use crate::lines::{end, indent, is_flow, start};
use crate::quote::{like, quoted_scalar};
use olmkit_collections::order;
use olmkit_text::line_start;
use olmkit_yaml::Format;
use olmkit_yaml::NodeRef;
use olmkit_yaml::{Kind, Style};

/// An existing occurrence of a key, with its mapping and value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample<'d> {
    pub(super) mapping: NodeRef<'d>,
    pub(super) key: NodeRef<'d>,
    pub(super) value: NodeRef<'d>,
}

/// Returns the mappings of the document, starting at `near` and then those before it. Among equally similar mappings,
/// a sibling shows the style.
fn mappings(near: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    let count = u32::try_from(near.tree.nodes.len()).unwrap_or(u32::MAX);
    let before = count - near.index();
    let nodes = (0..count).map(move |at| near.at(if at < before { at + near.index() } else { at - before }));
    nodes.filter(|node| node.kind() == Kind::Mapping)
}

/// The first occurrence of a key in the mapping that shares the most keys with `keys`.
pub(super) fn sample<'d>(near: NodeRef<'d>, key: &str, keys: &[&str]) -> Option<Sample<'d>> {
    let mut best: Option<(usize, Sample<'d>)> = None;
    for mapping in mappings(near) {
        let Some((own, value)) = mapping.pairs().find(|(own, _)| own.scalar_text() == key) else { continue };
        let shared = shared(mapping, keys);
        if best.as_ref().is_none_or(|(most, _)| shared > *most) {
            best = Some((shared, Sample { mapping, key: own, value }));
        }
        if shared >= keys.len() {
            break;
        }
    }
    best.map(|(_, sample)| sample)
}

fn shared(mapping: NodeRef<'_>, keys: &[&str]) -> usize {
    mapping.pairs().filter(|(own, _)| keys.contains(&own.scalar_text().as_ref())).count()
}

/// The minimum number of keys whose order by name is not considered a coincidence.
const SORTED: usize = 3;

/// Whether the document was written by a program that sorts keys, as `opm render -o yaml` does.
pub(super) fn has_sorted_keys(near: NodeRef<'_>) -> bool {
    let keys: Vec<_> = near.at(0).pairs().map(|(key, _)| key.scalar_text()).collect();
    keys.len() >= SORTED && keys.is_sorted()
}

/// Keys in the order of the document. Keys that the document does not have follow their predecessor in `pairs`. If the
/// keys of the document are sorted, all are sorted.
pub(super) fn ordered<T: Clone>(near: NodeRef<'_>, pairs: &[(String, T)]) -> Vec<(String, T)> {
    if has_sorted_keys(near) {
        let mut sorted = pairs.to_vec();
        order::sort_by(&mut sorted, |a, b| a.0.cmp(&b.0));
        return sorted;
    }
    let keys: Vec<&str> = pairs.iter().map(|(key, _)| key.as_str()).collect();
    let mut best: Option<(usize, NodeRef<'_>)> = None;
    for mapping in mappings(near) {
        let shared = shared(mapping, &keys);
        if shared > best.map_or(1, |(most, _)| most) {
            best = Some((shared, mapping));
        }
        if shared >= keys.len() {
            break;
        }
    }
    let Some((_, mapping)) = best else { return pairs.to_vec() };
    let written: Vec<String> = mapping.pairs().map(|(key, _)| key.scalar_text().into_owned()).collect();
    let mut sorted: Vec<(String, T)> = Vec::new();
    for key in &written {
        let is_new = !sorted.iter().any(|(known, _)| known == key);
        sorted.extend(pairs.iter().find(|(own, _)| is_new && own == key).cloned());
    }
    for (at, pair) in pairs.iter().enumerate().filter(|(_, pair)| !written.contains(&pair.0)) {
        let before = at.checked_sub(1).and_then(|before| pairs.get(before));
        let place = before.and_then(|before| sorted.iter().position(|other| other.0 == before.0));
        sorted.insert(place.map_or(0, |place| place + 1), pair.clone());
    }
    sorted
}

/// A key in the style of the document's keys.
pub(super) fn key_text(near: NodeRef<'_>, key: &str) -> String {
    let own = near.pairs().next().map(|(key, _)| key);
    match own.or_else(|| mappings(near).find_map(|mapping| mapping.pairs().next()).map(|(key, _)| key)) {
        Some(sample) => like(near, sample, key),
        None => quoted_scalar(near, key),
    }
}

/// A string in the style of the values of a key.
pub(super) fn text_of(near: NodeRef<'_>, sample: Option<Sample<'_>>, text: &str) -> String {
    match sample.map(|sample| sample.value).filter(|value| value.kind() == Kind::Scalar) {
        Some(value) => like(near, value, text),
        None => quoted_scalar(near, text),
    }
}

/// An item in the style of the items of a list.
pub(super) fn item_text(near: NodeRef<'_>, sequence: Option<NodeRef<'_>>, text: &str) -> String {
    match sequence.and_then(|list| list.children().find(|item| item.kind() == Kind::Scalar)) {
        Some(item) => like(near, item, text),
        None => quoted_scalar(near, text),
    }
}

/// The indentation of sequences below their key in the document: 0 or more columns.
pub(super) fn sequence_indent(near: NodeRef<'_>, sample: Option<Sample<'_>>) -> usize {
    let block = |mapping: NodeRef<'_>, value: NodeRef<'_>| {
        let both = value.kind() == Kind::Sequence && value.style() == Style::Block && mapping.style() == Style::Block;
        both.then(|| (value.node().extra as usize).saturating_sub(mapping.node().extra as usize))
    };
    let own = sample.and_then(|sample| block(sample.mapping, sample.value));
    let any = || mappings(near).find_map(|mapping| mapping.pairs().find_map(|(_, value)| block(mapping, value)));
    own.or_else(any).unwrap_or(0)
}

/// The indentation of mappings below their key in the document, in columns.
pub(super) fn mapping_indent(near: NodeRef<'_>) -> usize {
    let step = |mapping: NodeRef<'_>| {
        let inner = mapping.pairs().map(|(_, value)| value);
        let mut inner = inner.filter(|value| value.kind() == Kind::Mapping && value.style() == Style::Block);
        inner.next().map(|value| (value.node().extra as usize).saturating_sub(mapping.node().extra as usize))
    };
    let found = mappings(near).filter(|mapping| mapping.style() == Style::Block).find_map(step);
    found.filter(|step| *step > 0).unwrap_or(2)
}

/// The layout of flow collections that span several lines: the whitespace before the closing bracket, and the
/// whitespace that each level adds.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) indent: String,
    pub(super) unit: String,
    pub(super) eol: &'static str,
}

impl Layout {
    /// The layout of the next deeper level.
    pub(super) fn deeper(&self) -> Layout {
        Layout { indent: format!("{}{}", self.indent, self.unit), ..self.clone() }
    }

    /// The layout of a flow collection; `None` if it is on a single line.
    pub(super) fn of(container: NodeRef<'_>) -> Option<Layout> {
        let text = container.text;
        let first = container.children().next()?;
        let own_line = line_start(text, start(first));
        if own_line <= start(container) {
            return None;
        }
        let (outer, inner) = (indent(text, start(container)), indent(text, start(first)));
        let unit = inner.strip_prefix(outer.as_str()).filter(|unit| !unit.is_empty()).unwrap_or("  ").to_owned();
        Some(Layout { indent: outer, unit, eol: crate::lines::eol(text) })
    }
}

/// Whether the document writes the list of this key on one line, although it uses several lines elsewhere.
pub(super) fn is_one_line(sample: Option<Sample<'_>>) -> bool {
    sample.is_some_and(|sample| {
        let value = sample.value;
        let filled = is_flow(value) && value.children().next().is_some();
        filled && !value.text.get(start(value)..end(value)).unwrap_or_default().contains(&b'\n')
    })
}

/// Whether the document is JSON without whitespace.
pub(super) fn is_compact(near: NodeRef<'_>) -> bool {
    let pair = mappings(near).find_map(|mapping| mapping.pairs().next());
    near.format() == Format::Json && pair.is_some_and(|(key, value)| start(value) == end(key) + 1)
}
