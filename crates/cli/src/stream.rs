//! Reads a file in pieces, so that the bytes stay in the processor's cache until their documents are read.

use std::io::{self, Read};

use olmkit_catalog::{LoadedDocument, documents_of};
use olmkit_yaml::{Reader, TextSize, is_chunked, last_cut};

use crate::cores;

/// The bytes read at once. They fit the cache of a core together with their documents.
const PIECE: usize = 1 << 18;

/// Reads the documents of a file, with the result of [`olmkit_catalog::documents`]. `length`: the approximate size in
/// bytes.
pub(crate) fn load(file: &mut dyn Read, length: u64, buffer: &mut Vec<u8>) -> io::Result<Vec<LoadedDocument>> {
    if usize::try_from(length).is_ok_and(|length| length < cores::WORTH) {
        return in_pieces(file, PIECE, buffer);
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok(cores::documents(&text))
}

fn in_pieces(file: &mut dyn Read, piece: usize, buffer: &mut Vec<u8>) -> io::Result<Vec<LoadedDocument>> {
    let mut found = Vec::new();
    // The filled length of the buffer, the start of the next chunk in it, and the offset of the buffer in the file.
    let (mut filled, mut start, mut offset) = (0_usize, 0_usize, TextSize::new(0));
    loop {
        // A buffer without a cut is scanned again. It is doubled, so the total cost stays linear.
        let end = filled.saturating_add(piece.max(filled));
        if buffer.len() < end {
            buffer.resize(end, 0);
        }
        filled = fill(file, buffer.get_mut(..end).unwrap_or_default(), filled)?;
        let text = buffer.get(..filled).unwrap_or_default();
        if filled < end {
            take(text, start..filled, offset, &mut found);
            return Ok(found);
        }
        let chunked = start > 0 || is_chunked(text);
        let Some(cut) = Some(text).filter(|_| chunked).and_then(last_cut) else { continue };
        take(text, start..cut, offset, &mut found);
        // Keep the line break before the next chunk: the start of a text could be read as JSON.
        let kept = cut.saturating_sub(1);
        buffer.copy_within(kept..filled, 0);
        offset = u32::try_from(kept).ok().and_then(|kept| offset.checked_add(kept.into())).unwrap_or(offset);
        (filled, start) = (filled.saturating_sub(kept), 1);
    }
}

/// Fills the rest of a buffer, or until the end of the file. Returns the filled length.
fn fill(file: &mut dyn Read, buffer: &mut [u8], mut filled: usize) -> io::Result<usize> {
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match file.read(rest) {
            Ok(0) => break,
            Ok(read) => filled = filled.saturating_add(read),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Adds the documents in a part of a text. `offset`: the offset of the text in its file.
fn take(text: &[u8], part: std::ops::Range<usize>, offset: TextSize, found: &mut Vec<LoadedDocument>) {
    let documents = documents_of(Reader::part(text, part)).into_iter();
    found.extend(documents.map(|document| {
        let range = document.range.checked_add(offset).unwrap_or(document.range);
        LoadedDocument { range, ..document }
    }));
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_any_size_give_the_documents_of_the_whole() {
        let lines = ["a: b\n", "---\n", "--- # c\r\n", "--- x\n", "----\n", "\n", "{\"schema\": 1}\n", "---"];
        let mut buffer = Vec::new();
        for seed in 0..lines.len().pow(5) {
            let text: String = (0..5_u32).map(|at| lines[seed / lines.len().pow(at) % lines.len()]).collect();
            let shown = |documents: Vec<LoadedDocument>| format!("{documents:?}");
            let whole = shown(olmkit_catalog::documents(text.as_bytes()));
            for piece in [1, 4, 9, 100] {
                // The first 4096 bytes decide whether a file is JSON, and the first piece must contain them.
                if piece < 9 && !is_chunked(text.as_bytes()) {
                    continue;
                }
                buffer.clear();
                let read = shown(in_pieces(&mut text.as_bytes(), piece, &mut buffer).unwrap());
                assert_eq!(read, whole, "{text:?} in pieces of {piece}");
            }
        }
    }

    #[test]
    fn a_file_without_a_place_to_cut_is_looked_through_a_few_times() {
        struct Counted<'t>(&'t [u8], usize);
        impl Read for Counted<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.1 = self.1.saturating_add(1);
                self.0.read(buffer)
            }
        }
        let texts = ["{\"a\": 1}\n".repeat(10_000), "a:\n".to_owned() + &"- b\n".repeat(20_000)];
        for (text, documents) in texts.iter().zip([10_000, 1]) {
            let mut file = Counted(text.as_bytes(), 0);
            let found = in_pieces(&mut file, 64, &mut Vec::new()).unwrap();
            assert_eq!(found.len(), documents);
            assert!(file.1 < 20, "{}", file.1);
        }
    }

    #[test]
    fn an_error_of_reading_is_not_an_end() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::PermissionDenied.into())
            }
        }
        let mut file = Read::chain(&b"a: b\n---\n"[..], Broken);
        assert!(load(&mut file, 9, &mut Vec::new()).is_err());
    }
}
