//! Appends documents to a file.

use olmkit_catalog::documents;
use olmkit_yaml::Format;

use crate::Output;
use crate::document::Document;

/// Returns the text that appends JSON documents to `text`, in the format of the existing documents and with their line
/// endings. If `text` has no documents, the format is `without`.
#[must_use]
pub fn append(text: &[u8], added: &[String], without: Output) -> String {
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
    for document in added.iter().filter_map(|json| Document::read(json)) {
        match output {
            Output::Yaml => crate::yaml::write_any(&document.json, &mut out),
            _ => crate::json::write(&document.json, &mut out),
        }
    }
    if text.windows(2).any(|pair| pair == b"\r\n") { out.replace('\n', "\r\n") } else { out }
}

#[cfg(test)]
mod tests {
    use super::append;
    use crate::Output;

    fn added(text: &str, without: Output) -> String {
        append(text.as_bytes(), &[r#"{"schema": "olm.package", "name": "yes"}"#.to_owned()], without)
    }

    #[test]
    fn the_file_decides_how_documents_are_written() {
        let yaml = "---\nname: \"yes\"\nschema: olm.package\n";
        assert_eq!(added("schema: x\n", Output::Json), yaml);
        assert_eq!(added("schema: x", Output::Json), format!("\n{yaml}"));
        assert_eq!(added("schema: x\r\n", Output::Json), yaml.replace('\n', "\r\n"));
        assert_eq!(added("{\"schema\": \"x\"}\n---\nschema: y\n", Output::Json), yaml);
        let json = "{\n    \"schema\": \"olm.package\",\n    \"name\": \"yes\"\n}\n";
        assert_eq!(added("{\"schema\": \"x\"}\n{\"schema\": \"---\"}\n", Output::Yaml), json);
    }

    #[test]
    fn a_new_file_has_the_requested_format() {
        assert!(added("", Output::Json).starts_with('{'));
        assert!(added("", Output::Yaml).starts_with("---\n"));
    }
}
