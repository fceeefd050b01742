//! What documents are meant to be, as far as their text shows: broken or unfinished ones have a meaning too.

use olmkit_catalog::schemas;

/// An intended document of a catalog. A name that cannot be found is empty.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Intended {
    /// An `olm.package`, with its name.
    Package(String),
    /// A document of another schema, with its package.
    PartOf(String),
}

/// Whether a text names a schema of OLM, even if it cannot be read.
#[must_use]
pub fn names_olm_schema(text: &str) -> bool {
    fields(text, "schema").any(|(_, schema)| schema.starts_with("olm."))
}

/// Returns the documents that a text is meant to contain. A text with actions of a Go template (`{{ }}`), as in a Helm
/// chart, is not meant to be read as it is.
pub(crate) fn intended(text: &[u8]) -> Vec<Intended> {
    let text = String::from_utf8_lossy(text);
    if text.lines().any(is_template) {
        return Vec::new();
    }
    let found: Vec<(usize, &str)> = fields(&text, "schema")
        .filter(|(at, schema)| is_schema(schema) && is_outermost(text.get(..*at).unwrap_or_default()))
        .collect();
    let starts = found.iter().map(|(at, _)| *at);
    let ends = starts.clone().skip(1).chain([text.len()]);
    // A single document may have its schema behind its name.
    let starts = starts.map(|at| if found.len() == 1 { 0 } else { at });
    let documents = starts.zip(ends).map(|(start, end)| text.get(start..end).unwrap_or_default());
    documents.zip(&found).map(|(document, (_, schema))| document_of(schema, document)).collect()
}

/// Whether a line is an action of a Go template, or has a name that is one. In other values, such as those of alerts, `{{`
/// is text.
fn is_template(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '-']);
    let value = ["schema:", "name:", "package:"].iter().find_map(|key| line.strip_prefix(key)).unwrap_or(line);
    value.trim_start_matches([' ', '"', '\'']).starts_with("{{")
}

fn document_of(schema: &str, document: &str) -> Intended {
    let first = |key: &'static str| fields(document, key).next().map(|(_, value)| value.to_owned()).unwrap_or_default();
    if schema == schemas::PACKAGE { Intended::Package(first("name")) } else { Intended::PartOf(first("package")) }
}

fn is_schema(word: &str) -> bool {
    [schemas::PACKAGE, schemas::CHANNEL, schemas::BUNDLE, schemas::DEPRECATIONS].contains(&word)
}

/// Whether a key behind this text belongs to a document, not to an item of a list or a value.
fn is_outermost(before: &str) -> bool {
    let line = before.trim_end_matches(['"', '\'']);
    line.is_empty() || line.ends_with('\n') || line.trim_end().ends_with(['{', ','])
}

/// The values of a key that starts a line or follows `{` or `,`, each with the place of the key. The text between key
/// and value may be broken.
fn fields<'t>(text: &'t str, key: &'static str) -> impl Iterator<Item = (usize, &'t str)> {
    // Go's decoder ignores the case of keys.
    let words = text.as_bytes().windows(key.len()).enumerate();
    words.filter(move |(_, word)| word.eq_ignore_ascii_case(key.as_bytes())).filter_map(move |(at, _)| {
        let before = text.get(..at)?.trim_end_matches([' ', '\t', '"', '\'']);
        let is_key = before.is_empty() || before.ends_with(['\n', '{', ',']);
        let rest = text.get(at.checked_add(key.len())?..)?;
        let value = rest.trim_start_matches(is_between);
        (is_key && value.len() < rest.len()).then(|| (at, value.split(is_between).next().unwrap_or_default()))
    })
}

/// Whether a character separates names, in YAML or JSON.
fn is_between(character: char) -> bool {
    character.is_whitespace() || matches!(character, ':' | '"' | '\'' | '[' | ']' | '{' | '}' | ',')
}

#[cfg(test)]
mod tests {
    use super::{Intended, intended};

    #[test]
    fn broken_documents_keep_their_names() {
        let package = |name: &str| Intended::Package(name.to_owned());
        let part = |name: &str| Intended::PartOf(name.to_owned());
        for (text, expected) in [
            ("schema: [olm.package\nname: foo\n", vec![package("foo")]),
            ("schema olm.package\nname: foo\n", vec![package("foo")]),
            ("Schema: [olm.package\nNAME: foo\n", vec![package("foo")]),
            ("# c\nschema: olm.package\n\tname: foo\n", vec![package("foo")]),
            ("<<<<<<< HEAD\nschema: olm.package\nname: foo\n", vec![package("foo")]),
            ("name: 'foo'\nschema: \"olm.package\"\nx: [\n", vec![package("foo")]),
            ("schema: olm.package\nx: [\n", vec![package("")]),
            ("schema: olm.bundle\nname: foo.v1\npackage: foo\nx: [\n", vec![part("foo")]),
            ("schema: olm.deprecations\npackage: foo\nx: [\n", vec![part("foo")]),
            (
                "{\"schema\" \"olm.package\", \"name\": \"foo\"}\n{\"schema\": \"olm.channel\",\n\"package\":\"foo\"}",
                vec![package("foo"), part("foo")],
            ),
            // Other files of repositories.
            ("schema: olm.package\nname: {{ .Values.name }}\n", vec![]),
            ("{{- if .Values.on }}\nschema: olm.package\nname: foo\n{{- end }}\n", vec![]),
            ("schema: olm.bundle\nx: 'in {{ $labels.x }}'\ny: [\n", vec![part("")]),
            ("schema: olm.template.basic\nentries:\n- schema: olm.bundle\n  package: foo\n- [\n", vec![]),
            ("data:\n  catalog: |\n  schema: olm.package\n bad: [\n", vec![]),
            ("# schema: olm.package\nx: [\n", vec![]),
            ("schemas: olm.package\nx: [\n", vec![]),
            ("on: push\njobs: [\n", vec![]),
        ] {
            assert_eq!(intended(text.as_bytes()), expected, "{text}");
        }
    }
}
