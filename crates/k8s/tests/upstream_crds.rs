//! The cases of upstream's tests in our own words: crdify with the settings of OLM v1, and the check of
//! operator-controller before an upgrade. Each case names what it shows.

use olmkit_k8s::crd::compare;
use olmkit_yaml::{Format, read_document};

fn checks(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (read_document(old.as_bytes(), Format::Yaml), read_document(new.as_bytes(), Format::Yaml));
    let found = compare(old.root().unwrap(), new.root().unwrap());
    found
        .into_iter()
        .map(|one| match (one.from == one.version, one.field.as_str()) {
            (true, field) => format!("{} {field}", one.check).trim_end().to_owned(),
            (false, field) => format!("{} {field} {}>{}", one.check, one.from, one.version),
        })
        .collect()
}

/// A version whose field `x` has the given schema.
fn version(name: &str, of: &str, schema: &str) -> String {
    format!("{{name: {name}, {of}, schema: {{openAPIV3Schema: {{type: object, properties: {{x: {schema}}}}}}}}}")
}

fn crd(versions: &[String]) -> String {
    format!("spec: {{scope: Cluster, versions: [{}]}}\n", versions.join(", "))
}

/// A row: what it shows, the old schema, the new schema, and the findings (empty if the upgrade is allowed).
type Row<'a> = (&'a str, &'a str, &'a str, &'a str);

fn compared(rows: &[Row<'_>]) {
    for (shows, old, new, expected) in rows {
        let one = |schema| crd(&[version("v1", "served: true, storage: true", schema)]);
        assert_eq!(checks(&one(old), &one(new)).join(", "), *expected, "{shows}: {old} -> {new}");
    }
}

#[test]
fn type_default_required() {
    compared(&[
        ("the same type", "{type: string}", "{type: string}", ""),
        ("another type", "{type: string}", "{type: integer}", "type x"),
        ("no type any more", "{type: object}", "{nullable: false}", "type x"),
        ("the type is not blamed for another keyword", "{id: a}", "{id: b}", "unhandled x"),
        ("the same default", "{default: a}", "{default: a}", ""),
        ("a new default", "{}", "{default: a}", "default x"),
        ("no default any more", "{default: a}", "{}", "default x"),
        ("another default", "{default: a}", "{default: b}", "default x"),
        ("the order of a default's members", "{default: {a: 1, b: 2}}", "{default: {b: 2, a: 1}}", ""),
        ("a default of null is not a default", "{}", "{default: null}", ""),
        ("the same required field", "{required: [a]}", "{required: [a]}", ""),
        ("a field newly required", "{}", "{required: [a]}", "required x"),
        ("a required field becomes optional", "{required: [a, b]}", "{required: [b]}", ""),
        (
            "a new field that is required",
            "{properties: {a: {type: string}}}",
            "{properties: {a: {type: string}, b: {type: string}}, required: [b]}",
            "required x",
        ),
    ]);
}

#[test]
fn values() {
    compared(&[
        ("the same values", "{enum: [a]}", "{enum: [a]}", ""),
        ("a list of values where there was none", "{enum: []}", "{enum: [a]}", "enum x"),
        ("one more value: OLM v1 sets the policy that allows it", "{enum: [a]}", "{enum: [a, b]}", ""),
        ("one value less", "{enum: [a, b]}", "{enum: [b]}", "enum x"),
        ("no list any more: all values count as gone", "{enum: [a, b]}", "{}", "enum x"),
        ("another keyword beside the same values", "{id: a, enum: [a]}", "{id: b, enum: [a]}", "unhandled x"),
    ]);
}

#[test]
fn bounds() {
    for (keyword, is_maximum) in [
        ("maximum", true),
        ("maxItems", true),
        ("maxLength", true),
        ("maxProperties", true),
        ("minimum", false),
        ("minItems", false),
        ("minLength", false),
        ("minProperties", false),
    ] {
        let (low, high) = (format!("{{{keyword}: 10}}"), format!("{{{keyword}: 20}}"));
        let (tighter, wider) = if is_maximum { ((&high, &low), (&low, &high)) } else { ((&low, &high), (&high, &low)) };
        let found = format!("{keyword} x");
        compared(&[
            ("the same bound", &low, &low, ""),
            ("a bound where there was none", "{}", &low, &found),
            ("a tighter bound", tighter.0, tighter.1, &found),
            ("a wider bound", wider.0, wider.1, ""),
            ("no bound any more", &low, "{}", ""),
            ("the bound is not blamed for another keyword", "{id: a}", "{id: b}", "unhandled x"),
        ]);
    }
    compared(&[("a bound of a number", "{maximum: 1.5}", "{maximum: 1.25}", "maximum x")]);
}

/// Keywords without a rule, or whose rule rejects every change here. Only whether a change is rejected matters.
#[test]
fn keywords_without_a_rule() {
    compared(&[
        ("nullable stays", "{nullable: true}", "{nullable: true}", ""),
        ("becomes nullable", "{nullable: false}", "{nullable: true}", "unhandled x"),
        ("is no longer nullable", "{nullable: true}", "{nullable: false}", "unhandled x"),
        ("false is the default", "{nullable: false}", "{uniqueItems: false, pattern: ''}", ""),
        ("the same pattern", "{pattern: ^a$}", "{pattern: ^a$}", ""),
        ("a new pattern", "{}", "{pattern: ^a$}", "unhandled x"),
        ("another pattern", "{pattern: ^a$}", "{pattern: ^b$}", "unhandled x"),
        ("no pattern any more", "{pattern: ^a$}", "{}", "unhandled x"),
        ("the same format", "{format: date}", "{format: date}", ""),
        ("another format", "{format: date}", "{format: isbn}", "unhandled x"),
        ("a new format", "{type: string}", "{type: string, format: email}", "unhandled x"),
        ("a new oneOf", "{}", "{oneOf: [{type: integer}]}", "unhandled x"),
        (
            "one of oneOf less",
            "{oneOf: [{type: integer}, {type: string}]}",
            "{oneOf: [{type: integer}]}",
            "unhandled x",
        ),
        (
            "one of oneOf more",
            "{oneOf: [{type: integer}]}",
            "{oneOf: [{type: integer}, {type: string}]}",
            "unhandled x",
        ),
        ("a removed oneOf", "{oneOf: [{required: [a]}]}", "{}", "unhandled x"),
        ("the same oneOf, described otherwise", "{oneOf: [{type: a}], description: a}", "{oneOf: [{type: a}]}", ""),
        ("the same anyOf", "{anyOf: [{type: integer}]}", "{anyOf: [{type: integer}]}", ""),
        ("a new anyOf", "{}", "{anyOf: [{type: integer}]}", "unhandled x"),
        ("a shorter anyOf", "{anyOf: [{type: integer}, {type: string}]}", "{anyOf: [{type: string}]}", "unhandled x"),
        ("another anyOf", "{anyOf: [{type: integer}]}", "{anyOf: [{type: string}]}", "unhandled x"),
        ("the same rules", "{x-kubernetes-validations: [{rule: a}]}", "{x-kubernetes-validations: [{rule: a}]}", ""),
        ("a new rule", "{}", "{x-kubernetes-validations: [{rule: a}]}", "unhandled x"),
        (
            "no rules any more",
            "{x-kubernetes-validations: [{rule: a}]}",
            "{x-kubernetes-validations: []}",
            "unhandled x",
        ),
        (
            "one rule more",
            "{x-kubernetes-validations: [{rule: a}]}",
            "{x-kubernetes-validations: [{rule: a}, {rule: b}]}",
            "unhandled x",
        ),
        (
            "another rule",
            "{x-kubernetes-validations: [{rule: a}]}",
            "{x-kubernetes-validations: [{rule: b}]}",
            "unhandled x",
        ),
        (
            "a rule that may lack its old value",
            "{x-kubernetes-validations: [{rule: a}]}",
            "{x-kubernetes-validations: [{rule: a, optionalOldSelf: true}]}",
            "unhandled x",
        ),
        (
            "another reason",
            "{x-kubernetes-validations: [{rule: a, reason: FieldValueInvalid}]}",
            "{x-kubernetes-validations: [{rule: a, reason: FieldValueForbidden}]}",
            "unhandled x",
        ),
        ("a keyword that Kubernetes does not read", "{}", "{deprecated: true, x-my-tool: 1}", ""),
        ("false is not the same as nothing here", "{}", "{x-kubernetes-preserve-unknown-fields: false}", "unhandled x"),
    ]);
}

#[test]
fn fields() {
    compared(&[
        ("no field goes", "{properties: {a: {type: string}}}", "{properties: {a: {type: string}}}", ""),
        (
            "a field goes",
            "{properties: {a: {type: string}, b: {type: string}}}",
            "{properties: {a: {type: string}}}",
            "existingFieldRemoval x.b",
        ),
        ("another description", "{description: one}", "{description: two}", ""),
        (
            "a child changes, its parent is not blamed",
            "{properties: {a: {id: b}}}",
            "{properties: {a: {id: c}}}",
            "unhandled x.a",
        ),
        (
            "a new optional field in a list, and another description",
            "{type: array, items: {properties: {a: {description: one}}}}",
            "{type: array, items: {properties: {a: {description: two}, b: {type: string}}}}",
            "",
        ),
        (
            "a nested field of a list goes",
            "{type: array, items: {properties: {a: {type: string}}}}",
            "{type: array, items: {type: object}}",
            "type x[], existingFieldRemoval x[].a",
        ),
        (
            "type, nullable and oneOf at once, deep in a list",
            "{items: {properties: {tls: {type: object, nullable: false}}}}",
            "{items: {properties: {tls: {nullable: true, oneOf: [{required: [a]}]}}}}",
            "type x[].tls, unhandled x[].tls, unhandled x[].tls",
        ),
    ]);
}

#[test]
fn scope_and_versions() {
    let (namespaced, cluster) = ("spec: {scope: Namespaced}\n", "spec: {scope: Cluster}\n");
    assert_eq!(checks(cluster, cluster), Vec::<String>::new());
    assert_eq!(checks(namespaced, cluster), ["scope"]);
    assert_eq!(checks(cluster, namespaced), ["scope"]);

    let only = |name: &str, of: &str| crd(&[version(name, of, "{type: string}")]);
    let stored = |text: String, versions: &str| format!("{text}status: {{storedVersions: [{versions}]}}\n");
    let other = "served: false, storage: false";
    // No objects are stored yet.
    assert_eq!(checks("spec: {scope: Cluster}\n", &only("v1alpha1", other)), Vec::<String>::new());
    let both = crd(&[version("v1alpha1", other, "{type: string}"), version("v1alpha2", other, "{type: string}")]);
    assert_eq!(checks(&stored(only("v1alpha1", other), "v1alpha1"), &both), Vec::<String>::new());
    assert_eq!(checks(&stored(both.clone(), "v1alpha1"), &only("v1alpha2", other)), ["storedVersionRemoval"]);
    // A version without stored objects can be removed, and a version that lacks a field of others can be added.
    assert_eq!(checks(&both, &only("v1alpha2", other)), Vec::<String>::new());
    let (wide, narrow) = ("{properties: {a: {type: string}, b: {type: string}}}", "{properties: {a: {type: string}}}");
    let added = crd(&[version("v1alpha1", other, wide), version("v1alpha2", other, narrow)]);
    assert_eq!(checks(&crd(&[version("v1alpha1", other, wide)]), &added), Vec::<String>::new());
}

const SERVED: &str = "served: true, storage: false";

#[test]
fn versions_served_side_by_side() {
    let text = |name| version(name, SERVED, "{type: string}");
    let number = |name| version(name, SERVED, "{type: integer}");
    let alike = crd(&[text("v1"), text("v2")]);
    let unlike = crd(&[text("v1"), number("v2")]);
    let from = |conversion: &str| {
        unlike.replace("scope: Cluster", &format!("scope: Cluster, conversion: {{strategy: {conversion}}}"))
    };
    let alone = |text: &str| checks(&crd(&[version("v0", SERVED, "{type: string}")]), text);
    // Versions with a conversion webhook are not compared: OLM v1 requires this exception. It does not apply to the
    // strategy `None` or an absent one.
    assert_eq!(checks(&alike, &from("Webhook")), ["type x"]);
    assert_eq!(checks(&alike, &unlike), ["type x", "type x v1>v2"]);
    assert_eq!(checks(&alike, &from("None")), ["type x", "type x v1>v2"]);
    assert_eq!(alone(&from("Webhook")), Vec::<String>::new());
    // The compared pairs: none for one version, all pairs of several served versions, the older version first.
    assert_eq!(alone(&crd(&[number("v1")])), Vec::<String>::new());
    let all = crd(&[text("v2"), number("v1"), version("v3", SERVED, "{type: boolean}")]);
    assert_eq!(alone(&all), ["type x v1>v2", "type x v1>v3", "type x v2>v3"]);
    let ages = crd(&[number("v1"), text("v1beta1"), number("v2alpha1"), number("other")]);
    assert_eq!(alone(&ages), ["type x other>v1beta1", "type x v2alpha1>v1beta1", "type x v1beta1>v1"]);
    let hidden = crd(&[text("v1"), version("v1beta1", "served: false, storage: false", "{type: integer}"), text("v2")]);
    assert_eq!(alone(&hidden), Vec::<String>::new());
    // A field that an older version has and a newer version lacks is missing for clients of the newer version.
    // Additional fields are allowed.
    let more = crd(&[
        version("v1", SERVED, "{type: object, properties: {a: {type: string}}}"),
        version("v2", SERVED, "{type: object}"),
    ]);
    assert_eq!(alone(&more), ["existingFieldRemoval x.a v1>v2"]);
    assert_eq!(alone(&more.replace("v1", "v3")), Vec::<String>::new());
}

#[test]
fn only_what_is_new_side_by_side() {
    let object =
        |name: &str, fields: &str| version(name, SERVED, &format!("{{type: object, properties: {{{fields}}}}}"));
    let (text, number) = ("one: {type: string}", "one: {type: integer}");
    let old = crd(&[object("v1", text), object("v2", number)]);
    assert_eq!(checks(&old, &old), Vec::<String>::new());
    let new = crd(&[
        object("v1", "one: {type: string}, two: {type: string}"),
        object("v2", "one: {type: integer}, two: {type: integer}"),
        object("v3", "one: {type: boolean}"),
    ]);
    let expected = [
        "type x.two v1>v2",
        "type x.one v1>v3",
        "existingFieldRemoval x.two v1>v3",
        "type x.one v2>v3",
        "existingFieldRemoval x.two v2>v3",
    ];
    assert_eq!(checks(&old, &new), expected);
    // Values that the newer version never had are not reported; a type that now differs is.
    let values = |name, list: &str, extra: &str| object(name, &format!("one: {{type: string, enum: [{list}]}}{extra}"));
    let old = crd(&[values("v2", "c", ""), values("v1", "a, b", "")]);
    let new = crd(&[values("v2", "c", ", two: {type: string}"), values("v1", "a, b", ", two: {type: boolean}")]);
    assert_eq!(checks(&old, &new), ["type x.two v1>v2"]);
    assert_eq!(checks(&crd(&[values("v1", "a, b", "")]), &old), ["enum x.one v1>v2"]);
}

#[test]
fn all_at_once() {
    let field = |rules: &str| crd(&[version("v1", "served: true, storage: true", rules)]);
    let old = "{properties: {a: {type: string}, b: {type: integer}, c: {type: array, items: {type: string}}}}";
    let new = "{properties: {a: {type: string, enum: [k], maxLength: 9, minLength: 1, default: k}, \
               b: {type: integer, maximum: 9, minimum: 1}, c: {type: array, maxItems: 9, minItems: 1, items: {type: string}}}, \
               maxProperties: 9, minProperties: 1, required: [a]}";
    let mut found = checks(&field(old), &field(new).replace("Cluster", "Namespaced").replace("v1", "v3"));
    assert_eq!(found, ["scope", "storedVersionRemoval"]);
    found = checks(&field(old), &field(new));
    let expected = [
        "required x",
        "maxProperties x",
        "minProperties x",
        "enum x.a",
        "default x.a",
        "maxLength x.a",
        "minLength x.a",
        "maximum x.b",
        "minimum x.b",
        "maxItems x.c",
        "minItems x.c",
    ];
    assert_eq!(found, expected);
}
