//! Large lists with many changes: work for each pair of items would not finish.

use olmkit_yaml::{Format, read_document};
use olmkit_yaml_edit::{Edit, replace_items};

const ITEMS: usize = 200_000;

/// The edits that change the list `skips` of a document to these strings.
fn replaced(text: &str, to: &[String]) -> Vec<Edit> {
    let document = read_document(text.as_bytes(), Format::Yaml);
    let (key, list) = document.root().unwrap().pairs().next().unwrap();
    replace_items(key, list, to).unwrap()
}

fn names() -> Vec<String> {
    (0..ITEMS).map(|at| format!("foo.v1.{at}.0")).collect()
}

fn block(names: &[String]) -> String {
    let items: String = names.iter().map(|name| format!("- {name}\n")).collect();
    format!("skips:\n{items}")
}

fn flow(names: &[String]) -> String {
    format!("skips: [{}]\n", names.join(", "))
}

/// Every second name.
fn half(names: &[String]) -> Vec<String> {
    names.iter().step_by(2).cloned().collect()
}

#[test]
fn many_items_are_removed() {
    let names = names();
    for text in [block(&names), flow(&names)] {
        assert_eq!(replaced(&text, &half(&names)).len(), ITEMS / 2);
    }
}

#[test]
fn many_items_are_inserted() {
    let names = names();
    for text in [block(&half(&names)), flow(&half(&names))] {
        assert_eq!(replaced(&text, &names).len(), ITEMS / 2);
    }
}

#[test]
fn many_items_are_removed_while_others_change_places() {
    let names = names();
    let mut kept = half(&names);
    kept.swap(0, 1);
    assert_eq!(replaced(&block(&names), &kept).len(), ITEMS / 2 + 2);
}
