//! Items of sequences.

use crate::alias::not_alias;
use crate::guard::{can_remove, not_shared, refuse};
use crate::lines::{
    after_line, content_end, end, eol, indent, insert_lines, is_flow, remove_lines, start, starts_line, token,
    with_comments_above, with_comments_below,
};
use crate::mapping::block_item;
use crate::sample::{Layout, is_compact, item_text, sequence_indent};
use crate::{Edit, NewItem, Result, flow};
use olmkit_text::{line_start, next_line, span};
use olmkit_yaml::Format;
use olmkit_yaml::Kind;
use olmkit_yaml::NodeRef;

/// Inserts an item before the item `at`, or at the end. `key` is the key whose value is the sequence.
///
/// # Errors
/// A refusal for aliases, for sequences that are the target of an alias, and for sequences that start after another
/// dash on the same line.
pub fn insert_item(key: NodeRef<'_>, sequence: NodeRef<'_>, at: usize, item: &NewItem) -> Result<Edit> {
    Items::new(key, sequence)?.insert(at, std::slice::from_ref(item))
}

/// Removes an item with its comments: see the rule in the crate documentation. A list that becomes empty is written as
/// `[]`.
///
/// # Errors
/// A refusal if an anchor inside is used elsewhere, if the sequence is the target of an alias, or if the item shares
/// its line with another dash.
pub fn remove_item(key: NodeRef<'_>, sequence: NodeRef<'_>, at: usize) -> Result<Edit> {
    Items::new(key, sequence)?.remove(at, at)
}

/// The items of a sequence, prepared for several edits of the same text.
#[derive(Debug)]
pub struct Items<'d> {
    pub(crate) key: NodeRef<'d>,
    pub(crate) sequence: NodeRef<'d>,
    elements: flow::Elements<'d>,
    /// Whether blank lines separate all items.
    is_spaced: bool,
}

impl<'d> Items<'d> {
    /// `key` is the key whose value is the sequence.
    ///
    /// # Errors
    /// A refusal for aliases, and for sequences that are the target of an alias.
    pub fn new(key: NodeRef<'d>, sequence: NodeRef<'d>) -> Result<Self> {
        not_alias(sequence)?;
        not_shared(sequence)?;
        if sequence.kind() != Kind::Sequence {
            return refuse("the value is not a list", sequence);
        }
        let elements: flow::Elements<'d> = sequence.children().map(|item| (item, item)).collect();
        let is_spaced = !is_flow(sequence) && is_spaced(sequence.text, &elements);
        Ok(Items { key, sequence, elements, is_spaced })
    }

    pub(crate) fn item(&self, at: usize) -> Option<NodeRef<'d>> {
        self.elements.get(at).map(|(item, _)| *item)
    }

    fn last(&self) -> Option<NodeRef<'d>> {
        self.elements.last().map(|(item, _)| *item)
    }

    /// Inserts consecutive items: see [`insert_item`].
    ///
    /// # Errors
    /// The errors of [`insert_item`].
    pub fn insert(&self, at: usize, new: &[NewItem]) -> Result<Edit> {
        let sequence = self.sequence;
        if is_flow(sequence) {
            return Ok(self.insert_flow(at, new));
        }
        let text = sequence.text;
        let Some(last) = self.last().filter(|_| starts_line(text, start(sequence))) else {
            return refuse("the list starts in the middle of a line", sequence);
        };
        let column = sequence.node().extra as usize;
        let width = dash_width(sequence);
        let mut lines = Vec::new();
        for item in new {
            lines.extend(item_lines(sequence, Some(last), (column, width), item));
        }
        let Some(before) = at.checked_sub(1).map(|before| self.item(before).unwrap_or(last)) else {
            if self.is_spaced {
                lines.push(String::new());
            }
            let from = with_comments_above(text, line_start(text, start(sequence)), column, end(self.key));
            return Ok(insert_lines(text, from, &lines));
        };
        if self.is_spaced {
            lines.insert(0, String::new());
        }
        let behind = with_comments_below(text, after_line(text, content_end(before)), column);
        Ok(insert_lines(text, behind, &lines))
    }

    fn insert_flow(&self, at: usize, new: &[NewItem]) -> Edit {
        let (key, sequence, elements) = (self.key, self.sequence, &self.elements);
        let text = sequence.text;
        let block = sequence.format() == Format::Yaml && is_block_key(key) && !sequence.node().has_properties;
        let is_mapping = new.iter().any(|item| matches!(item, NewItem::Mapping(_)));
        if elements.is_empty() && block && is_mapping {
            let column = start(key).saturating_sub(line_start(text, start(key)));
            let dash = column + sequence_indent(sequence, None);
            let lines: Vec<String> = new.iter().flat_map(|item| item_lines(sequence, None, (dash, 2), item)).collect();
            let eol = eol(text);
            let colon = end_of_colon(key, sequence);
            return Edit { range: span(colon, end(sequence)), text: format!("{eol}{}", lines.join(eol)) };
        }
        let outer = elements.is_empty().then(|| layout_around(key)).flatten();
        let layout = if is_mapping { self.layout(outer.as_ref()) } else { None };
        let one = |item: &NewItem| match item {
            NewItem::Text(text) => item_text(sequence, Some(sequence), text),
            NewItem::Mapping(pairs) => flow::mapping(sequence, pairs, layout.as_ref()),
        };
        let texts: Vec<String> = new.iter().map(one).collect();
        if elements.is_empty() {
            let whole = flow::brackets(sequence, ("[", "]"), &texts, outer.as_ref());
            return Edit { range: sequence.range(), text: whole };
        }
        flow::insert(sequence, elements, at, &texts)
    }

    /// The layout of a new mapping: that of the last collection among the items, or one level deeper than the enclosing
    /// layout.
    fn layout(&self, outer: Option<&Layout>) -> Option<Layout> {
        let mut items = self.elements.iter().rev().map(|(item, _)| *item);
        match (items.find(|item| matches!(item.kind(), Kind::Mapping | Kind::Sequence)), outer) {
            (Some(sibling), _) => Layout::of(sibling),
            (None, Some(outer)) => Some(outer.deeper()),
            (None, None) => Layout::of(self.sequence).as_ref().map(Layout::deeper),
        }
    }

    /// Removes the items from `from` to `to`, inclusive.
    ///
    /// # Errors
    /// The errors of [`remove_item`].
    pub fn remove(&self, from: usize, to: usize) -> Result<Edit> {
        let (key, sequence, elements) = (self.key, self.sequence, &self.elements);
        let (Some(first), Some(last)) = (self.item(from), self.item(to)) else {
            return refuse("the item no longer exists", sequence);
        };
        for (item, _) in elements.get(from..=to).unwrap_or_default() {
            can_remove(*item)?;
        }
        if is_flow(sequence) {
            return flow::remove(elements, from, to).map_or_else(|| refuse("the item no longer exists", sequence), Ok);
        }
        if to - from + 1 == elements.len() {
            return empty_list(key, sequence);
        }
        let (text, column) = (sequence.text, sequence.node().extra as usize);
        let floor = from.checked_sub(1).and_then(|before| self.item(before)).map_or_else(|| end(key), end);
        let dash = if from == 0 { start(sequence) } else { token(text, floor) };
        if text.get(dash) != Some(&b'-') || !starts_line(text, dash) {
            return refuse("the line contains more than this item", first);
        }
        let mut from_line = with_comments_above(text, line_start(text, dash), column, floor);
        let mut behind = with_comments_below(text, after_line(text, content_end(last)), column);
        if self.is_spaced {
            if to + 1 < elements.len() {
                behind += blank_lines(text.get(behind..).unwrap_or_default());
            } else {
                let above = text.get(..from_line).unwrap_or_default();
                from_line = next_line(text, above.trim_ascii_end().len()).min(from_line);
            }
        }
        Ok(remove_lines(text, from_line, behind))
    }
}

/// The number of columns from the dash to the content, as in the first item.
fn dash_width(sequence: NodeRef<'_>) -> usize {
    let rest = sequence.text.get(start(sequence) + 1..).unwrap_or_default();
    let spaces = rest.iter().take_while(|&&b| b == b' ').count();
    match rest.get(spaces) {
        Some(b'\r' | b'\n' | b'#') | None => 2,
        Some(_) => (spaces + 1).clamp(2, 8),
    }
}

/// Whether blank lines separate all items.
fn is_spaced(text: &[u8], items: &[(NodeRef<'_>, NodeRef<'_>)]) -> bool {
    let blank = |pair: &[(NodeRef<'_>, NodeRef<'_>)]| {
        let [(_, before), (after, _)] = pair else { return false };
        let line = after_line(text, content_end(*before));
        line < start(*after) && text.get(line..next_line(text, line)).unwrap_or_default().trim_ascii().is_empty()
    };
    items.len() > 1 && items.windows(2).all(blank)
}

fn item_lines(
    near: NodeRef<'_>,
    sibling: Option<NodeRef<'_>>,
    (dash, width): (usize, usize),
    item: &NewItem,
) -> Vec<String> {
    let lead = format!("{}-{}", " ".repeat(dash), " ".repeat(width.saturating_sub(1)));
    let sequence = Some(near).filter(|near| near.kind() == Kind::Sequence);
    match item {
        NewItem::Text(text) => vec![format!("{lead}{}", item_text(near, sequence, text))],
        NewItem::Mapping(pairs) if sibling.is_some_and(|item| item.kind() == Kind::Mapping && is_flow(item)) => {
            vec![format!("{lead}{}", flow::mapping(near, pairs, None))]
        }
        NewItem::Mapping(pairs) => block_item(near, dash, width, pairs),
    }
}

/// The layout of a value whose key is on its own line in a multi-line flow mapping.
fn layout_around(key: NodeRef<'_>) -> Option<Layout> {
    let text = key.text;
    let in_flow = text.get(..start(key))?.trim_ascii_end().last().is_some_and(|b| matches!(b, b'{' | b','));
    let spaces = indent(text, start(key));
    if !in_flow || is_compact(key) || start(key) != line_start(text, start(key)) + spaces.len() {
        return None;
    }
    let root = key.at(0);
    let unit = Layout::of(root).map_or_else(|| "  ".to_owned(), |layout| layout.unit);
    Some(Layout { indent: spaces, unit, eol: eol(text) })
}

/// Whether a key starts its line or follows a dash, which is not the case in flow mappings.
fn is_block_key(key: NodeRef<'_>) -> bool {
    let line = line_start(key.text, start(key));
    let before = key.text.get(..start(key)).unwrap_or_default().trim_ascii_end().last();
    let lead = key.text.get(line..start(key)).unwrap_or_default();
    lead.iter().all(|&b| matches!(b, b' ' | b'-')) && !matches!(before, Some(b'{' | b','))
}

/// The position after the colon of a key.
fn end_of_colon(key: NodeRef<'_>, value: NodeRef<'_>) -> usize {
    let between = key.text.get(end(key)..start(value)).unwrap_or_default();
    between.iter().position(|&b| b == b':').map_or_else(|| start(value), |at| end(key) + at + 1)
}

/// The length of the blank lines at the start of a text.
fn blank_lines(text: &[u8]) -> usize {
    let blank = text.iter().take_while(|b| b.is_ascii_whitespace()).count();
    line_start(text, blank)
}

/// Replaces all items and their comments by `[]` after the key.
fn empty_list(key: NodeRef<'_>, sequence: NodeRef<'_>) -> Result<Edit> {
    let (text, column) = (sequence.text, sequence.node().extra as usize);
    if sequence.node().has_properties {
        return refuse("the list has an anchor or a tag; remove it first", sequence);
    }
    let colon = end_of_colon(key, sequence);
    if !starts_line(text, start(sequence)) {
        return Ok(Edit { range: span(colon, content_end(sequence)), text: " []".to_owned() });
    }
    let from = with_comments_above(text, line_start(text, start(sequence)), column, colon);
    let to = with_comments_below(text, after_line(text, content_end(sequence)), column);
    let between = String::from_utf8_lossy(text.get(colon..from).unwrap_or_default()).into_owned();
    Ok(Edit { range: span(colon, to), text: format!(" []{between}") })
}
