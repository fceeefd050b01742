//! Appends documents to a file.

use olmkit_catalog::documents;
use olmkit_yaml::Format;

use crate::Output;
use crate::document::Document;

/// Returns the text that appends JSON documents to `text`, in the format of the existing documents, with their
/// indentation and line endings. If `text` has no documents, the format is `without`, and the indentation that of
/// `like`, another file of the catalog.
#[must_use]
pub fn append(text: &[u8], added: &[String], (without, like): (Output, &[u8])) -> String {
    let found = documents(text);
    let output = match found.iter().all(|document| document.format == Format::Json) {
        _ if found.is_empty() => without,
        true => Output::Json,
        false => Output::Yaml,
    };
    let mut out = String::new();
    if !text.is_empty() && !text.ends_with(b"\n") {
        out.push('\n');
    }
    let style = JsonStyle::of(if found.is_empty() { like } else { text });
    for document in added.iter().filter_map(|json| Document::read(json)) {
        match output {
            Output::Yaml => crate::yaml::write_any(&document.json, &mut out),
            _ => style.write(&document.json, &mut out),
        }
    }
    if text.windows(2).any(|pair| pair == b"\r\n") { out.replace('\n', "\r\n") } else { out }
}

/// How a file writes JSON.
enum JsonStyle<'t> {
    /// Each level is indented by this text.
    Indented(&'t str),
    /// A document is a line. `spaced`: spaces follow colons and commas.
    OneLine { spaced: bool },
}

/// Whether a space follows the colon of the first key in this text. Keys of a catalog have no quotes inside.
fn is_spaced(text: &str) -> bool {
    text.split('"').nth(2).is_some_and(|behind| behind.starts_with(": "))
}

/// The indentation of opm.
const UNIT: &str = "    ";

impl<'t> JsonStyle<'t> {
    /// The style of the first document. Without one, that of opm.
    fn of(text: &'t [u8]) -> Self {
        let text = std::str::from_utf8(text).unwrap_or_default();
        let Some((_, rest)) = text.split_once('{') else { return JsonStyle::Indented(UNIT) };
        let Some(key) = rest.find(|c: char| !c.is_ascii_whitespace()) else { return JsonStyle::Indented(UNIT) };
        let before = rest.get(..key).unwrap_or_default();
        match before.rsplit_once('\n') {
            Some((_, unit)) => JsonStyle::Indented(unit),
            None => JsonStyle::OneLine { spaced: is_spaced(rest) },
        }
    }

    fn write(&self, compact: &str, out: &mut String) {
        let mut indented = String::new();
        crate::json::write(compact, &mut indented);
        match self {
            JsonStyle::OneLine { spaced: false } => out.push_str(compact.trim_end()),
            JsonStyle::OneLine { spaced: true } => {
                for line in indented.lines().map(str::trim_start) {
                    out.push_str(if out.ends_with(',') { " " } else { "" });
                    out.push_str(line);
                }
            }
            JsonStyle::Indented(unit) => {
                // Strings do not contain line breaks.
                for line in indented.lines() {
                    let content = line.trim_start_matches(' ');
                    let depth = line.len().saturating_sub(content.len()).checked_div(UNIT.len()).unwrap_or_default();
                    out.push_str(&unit.repeat(depth));
                    out.push_str(content);
                    out.push('\n');
                }
                return;
            }
        }
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::append;
    use crate::Output;

    fn added(text: &str, without: Output) -> String {
        added_like(text, (without, ""))
    }

    fn added_like(text: &str, (without, like): (Output, &str)) -> String {
        let document = r#"{"schema": "olm.package", "name": "yes"}"#.to_owned();
        append(text.as_bytes(), &[document], (without, like.as_bytes()))
    }

    #[test]
    fn the_file_decides_how_documents_are_written() {
        let yaml = "---\nname: \"yes\"\nschema: olm.package\n";
        assert_eq!(added("schema: x\n", Output::Json), yaml);
        assert_eq!(added("schema: x", Output::Json), format!("\n{yaml}"));
        assert_eq!(added("schema: x\r\n", Output::Json), yaml.replace('\n', "\r\n"));
        assert_eq!(added("{\"schema\": \"x\"}\n---\nschema: y\n", Output::Json), yaml);
        let json = "{\n    \"schema\": \"olm.package\",\n    \"name\": \"yes\"\n}\n";
        assert_eq!(added("{\n    \"schema\": \"x\"\n}\n{\"schema\": \"---\"}\n", Output::Yaml), json);
    }

    #[test]
    fn json_has_the_indentation_of_the_file_or_of_another_one() {
        let with = |unit: &str| format!("{{\n{unit}\"schema\": \"olm.package\",\n{unit}\"name\": \"yes\"\n}}\n");
        for unit in ["  ", "\t", "   "] {
            let file = format!("{{\n{unit}\"schema\": \"x\"\n}}\n");
            assert_eq!(added(&file, Output::Yaml), with(unit));
            assert_eq!(added_like("", (Output::Json, &file)), with(unit));
        }
        let line = "{\"schema\":\"olm.package\",\"name\":\"yes\"}\n";
        assert_eq!(added("{\"schema\":\"x\"}\n", Output::Yaml), line);
        assert_eq!(added("{\"schema\": \"x\"}\n", Output::Yaml), line.replace(':', ": ").replace(',', ", "));
        assert_eq!(added("{\"schema\":\"x\",\"v\":\"{\\\"a\\\": 1}\"}\n", Output::Yaml), line);
    }

    #[test]
    fn a_new_file_has_the_requested_format() {
        assert!(added("", Output::Json).starts_with('{'));
        assert!(added("", Output::Yaml).starts_with("---\n"));
    }
}
