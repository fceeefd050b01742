//! Reorders the items of a sequence. Items on their own lines move with their comments.

use olmkit_text::{TextRange, line_start, slice, span};
use olmkit_yaml::NodeRef;

use crate::lines::{
    after_line, content_end, end, is_flow, start, starts_line, token, with_comments_above, with_comments_below,
};
use crate::places::Places;
use crate::quote::replace_scalar;
use crate::sequence::Items;
use crate::{Edit, NewItem, Result};

/// Changes a list to `texts` if items that are kept change their order. `None` if they do not, or if an item shares a
/// line with others.
pub(super) fn reorder(items: &Items<'_>, old: &[Option<String>], texts: &[String]) -> Result<Option<Vec<Edit>>> {
    let Some((kept, is_kept)) = moved(old, texts) else { return Ok(None) };
    let of = |wanted: bool| (0..).zip(&is_kept).filter(move |(_, is_kept)| **is_kept == wanted).map(|(at, _)| at);
    let slots: Vec<usize> = of(true).collect();
    // Removing an item of a flow list removes its comma, which a new item would need.
    if is_flow(items.sequence) && slots.len() < old.len() {
        return Ok(None);
    }
    let moves: Vec<(usize, usize)> =
        slots.iter().copied().zip(kept.iter().flatten().copied()).filter(|(to, from)| to != from).collect();
    let Some(mut edits) = (if is_flow(items.sequence) { texts_of(items, &moves)? } else { lines_of(items, &moves) })
    else {
        return Ok(None);
    };
    for gone in of(false) {
        edits.push(items.remove(gone, gone)?);
    }
    edits.extend(additions(items, &slots, &kept, texts)?);
    Ok(Some(edits))
}

/// Moves only the texts of items: comments between the brackets of a flow list keep their position.
fn texts_of(items: &Items<'_>, moves: &[(usize, usize)]) -> Result<Option<Vec<Edit>>> {
    let mut edits = Vec::new();
    for (to, from) in moves {
        let (Some(to), Some(text)) = (items.item(*to), items.item(*from).and_then(|item| item.as_str())) else {
            return Ok(None);
        };
        edits.extend(replace_scalar(to, &text)?);
    }
    Ok(Some(edits))
}

/// Moves the lines of items.
fn lines_of(items: &Items<'_>, moves: &[(usize, usize)]) -> Option<Vec<Edit>> {
    let extents = extents(items.key, items.sequence)?;
    let source = |range: TextRange| slice(items.sequence.text, range);
    let line = |(to, from): &(usize, usize)| {
        let text = String::from_utf8_lossy(source(*extents.get(*from)?)?).into_owned();
        Some(Edit { range: *extents.get(*to)?, text })
    };
    moves.iter().map(line).collect()
}

/// For each text the item with this text, the first unused one of several, and for each item whether it is kept. `None`
/// if the kept items do not change their order.
fn moved(old: &[Option<String>], texts: &[String]) -> Option<(Vec<Option<usize>>, Vec<bool>)> {
    if old.contains(&None) {
        return None;
    }
    let places = Places::of(old);
    let mut used = vec![0_usize; places.lists.len()];
    let mut is_kept = vec![false; old.len()];
    let (mut kept, mut last, mut is_moved) = (Vec::new(), 0, false);
    for text in texts {
        let place = places.number(text).and_then(|number| {
            let used = used.get_mut(number)?;
            let place = places.lists.get(number)?.get(*used).copied();
            *used += 1;
            place
        });
        if let Some(at) = place {
            is_moved |= at < last;
            last = at;
            *is_kept.get_mut(at)? = true;
        }
        kept.push(place);
    }
    is_moved.then_some((kept, is_kept))
}

/// The lines of each item with its comments, to the end of its last line.
fn extents(key: NodeRef<'_>, sequence: NodeRef<'_>) -> Option<Vec<TextRange>> {
    let (text, column) = (sequence.text, sequence.node().extra as usize);
    let mut found = Vec::new();
    let mut floor = end(key);
    for (at, item) in sequence.children().enumerate() {
        let dash = if at == 0 { start(sequence) } else { token(text, floor) };
        let behind = with_comments_below(text, after_line(text, content_end(item)), column);
        let is_whole = text.get(dash) == Some(&b'-') && starts_line(text, dash);
        if !is_whole || text.get(..behind)?.last() != Some(&b'\n') {
            return None;
        }
        found.push(span(with_comments_above(text, line_start(text, dash), column, floor), behind));
        floor = end(item);
    }
    Some(found)
}

/// Inserts new items after the items that precede them.
fn additions(items: &Items<'_>, slots: &[usize], kept: &[Option<usize>], texts: &[String]) -> Result<Vec<Edit>> {
    let mut edits = Vec::new();
    let (mut run, mut passed) = (Vec::new(), 0_usize);
    let place = |passed: usize| passed.checked_sub(1).and_then(|last| slots.get(last)).map_or(0, |slot| slot + 1);
    for (text, own) in texts.iter().zip(kept) {
        if own.is_none() {
            run.push(NewItem::Text(text.clone()));
            continue;
        }
        if !run.is_empty() {
            edits.push(items.insert(place(passed), &std::mem::take(&mut run))?);
        }
        passed += 1;
    }
    if !run.is_empty() {
        edits.push(items.insert(place(passed), &run)?);
    }
    Ok(edits)
}
