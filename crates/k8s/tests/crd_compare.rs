//! Changes that an upgrade of a definition must not make, one per row.

use olmkit_k8s::crd::{Break, compare};
use olmkit_yaml::{Format, read_document};

fn compared(old: &str, new: &str) -> Vec<Break> {
    let (old, new) = (read_document(old.as_bytes(), Format::Yaml), read_document(new.as_bytes(), Format::Yaml));
    compare(old.root().unwrap(), new.root().unwrap())
}

/// A definition in which `spec.x` has the given schema.
fn field(schema: &str) -> String {
    format!(
        "spec: {{scope: Cluster, versions: [{{name: v1, storage: true, schema: {{openAPIV3Schema: {{type: object, \
         properties: {{spec: {{type: object, properties: {{x: {schema}}}}}}}}}}}}}]}}\n"
    )
}

fn checks(old: &str, new: &str) -> Vec<String> {
    compared(old, new).into_iter().map(|found| format!("{} {}", found.check, found.field)).collect()
}

#[test]
fn one_field() {
    let rows = [
        ("{type: string}", "{type: string}", ""),
        ("{type: string}", "{type: string, description: new}", ""),
        ("{type: string}", "{type: integer}", "type spec.x"),
        ("{type: string, enum: [a, b]}", "{type: string, enum: [a]}", "enum spec.x"),
        ("{type: string, enum: [a]}", "{type: string, enum: [a, b]}", ""),
        ("{type: string, enum: [a]}", "{type: string}", "enum spec.x"),
        ("{type: string}", "{type: string, enum: [a]}", "enum spec.x"),
        ("{type: integer, maximum: 5}", "{type: integer, maximum: 4}", "maximum spec.x"),
        ("{type: integer, maximum: 5}", "{type: integer, maximum: 6}", ""),
        ("{type: integer, maximum: 5}", "{type: integer}", ""),
        ("{type: integer}", "{type: integer, maximum: 5}", "maximum spec.x"),
        ("{type: integer, minimum: 5}", "{type: integer, minimum: 6}", "minimum spec.x"),
        ("{type: integer, minimum: 5}", "{type: integer, minimum: -1}", ""),
        ("{type: string, maxLength: 9}", "{type: string, maxLength: 8}", "maxLength spec.x"),
        (
            "{type: array, minItems: 1, items: {type: string}}",
            "{type: array, minItems: 2, items: {type: string}}",
            "minItems spec.x",
        ),
        ("{type: array, items: {type: string}}", "{type: array, items: {type: integer}}", "type spec.x[]"),
        (
            "{type: object, additionalProperties: {type: string}}",
            "{type: object, additionalProperties: {type: boolean}}",
            "type spec.x{}",
        ),
        (
            "{type: object, additionalProperties: true}",
            "{type: object, additionalProperties: false}",
            "unhandled spec.x",
        ),
        ("{type: string, default: a}", "{type: string, default: b}", "default spec.x"),
        ("{type: string}", "{type: string, default: b}", "default spec.x"),
        ("{type: string, default: a}", "{type: string}", "default spec.x"),
        ("{type: string}", "{type: string, pattern: ^a}", "unhandled spec.x"),
        ("{type: string, nullable: true}", "{type: string}", "unhandled spec.x"),
        (
            "{type: object, properties: {a: {type: string}}}",
            "{type: object, properties: {a: {type: string}}, required: [a]}",
            "required spec.x",
        ),
        ("{type: object, required: [a]}", "{type: object}", ""),
        (
            "{type: object, properties: {a: {type: object, properties: {b: {type: string}}}}}",
            "{type: object}",
            "existingFieldRemoval spec.x.a",
        ),
        ("{type: object}", "{type: object, properties: {a: {type: object, required: [b]}}}", ""),
    ];
    for (old, new, expected) in rows {
        assert_eq!(checks(&field(old), &field(new)).join(", "), expected, "{old} -> {new}");
    }
}

#[test]
fn versions_and_scope() {
    let crd = |versions: &str| format!("spec: {{scope: Cluster, versions: [{versions}]}}\n");
    let (v1, v2) = ("{name: v1, storage: true}", "{name: v2, storage: false}");
    assert_eq!(checks(&crd(v1), &crd(&format!("{v1}, {v2}"))), Vec::<String>::new());
    assert_eq!(checks(&crd(&format!("{v1}, {v2}")), &crd(v1)), Vec::<String>::new());
    assert_eq!(checks(&crd(&format!("{v1}, {v2}")), &crd("{name: v2, storage: true}")), ["storedVersionRemoval "]);
    let stored = format!("{}status: {{storedVersions: [v2, v1]}}\n", crd(&format!("{v1}, {v2}")));
    assert_eq!(checks(&stored, &crd(v1)), ["storedVersionRemoval "]);
    let found = compared("spec: {scope: Cluster}\n", "spec: {scope: Namespaced}\n");
    assert_eq!(found.first().unwrap().message, "the scope changes from Cluster to Namespaced");
    let moved = compared(&crd(&format!("{v1}, {v2}")), &crd("{name: v2, storage: true}"));
    assert_eq!(moved.first().unwrap().message, "version v1, in which objects are stored, was removed");
}

#[test]
fn the_schema_of_v1beta1_is_that_of_all_versions() {
    let crd = |kind: &str| {
        format!(
            "spec: {{version: v1, validation: {{openAPIV3Schema: {{type: object, properties: {{a: {{type: {kind}}}}}}}}}}}\n"
        )
    };
    assert_eq!(checks(&crd("string"), &crd("boolean")), ["type a"]);
    let newer = "spec: {versions: [{name: v1, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n";
    assert_eq!(checks(&crd("string"), newer), ["existingFieldRemoval a"]);
}

#[test]
fn the_place_is_that_of_the_new_text() {
    let (old, new) = (field("{type: string}"), field("{type: integer}"));
    let found = compared(&old, &new);
    let range = found.first().unwrap().range;
    assert_eq!(&new[usize::from(range.start())..usize::from(range.end())], "integer");
}
