//! Export to the package manifests format of app registries.

use olmkit_collections::{SortedSet, order};
use std::fmt::Write;

use olmkit_gostd::go_quote;
use olmkit_yaml::{NodeRef, quote_json};

use super::{IndexPackage, head_of};
use crate::document::read_json;
use crate::typed::{field, object_data, text};

/// Returns `package.yaml` of an exported package.
#[must_use]
pub fn package_manifest(name: &str, package: &IndexPackage) -> String {
    let mut out = format!("packageName: {}\nchannels:\n", scalar(name));
    let mut channels: Vec<(&str, &str)> =
        package.channels.iter().map(|(name, entries)| (name.as_str(), head_of(entries).unwrap_or_default())).collect();
    order::sort(&mut channels);
    for (channel, head) in channels {
        let _ = writeln!(out, "    - name: {}\n      currentCSV: {}", scalar(channel), scalar(head));
    }
    let _ = writeln!(out, "defaultChannel: {}", scalar(&package.default_channel));
    out
}

/// Returns the objects in an `olm.bundle` document: file name and content.
#[must_use]
pub fn objects_of(json: &str) -> Vec<(String, Vec<u8>)> {
    let document = read_json(json);
    let properties = document.root().and_then(|root| field(root, "properties"));
    let object = |property: NodeRef<'_>| {
        text(property, "type").filter(|kind| kind == "olm.bundle.object").and_then(|_| object_data(property))
    };
    let objects = properties.into_iter().flat_map(|list| list.items()).filter_map(object);
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut names = SortedSet::new();
    for (at, data) in objects.enumerate() {
        let name = file_name(&data).filter(|name| names.insert(name.clone()));
        files.push((name.unwrap_or_else(|| format!("object-{at}.yaml")), data));
    }
    files
}

/// The file name `name.kind.yaml`; `None` if name or kind is missing or not a safe file name. Objects with the same name
/// and kind can differ in their API groups.
fn file_name(object: &[u8]) -> Option<String> {
    let read = olmkit_yaml::read_document(object, olmkit_yaml::Format::Yaml);
    let root = read.root();
    let kind = root.and_then(|root| text(root, "kind")).unwrap_or_default().to_ascii_lowercase();
    let name = root.and_then(|root| text(field(root, "metadata")?, "name")).unwrap_or_default();
    let is_safe = |text: &str| {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        !text.is_empty() && !text.starts_with('.') && text.bytes().all(is_part)
    };
    (is_safe(&name) && is_safe(&kind)).then(|| format!("{name}.{kind}.yaml"))
}

/// Formats a name as a YAML scalar, quoted if it would be read as something else.
fn scalar(text: &str) -> String {
    let written = crate::yaml_of(&quote_json(text)).map(|written| written.trim_end().to_owned());
    written.ok().filter(|written| !written.contains('\n')).unwrap_or_else(|| go_quote(text))
}

#[cfg(test)]
mod tests {
    use super::{objects_of, scalar};

    #[test]
    fn each_object_has_a_file_of_its_own() {
        let object = |group: &str| {
            let json = format!(r#"{{"apiVersion":"{group}/v1","kind":"Service","metadata":{{"name":"a"}}}}"#);
            format!(
                r#"{{"type":"olm.bundle.object","value":{{"data":"{}"}}}}"#,
                olmkit_yaml::base64::encode(json.as_bytes())
            )
        };
        let bundle = format!(r#"{{"properties":[{},{}]}}"#, object("one.example"), object("two.example"));
        let files = objects_of(&bundle);
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a.service.yaml", "object-1.yaml"]);
        assert!(String::from_utf8_lossy(&files[1].1).contains("two.example"));
    }

    #[test]
    fn names_are_quoted_only_where_it_is_necessary() {
        for (name, expected) in [
            ("stable", "stable"),
            ("4.10", "\"4.10\""),
            ("4.10-stable", "4.10-stable"),
            ("1.0.x", "1.0.x"),
            ("y", "\"y\""),
            ("", "\"\""),
            ("a b", "a b"),
            ("a\nb", "\"a\\nb\""),
        ] {
            assert_eq!(scalar(name), expected);
        }
    }
}
