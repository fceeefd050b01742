//! Edits as diffs: removed (`-`) and added (`+`) lines.

use olmkit_yaml::{Format, NodeRef, read_document};
use olmkit_yaml_edit::{
    Edit, NewItem, NewValue, Refusal, insert_item, insert_key, remove_item, remove_key, replace_items, replace_scalar,
};

const ORDER: &[&str] = &["name", "replaces", "skips", "skipRange"];

type Edits = Result<Vec<Edit>, Box<Refusal>>;

fn pair<'d>(mapping: NodeRef<'d>, key: &str) -> (NodeRef<'d>, NodeRef<'d>) {
    mapping.resolved().pairs().find(|(own, _)| own.key() == key).unwrap()
}

fn edited(text: &str, edit: impl Fn(NodeRef<'_>) -> Edits) -> Result<String, String> {
    let format = if text.starts_with('{') { Format::Json } else { Format::Yaml };
    let document = read_document(text.as_bytes(), format);
    assert_eq!(document.error, None);
    let mut edits = edit(document.root().unwrap()).map_err(|refusal| refusal.reason)?;
    edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
    let mut out = text.to_owned();
    for edit in edits.iter().rev() {
        out.replace_range(usize::from(edit.range.start())..usize::from(edit.range.end()), &edit.text);
    }
    assert_eq!(read_document(out.as_bytes(), format).error, None, "{out}");
    Ok(out)
}

/// The lines that differ, without the common lines at both ends.
fn diff(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.split('\n').collect(), after.split('\n').collect());
    let front = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - front;
    let back = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let gone = old[front..old.len() - back].iter().map(|line| format!("-{line}"));
    let come = new[front..new.len() - back].iter().map(|line| format!("+{line}"));
    gone.chain(come).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(text: &str, edit: impl Fn(NodeRef<'_>) -> Edits, expected: &str) {
    let result = edited(text, edit).unwrap();
    let expected: Vec<&str> = expected.lines().map(|line| line.strip_prefix("        ").unwrap_or(line)).collect();
    assert_eq!(diff(text, &result), expected.join("\n").trim_matches('\n'), "\n{result}");
}

fn entry(root: NodeRef<'_>, at: usize) -> NodeRef<'_> {
    pair(root, "entries").1.resolved().children().nth(at).unwrap()
}

fn add(root: NodeRef<'_>, at: usize) -> Edits {
    let (key, list) = pair(root, "entries");
    let text = |text: &str| NewValue::Text(text.to_owned());
    let pairs = vec![
        ("name".to_owned(), text("foo.v3")),
        ("replaces".to_owned(), text("foo.v2")),
        ("skips".to_owned(), NewValue::List(vec!["foo.v1".to_owned()])),
        ("skipRange".to_owned(), text(">=1.0.0 <3.0.0")),
    ];
    Ok(vec![insert_item(key, list, at, &NewItem::Mapping(pairs))?])
}

fn set_skips(root: NodeRef<'_>, at: usize, to: &[&str]) -> Edits {
    let (key, list) = pair(entry(root, at), "skips");
    replace_items(key, list, &to.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
}

fn remove_entry(root: NodeRef<'_>, at: usize) -> Edits {
    let (key, list) = pair(root, "entries");
    Ok(vec![remove_item(key, list, at)?])
}

const BLOCK: &str = "\
schema: olm.channel
entries:
  # the first
  - name: foo.v1
    # never skip this
    skipRange: '<1.0.0' # wide

  # the second
  - replaces: foo.v1
    name: foo.v2
    # end of second
      # deeper
# end of list
package: foo
";

#[test]
fn block_items_keep_comments_where_they_belong() {
    check(
        BLOCK,
        |root| remove_entry(root, 0),
        "
        -  # the first
        -  - name: foo.v1
        -    # never skip this
        -    skipRange: '<1.0.0' # wide
        -",
    );
}

#[test]
fn a_new_item_follows_the_order_and_style_of_the_others() {
    check(
        BLOCK,
        |root| add(root, 2),
        "
        +
        +  - name: foo.v3
        +    replaces: foo.v2
        +    skips:
        +      - foo.v1
        +    skipRange: '>=1.0.0 <3.0.0'",
    );
}

#[test]
fn keys_behind_the_dash() {
    check(
        BLOCK,
        |root| Ok(vec![remove_key(entry(root, 1), pair(entry(root, 1), "replaces").0)?]),
        "
        -  - replaces: foo.v1
        -    name: foo.v2
        +  - name: foo.v2",
    );
    check(
        BLOCK,
        |root| Ok(vec![remove_key(entry(root, 0), pair(entry(root, 0), "name").0)?]),
        "
        -  - name: foo.v1
        +  -",
    );
    check(
        BLOCK,
        |root| Ok(vec![remove_key(entry(root, 0), pair(entry(root, 0), "skipRange").0)?]),
        "
        -    # never skip this
        -    skipRange: '<1.0.0' # wide",
    );
    check(
        BLOCK,
        |root| Ok(vec![insert_key(entry(root, 0), "replaces", &NewValue::Text("foo.v0".to_owned()), ORDER)?]),
        "
        -  - name: foo.v1
        +  - replaces: foo.v0
        +    name: foo.v1",
    );
}

#[test]
fn the_last_item_leaves_an_empty_list() {
    check(
        "entries: # all\n# one\n- name: a # x\n  # deep\n# not its own\npackage: foo\n",
        |root| remove_entry(root, 0),
        "
        -entries: # all
        -# one
        -- name: a # x
        -  # deep
        +entries: [] # all",
    );
    check(
        "entries: []\npackage: foo\n",
        |root| add(root, 0),
        "
        -entries: []
        +entries:
        +- name: foo.v3
        +  replaces: foo.v2
        +  skips:
        +  - foo.v1
        +  skipRange: '>=1.0.0 <3.0.0'",
    );
}

#[test]
fn flow_over_several_lines() {
    let text = "entries: [\n  # one\n  {name: a, skips: [x, \"y\"]}, # tail one\n  {name: b} # tail two\n]\n";
    check(
        text,
        |root| add(root, 2),
        "
        -  {name: b} # tail two
        +  {name: b}, # tail two
        +  {name: foo.v3, replaces: foo.v2, skips: [foo.v1], skipRange: \">=1.0.0 <3.0.0\"}",
    );
    check(
        text,
        |root| remove_entry(root, 0),
        "
        -  # one
        -  {name: a, skips: [x, \"y\"]}, # tail one",
    );
    check(
        text,
        |root| set_skips(root, 0, &["y", "z"]),
        "
        -  {name: a, skips: [x, \"y\"]}, # tail one
        +  {name: a, skips: [\"y\", z]}, # tail one",
    );
}

#[test]
fn json_pretty_and_compact() {
    let pretty = "{\n  \"entries\": [\n    {\n      \"name\": \"a\",\n      \"skips\": [\n        \"x\"\n      ]\n    }\n  ]\n}\n";
    check(
        pretty,
        |root| add(root, 1),
        "
        +    },
        +    {
        +      \"name\": \"foo.v3\",
        +      \"replaces\": \"foo.v2\",
        +      \"skips\": [
        +        \"foo.v1\"
        +      ],
        +      \"skipRange\": \">=1.0.0 <3.0.0\"",
    );
    check(
        pretty,
        |root| set_skips(root, 0, &["x", "y"]),
        "
        -        \"x\"
        +        \"x\",
        +        \"y\"",
    );
    let empty = "{\n  \"entries\": [],\n  \"package\": \"foo\"\n}\n";
    check(
        empty,
        |root| add(root, 0),
        "
        -  \"entries\": [],
        +  \"entries\": [
        +    {
        +      \"name\": \"foo.v3\",
        +      \"replaces\": \"foo.v2\",
        +      \"skips\": [
        +        \"foo.v1\"
        +      ],
        +      \"skipRange\": \">=1.0.0 <3.0.0\"
        +    }
        +  ],",
    );
    check("{\"entries\":[{\"name\":\"a\"}]}", |root| add(root, 0), "
        -{\"entries\":[{\"name\":\"a\"}]}
        +{\"entries\":[{\"name\":\"foo.v3\",\"replaces\":\"foo.v2\",\"skips\":[\"foo.v1\"],\"skipRange\":\">=1.0.0 <3.0.0\"},{\"name\":\"a\"}]}");
}

#[test]
fn line_ends_and_the_missing_last_one() {
    let text = "entries:\r\n- name: a\r\n  skips: [\"q\"]";
    check(
        text,
        |root| set_skips(root, 0, &[]),
        "
        -  skips: [\"q\"]
        +  skips: []",
    );
    let result = edited(text, |root| add(root, 1)).unwrap();
    let expected = "entries:\r\n- name: a\r\n  skips: [\"q\"]\r\n- name: foo.v3\r\n  replaces: foo.v2\r\n  skips: [\"foo.v1\"]\r\n  skipRange: \">=1.0.0 <3.0.0\"";
    assert_eq!(result, expected);
}

#[test]
fn block_scalars_as_neighbors_and_as_values() {
    let text = "entries:\n- name: |-\n    a\n\n- name: b\n";
    check(
        text,
        |root| Ok(replace_scalar(pair(entry(root, 0), "name").1, "c")?.into_iter().collect()),
        "
        -- name: |-
        -    a
        +- name: c",
    );
    check(
        text,
        |root| Ok(vec![insert_key(entry(root, 0), "replaces", &NewValue::Text("z".to_owned()), ORDER)?]),
        "
        +  replaces: z",
    );
}

#[test]
fn absent_values_get_a_space() {
    check(
        "entries:\n- name:\n- name: # c\n",
        |root| {
            let values = [pair(entry(root, 0), "name").1, pair(entry(root, 1), "name").1];
            Ok(values.iter().filter_map(|value| replace_scalar(*value, "a").unwrap()).collect())
        },
        "
        -- name:
        -- name: # c
        +- name: a
        +- name: a # c",
    );
}

#[test]
fn a_new_entry_is_quoted_like_its_siblings() {
    check(
        "name: \"stable\"\nentries: [{name: a}, {name: b}]\n",
        |root| add(root, 2),
        "
        -entries: [{name: a}, {name: b}]
        +entries: [{name: a}, {name: b}, {name: foo.v3, replaces: foo.v2, skips: [foo.v1], skipRange: \">=1.0.0 <3.0.0\"}]",
    );
    check(
        "name: stable\nentries: [{\"name\": \"a\", \"replaces\": \"b\", \"skips\": [\"c\"]}]\n",
        |root| add(root, 1),
        "
        -entries: [{\"name\": \"a\", \"replaces\": \"b\", \"skips\": [\"c\"]}]
        +entries: [{\"name\": \"a\", \"replaces\": \"b\", \"skips\": [\"c\"]}, {\"name\": \"foo.v3\", \"replaces\": \"foo.v2\", \"skips\": [\"foo.v1\"], \"skipRange\": \">=1.0.0 <3.0.0\"}]",
    );
    check(
        "name: 'stable'\nentries:\n- name: a\n",
        |root| add(root, 1),
        "
        +- name: foo.v3
        +  replaces: foo.v2
        +  skips:
        +  - foo.v1
        +  skipRange: '>=1.0.0 <3.0.0'",
    );
}

#[test]
fn what_ends_an_item_of_a_flow_list_needs_quotes_only_there() {
    let name_all = |root: NodeRef<'_>| {
        let names = [pair(entry(root, 0), "name").1, pair(entry(root, 1), "name").1];
        Ok(names.iter().filter_map(|name| replace_scalar(*name, "a,b]").unwrap()).collect())
    };
    check(
        "entries:\n- name: a\n- {name: a}\n",
        name_all,
        "
        -- name: a
        -- {name: a}
        +- name: a,b]
        +- {name: 'a,b]'}",
    );
}

#[test]
fn a_multiline_string_does_not_include_the_comment_below() {
    check(
        "entries:\n- name: a\n\n    # deep\n",
        |root| Ok(replace_scalar(pair(entry(root, 0), "name").1, "x\ny").unwrap().into_iter().collect()),
        "
        -- name: a
        +- name: \"x\\ny\"",
    );
}

#[test]
fn a_repeated_item_moves_with_its_comments() {
    check(
        "entries:\n- name: a\n  skips:\n  - a # one\n  - b # two\n  - b # three\n",
        |root| set_skips(root, 0, &["b", "a", "b"]),
        "
        -  - a # one
        -  - b # two
        +  - b # two
        +  - a # one",
    );
}

#[test]
fn items_take_their_comments_with_them() {
    check(
        "entries:\n- name: a\n  skips:\n  # the first\n  - a\n  - b # why\n  - c\n- name: b\n",
        |root| set_skips(root, 0, &["b", "x", "a"]),
        "
        -  # the first
        -  - a
        -  - b # why
        -  - c
        +  - b # why
        +  - x
        +  # the first
        +  - a",
    );
}

#[test]
fn edits_of_shared_nodes_are_refused() {
    let text = "a: &one {name: x}\nentries:\n- &two\n  name: y\n- *two\n- <<: *one\n  replaces: z\n- name: &n q\n- name: *n\n- &free\n  name: f\n";
    let refused = |edit: &dyn Fn(NodeRef<'_>) -> Edits| edited(text, edit).unwrap_err();
    let set = |root: NodeRef<'_>, at: usize| -> Edits {
        Ok(replace_scalar(pair(entry(root, at), "name").1, "new")?.into_iter().collect())
    };
    assert!(refused(&|root| set(root, 0)).contains("this alias refers to the edited value"));
    assert!(refused(&|root| set(root, 1)).contains("this alias refers"));
    assert!(refused(&|root| set(root, 3)).contains("this alias refers"));
    assert!(refused(&|root| set(root, 4)).contains("is an alias"));
    assert!(refused(&|root| remove_entry(root, 0)).contains("contains an anchor"));
    assert!(refused(&|root| remove_entry(root, 3)).contains("contains an anchor"));
    let one = |root: NodeRef<'_>| -> Edits {
        Ok(replace_scalar(pair(pair(root, "a").1, "name").1, "new")?.into_iter().collect())
    };
    assert!(refused(&one).contains("this alias refers"));
    // Aliases can be removed, and an unused anchor has no effect.
    check(text, |root| remove_entry(root, 1), "\n        -- *two");
    check(text, |root| set(root, 5), "\n        -  name: f\n        +  name: new");
    check(text, |root| remove_entry(root, 2), "\n        -- <<: *one\n        -  replaces: z");
}
