//! Offsets become lines, columns and UTF-16 units, and these become the same offsets again.
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "a test says what is wrong by failing")]

use olmkit_testing::{Choices, property};
use olmkit_text::{LineIndex, Position, Segment, Segments, TextSize, byte_column, shown_line};

/// Line breaks of all kinds, characters of each length, a byte order mark, bytes that are not text, and a piece that is
/// longer than the distance between the offsets that an index keeps.
const PIECES: [&[u8]; 13] = [
    b"a",
    b"\n",
    b"\r\n",
    b"\r",
    "\u{FEFF}".as_bytes(),
    "\u{FC}".as_bytes(),
    "\u{20AC}\u{2028}".as_bytes(),
    "\u{1F600}".as_bytes(),
    b"name: foo.v1.0.0",
    b"\xFF",
    b"\xE2\x82",
    b"\xF0\x9F",
    &[b'x'; 700],
];

/// A text, its cuts into segments, and the position of each character, counted from the start, with that of the end.
struct Sample {
    text: Vec<u8>,
    cuts: Vec<u32>,
    positions: Vec<Position>,
}

fn sample(bytes: &[u8]) -> Sample {
    let mut choices = Choices::new(bytes);
    let text: Vec<u8> = (0..choices.below(60)).flat_map(|_| choices.of(&PIECES).to_vec()).collect();
    let positions = counted(&text);
    let mut cuts = vec![0];
    let offsets = positions.iter().map(|place| place.offset).skip(1);
    cuts.extend(offsets.filter(|offset| !is_in_line_break(&text, *offset as usize) && choices.chance(15)));
    Sample { text, cuts, positions }
}

fn counted(text: &[u8]) -> Vec<Position> {
    let mut at = Position { line: 1, column: 1, offset: 0, utf16: 0 };
    let mut found = vec![at];
    let invalid = |bytes: &[u8]| (!bytes.is_empty()).then_some(('\u{FFFD}', bytes.len()));
    for chunk in text.utf8_chunks() {
        let valid = chunk.valid().chars().map(|character| (character, character.len_utf8()));
        for (character, length) in valid.chain(invalid(chunk.invalid())) {
            let units = u32::try_from(character.len_utf16()).unwrap();
            let offset = at.offset + u32::try_from(length).unwrap();
            let is_end = character == '\n' || character == '\r' && text.get(offset as usize) != Some(&b'\n');
            let (line, column) = if is_end { (at.line + 1, 1) } else { (at.line, at.column + units) };
            at = Position { line, column, offset, utf16: at.utf16 + units };
            found.push(at);
        }
    }
    found
}

/// Whether a position is inside of a line break: the line ends before it.
fn is_in_line_break(text: &[u8], offset: usize) -> bool {
    text.get(..=offset).is_some_and(|before| before.ends_with(b"\r\n"))
}

#[test]
fn positions_and_offsets_are_inverse() {
    property(400, 400, |bytes| {
        let Sample { text, cuts, positions } = sample(bytes);
        let index = LineIndex::new(&text);
        let kept = vec![Segment::default(); cuts.len()];
        let segments = Segments::new(&text, cuts.iter().copied().zip(&kept));
        // Most positions are in the long pieces, where one is like the other.
        for expected in
            positions.into_iter().filter(|at| at.offset % 50 == 0 || text.get(at.offset as usize) != Some(&b'x'))
        {
            let offset = TextSize::new(expected.offset);
            assert_eq!(index.position(&text, offset), expected, "{text:?}");
            assert_eq!(segments.position(offset), expected, "{text:?} cut at {cuts:?}");
            assert_eq!(index.offset_of_utf16(&text, expected.utf16), offset);
            assert_eq!(segments.offset_of_utf16(expected.utf16), Some(offset));
            let back = index.offset_in_line(&text, expected.line, expected.column);
            assert_eq!(segments.offset_in_line(expected.line, expected.column), back, "{text:?} cut at {cuts:?}");
            if is_in_line_break(&text, offset.into()) {
                assert!(back < offset && text.get(usize::from(back)) == Some(&b'\r'), "{expected:?} in {text:?}");
            } else {
                assert_eq!(back, offset, "{expected:?} in {text:?}");
            }
            let line = shown_line(&text, offset.into());
            let ends = [1, u32::MAX].map(|column| usize::from(index.offset_in_line(&text, expected.line, column)));
            assert_eq!([line.start, line.end], ends, "{expected:?} in {text:?}");
            let before = text.get(..offset.into()).unwrap();
            let bytes = before.rsplit(|byte| *byte == b'\n').next().unwrap().len();
            assert_eq!(byte_column(&text, offset.into()), bytes + 1);
        }
    });
}

#[test]
fn offsets_inside_characters_and_beyond_the_end_are_moved() {
    property(300, 400, |bytes| {
        let Sample { text, cuts, positions } = sample(bytes);
        let index = LineIndex::new(&text);
        let kept = vec![Segment::default(); cuts.len()];
        let segments = Segments::new(&text, cuts.iter().copied().zip(&kept));
        for pair in positions.windows(2) {
            let [before, after] = pair else { continue };
            for inside in before.offset + 1..after.offset {
                assert_eq!(index.position(&text, TextSize::new(inside)), *before);
                assert_eq!(segments.position(TextSize::new(inside)), *before, "{text:?} cut at {cuts:?}");
            }
            for inside in before.utf16 + 1..after.utf16 {
                assert_eq!(index.offset_of_utf16(&text, inside), TextSize::new(before.offset));
                assert_eq!(segments.offset_of_utf16(inside), None, "inside a surrogate pair");
            }
        }
        let last = *positions.last().unwrap();
        let end = TextSize::new(last.offset);
        assert_eq!(index.position(&text, end + TextSize::new(9)), last);
        assert_eq!(segments.position(end + TextSize::new(9)), last);
        assert_eq!(index.offset_of_utf16(&text, last.utf16 + 9), end);
        assert_eq!(segments.offset_of_utf16(last.utf16 + 9), None);
        for (line, column) in [(last.line + 1, 1), (last.line + 9, 9)] {
            assert_eq!(index.offset_in_line(&text, line, column), end);
            assert_eq!(segments.offset_in_line(line, column), end);
        }
        assert_eq!(index.offset_in_line(&text, 0, 0), TextSize::new(0), "as line 1, column 1");
    });
}

#[test]
fn a_column_after_the_end_of_a_line_is_its_end() {
    let text = "ab\n\u{1F600}c\r\nd".as_bytes();
    let index = LineIndex::new(text);
    let found = [(1, 2), (1, 9), (2, 1), (2, 3), (2, 4), (2, 9), (3, 1), (3, 9), (9, 9)];
    let found = found.map(|(line, column)| u32::from(index.offset_in_line(text, line, column)));
    assert_eq!(found, [1, 2, 3, 7, 8, 8, 10, 11, 11]);
}
