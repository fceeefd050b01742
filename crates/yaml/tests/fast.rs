//! Compares the fast reader with the exact one: the exact reader accepts what the fast one accepts, with the same tree.

use std::cell::Cell;

use olmkit_testing::{Choices, Least, files, grows_linearly, noise, property, sources};
use olmkit_yaml::fast::read;
use olmkit_yaml::{Format, Kind, Reader, chunks, exact, read_document};

/// If there are no comments, every `#` after whitespace belongs to a scalar.
fn has_promised_comments_only(text: &[u8]) {
    let document = read_document(text, Format::Yaml);
    if document.has_comments {
        return;
    }
    let is_in_scalar = |at: usize| {
        let scalars = document.tree.nodes.iter().filter(|node| node.kind == Kind::Scalar);
        scalars.into_iter().any(|node| (node.start as usize..node.end as usize).contains(&at))
    };
    let starts = |at: &usize| text[*at] == b'#' && (*at == 0 || text[*at - 1].is_ascii_whitespace());
    for at in (0..text.len()).filter(starts) {
        assert!(is_in_scalar(at), "{}", String::from_utf8_lossy(text));
    }
}

#[test]
fn comments_are_noted_wherever_they_are() {
    let has_comments = |text: &str| read_document(text.as_bytes(), Format::Yaml).has_comments;
    for text in [
        "# c\na: b\n",
        "--- # c\na: b\n",
        "a: # c\n  b: c\n",
        "a: b # c\n",
        "a: 'b' # c\n",
        "a: [b] # c\n",
        "a: | # c\n  b\n",
        "a: |\n  b\n# c\n",
        "a:\n- # c\n  b\n",
        "a:\n- b\n  # c\n",
        "a: b\n  c # d\n",
        "a: [\n  b, # c\n  d]\n",
        "a: b\n# c",
    ] {
        assert!(has_comments(text), "{text}");
        assert!(!has_comments(&text.replace("# c", "").replace("# d", "")), "{text}");
    }
    assert!(!has_comments("a: |\n  # b\nc: '# d'\ne: f#g\nh: \"\n  # i\"\n"));
}

/// Returns whether the fast reader accepts the text, and asserts that both readers agree on it.
fn agrees(text: &[u8]) -> bool {
    let Some(tree) = read(text) else { return false };
    has_promised_comments_only(text);
    let exact = exact::read(text);
    let shown = String::from_utf8_lossy(text);
    assert!(exact.error.is_none(), "{:?} for\n{shown}", exact.error);
    assert_eq!(exact.dropped, None, "{shown}");
    if tree != exact.tree {
        let differ = tree.nodes.iter().zip(&exact.tree.nodes).position(|(ours, theirs)| ours != theirs);
        let at = differ.unwrap_or(tree.nodes.len().min(exact.tree.nodes.len()));
        let (ours, theirs) = (tree.nodes.get(at), exact.tree.nodes.get(at));
        panic!("node {at}:\nfast  {ours:?}\nexact {theirs:?}\nin\n{shown}");
    }
    true
}

#[test]
fn takes_the_plain_subset() {
    let texts = [
        "a: b\n",
        "a: b",
        "---\na: b\n",
        "--- # c\na: b\n",
        "# c\n\na: b # c\n  # c\nc: d\n",
        "a:\n  b: c\n  d:\n    e: f\ng: h\n",
        "a:\n- b\n- c: d\n  e: f\n-\n  g\n-\n- - h\n  - i\nj:\n  - k\n",
        "a:\nb:\n- \n-\nc:\n",
        "a:\n  b\nc: d\n  e f\n\n  g\nh: i\n",
        "a: 'x''y'\n'b': \"\\u00e4\\n\\\n  z\"\n\"c\": 'one\n  two'\n",
        "a: |\n  x\n   y\n\n  z\nb: >-\n  x\n\n\nc: |2+\n    x\n  y\n\nd: |-\n  # no comment\n # comment\ne: f\n",
        "a: {}\nb: []\nc: {d: e, \"f\": [g, 'h', {i: \"j\"}]}\nd: [a,\n  b\n] # c\n",
        "{\"schema\": \"olm.package\", \"x\":1, \"y\": [true, null]}\n",
        "- a: b\n- c\n",
        "a: quay.io/x/y:v1@sha256:0\nb: a#b\nc: 10:30\nargs:\n- --x=y\n- -v\n- -1\n",
        "a: |\n  x\ty\n  \tz\n",
        "ä: ö # ü\n日: “x”\n",
    ];
    for text in texts {
        assert!(agrees(text.as_bytes()), "not read by the fast reader\n{text}");
    }
}

#[test]
fn leaves_everything_else_to_the_exact_reader() {
    let texts = [
        "",
        "\n",
        "# c\n",
        "---\n",
        "a\n",
        "a: b: c\n",
        "a: &x b\n",
        "a: *x\n",
        "a: !!str b\n",
        "<<: {a: b}\n",
        "a: .inf\n",
        "a: -.inf\n",
        "~: b\n",
        "99999999999999999999: b\n",
        "? a\n",
        "a: ? b\n",
        "a: @b\n",
        "a: `b\n",
        "a: %b\n",
        "%a: b\n",
        "a: b\n...\nc: d\n",
        " a: b\nc: d\n",
        "a: b\n  c: d\n",
        "a: b # c\n  d\n",
        "a:\n  b: c\n d: e\n",
        "a: \"\\/\"\n",
        "a: \"\\ud83d\"\n",
        "a: \"b\n",
        "a: \"b\" c\n",
        "a: [b\n",
        "a: [b: c]\n",
        "a: {b}\n",
        "a: {b: }\n",
        "a: [b,]\n",
        "a: }\n",
        "a:\t b\n",
        "a: b\r\n",
        "a: |\n",
        "a: |\n    \n  b\n",
        "a: >=1\n",
        "a: - b\n",
        "- a\nb: c\n",
        "a: b\n- c\n",
        "{a: b}\nc: d\n",
        "{a: b} c\n",
        "a: {{ b }}\n",
        "a: \"b\n---\n\"\n",
        "[a\n---\n]",
        "a\u{2028}: b\n",
        "\u{feff}a: b\n",
    ];
    for text in texts {
        assert_eq!(read(text.as_bytes()), None, "{text:?}");
    }
}

#[test]
fn depth_is_bounded() {
    for text in ["[".repeat(100_000), "- ".repeat(100_000), "{a: ".repeat(100_000)] {
        assert_eq!(read(text.as_bytes()), None);
    }
    assert!(agrees(format!("a: {}{}", "[".repeat(400), "]".repeat(400)).as_bytes()));
}

#[test]
fn agrees_on_mutated_fixtures() {
    let taken = Cell::new(0);
    property(60_000, 24, |bytes| {
        let mut choices = Choices::new(bytes);
        let base = choices.of(&FIXTURES);
        let text = mutate(base.as_bytes(), &mut choices);
        taken.set(taken.get() + u32::from(agrees(&text)));
    });
    assert!(taken.get() > 6_000, "took only {}", taken.get());
}

/// Documents read one after the other, each with the help of the one before, are the same as each one alone.
fn agrees_in_a_row(file: &[u8]) {
    let mut reader = Reader::new(file);
    while let Some(document) = reader.next_document() {
        if document.format == Format::Yaml && document.error.is_none() {
            let alone = read_document(document.text, Format::Yaml);
            let mut tree = document.tree.clone();
            let repeated = std::mem::take(&mut tree.repeated);
            assert!(repeated.is_sorted_by(|first, second| first.end <= second.start), "{repeated:?}");
            assert!(repeated.iter().all(|range| range.end as usize <= tree.nodes.len()), "{repeated:?}");
            assert_eq!(tree, alone.tree, "{}", String::from_utf8_lossy(file));
            assert_eq!(document.has_comments, alone.has_comments, "{}", String::from_utf8_lossy(file));
            assert_eq!((document.dropped, alone.error), (alone.dropped, None));
        }
        reader.reuse(document, true);
    }
}

#[test]
fn documents_in_a_row_are_read_as_alone() {
    property(60_000, 48, |bytes| {
        let mut choices = Choices::new(bytes);
        let first = choices.of(&FIXTURES).as_bytes().to_vec();
        let second = mutate(&first, &mut choices);
        let third = mutate(&second, &mut choices);
        agrees_in_a_row(&[first, second, third].join(&b"\n---\n"[..]));
    });
}

/// Whitespace in the document before is not searched again for each member.
#[test]
fn documents_in_a_row_cost_no_more_with_whitespace() {
    for (before, key) in [("a: 1\n", "b"), ("a: 1\n", "a"), ("", "b")] {
        let text = |size| format!("{before}{}b: 2\n---\na: 1\n{}", "\n".repeat(size), format!("{key}:\n").repeat(size));
        grows_linearly(4_000, text, |text| {
            let mut reader = Reader::new(text.as_bytes());
            while let Some(document) = reader.next_document() {
                reader.reuse(document, false);
            }
        });
    }
    let trailing = |size| format!("a: 1\n{}---\na: 1\n{}", "\n".repeat(size), "b:\n".repeat(size));
    grows_linearly(4_000, trailing, |text| agrees_in_a_row(text.as_bytes()));
}

#[test]
fn agrees_on_the_corpus() {
    let (mut taken, mut count, mut mutants) = (0, 0, 0);
    let every = if cfg!(debug_assertions) { 7 } else { 1 };
    let paths = sources().into_iter().flat_map(|source| {
        let paths = files(&source.path("corpus/catalogs"));
        source.require("catalogs", paths.len(), Least { own: 2, shared: 67 });
        paths
    });
    for (number, path) in paths.enumerate() {
        if number % every != 0 {
            continue;
        }
        let file = std::fs::read(path).unwrap();
        agrees_in_a_row(&file);
        for chunk in chunks(&file) {
            let text = &file[chunk.start..chunk.end];
            count += 1;
            taken += usize::from(agrees(text));
            // Mutants of small documents, and of the beginning of large ones.
            let piece = &text[..text.len().min(4000)];
            for round in 0..4 {
                let bytes = noise(4 * count as u64 + round, 60);
                let mutant = mutate(piece, &mut Choices::new(&bytes));
                mutants += usize::from(agrees(&mutant));
                agrees_in_a_row(&[piece, &mutant].join(&b"\n---\n"[..]));
            }
        }
    }
    println!("took {taken} of {count} documents and {mutants} mutants");
    assert!(taken * 100 >= count * 99, "took only {taken} of {count} documents");
}

/// Makes one to three small changes: of bytes, of lines, of indentation.
fn mutate(base: &[u8], choices: &mut Choices<'_>) -> Vec<u8> {
    const PIECES: [&str; 40] = [
        " ", "  ", "\n", ":", ": ", " #", "#", "- ", "-", "\"", "'", "|", ">", "|-\n", ">+\n", "|2\n", "{", "}", "[",
        "]", ",", "?", "? ", "&a ", "*a", "!", "\\", "\t", "\r", "%", "@", "\u{85}", "ä", "\0", "...\n", "---\n", "<<",
        "~", ".inf", "null",
    ];
    let mut text = base.to_vec();
    for _ in 0..=choices.below(3) {
        let at = choices.below(text.len() + 1);
        match choices.below(8) {
            0 if !text.is_empty() => {
                text.remove(at.min(text.len() - 1));
            }
            1 if !text.is_empty() => {
                let at = at.min(text.len() - 1);
                text[at] = PIECES[choices.below(PIECES.len())].as_bytes()[0];
            }
            2 | 3 => {
                let piece = PIECES[choices.below(PIECES.len())].as_bytes();
                text.splice(at..at, piece.iter().copied());
            }
            4 => text.truncate(at),
            kind => text = change_line(&text, kind, choices),
        }
    }
    text
}

/// Removes, repeats or indents a line.
fn change_line(text: &[u8], kind: usize, choices: &mut Choices<'_>) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = text.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let at = choices.below(lines.len());
    match kind {
        5 => {
            lines.remove(at);
        }
        6 => {
            let to = choices.below(lines.len());
            let line = lines[at].clone();
            lines.insert(to, line);
        }
        _ => {
            let line = &mut lines[at];
            if choices.below(2) == 0 && line.starts_with(b" ") {
                line.remove(0);
            } else {
                line.insert(0, b' ');
            }
        }
    }
    lines.concat()
}

/// Small documents that use everything the fast reader accepts.
const FIXTURES: [&str; 8] = [
    "---\nschema: olm.package\nname: foo\ndefaultChannel: stable\nicon:\n  base64data: aGVsbG8=\n  mediatype: image/png\n",
    "schema: olm.channel\npackage: foo\nname: stable\nentries:\n- name: foo.v1.0.1\n  replaces: foo.v1.0.0\n  skips:\n  - foo.v0.9.0\n  skipRange: '>=0.9.0 <1.0.1'\n- name: foo.v1.0.0\n",
    "schema: olm.bundle\nproperties:\n- type: olm.package\n  value:\n    packageName: foo\n    version: 1.0.0\n- type: olm.csv.metadata\n  value:\n    annotations:\n      alm-examples: |-\n        [\n          {\"a\": 1}\n        ]\n      text: \"a \\\"b\\\"\n        c\"\n    description: >\n      one\n      two\n\n      three\n",
    "a: {b: c, \"d\": [e, 'f', {g: h}], i: {}, j: []}\nk:\n  - l: m\n    n:\n    - o\n    -\n    - p\n  - - q\n    - r\n",
    "a: one\n  two\n\n  three\nb:\n  four\n  five\nc:\n- six\n  seven\n# c\n- eight # c\nd: 'it''s\n\n  so'\n\n",
    "{\"schema\": \"x\",\n  \"a\": [1, 2.5, true,\n    {\"b\": \"c\\n\"}],\n  \"d\": {}\n}\n",
    "a: |\n\n  x\n   y\n\nb: |2-\n   x\n\n  y\nc: >+\n  z\n\nd: e\n",
    "- a: 1\n  b: 2\n- c: \"x: y\"\n  'd': '#'\n- e:f: g\n  h: http://x/#y\n- \"i\"\n- {j: k}\n- [l]\n- |\n m\n",
];
