//! The types of `olm.csv.metadata`.

use olmkit_syntax::{NodeRef, Value};

use super::fields::Object;
use super::go;

/// Type of a value in the tree.
#[derive(Debug, Clone, Copy)]
enum Type {
    Text,
    Bool,
    Int32,
    Raw,
    TextMap,
    List(&'static Type),
    Struct(&'static [(&'static str, Type)]),
}

use Type::{Bool, Int32, List, Raw, Struct, Text, TextMap};

const NAME_URL: Type = Struct(&[("name", Text), ("url", Text)]);
const NAME_EMAIL: Type = Struct(&[("name", Text), ("email", Text)]);
const GVK: Type = Struct(&[("group", Text), ("version", Text), ("kind", Text)]);
const INSTALL_MODE: Type = Struct(&[("type", Text), ("supported", Bool)]);
const RESOURCE: Type = Struct(&[("name", Text), ("kind", Text), ("version", Text)]);
const DESCRIPTOR: Type = Struct(&[
    ("path", Text),
    ("displayName", Text),
    ("description", Text),
    ("x-descriptors", List(&Text)),
    ("value", Raw),
]);
const CRD: Type = Struct(&[
    ("name", Text),
    ("version", Text),
    ("kind", Text),
    ("displayName", Text),
    ("description", Text),
    ("resources", List(&RESOURCE)),
    ("statusDescriptors", List(&DESCRIPTOR)),
    ("specDescriptors", List(&DESCRIPTOR)),
    ("actionDescriptors", List(&DESCRIPTOR)),
]);
const API_SERVICE: Type = Struct(&[
    ("name", Text),
    ("group", Text),
    ("version", Text),
    ("kind", Text),
    ("deploymentName", Text),
    ("containerPort", Int32),
    ("displayName", Text),
    ("description", Text),
    ("resources", List(&RESOURCE)),
    ("statusDescriptors", List(&DESCRIPTOR)),
    ("specDescriptors", List(&DESCRIPTOR)),
    ("actionDescriptors", List(&DESCRIPTOR)),
]);
const CSV_METADATA: Type = Struct(&[
    ("annotations", TextMap),
    ("apiServiceDefinitions", Struct(&[("owned", List(&API_SERVICE)), ("required", List(&API_SERVICE))])),
    ("crdDescriptions", Struct(&[("owned", List(&CRD)), ("required", List(&CRD))])),
    ("description", Text),
    ("displayName", Text),
    ("installModes", List(&INSTALL_MODE)),
    ("keywords", List(&Text)),
    ("labels", TextMap),
    ("links", List(&NAME_URL)),
    ("maintainers", List(&NAME_EMAIL)),
    ("maturity", Text),
    ("minKubeVersion", Text),
    ("nativeAPIs", List(&GVK)),
    ("provider", NAME_URL),
]);

/// The first value of the wrong type, and encoding/json's text for it.
pub(super) fn check(value: NodeRef<'_>) -> Result<(), (NodeRef<'_>, String)> {
    let mut waiting = vec![(value, &CSV_METADATA, String::new())];
    while let Some((node, expected, path)) = waiting.pop() {
        let node = node.resolved();
        let found = node.value();
        let fits = match (expected, &found) {
            (_, Value::Null) | (Raw, _) | (Text, Value::String(_)) | (Bool, Value::Bool(_)) => true,
            (Int32, Value::Number(number)) => {
                number.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(number)
            }
            (List(item), Value::Sequence) => {
                let items: Vec<_> = node.items().map(|node| (node, *item, path.clone())).collect();
                waiting.extend(items.into_iter().rev());
                true
            }
            (TextMap, Value::Mapping) => {
                let values: Vec<_> = Object::new(node).iter().map(|f| (f.value, &Text, path.clone())).collect();
                waiting.extend(values.into_iter().rev());
                true
            }
            (Struct(fields), Value::Mapping) => {
                push_fields(node, fields, &path, &mut waiting);
                true
            }
            _ => false,
        };
        if !fits {
            let go_type = match expected {
                Text => "string",
                Bool => "bool",
                Int32 => "int32",
                TextMap => "map[string]string",
                List(_) => "a list",
                Raw | Struct(_) => "an object",
            };
            let kind = go::kind(node);
            return Err((
                node,
                format!("json: cannot unmarshal {kind} into Go struct field CSVMetadata.{path} of type {go_type}"),
            ));
        }
    }
    Ok(())
}

type Waiting<'d> = Vec<(NodeRef<'d>, &'static Type, String)>;

fn push_fields<'d>(node: NodeRef<'d>, fields: &'static [(&'static str, Type)], path: &str, waiting: &mut Waiting<'d>) {
    let object = Object::new(node);
    let mut found = Vec::new();
    for field in object.iter() {
        let declared = fields.iter().find(|(name, _)| crate::fold::names_field(&field.key, name));
        if let Some((name, expected)) = declared {
            let path = if path.is_empty() { (*name).to_owned() } else { format!("{path}.{name}") };
            found.push((field.value, expected, path));
        }
    }
    waiting.extend(found.into_iter().rev());
}
