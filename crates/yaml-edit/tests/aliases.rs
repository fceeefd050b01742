//! A copy of an anchored value has the value of the alias that it replaces, and changes nothing else.

use olmkit_yaml::{Format, Kind, read_document, to_json};
use olmkit_yaml_edit::not_alias;

/// Replaces the first alias of a document by a copy of its value; `None` if that is not possible.
fn copied(text: &str) -> Option<String> {
    let document = read_document(text.as_bytes(), Format::Yaml);
    let root = document.root().unwrap();
    let alias = root.subtree().find(|node| node.kind() == Kind::Alias).unwrap();
    let refusal = not_alias(alias).unwrap_err();
    assert_eq!(refusal.anchored, Some(alias.resolved().range()));
    let edit = refusal.copy?;
    let range = usize::from(edit.range.start())..usize::from(edit.range.end());
    let mut changed = text.to_owned();
    changed.replace_range(range, &edit.text);
    let again = read_document(changed.as_bytes(), Format::Yaml);
    assert_eq!(to_json(again.root().unwrap()), to_json(root), "{text}\nbecomes\n{changed}");
    Some(changed)
}

#[test]
fn aliases_become_copies() {
    for (text, expected) in [
        ("a: &r foo.v1.0.0 # c\nb: *r # d\n", "a: &r foo.v1.0.0 # c\nb: foo.v1.0.0 # d\n"),
        ("a: &r \"x y\"\nb: *r", "a: &r \"x y\"\nb: \"x y\""),
        ("a: &l [x, y]\nb:\n- *l\n", "a: &l [x, y]\nb:\n- [x, y]\n"),
        ("a: &l [x, y]\nb: {c: *l}\n", "a: &l [x, y]\nb: {c: [x, y]}\n"),
        ("a: &l\n- x\n# c\n- y # d\nb: *l # e\n", "a: &l\n- x\n# c\n- y # d\nb:\n  - x\n  # c\n  - y # e\n"),
        (
            "a:\r\n  b: &m\r\n      c: 1\r\n      d:\r\n        - e\r\n  f: *m\r\n",
            "a:\r\n  b: &m\r\n      c: 1\r\n      d:\r\n        - e\r\n  f:\r\n    c: 1\r\n    d:\r\n      - e\r\n",
        ),
        ("a:\n- &e\n  n: 1\n  s: [x]\n-   *e\n", "a:\n- &e\n  n: 1\n  s: [x]\n-   n: 1\n    s: [x]\n"),
        ("a:\n- &e {n: 1}\n- <<: *e\n  m: 2\n", "a:\n- &e {n: 1}\n- <<: {n: 1}\n  m: 2\n"),
        ("a:\n- &e\n  n: 1\n- <<: *e\n  m: 2\n", "a:\n- &e\n  n: 1\n- <<:\n    n: 1\n  m: 2\n"),
        (
            "a: &m\n  b: |\n    x\n\n    y\nc: *m\nd: 1\n",
            "a: &m\n  b: |\n    x\n\n    y\nc:\n  b: |\n    x\n\n    y\nd: 1\n",
        ),
    ] {
        assert_eq!(copied(text).as_deref(), Some(expected), "{text}");
    }
}

/// The copy would have another value, define an anchor again, or lose a tag.
#[test]
fn what_cannot_be_copied() {
    for text in [
        "a: &r x, y\nb: [*r]\n",
        "a: &r !!str 1\nb: *r\n",
        "a: &r\nb: *r\n",
        "a: &r |\n  x\nb: *r\n",
        "a: &m\n  b: &n 1\nc: *m\n",
        "a: &l\n- x\nb: [*l]\n",
        "a: &r x\n  y\nb: *r\n",
        "a: &l [x,\n  y]\nb: *l\n",
    ] {
        assert_eq!(copied(text), None, "{text}");
    }
}
