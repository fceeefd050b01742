//! CEL rules of a schema: certain violations are reported, all other rules are skipped.

use olmkit_k8s::crd::broken_rules;
use olmkit_yaml::{Format, read_document};

/// The messages for an object whose `spec` has the given fields and rules.
fn messages(fields: &str, rules: &[&str], spec: &str) -> Vec<String> {
    let rules: Vec<String> = rules.iter().map(|rule| format!("{{rule: \"{rule}\"}}")).collect();
    let schema = format!(
        "{{type: object, properties: {{spec: {{type: object, x-kubernetes-validations: [{}], properties: {{{fields}}}}}}}}}",
        rules.join(", ")
    );
    let object = format!("{{apiVersion: ex.com/v1, kind: Foo, metadata: {{name: x}}, spec: {{{spec}}}}}");
    let schema = read_document(schema.as_bytes(), Format::Yaml);
    let object = read_document(object.as_bytes(), Format::Yaml);
    let found = broken_rules(schema.root().unwrap(), object.root().unwrap());
    found.into_iter().map(|violation| violation.upstream).collect()
}

const FIELDS: &str = "type: {type: string}, url: {type: string}, port: {type: integer}, share: {type: number}, \
    list: {type: array, items: {type: string}}, labels: {type: object, additionalProperties: {type: string}}, \
    size: {type: integer, default: 3}, any: {x-kubernetes-int-or-string: true}, when: {type: string, format: date-time}, \
    namespace: {type: string}, a-b: {type: string}, set: {type: array, x-kubernetes-list-type: set, items: {type: string}}";

#[test]
fn rules_that_are_broken() {
    let rows: &[(&str, &str)] = &[
        ("self.type == 'Static' || has(self.url)", "type: Git"),
        ("self.port in [80, 443] || (self.port >= 1024 && self.port <= 49151)", "port: 22"),
        ("!has(self.type) || !has(self.url)", "type: a, url: b"),
        ("self.url.startsWith('http')", "url: 'oci://x'"),
        ("self.list.all(one, one.matches('^[a-z]+$'))", "list: [a, B]"),
        ("size(self.list) <= 1", "list: [a, b]"),
        ("self.labels['a'] == 'b'", "labels: {a: c}"),
        ("self.port + 1 < self.size", "port: 9"),
        ("self.share > 0.5", "share: 0.25"),
        ("self.any == 'x' || self.any == 5", "any: 6"),
        ("self.__namespace__ != 'default' && self.a__dash__b == 'c'", "namespace: default, a-b: c"),
        ("self.size > 3", ""),
    ];
    for (rule, spec) in rows {
        let failed = format!("[].spec: Invalid value: \"object\": failed rule: {rule}");
        assert_eq!(messages(FIELDS, &[rule], spec), [failed], "{spec}");
    }
}

#[test]
fn rules_that_are_met_or_undecided() {
    let rows: &[(&str, &str)] = &[
        ("self.type == 'Static' || has(self.url)", "type: Git, url: a"),
        ("self.port in [80, 443]", "port: 80"),
        // `oldSelf`, functions of Kubernetes, and rules that fail to evaluate.
        ("self.port == oldSelf.port", "port: 1"),
        ("isURL(self.url)", "url: x"),
        ("self.url.lowerAscii() == 'a'", "url: B"),
        ("self.url == 'a'", "port: 1"),
        ("self.type ==", "type: a"),
        ("self.port", "port: 0"),
        // Dates, and sets that are equal in any order.
        ("has(self.when) && false", "when: '2024-01-01T00:00:00Z'"),
        ("self.set == ['a', 'b']", "set: [b, a]"),
        // Rules cannot see fields without a schema.
        ("!has(self.other)", "other: 1"),
    ];
    for (rule, spec) in rows {
        assert_eq!(messages(FIELDS, &[rule], spec), Vec::<String>::new(), "{rule} {spec}");
    }
}

#[test]
fn rules_of_the_object_and_of_items() {
    let schema = "
type: object
x-kubernetes-validations: [{rule: self.metadata.name == 'only', message: there is one alone}]
properties:
  spec:
    type: object
    properties:
      list: {type: array, items: {type: object, properties: {a: {type: integer}}, x-kubernetes-validations: [{rule: self.a > 0}]}}
";
    let object = "{apiVersion: ex.com/v1, kind: Foo, metadata: {name: x}, spec: {list: [{a: 1}, {a: 0}]}}";
    let (schema, object) =
        (read_document(schema.as_bytes(), Format::Yaml), read_document(object.as_bytes(), Format::Yaml));
    let found = broken_rules(schema.root().unwrap(), object.root().unwrap());
    let reported: Vec<(&str, &str)> =
        found.iter().map(|violation| (violation.path.as_str(), violation.upstream.as_str())).collect();
    assert_eq!(
        reported,
        [
            ("", "[].: Invalid value: \"object\": there is one alone"),
            ("spec.list[1]", "[].spec.list[1]: Invalid value: \"object\": failed rule: self.a > 0")
        ]
    );
    assert_eq!(found.first().unwrap().message, "the object violates the rule `self.metadata.name == 'only'`");
}
