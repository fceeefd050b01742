//! Changes the text of a file.

use olmkit_collections::order;
use olmkit_text::Segments;

use crate::api::{Change, Encoding};

/// The reason why a change cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeError {
    /// The file is not open.
    NotOpen(String),
    /// `from` is greater than `to`, or one of them is outside of the text or inside a character.
    OutOfRange {
        /// The path of the file.
        path: String,
        /// The start of the change.
        from: u32,
        /// The end of the change.
        to: u32,
    },
    /// Two changes of a call overlap.
    Overlap(String),
}

impl std::error::Error for ChangeError {}

impl std::fmt::Display for ChangeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ChangeError::NotOpen(path) => write!(f, "no open file has the path `{path}`"),
            ChangeError::OutOfRange { path, from, to } => {
                write!(f, "the range {from}..{to} is not valid in `{path}`; offsets refer to the text before the call")
            }
            ChangeError::Overlap(path) => write!(f, "the changes of one call to `{path}` overlap"),
        }
    }
}

/// A change, in byte offsets of the old text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Splice<'c> {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: &'c str,
}

/// The bytes that splices affect: `start..old_end` became `start..new_end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Touched {
    pub(crate) start: u32,
    pub(crate) old_end: u32,
    pub(crate) new_end: u32,
}

/// Checks changes, and converts them to sorted byte offsets.
pub(crate) fn splices<'c>(
    path: &str,
    text: &[u8],
    places: &Segments<'_>,
    changes: &'c [Change],
    encoding: Encoding,
) -> Result<Vec<Splice<'c>>, ChangeError> {
    let boundary = |at: u32| {
        let at = at as usize;
        at <= text.len() && text.get(at).is_none_or(|&byte| byte & 0xC0 != 0x80)
    };
    let byte = |at: u32| match encoding {
        Encoding::Utf16 => places.offset_of_utf16(at).map(u32::from),
        Encoding::Utf8 => boundary(at).then_some(at),
    };
    let mut splices = Vec::with_capacity(changes.len());
    for change in changes {
        let bad = || ChangeError::OutOfRange { path: path.to_owned(), from: change.from, to: change.to };
        let (start, end) = (byte(change.from).ok_or_else(bad)?, byte(change.to).ok_or_else(bad)?);
        if start > end {
            return Err(bad());
        }
        splices.push(Splice { start, end, text: &change.text });
    }
    order::sort_by_key(&mut splices, |splice| (splice.start, splice.end));
    if splices.windows(2).any(|pair| matches!(pair, [a, b] if a.end > b.start)) {
        return Err(ChangeError::Overlap(path.to_owned()));
    }
    Ok(splices)
}

pub(crate) fn to_u32(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// The maximum number of spare bytes after a text that is being edited.
const SPARE: usize = 1 << 16;

/// Up to this number of splices, the rest of the text is moved for each one. With more splices the text is rewritten.
const FEW: usize = 4;

/// Reserves spare capacity for a text that will be changed. Small texts need less, because moving them is fast.
pub(crate) fn make_room(text: &mut Vec<u8>) {
    text.reserve_exact(SPARE.min(text.len() / 64));
}

/// Applies ordered, disjoint splices.
pub(crate) fn apply(text: &mut Vec<u8>, splices: &[Splice<'_>]) -> Option<Touched> {
    let (first, last) = (splices.first()?, splices.last()?);
    let rest = to_u32(text.len()).saturating_sub(last.end);
    if splices.len() <= FEW {
        // Doubling the capacity of a large text would take longer than anything else after a keystroke.
        let added: usize = splices.iter().map(|splice| splice.text.len()).sum();
        if text.capacity().saturating_sub(text.len()) < added {
            text.reserve_exact(added.saturating_add(SPARE));
        }
        for splice in splices.iter().rev() {
            text.splice(splice.start as usize..splice.end as usize, splice.text.bytes());
        }
    } else {
        *text = rewritten(text, splices, 0);
    }
    Some(Touched { start: first.start, old_end: last.end, new_end: to_u32(text.len()).saturating_sub(rest) })
}

/// Returns a text after ordered, disjoint splices. Their offsets count from `origin` bytes before the text.
pub(crate) fn rewritten(text: &[u8], splices: &[Splice<'_>], origin: u32) -> Vec<u8> {
    let added: usize = splices.iter().map(|splice| splice.text.len()).sum();
    let mut out = Vec::with_capacity(text.len().saturating_add(added));
    let mut at = 0;
    for splice in splices {
        let [start, end] = [splice.start, splice.end].map(|at| at.saturating_sub(origin) as usize);
        out.extend_from_slice(text.get(at..start).unwrap_or_default());
        out.extend_from_slice(splice.text.as_bytes());
        at = end;
    }
    out.extend_from_slice(text.get(at..).unwrap_or_default());
    out
}
