//! JSON as Go writes it.

/// A string, quoted; markup characters stay as they are.
pub(crate) fn quote(text: &str) -> String {
    olmkit_syntax::quote_json(text, false)
}

/// An object of members whose values are JSON already.
pub(crate) fn object(members: &[(&str, String)]) -> String {
    let members: Vec<String> = members.iter().map(|(key, value)| format!("{}:{value}", quote(key))).collect();
    format!("{{{}}}", members.join(","))
}

/// Compact or loose JSON with four blanks for each level, as `json.Indent` makes it, and a line break at the end.
pub(crate) fn indented(text: &str) -> String {
    let mut out = String::with_capacity(text.len().saturating_mul(2));
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    let mut opened = false;
    for c in text.chars() {
        if in_string {
            out.push(c);
            match (escaped, c) {
                (true, _) => escaped = false,
                (false, '\\') => escaped = true,
                (false, '"') => in_string = false,
                _ => {}
            }
            continue;
        }
        if c.is_ascii_whitespace() {
            continue;
        }
        let closing = matches!(c, '}' | ']');
        if opened && !closing {
            depth = depth.saturating_add(1);
            line(&mut out, depth);
        } else if closing && !opened {
            depth = depth.saturating_sub(1);
            line(&mut out, depth);
        }
        opened = matches!(c, '{' | '[');
        in_string = c == '"';
        out.push(c);
        match c {
            ',' => line(&mut out, depth),
            ':' => out.push(' '),
            _ => {}
        }
    }
    out.push('\n');
    out
}

fn line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("    ", depth));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indents_as_go_does() {
        let text = r#"{"a":[],"b":{ },"c":[1,{"d":"x, {y}\""}]}"#;
        let wanted = "{\n    \"a\": [],\n    \"b\": {},\n    \"c\": [\n        1,\n        {\n            \"d\": \"x, {y}\\\"\"\n        }\n    ]\n}\n";
        assert_eq!(indented(text), wanted);
    }
}
