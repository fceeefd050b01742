//! The contents of a catalog's bundle for display: properties, images, facts from its ClusterServiceVersion, and its
//! decoded objects.

use olmkit_catalog::schemas::{CSV_PROPERTIES, PACKAGE_PROPERTY};
use olmkit_yaml::base64;
use serde_json::{Map, Value};

use olmkit_api::bundle::{BundleContents, NamedText};

/// The contents of an `olm.bundle` document, given as JSON as opm renders it. `None` if it is not a JSON object.
#[must_use]
pub fn bundle_contents(json: &str) -> Option<BundleContents> {
    let bundle: Value = serde_json::from_str(json).ok().filter(Value::is_object)?;
    let properties = list(&bundle, "properties");
    let of_type = |wanted: &'static str| properties.iter().filter(move |property| text(property, "type") == wanted);
    let objects: Vec<Object> =
        of_type("olm.bundle.object").map(|property| Object::of(part(property, "value"))).collect();
    let metadata = of_type("olm.csv.metadata").map(|property| part(property, "value").clone()).next();
    let csv =
        metadata.or_else(|| objects.iter().find(|object| object.kind == "ClusterServiceVersion").map(metadata_of));
    let csv = csv.unwrap_or_default();
    // The CSV is shown separately.
    let plain = properties.iter().filter(|property| !CSV_PROPERTIES.contains(&text(property, "type")));
    Some(BundleContents {
        image: text(&bundle, "image").to_owned(),
        properties: plain.map(|property| named(text(property, "type"), property_text(property))).collect(),
        images: list(&bundle, "relatedImages")
            .iter()
            .map(|image| named(text(image, "name"), text(image, "image").to_owned()))
            .collect(),
        facts: facts(&csv),
        description: text(&csv, "description").to_owned(),
        objects: objects
            .into_iter()
            .map(|object| named(&joined_by_space([object.kind, object.name]), object.text))
            .collect(),
        raw: json.trim().to_owned(),
    })
}

fn named(name: &str, value: String) -> NamedText {
    NamedText { name: name.to_owned(), value }
}

fn part<'v>(value: &'v Value, key: &str) -> &'v Value {
    value.get(key).unwrap_or(&Value::Null)
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// Joins the non-empty parts with spaces.
fn joined_by_space<T: AsRef<str>>(parts: impl IntoIterator<Item = T>) -> String {
    joined(parts, " ")
}

fn joined<T: AsRef<str>>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut out = String::new();
    for part in parts.into_iter().filter(|part| !part.as_ref().is_empty()) {
        if !out.is_empty() {
            out.push_str(between);
        }
        out.push_str(part.as_ref());
    }
    out
}

/// An object in a bundle.
struct Object {
    kind: String,
    name: String,
    text: String,
    value: Value,
}

impl Object {
    /// Decodes `value`, the value of a property that holds the object in base64.
    fn of(value: &Value) -> Object {
        let data = text(value, "data");
        let bytes = base64::decode(data.as_bytes()).ok();
        let decoded = bytes.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok()).filter(Value::is_object);
        match decoded {
            Some(value) => Object {
                kind: text(&value, "kind").to_owned(),
                name: value.get("metadata").map_or("", |metadata| text(metadata, "name")).to_owned(),
                text: pretty(&value),
                value,
            },
            None => Object {
                kind: "object that cannot be decoded".to_owned(),
                name: String::new(),
                text: data.to_owned(),
                value: Value::Null,
            },
        }
    }
}

/// The value that `olm.csv.metadata` would have for a ClusterServiceVersion.
fn metadata_of(object: &Object) -> Value {
    let members = |key: &str| object.value.get(key).and_then(Value::as_object).cloned().unwrap_or_default();
    let (mut spec, mut metadata): (Map<String, Value>, Map<String, Value>) = (members("spec"), members("metadata"));
    let descriptions = spec.remove("customresourcedefinitions").unwrap_or_default();
    spec.insert("crdDescriptions".to_owned(), descriptions);
    spec.insert("annotations".to_owned(), metadata.remove("annotations").unwrap_or_default());
    Value::Object(spec)
}

/// A short text for a property.
fn property_text(property: &Value) -> String {
    let value = part(property, "value");
    match text(property, "type") {
        "olm.gvk" | "olm.gvk.required" => {
            let version = joined([text(value, "group"), text(value, "version")], "/");
            joined([text(value, "kind"), &version], " · ")
        }
        PACKAGE_PROPERTY => text(value, "version").to_owned(),
        "olm.package.required" => joined_by_space([text(value, "packageName"), text(value, "versionRange")]),
        _ => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    }
}

/// The facts about the operator in a ClusterServiceVersion, as names and texts.
fn facts(csv: &Value) -> Vec<NamedText> {
    let child = |key: &str| part(csv, key);
    let plain = |key: &str| text(csv, key).to_owned();
    let annotation = |key: &str| text(child("annotations"), key).to_owned();
    let each = |items: &[Value], of: &dyn Fn(&Value) -> String| joined(items.iter().map(of), ", ");
    let apis = |key: &str| {
        each(list(child("crdDescriptions"), key), &|api| joined_by_space([text(api, "kind"), text(api, "version")]))
    };
    let mode =
        |mode: &Value| if *part(mode, "supported") == true { text(mode, "type").to_owned() } else { String::new() };
    let maintainer = |one: &Value| {
        let name = text(one, "name");
        if name.is_empty() { text(one, "email").to_owned() } else { name.to_owned() }
    };
    let link = |link: &Value| joined([text(link, "name"), text(link, "url")], ": ");
    let keyword = |word: &Value| word.as_str().unwrap_or_default().to_owned();
    let all = [
        ("Display name", plain("displayName")),
        ("Version", plain("version")),
        ("Provider", text(child("provider"), "name").to_owned()),
        ("Maturity", plain("maturity")),
        ("Capabilities", annotation("capabilities")),
        ("Categories", annotation("categories")),
        ("Minimum Kubernetes version", plain("minKubeVersion")),
        ("Install modes", each(list(csv, "installModes"), &mode)),
        ("Provides", apis("owned")),
        ("Requires", apis("required")),
        ("Keywords", each(list(csv, "keywords"), &keyword)),
        ("Maintainers", each(list(csv, "maintainers"), &maintainer)),
        ("Links", each(list(csv, "links"), &link)),
    ];
    all.into_iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| named(name, value)).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
    use super::bundle_contents;
    use serde_json::json;

    fn encoded(object: &serde_json::Value) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let text = object.to_string();
        let groups = text.as_bytes().chunks(3).flat_map(|bytes| {
            let bits = bytes.iter().zip([16, 8, 0]).fold(0, |bits, (byte, shift)| bits | usize::from(*byte) << shift);
            let digits = [18, 12, 6, 0].map(|shift| char::from(DIGITS[bits >> shift & 63]));
            (0..4).map(move |at| if at <= bytes.len() { digits[at] } else { '=' })
        });
        groups.collect()
    }

    #[test]
    fn a_bundle_with_its_objects() {
        let csv = json!({
            "kind": "ClusterServiceVersion",
            "metadata": {"name": "a.v1", "annotations": {"capabilities": "Deep Insights"}},
            "spec": {
                "displayName": "A", "description": "waters", "provider": {"name": "Garden"},
                "customresourcedefinitions": {"owned": [{"name": "p.g", "kind": "Plant", "version": "v1"}]},
                "installModes": [{"type": "AllNamespaces", "supported": true}, {"type": "OwnNamespace", "supported": false}],
                "maintainers": [{"email": "a@example.com"}, {"name": "B"}], "links": [{"name": "home", "url": "https://example.com"}],
            },
        });
        let bundle = json!({
            "schema": "olm.bundle", "name": "a.v1", "image": "r/a:1",
            "properties": [
                {"type": "olm.package", "value": {"packageName": "a", "version": "1.0.0"}},
                {"type": "olm.gvk", "value": {"group": "g", "kind": "Plant", "version": "v1"}},
                {"type": "olm.package.required", "value": {"packageName": "b", "versionRange": ">=1"}},
                {"type": "own", "value": {"a": [1]}},
                {"type": "olm.bundle.object", "value": {"data": encoded(&csv)}},
                {"type": "olm.bundle.object", "value": {"data": "%"}},
            ],
            "relatedImages": [{"name": "", "image": "r/a:1"}],
        });
        let found = bundle_contents(&bundle.to_string()).unwrap();
        let pairs = |list: &[super::NamedText]| -> Vec<String> {
            list.iter().map(|one| format!("{}={}", one.name, one.value)).collect()
        };
        assert_eq!((found.image.as_str(), found.description.as_str()), ("r/a:1", "waters"));
        assert_eq!(
            pairs(&found.properties),
            ["olm.package=1.0.0", "olm.gvk=Plant · g/v1", "olm.package.required=b >=1", "own={\"a\":[1]}"]
        );
        assert_eq!(
            pairs(&found.facts),
            [
                "Display name=A",
                "Provider=Garden",
                "Capabilities=Deep Insights",
                "Install modes=AllNamespaces",
                "Provides=Plant v1",
                "Maintainers=a@example.com, B",
                "Links=home: https://example.com",
            ]
        );
        assert_eq!(found.objects[0].name, "ClusterServiceVersion a.v1");
        assert_eq!(
            (found.objects[1].name.as_str(), found.objects[1].value.as_str()),
            ("object that cannot be decoded", "%")
        );
        assert_eq!(pairs(&found.images), ["=r/a:1"]);
    }

    #[test]
    fn the_metadata_of_a_migrated_bundle_and_what_is_not_a_bundle() {
        let csv = json!({"type": "olm.csv.metadata", "value": {"displayName": "A", "keywords": ["x", "y"]}});
        let found = bundle_contents(&json!({"properties": [csv]}).to_string()).unwrap();
        assert_eq!(found.facts.len(), 2);
        assert!(found.properties.is_empty() && found.objects.is_empty());
        assert_eq!(bundle_contents("[]"), None);
        assert_eq!(bundle_contents("{"), None);
    }
}
