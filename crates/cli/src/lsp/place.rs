//! Addresses and positions of the protocol.

use lsp_types::{Position, Range, Uri};
use olmkit_workspace::api;

/// The path of a file's address, with `/`; nothing for other addresses.
pub(super) fn path_of(uri: &Uri) -> Option<String> {
    let encoded = uri.as_str().strip_prefix("file://")?;
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut rest = encoded.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = (*first == b'%').then(|| std::str::from_utf8(after.get(..2)?).ok()).flatten();
        if let Some(byte) = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            bytes.push(byte);
            rest = after.get(2..).unwrap_or_default();
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/c:/x` is `c:/x` on Windows.
    let drive = path.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    Some(drive.map(str::to_owned).unwrap_or(path))
}

/// The address of a file.
pub(super) fn uri_of(path: &str) -> Option<Uri> {
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", crate::format::uri(path)).parse().ok()
}

/// A range as the protocol counts.
pub(super) fn range_of(range: api::Range) -> Range {
    let position =
        |at: api::Position| Position { line: at.line.saturating_sub(1), character: at.column.saturating_sub(1) };
    Range { start: position(range.start), end: position(range.end) }
}

/// The byte of a position; one behind the end of a line is the end of the line.
pub(super) fn byte_of(text: &str, at: Position) -> usize {
    let mut start = 0_usize;
    for _ in 0..at.line {
        match text.get(start..).and_then(|rest| rest.find('\n')) {
            Some(end) => start = start.saturating_add(end).saturating_add(1),
            None => return text.len(),
        }
    }
    let line = text.get(start..).unwrap_or_default().split('\n').next().unwrap_or_default();
    let mut units = 0_usize;
    for (byte, character) in line.trim_end_matches('\r').char_indices() {
        if units >= at.character as usize {
            return start.saturating_add(byte);
        }
        units = units.saturating_add(character.len_utf16());
    }
    start.saturating_add(line.trim_end_matches('\r').len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_addresses() {
        let path = "/a b/ü#.yaml";
        let uri = uri_of(path).unwrap();
        assert_eq!(uri.as_str(), "file:///a%20b/%C3%BC%23.yaml");
        assert_eq!(path_of(&uri).as_deref(), Some(path));
        assert_eq!(path_of(&"file:///c%3A/x.yaml".parse().unwrap()).as_deref(), Some("c:/x.yaml"));
        assert_eq!(path_of(&"untitled:x".parse().unwrap()), None);
    }

    #[test]
    fn positions_count_utf16() {
        let text = "ab\n😀c\r\n";
        let at = |line, character| byte_of(text, Position { line, character });
        assert_eq!(
            [at(0, 1), at(0, 9), at(1, 0), at(1, 2), at(1, 3), at(1, 9), at(2, 0), at(9, 9)],
            [1, 2, 3, 7, 8, 8, 10, 10]
        );
    }
}
