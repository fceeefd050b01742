//! The exact YAML reader with hostile input, and with damage at random positions.

use olmkit_yaml::{Document, Format, Kind, SyntaxRule, TextSize, exact, to_json};

fn document(text: &[u8]) -> Document<'_> {
    let read = exact::read(text);
    Document {
        offset: TextSize::new(0),
        text,
        format: Format::Yaml,
        tree: read.tree,
        error: read.error,
        dropped: read.dropped,
        has_comments: true,
    }
}

/// Asserts all guarantees of the tree, and that following aliases ends.
fn hold(text: &[u8]) {
    let document = document(text);
    let nodes = &document.tree.nodes;
    let mut open: Vec<(u32, u32, u32)> = Vec::new();
    for (index, node) in (0_u32..).zip(nodes) {
        while open.last().is_some_and(|&(next, ..)| next <= index) {
            open.pop();
        }
        assert!(node.start <= node.end && node.end as usize <= text.len(), "{text:?}");
        assert!(node.next > index && node.next as usize <= nodes.len(), "{text:?}");
        if let Some(&(next, start, end)) = open.last() {
            assert!(node.next <= next, "{text:?}");
            assert!(start <= node.start && node.end <= end, "a child outside its parent: {text:?}");
        }
        match node.kind {
            Kind::Alias => assert!(node.extra < index && nodes[node.extra as usize].next <= index, "{text:?}"),
            Kind::Mapping | Kind::Sequence => open.push((node.next, node.start, node.end)),
            Kind::Scalar => assert_eq!(node.next, index + 1),
        }
    }
    let Some(root) = document.root() else { return };
    if text.len() < 10_000 {
        let _ = (to_json(root), root.get("a").is_some());
    }
}

fn rule(text: &[u8]) -> Option<SyntaxRule> {
    hold(text);
    document(text).error.map(|error| error.rule)
}

#[test]
fn deep_nesting_is_refused_in_linear_time() {
    for piece in ["[", "{", "[{", "- ", "? ", "{a: ", "[a, "] {
        assert_eq!(rule(piece.repeat(1_000_000 / piece.len()).as_bytes()), Some(SyntaxRule::YamlDepth), "{piece}");
    }
    let steps: String = (0..11_000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert_eq!(rule(steps.as_bytes()), Some(SyntaxRule::YamlDepth));
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let flow = [b"[".repeat(10_000), b"]".repeat(10_000)].concat();
    let block = [b"- ".repeat(9_999), b"a".to_vec()].concat();
    for text in [flow, block] {
        assert_eq!(rule(&text), None);
        assert!(to_json(document(&text).root().expect("a root")).len() > 19_000);
    }
}

#[test]
fn keys_of_1024_characters_are_the_longest() {
    assert_eq!(rule(format!("{}: b", "k".repeat(1024)).as_bytes()), None);
    assert_eq!(rule(format!("{}: b", "ä".repeat(1024)).as_bytes()), None);
    assert!(rule(format!("a: b\n{}: b", "k".repeat(1025)).as_bytes()).is_some());
    assert!(rule(format!("{}: b", "k".repeat(1_000_000)).as_bytes()).is_some());
    assert_eq!(rule(format!("? {}\n: b", "k".repeat(1_000_000)).as_bytes()), None);
}

#[test]
fn alias_bombs_are_refused_and_made_safe() {
    let mut bomb = String::from("a: &a [x, x, x, x, x, x, x, x, x]\n");
    let mut merges = String::from("a: &a {x: y}\n");
    for (from, to) in ('a'..'j').zip('b'..='j') {
        let many = format!("*{from}, ").repeat(9);
        bomb.push_str(&format!("{to}: &{to} [{many}]\n"));
        merges.push_str(&format!("{to}: &{to}\n  <<: [{many}]\n"));
    }
    for text in [&bomb, &merges] {
        assert_eq!(rule(text.as_bytes()), Some(SyntaxRule::YamlAliasBomb));
        // After an unrelated error, the aliases must still not be expanded.
        assert_eq!(rule(format!("{text}k: @").as_bytes()), Some(SyntaxRule::YamlIndicators));
    }
}

#[test]
fn an_alias_inside_its_own_target_ends() {
    for text in ["&a [*a]", "&a {<<: *a}", "a: &b\n  <<: [*b]\n", "a: &b {c: *b}\nd: *b\n"] {
        assert_eq!(rule(text.as_bytes()), Some(SyntaxRule::YamlAnchors), "{text}");
    }
    assert!(rule(b"a: &b {<<: *b}\nk: @").is_some());
}

#[test]
fn many_aliases_and_anchors_stay_linear() {
    let anchors: String = (0..20_000).map(|n| format!("- &a{n} x\n- *a{n}\n")).collect();
    assert_eq!(rule(anchors.as_bytes()), None);
}

#[test]
fn damage_at_random_places() {
    let base = "%YAML 1.1\n---\nschema: olm.package\nname: &n \"a\\u00e9\\\n  b\"\nlist:\n- {a: 1, 'b': *n}\n- ? x\n  : |+2\n    t\n\n\
                <<: [{q: !!int 7}, {r: .5}]\nfold: >-\n  one\n  two\n\n  three\nplain: a\n  b é \u{2028}  c # d\n...\nrest: x\n";
    assert_eq!(rule(base.as_bytes()), None);
    let spare: &[&[u8]] = &[
        b"\n",
        b"\r\n",
        b"\t",
        b" ",
        b": ",
        b"- ",
        b"[",
        b"}",
        b"\"",
        b"'",
        b"&n ",
        b"*n",
        b"!",
        b"\xFF",
        b"\0",
        b"#",
        b",",
        b"? ",
        b"<<: *n\n",
        b"---\n",
    ];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit as u64) as usize
    };
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut text = base.as_bytes().to_vec();
        for _ in 0..=below(4) {
            let from = below(text.len());
            let to = (from + below(6)).min(text.len());
            let new = spare[below(spare.len())];
            text.splice(from..to, new.iter().copied().take(if below(3) == 0 { 0 } else { 9 }));
        }
        hold(&text);
        accepted += usize::from(document(&text).error.is_none());
    }
    assert!((1_000..19_000).contains(&accepted), "{accepted}");
}
