//! Hostile input: no panic, work linear in the input (a quadratic reader would not finish), valid ranges.

use olmkit_text::LineIndex;
use olmkit_yaml::{Reader, SyntaxError, SyntaxRule, TextRange, chunks};

const SIZE: usize = 1 << 20;

/// Reads a file twice: with every JSON object accepted, and with every JSON object rejected for which this is possible.
fn read(file: &[u8]) {
    read_once(file, false);
    read_once(file, true);
}

/// Asserts the guarantees of every document.
fn read_once(file: &[u8], refuse: bool) {
    let mut reader = Reader::new(file);
    let mut end = 0;
    while let Some(document) = reader.next_document() {
        if refuse && document.error.is_none() && reader.can_fall_back() {
            let (rule, range) = (SyntaxRule::JsonSyntax, TextRange::default());
            reader.fall_back(SyntaxError { rule, message: String::new(), upstream: String::new(), range });
            continue;
        }
        let start = usize::from(document.offset);
        assert!(start >= end, "documents overlap");
        end = start.saturating_add(document.text.len());
        assert_eq!(file.get(start..end), Some(document.text));
        let range = document.error.as_ref().map(|error| error.range).or(document.dropped).unwrap_or_default();
        assert!(usize::from(range.end()) <= document.text.len(), "{:?}", document.error);
        for (index, node) in document.tree.nodes.iter().enumerate() {
            assert!(node.start <= node.end && node.end as usize <= document.text.len());
            assert!(node.next as usize > index && node.next as usize <= document.tree.nodes.len());
        }
    }
    assert_eq!(reader.next_document().map(|_| ()), None);
}

#[test]
fn one_piece_over_and_over() {
    let pieces: [&[u8]; 44] = [
        b"{",
        b"[",
        b"}",
        b"\"",
        b"'",
        b"\0",
        b"\xFF",
        b" ",
        b"\n",
        b"\r",
        b"\t",
        b"-",
        b"- ",
        b"---\n",
        b"----\n",
        b"--- x\n",
        b"---\r",
        b"...\n",
        b"{}",
        b"{}\n",
        b"{\n",
        b"{}{}{\n",
        b"{\"a\":",
        b"{\"a\":1e999}",
        b"[{\"a\":",
        b"{\"a\":1,}\n",
        b"a: b\n",
        b"a:\n",
        b"a: ",
        b"? ",
        b"? a\n",
        b"&a ",
        b"*a ",
        b"! ",
        b"!",
        b"|\n",
        b"a: |\n",
        b"\"\\",
        b"a: 'b\n",
        b"<<: {a: b}\n",
        b"\xEF\xBB\xBF",
        b"\xC2",
        "\u{2028}".as_bytes(),
        "ä".as_bytes(),
    ];
    for piece in pieces {
        for lead in [&b""[..], b"{\"schema\":\"a\"}", b"{\"schema\":\"a\"}{\"schema\":\"b\"}\n", b"---\na: b\n", b"a: "]
        {
            let repeated = piece.repeat(SIZE / 8 / piece.len());
            read(&[lead, &repeated].concat());
        }
    }
}

#[test]
fn large_files() {
    for piece in [&b"{"[..], b"---\n", b"\"", b"\0", b"{}\n", b"a: b\n---\n"] {
        let file = piece.repeat(SIZE / piece.len());
        read(&file);
        assert!(chunks(&file).count() <= SIZE);
        assert!(LineIndex::new(&file).lines() <= SIZE + 1);
    }
}

#[test]
fn utf16_is_named() {
    let text: Vec<u16> = "---\nschema: a\n".encode_utf16().collect();
    let little: Vec<u8> = [0xFEFF].iter().chain(&text).flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = [0xFEFF].iter().chain(&text).flat_map(|unit| unit.to_be_bytes()).collect();
    for file in [little, big] {
        let mut reader = Reader::new(&file);
        assert_eq!(reader.next_document().unwrap().error.unwrap().rule, SyntaxRule::YamlUtf16);
        assert!(reader.next_document().is_none());
        read(&file);
    }
}

#[test]
fn random_bytes() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let alphabet = b"{}[]\",:'\\-#|>&*!%@`?~ \n\r\tab01.eE+_\xC3\xA4\xE2\x80\xA8\xEF\xBB\xBF\0\xFF";
    for round in 0..4000 {
        let mut file = if round % 2 == 0 { Vec::new() } else { b"{\"a\":1}".to_vec() };
        for _ in 0..round % 97 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            file.push(alphabet[usize::try_from(state % alphabet.len() as u64).unwrap()]);
        }
        read(&file);
    }
}
