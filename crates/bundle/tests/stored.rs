//! Cases of OLM v0's tests for existing objects when a CRD is upgraded, and for the versions in which they are stored,
//! rewritten.

use olmkit_bundle::{Bundle, BundleReport, check, sample};
use olmkit_diagnostics::{Severity, Suite};
use olmkit_testing::grows_linearly;

use crate::cases::{CLUSTER, EARLIER, Files, inputs};

fn run(files: &[(String, String)]) -> BundleReport {
    check(&Bundle::new(&inputs(files)))
}

/// What OLM v0 reports about stored objects and versions: `E rule` or `W rule`, with the end of upstream's message.
fn messages(files: &[(String, String)]) -> Vec<String> {
    let report = run(files);
    let found = report.findings.iter().filter(|finding| finding.rule.id.starts_with("crd-stored-"));
    let reports = found.flat_map(|finding| finding.tool_reports.iter().map(move |tool| (finding.rule.id, tool)));
    let line = |(id, tool): (&str, &olmkit_diagnostics::ToolReport)| {
        assert_eq!(tool.suite, Suite::OlmV0);
        let letter = if tool.severity == Severity::Error { 'E' } else { 'W' };
        format!("{letter} {id} {}", tool.text.rsplit("too restrictive: ").next().unwrap())
    };
    reports.map(line).collect()
}

fn assert_rules(rows: &[(&str, Files, &[&str])]) {
    let found = rows.iter().map(|(case, files, expected)| (case, messages(files), *expected));
    let wrong: Vec<_> = found.filter(|(_, found, expected)| found != expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A CRD of the sample's kind with these versions: name, served, schema of the fields of the spec.
fn crd(versions: &[(&str, bool, &str)]) -> String {
    let last = versions.len().saturating_sub(1);
    let version = |(at, (name, served, fields)): (usize, &(&str, bool, &str))| {
        let schema = format!("{{type: object, properties: {{spec: {{type: object, properties: {{{fields}}}}}}}}}");
        format!(
            "  - {{name: {name}, served: {served}, storage: {}, schema: {{openAPIV3Schema: {schema}}}}}\n",
            at == last
        )
    };
    let versions: String = versions.iter().enumerate().map(version).collect();
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: foos.ex.com}}\nspec:\n  group: \
ex.com\n  scope: Namespaced\n  names: {{kind: Foo, plural: foos}}\n  versions:\n{versions}"
    )
}

fn beta(spec: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {{name: foos.ex.com}}\nspec: {{group: ex.com, \
scope: Namespaced, preserveUnknownFields: false, names: {{kind: Foo, plural: foos}}, {spec}}}\n"
    )
}

/// The sample with a CRD, its previous version, and objects of a cluster: version and spec.
fn upgrade(old: &str, new: &str, objects: &[(&str, &str)]) -> Files {
    let mut files: Files = sample::files().into_iter().filter(|(path, _)| path != sample::CRD).collect();
    files.push((sample::CRD.to_owned(), new.to_owned()));
    if !old.is_empty() {
        files.push((format!("{EARLIER}{}", sample::CRD), old.to_owned()));
    }
    let object = |(version, spec): &(&str, &str)| {
        format!("apiVersion: ex.com/{version}\nkind: Foo\nmetadata: {{name: x}}\nspec: {{{spec}}}\n")
    };
    let objects: Vec<String> = objects.iter().map(object).collect();
    files.push((format!("{CLUSTER}all.yaml"), objects.join("---\n")));
    files
}

fn up_to(most: u32) -> String {
    format!(
        "schedule: {{type: string, pattern: '^(\\d+|\\*)( (\\d+|\\*)){{4}}$'}}, replicas: {{type: integer, minimum: 1, maximum: {most}}}"
    )
}

const TOO_MANY: &str =
    "E crd-stored-object [].spec.replicas: Invalid value: 10: spec.replicas in body should be less than or equal to 9";

#[test]
fn objects_of_v1() {
    let (ten, nine, other) = (up_to(10), up_to(9), "replicas: {type: integer, minimum: 100, maximum: 200}");
    let old = crd(&[("v1", true, &ten), ("v2", true, &ten)]);
    let new = crd(&[("v1", true, &ten), ("v2", true, &nine)]);
    let good = ("v1", "schedule: '* * * * 5', replicas: 9");
    let (fits, fails) = (("v2", "schedule: '* * * * 5', replicas: 8"), ("v2", "replicas: 10"));
    let was_unserved = crd(&[("v1", false, other), ("v2", true, &ten)]);
    let unserved = crd(&[("v1", false, other), ("v2", true, &nine)]);
    let single = |most: u32| crd(&[("v1", true, &up_to(most))]);
    assert_rules(&[
        ("all fit", upgrade(&old, &new, &[good, fits]), &[]),
        ("one does not", upgrade(&old, &new, &[good, fails]), &[TOO_MANY]),
        ("what is not served any more is not asked", upgrade(&old, &unserved, &[good, fits]), &[]),
        (
            "what was not served is not asked",
            upgrade(&was_unserved, &crd(&[("v1", true, other), ("v2", true, &nine)]), &[fits]),
            &[],
        ),
        ("a single version", upgrade(&single(10), &single(9), &[("v1", "replicas: 10")]), &[TOO_MANY]),
        ("the same schema", upgrade(&single(10), &single(10), &[("v1", "replicas: 10")]), &[]),
        (
            "a text that does not match",
            upgrade(&single(10), &single(10), &[("v1", "schedule: never")]),
            &[
                "E crd-stored-object [].spec.schedule: Invalid value: \"never\": spec.schedule in body should match '^(\\d+|\\*)( (\\d+|\\*)){4}$'",
            ],
        ),
    ]);
    // Without a webhook, each object is validated against every served version.
    let shown = upgrade(&old, &new, &[("v1", "replicas: 10")]);
    assert_rules(&[("shown in another version", shown.clone(), &[TOO_MANY])]);
    let webhook = |(path, text): (String, String)| {
        (path, text.replace("  scope:", "  conversion: {strategy: Webhook}\n  scope:"))
    };
    assert_rules(&[("converted to another version", shown.into_iter().map(webhook).collect(), &[])]);
}

#[test]
fn objects_of_v1beta1() {
    let fields = "spec: {type: object, required: [name, platform], properties: {ref: {type: object, properties: {name: {type: string}}}, labels: {type: object, additionalProperties: {type: string}}, name: {type: string}, platform: {type: object}, seconds: {type: integer, format: int64}}}";
    let machine =
        beta(&format!("version: v1, validation: {{openAPIV3Schema: {{type: object, properties: {{{fields}}}}}}}"));
    let bounds = |least: u32| {
        format!(
            "validation: {{openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{scalar: {{type: integer, minimum: {least}, maximum: 50}}}}}}}}}}}}"
        )
    };
    let both = |least: u32, first: bool| {
        beta(&format!(
            "versions: [{{name: v1alpha1, served: {first}, storage: false}}, {{name: v2, served: true, storage: true}}], {}",
            bounds(least)
        ))
    };
    let alone = |least: u32| beta(&format!("version: v1alpha1, {}", bounds(least)));
    let low = "E crd-stored-object [].spec.scalar: Invalid value: 2: spec.scalar in body should be greater than or equal to 3";
    let two = ("v1alpha1", "scalar: 2");
    assert_rules(&[
        (
            "keys with slashes",
            upgrade(
                &machine,
                &machine,
                &[("v1", "name: a, platform: {}, ref: {name: b}, labels: {a.b: c, a.b/c: ''}")],
            ),
            &[],
        ),
        (
            "null, and two that are missing",
            upgrade(&machine, &machine, &[("v1", "ref: null")]),
            &[
                "E crd-stored-object [].spec.name: Required value",
                "E crd-stored-object [].spec.platform: Required value",
                "E crd-stored-object [].spec.ref: Invalid value: null: spec.ref in body must be of type object",
            ],
        ),
        (
            "a whole number of 64 bits",
            upgrade(&machine, &machine, &[("v1", "name: a, platform: {}, seconds: 1726856593000774400")]),
            &[],
        ),
        ("a tighter bound", upgrade(&both(2, true), &both(3, true), &[two]), &[low]),
        ("one not served any more", upgrade(&both(2, true), &both(2, false), &[two, ("v2", "scalar: 3")]), &[]),
        ("one that was not served", upgrade(&both(2, false), &both(3, true), &[("v2", "scalar: 3")]), &[]),
        ("no list of versions", upgrade(&alone(2), &alone(3), &[two]), &[low]),
    ]);
}

#[test]
fn versions_with_stored_objects() {
    let of = |names: &[&str]| crd(&names.iter().map(|name| (*name, true, "")).collect::<Vec<_>>());
    let stored = |crd: String, list: &str| format!("{crd}status: {{storedVersions: [{list}]}}\n");
    let gone = "E crd-stored-version risk of data loss updating \"foos.ex.com\": new CRD removes version v1alpha2 that is listed as a stored version on the existing CRD";
    let both = stored(of(&["v1alpha2", "v1alpha3"]), "v1alpha2, v1alpha3");
    assert_rules(&[
        ("the only one is gone", upgrade(&stored(of(&["v1alpha2"]), "v1alpha2"), &of(&["v1alpha3"]), &[]), &[gone]),
        ("all are still there", upgrade(&both, &of(&["v1alpha2", "v1alpha3", "v1alpha4"]), &[]), &[]),
        (
            "one in which nothing is stored is gone",
            upgrade(&of(&["v1alpha2", "v1alpha3"]), &of(&["v1alpha3"]), &[]),
            &[],
        ),
        ("one in which something is stored still is gone", upgrade(&both, &of(&["v1alpha3"]), &[]), &[gone]),
    ]);
}

#[test]
fn examples_of_the_previous_version_are_objects_too() {
    let csv = sample::files().into_iter().find(|(path, _)| path == sample::CSV).unwrap().1;
    let example = "{\"name\": \"x\"}}";
    let with = |spec: &str, old: &str| {
        let mut files = upgrade(&crd(&[("v1", true, old)]), &crd(&[("v1", true, &up_to(9))]), &[]);
        files.push((
            format!("{EARLIER}{}", sample::CSV),
            csv.replace(example, &format!("{{\"name\": \"x\"}}, \"spec\": {spec}}}")),
        ));
        files
    };
    let found = with("{\"replicas\": 10}", "");
    assert_rules(&[
        ("an example that fits", with("{\"replicas\": 8}", ""), &[]),
        ("an example that does not", found.clone(), &[&TOO_MANY.replacen('E', "W", 1)]),
        ("an example that never did", with("{\"replicas\": 10}", &up_to(9)), &[]),
        ("an example that did not, in other words", with("{\"replicas\": 12}", &up_to(10)), &[]),
        (
            "an example that does not, at another place than before",
            with("{\"schedule\": 1, \"replicas\": 10}", "schedule: {type: string}"),
            &[&TOO_MANY.replacen('E', "W", 1)],
        ),
    ]);
    // The place is inside the string of the annotation.
    let report = run(&found);
    let finding = report.findings.iter().find(|finding| finding.rule.id == "crd-stored-object").unwrap();
    let (_, text) = found.last().unwrap();
    assert_eq!(&text[std::ops::Range::<usize>::from(finding.place.range)], "10");
    // A field with a default in the old schema is present.
    let needs = crd(&[("v1", true, "a: {type: string}")]);
    let needs = needs.replace("spec: {type: object", "spec: {type: object, required: [a]");
    let filled = |old: &str| upgrade(&crd(&[("v1", true, old)]), &needs, &[("v1", "")]);
    assert_rules(&[
        (
            "a new field that is required",
            filled("b: {type: string}"),
            &["E crd-stored-object [].spec.a: Required value"],
        ),
        ("it had a default", filled("a: {type: string, default: b}"), &[]),
    ]);
}

#[test]
fn objects_without_a_previous_version() {
    let new = crd(&[("v1", true, &up_to(9))]);
    assert_rules(&[
        ("the served versions count", upgrade("", &new, &[("v1", "replicas: 10")]), &[TOO_MANY]),
        ("another kind", upgrade("", &new.replace("kind: Foo", "kind: Bar"), &[("v1", "replicas: 10")]), &[]),
    ]);
}

/// Many definitions, each with an example of the previous version and an object of the cluster, which violates it.
#[test]
fn many_definitions_with_objects() {
    let with = |count: usize| {
        let kinds: Vec<String> = (0..count).map(|at| format!("K{at}")).collect();
        let definition = |kind: &String| {
            let text = crd(&[("v1", true, &up_to(9))]).replace("kind: Foo", &format!("kind: {kind}"));
            text.replace("foos", &format!("{}s", kind.to_lowercase()))
        };
        let object = |kind: &String| {
            format!(
                "{{\"apiVersion\": \"ex.com/v1\", \"kind\": \"{kind}\", \"metadata\": {{\"name\": \"x\"}}, \"spec\": {{\"replicas\": 10}}}}"
            )
        };
        let objects: Vec<String> = kinds.iter().map(object).collect();
        let csv = sample::files().into_iter().find(|(path, _)| path == sample::CSV).unwrap().1;
        let (start, rest) = csv.split_once("alm-examples: ").unwrap();
        let (_, rest) = rest.split_once('\n').unwrap();
        let csv = format!("{start}alm-examples: '[{}]'\n{rest}", objects.join(", "));
        let mut files =
            vec![(format!("{EARLIER}{}", sample::CSV), csv), (format!("{CLUSTER}all.yaml"), objects.join("\n---\n"))];
        for kind in &kinds {
            let path = format!("manifests/{kind}.yaml");
            files.push((format!("{EARLIER}{path}"), definition(kind)));
            files.push((path, definition(kind)));
        }
        files
    };
    grows_linearly(20, with, |files| {
        let definitions = files.iter().filter(|(path, _)| path.starts_with("manifests/K")).count();
        assert_eq!(messages(files).len(), definitions);
    });
}
