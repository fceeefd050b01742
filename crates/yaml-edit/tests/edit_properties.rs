//! Random edits of random documents: reading the result gives exactly the intended change, and nothing else has
//! changed.

use olmkit_testing::{Choices, property};
use olmkit_yaml::{Format, NodeRef, read_document, to_json};
use olmkit_yaml_edit::{
    Edit, NewItem, NewValue, insert_item, insert_key, remove_item, remove_key, replace_items, replace_scalar,
};
use serde_json::{Value, json};

const ORDER: &[&str] = &["name", "replaces", "skips", "skipRange"];
const TEXTS: &[&str] = &[
    "foo.v1.0.0",
    "foo.v1.1.0",
    "bar",
    "1.0",
    "yes",
    "null",
    "",
    ">=1.0.0 <2.0.0",
    "a: b",
    "a #b",
    "- x",
    "it's",
    "q\"q",
    "l1\nl2",
    "l1\n\n  l2 # x\n",
    "a\n",
    "\na",
    "a\r\nb",
    "a: |\n---\n- b\n\n",
    " a\n b",
    "ü 😀",
    " lead",
    "#x",
    "[x]",
    "a,b",
    "{",
    "<1.0.0",
    "~",
    "0x1",
    "2020-01-01",
    "key:",
    "a:b",
    "?",
    "*x",
    "&y",
    "a,b",
    "a, b",
    "v{x}",
    "x[0]",
    "a]",
    "a?b",
    "a ? b",
];

fn text(choices: &mut Choices<'_>) -> String {
    choices.of(TEXTS).to_owned()
}

fn texts(choices: &mut Choices<'_>, most: usize) -> Vec<String> {
    (0..choices.below(most + 1)).map(|_| text(choices)).collect()
}

fn model(choices: &mut Choices<'_>) -> Value {
    let entries: Vec<Value> = (0..1 + choices.below(4))
        .map(|_| {
            let mut entry = json!({ "name": text(choices) });
            for key in ["replaces", "skipRange"] {
                if choices.chance(50) {
                    entry[key] = json!(text(choices));
                }
            }
            if choices.chance(50) {
                entry["skips"] = json!(texts(choices, 3));
            }
            entry
        })
        .collect();
    json!({ "schema": "olm.channel", "package": "foo", "name": text(choices), "entries": entries })
}

/// Writes a model in a random style.
struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    comments: usize,
    has_comments: bool,
    indent: usize,
    width: usize,
    flow: usize,
}

impl Writer<'_, '_> {
    fn comment(&mut self) -> String {
        self.comments += 1;
        format!("# c{}.", self.comments)
    }

    fn trailing(&mut self) -> String {
        if self.has_comments && self.choices.chance(25) { format!(" {}", self.comment()) } else { String::new() }
    }

    fn above(&mut self, out: &mut String, column: usize) {
        if self.has_comments && self.choices.chance(25) {
            let (blank, column) = (self.choices.chance(30), column + [0, 0, 2][self.choices.below(3)]);
            let comment = self.comment();
            out.push_str(&format!("{}{comment}\n{}", " ".repeat(column), if blank { "\n" } else { "" }));
        } else if self.choices.chance(10) {
            out.push('\n');
        }
    }

    fn scalar(&mut self, text: &str, in_flow: bool) -> String {
        let safe = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
        let plain = safe && !["1.0", "yes", "null", "0x1"].contains(&text);
        let single = format!("'{}'", text.replace('\'', "''"));
        match self.choices.below(6) {
            0..=2 if plain => text.to_owned(),
            3 if !text.contains('\n') => single,
            4 if !in_flow && safe => format!("|-\n{}{text}", " ".repeat(12)),
            _ => serde_json::to_string(text).unwrap(),
        }
    }

    fn flow(&mut self, value: &Value) -> String {
        match value {
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| self.flow(item)).collect();
                format!("[{}]", items.join(", "))
            }
            Value::Object(pairs) => {
                let pairs: Vec<String> =
                    pairs.iter().map(|(key, value)| format!("{key}: {}", self.flow(value))).collect();
                format!("{{{}}}", pairs.join(", "))
            }
            other => self.scalar(other.as_str().unwrap(), true),
        }
    }

    fn flow_lines(&mut self, value: &Value, column: usize) -> String {
        let Value::Array(items) = value else { return self.flow(value) };
        let mut out = String::from("[\n");
        for (at, item) in items.iter().enumerate() {
            self.above(&mut out, column);
            let comma = if at + 1 < items.len() || self.choices.chance(30) { "," } else { "" };
            let (item, trailing) = (self.flow(item), self.trailing());
            out.push_str(&format!("{}{item}{comma}{trailing}\n", " ".repeat(column)));
        }
        out + &" ".repeat(column - 2) + "]"
    }

    fn value(&mut self, out: &mut String, value: &Value, column: usize) {
        let is_list = value.as_array().is_some_and(|items| !items.is_empty());
        if !is_list || self.choices.chance(self.flow) {
            let text = match value {
                Value::String(text) => self.scalar(text, false),
                value if is_list && self.choices.chance(40) => self.flow_lines(value, column + 4),
                value => self.flow(value),
            };
            let trailing = if text.contains("|-") { String::new() } else { self.trailing() };
            out.push_str(&format!(" {text}{trailing}\n"));
            return;
        }
        let trailing = self.trailing();
        out.push_str(&format!("{trailing}\n"));
        let column = column + self.indent;
        for item in value.as_array().unwrap() {
            self.above(out, column);
            out.push_str(&format!("{}-", " ".repeat(column)));
            match item {
                Value::Object(_) if !self.choices.chance(self.flow) => {
                    out.push_str(&" ".repeat(self.width));
                    self.mapping(out, item, column + 1 + self.width);
                }
                item => {
                    let (item, trailing) = (self.flow(item), self.trailing());
                    out.push_str(&format!("{}{item}{trailing}\n", " ".repeat(self.width)));
                }
            }
        }
    }

    fn mapping(&mut self, out: &mut String, value: &Value, column: usize) {
        for (at, (key, value)) in value.as_object().unwrap().iter().enumerate() {
            if at > 0 {
                self.above(out, column);
                out.push_str(&" ".repeat(column));
            }
            out.push_str(&format!("{key}:"));
            self.value(out, value, column);
        }
    }
}

fn write(choices: &mut Choices<'_>, model: &Value) -> (String, Format) {
    match choices.below(5) {
        0 => return (serde_json::to_string_pretty(model).unwrap(), Format::Json),
        1 => return (serde_json::to_string(model).unwrap(), Format::Json),
        _ => {}
    }
    let (has_comments, indent, width) = (choices.chance(60), [0, 2, 4][choices.below(3)], 1 + choices.below(3));
    let flow = [0, 30, 60][choices.below(3)];
    let mut writer = Writer { choices, comments: 0, has_comments, indent, width, flow };
    let mut out = String::new();
    writer.mapping(&mut out, model, 0);
    if choices.chance(20) {
        out.truncate(out.trim_end().len());
    }
    (if choices.chance(25) { out.replace('\n', "\r\n") } else { out }, Format::Yaml)
}

fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
    assert!(edits.windows(2).all(|pair| pair[0].range.end() <= pair[1].range.start()), "edits overlap: {edits:?}");
    let mut out = text.to_owned();
    for edit in edits.iter().rev() {
        out.replace_range(usize::from(edit.range.start())..usize::from(edit.range.end()), &edit.text);
    }
    out
}

fn read(text: &str, format: Format) -> Value {
    let document = read_document(text.as_bytes(), format);
    assert_eq!(document.error, None, "{text}");
    serde_json::from_str(&to_json(document.root().unwrap())).unwrap()
}

fn pair<'d>(mapping: NodeRef<'d>, key: &str) -> Option<(NodeRef<'d>, NodeRef<'d>)> {
    mapping.pairs().find(|(own, _)| own.key() == key)
}

/// All comments, sorted, because items that move take their comments with them.
fn comments(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text.split("# c").skip(1).map(|rest| rest.split_whitespace().next().unwrap()).collect();
    found.sort_unstable();
    found
}

/// Makes a random edit and changes the model accordingly. Returns the edits and whether something was removed.
fn edit(choices: &mut Choices<'_>, root: NodeRef<'_>, model: &mut Value) -> (String, Vec<Edit>, bool) {
    let (entries_key, entries) = pair(root, "entries").unwrap();
    let count = entries.children().count();
    let at = choices.below(count);
    let entry = entries.children().nth(at).unwrap();
    let key = ["replaces", "skipRange", "skips"][choices.below(3)];
    let present = pair(entry, key);
    match choices.below(6) {
        0 => {
            let text = text(choices);
            let (_, value) = pair(entry, "name").unwrap();
            model["entries"][at]["name"] = json!(text);
            (format!("name = {text:?}"), replace_scalar(value, &text).unwrap().into_iter().collect(), false)
        }
        1 => match present {
            Some((key_node, _)) if entry.pairs().count() > 1 => {
                model["entries"][at].as_object_mut().unwrap().remove(key);
                (format!("remove {key} of {at}"), vec![remove_key(entry, key_node).unwrap()], true)
            }
            _ => (String::new(), Vec::new(), false),
        },
        2 if present.is_none() => {
            let value = if key == "skips" { NewValue::List(texts(choices, 2)) } else { NewValue::Text(text(choices)) };
            model["entries"][at][key] = match &value {
                NewValue::List(items) => json!(items),
                NewValue::Text(text) => json!(text),
                _ => Value::Null,
            };
            (format!("insert {key} {value:?}"), vec![insert_key(entry, key, &value, ORDER).unwrap()], false)
        }
        2 | 3 if pair(entry, "skips").is_some() => {
            let (key, value) = pair(entry, "skips").unwrap();
            let old: Vec<String> = value.items().map(|item| item.as_str().unwrap().into_owned()).collect();
            let mut new: Vec<String> = old.iter().filter(|_| choices.chance(70)).cloned().collect();
            for _ in 0..choices.below(3) {
                let text = text(choices);
                new.insert(choices.below(new.len() + 1), text);
            }
            model["entries"][at]["skips"] = json!(new);
            let times = |list: &[String], text: &String| list.iter().filter(|other| *other == text).count();
            let removed = old.iter().any(|text| times(&new, text) < times(&old, text));
            (format!("skips of {at}: {old:?} -> {new:?}"), replace_items(key, value, &new).unwrap(), removed)
        }
        4 => {
            model["entries"].as_array_mut().unwrap().remove(at);
            (format!("remove entry {at}"), vec![remove_item(entries_key, entries, at).unwrap()], true)
        }
        _ => {
            let at = choices.below(count + 1);
            let (name, skips) = (text(choices), texts(choices, 2));
            let mut pairs = vec![("name".to_owned(), NewValue::Text(name.clone()))];
            let mut entry = json!({ "name": name });
            if choices.chance(50) {
                entry["skips"] = json!(skips);
                pairs.push(("skips".to_owned(), NewValue::List(skips)));
            }
            model["entries"].as_array_mut().unwrap().insert(at, entry);
            let item = NewItem::Mapping(pairs);
            (format!("insert {item:?} at {at}"), vec![insert_item(entries_key, entries, at, &item).unwrap()], false)
        }
    }
}

/// The tested property, which `fuzz` checks too.
pub(crate) fn edits_hold(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let mut wanted = model(&mut choices);
    let (text, format) = write(&mut choices, &wanted);
    assert_eq!(read(&text, format), wanted, "the generator is wrong\n{text}");
    let before = wanted.clone();
    let document = read_document(text.as_bytes(), format);
    let (what, edits, removed) = edit(&mut choices, document.root().unwrap(), &mut wanted);
    if before == wanted {
        assert_eq!(edits, [], "{what}: nothing changes, yet it is edited\n{text}");
    }
    let result = apply(&text, edits);
    let found = read_document(result.as_bytes(), format);
    assert_eq!(found.error, None, "{what}\n{text}\n=====\n{result}");
    assert_eq!(read(&result, format), wanted, "{what}\n{text}\n=====\n{result}");
    if !removed {
        assert_eq!(comments(&text), comments(&result), "{what}\n{text}\n=====\n{result}");
    }
    if text.contains("\r\n") {
        assert_eq!(result.matches('\n').count(), result.matches("\r\n").count(), "{what}\n{result:?}");
    }
}

#[test]
fn edits_change_what_they_mean_and_nothing_else() {
    property(20_000, 300, edits_hold);
}
