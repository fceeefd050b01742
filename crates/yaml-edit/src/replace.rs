//! Replaces whole lists of strings: removed, added and moved items are determined by comparison.

use std::borrow::Cow;

use crate::alias::not_alias;
use crate::places::Places;
use crate::quote::replace_scalar;
use crate::reorder::reorder;
use crate::sequence::Items;
use crate::{Edit, NewItem, Result};
use olmkit_yaml::NodeRef;

/// Changes a list to exactly `texts`; items that are kept keep their bytes. The order of the edits is not specified.
///
/// # Errors
/// The errors of [`crate::insert_item`] and [`crate::remove_item`].
pub fn replace_items(key: NodeRef<'_>, sequence: NodeRef<'_>, texts: &[String]) -> Result<Vec<Edit>> {
    not_alias(sequence)?;
    let old: Vec<Option<String>> = sequence.children().map(|item| item.as_str().map(Cow::into_owned)).collect();
    if old.iter().map(Option::as_ref).eq(texts.iter().map(Some)) {
        return Ok(Vec::new());
    }
    let items = Items::new(key, sequence)?;
    if let Some(edits) = reorder(&items, &old, texts)? {
        return Ok(edits);
    }
    let mut kept = common(&old, texts);
    kept.push((old.len(), texts.len()));
    let mut edits = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    for (old_to, new_to) in kept {
        let paired = (old_to - old_at).min(new_to - new_at);
        for at in 0..paired {
            let (Some(item), Some(text)) = (items.item(old_at + at), texts.get(new_at + at)) else { continue };
            edits.extend(replace_scalar(item, text)?);
        }
        if old_at + paired < old_to {
            edits.push(items.remove(old_at + paired, old_to - 1)?);
        }
        let more: Vec<NewItem> = texts
            .get(new_at + paired..new_to)
            .unwrap_or_default()
            .iter()
            .map(|text| NewItem::Text(text.clone()))
            .collect();
        if !more.is_empty() {
            edits.push(items.insert(old_at + paired, &more)?);
        }
        (old_at, new_at) = (old_to + 1, new_to + 1);
    }
    Ok(edits)
}

/// A longest common subsequence as pairs of indices (Hunt and Szymanski: a longest run of increasing positions).
fn common(old: &[Option<String>], new: &[String]) -> Vec<(usize, usize)> {
    // For a string that occurs more often than this, only some positions are tried.
    const REPEATED: usize = 16;
    let places = Places::of(old);
    let places_of =
        |text| places.number(text).and_then(|number| places.lists.get(number)).map_or(&[][..], Vec::as_slice);
    let pairs: Vec<(usize, usize)> = new
        .iter()
        .enumerate()
        .flat_map(|(at, text)| places_of(text).iter().take(REPEATED).rev().map(move |&old| (old, at)))
        .collect();
    // `ends` contains, for each length, the pair that ends the run with the smallest old position.
    let (mut ends, mut before) = (Vec::<usize>::new(), vec![None; pairs.len()]);
    let old_of = |at: usize| pairs.get(at).map_or(0, |pair| pair.0);
    for (at, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| old_of(end) < pair.0);
        if let Some(link) = before.get_mut(at) {
            *link = length.checked_sub(1).and_then(|length| ends.get(length)).copied();
        }
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut kept = Vec::new();
    let mut at = ends.last().copied();
    while let Some(pair) = at {
        kept.extend(pairs.get(pair).copied());
        at = before.get(pair).copied().flatten();
    }
    kept.reverse();
    kept
}
