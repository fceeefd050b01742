//! A tree as the JSON text sigs.k8s.io/yaml makes of it.

use olmkit_float::go_float64;
use olmkit_tree::{Kind, NodeRef, Resolved, resolve};

enum Task<'d> {
    Node(NodeRef<'d>),
    Text(String),
}

/// The node as compact JSON: keys sorted, HTML characters escaped, numbers as Go prints them.
/// Aliases are expanded; call it only for documents without an error.
#[must_use]
pub fn to_json(root: NodeRef<'_>) -> String {
    let mut out = String::new();
    let mut tasks = vec![Task::Node(root)];
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Text(text) => {
                out.push_str(&text);
                continue;
            }
            Task::Node(node) => node.resolved(),
        };
        match node.kind() {
            Kind::Sequence => push_items(node, &mut tasks),
            Kind::Mapping => push_members(node, &mut tasks),
            Kind::Scalar | Kind::Alias => push_scalar(node, &mut out),
        }
    }
    out
}

fn push_items<'d>(node: NodeRef<'d>, tasks: &mut Vec<Task<'d>>) {
    let items: Vec<_> = node.items().collect();
    tasks.push(Task::Text("]".to_owned()));
    for (at, item) in items.into_iter().enumerate().rev() {
        tasks.push(Task::Node(item));
        if at > 0 {
            tasks.push(Task::Text(",".to_owned()));
        }
    }
    tasks.push(Task::Text("[".to_owned()));
}

fn push_members<'d>(node: NodeRef<'d>, tasks: &mut Vec<Task<'d>>) {
    tasks.push(Task::Text("}".to_owned()));
    for (at, member) in node.sorted_members().into_iter().enumerate().rev() {
        tasks.push(Task::Node(member.value));
        let mut text = if at > 0 { ",".to_owned() } else { String::new() };
        quote(&member.key, true, &mut text);
        text.push(':');
        tasks.push(Task::Text(text));
    }
    tasks.push(Task::Text("{".to_owned()));
}

fn push_scalar(node: NodeRef<'_>, out: &mut String) {
    match resolve(node) {
        Ok(Resolved::Null) | Err(_) => out.push_str("null"),
        Ok(Resolved::Bool(value)) => out.push_str(if value { "true" } else { "false" }),
        Ok(Resolved::Int(value)) => out.push_str(&value.to_string()),
        Ok(Resolved::Uint(value)) => out.push_str(&value.to_string()),
        Ok(Resolved::Float(value)) => out.push_str(&go_float64(value)),
        Ok(Resolved::Str(text)) => quote(&text, true, out),
    }
}

/// A string as encoding/json writes it. `markup`: `<`, `>` and `&` are escaped too, as by its default.
#[must_use]
pub fn quote_json(text: &str, markup: bool) -> String {
    let mut out = String::with_capacity(text.len().saturating_add(2));
    quote(text, markup, &mut out);
    out
}

fn quote(text: &str, markup: bool, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x08' => out.push_str("\\b"),
            '\x0C' => out.push_str("\\f"),
            '\0'..='\x1F' | '\u{2028}' | '\u{2029}' => escape(character, out),
            '<' | '>' | '&' if markup => escape(character, out),
            _ => out.push(character),
        }
    }
    out.push('"');
}

fn escape(character: char, out: &mut String) {
    out.push_str(&format!("\\u{:04x}", u32::from(character)));
}
