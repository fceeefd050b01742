//! Examples of custom resources in the annotations of a CSV.

use std::borrow::Cow;

use olmkit_collections::{SortedMap, SortedSet};

use olmkit_diagnostics::{Place, rule};
use olmkit_yaml::{Document, Format, NodeRef, Reader, Value, read_document};

use crate::embedded::Embedded;
use crate::model::Csv;
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;

rule! {
    NO_ANNOTATIONS, "ex-no-annotations", "BDL032", "CSV without annotations",
    since: "0.1.0",
    bundle: [ApiCsv Warning, Sdk Warning],
    finds: "A CSV without annotations, and therefore without examples.",
    why: "Consoles use `alm-examples` to prefill new custom resources. Without it, users start from an empty form.",
    fix: "Add the annotation `alm-examples`.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "  annotations:\n", "  other:\n")],
    good: [(CSV, "\"x\"", "\"y\"")],
}

rule! {
    MISSING, "ex-missing", "BDL033", "CSV without examples",
    since: "0.1.0",
    bundle: [ApiCsv Warning, Sdk Warning],
    finds: "A CSV without the annotations `alm-examples` and `olm.examples`.",
    why: "Consoles use `alm-examples` to prefill new custom resources. Without it, users start from an empty form.",
    fix: "Add the annotation `alm-examples`.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "alm-examples:", "examples:")],
    good: [(CSV, "alm-examples:", "olm.examples:")],
}

rule! {
    BOTH, "ex-both", "BDL034", "Two annotations with examples",
    since: "0.1.0",
    bundle: [ApiCsv Warning, Sdk Warning],
    finds: "A CSV with both `alm-examples` and `olm.examples`.",
    why: "Tools read only `alm-examples`.",
    fix: "Remove `olm.examples`.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "    alm-examples:", "    olm.examples: '[]'\n    alm-examples:")],
    good: [(CSV, "alm-examples:", "olm.examples:")],
}

rule! {
    BAD_JSON, "ex-bad-json", "BDL035", "Examples that are not valid JSON",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "An `alm-examples` annotation that is not exactly one JSON value. YAML is not supported.",
    why: "Consoles cannot read the examples and show none.",
    fix: "Correct the JSON at the reported position.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "\"x\"}}]'", "\"x\"}}'")],
    good: [(CSV, "\"x\"}}]'", "\"x\"}} ]'")],
}

rule! {
    NOT_OBJECTS, "ex-not-objects", "BDL036", "Examples that are not a list of objects",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "An `alm-examples` annotation that is not a JSON array of objects with `kind`.",
    why: "Consoles cannot read the examples and show none.",
    fix: "Write an array of custom resources.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "\"kind\": \"Foo\", ", "")],
    good: [(CSV, "\"name\": \"x\"", "\"name\": \"y\"")],
}

rule! {
    OWNED_NAME, "ex-owned-name", "BDL037", "Owned CRD name without a group",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "An entry of `customresourcedefinitions.owned` whose name contains no dot.",
    why: "The name of a CRD is `plural.group`. OLM finds no CRD with this name.",
    fix: "Write plural and group: `foos.example.com`.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "- name: foos.ex.com", "- name: foos")],
    good: [(CSV, "description: A foo", "description: Foos")],
}

rule! {
    UNPROVIDED, "ex-unprovided", "BDL038", "Example of an API that the operator does not provide",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "An example whose group, version and kind do not match an owned CRD or API service.",
    why: "Consoles do not offer the example for any API. The usual cause is an outdated version.",
    fix: "Use the group, version and kind of an owned API, or remove the example.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "\"ex.com/v1\"", "\"ex.com/v2\"")],
    good: [(CSV, "\"name\": \"x\"", "\"name\": \"y\"")],
}

rule! {
    LACKING, "ex-lacking", "BDL039", "Owned API without an example",
    since: "0.1.0",
    bundle: [ApiCsv Warning, Sdk Warning],
    finds: "An owned CRD or API service without an example in `alm-examples`.",
    why: "Users who create the resource start from an empty form.",
    fix: "Add an example.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "'[{\"apiVersion\": \"ex.com/v1\", \"kind\": \"Foo\", \"metadata\": {\"name\": \"x\"}}]'", "'[]'")],
    good: [(CSV, "\"name\": \"x\"", "\"name\": \"y\"")],
}

/// The annotation that contains the examples of a CSV.
pub(crate) struct Annotation<'d> {
    key: String,
    value: View<'d>,
    /// The place of its key.
    place: Place,
    text: Cow<'d, str>,
    /// The place of `olm.examples` if `alm-examples` is also set.
    ignored: Option<Place>,
}

impl<'d> Annotation<'d> {
    pub(crate) fn of(csv: &Csv<'d>) -> Option<Self> {
        let annotations = csv.annotations()?.entries();
        let find = |name: &str| annotations.iter().find(|(key, _, _)| key == name);
        let (alm, olm) = (find("alm-examples"), find("olm.examples"));
        let (key, value, place) = alm.or(olm)?;
        let ignored = alm.and(olm).map(|(_, _, place)| *place);
        let text = value.text().unwrap_or_default();
        Some(Annotation { key: key.clone(), value: *value, place: *place, text, ignored })
    }

    /// Maps positions in the text to the file. Create one for each pass, because it advances with ascending positions.
    pub(crate) fn embedded(&self) -> Embedded<'_> {
        Embedded::new(self.value, &self.text)
    }
}

/// The examples of a CSV, parsed as JSON.
pub(crate) struct Examples<'a> {
    pub(crate) annotation: &'a Annotation<'a>,
    document: Document<'a>,
}

impl<'a> Examples<'a> {
    pub(crate) fn read(annotation: &'a Annotation<'a>) -> Self {
        Examples { annotation, document: read_document(annotation.text.as_bytes(), Format::Json) }
    }

    /// The examples that are objects.
    pub(crate) fn objects(&self) -> impl Iterator<Item = NodeRef<'_>> {
        let root = self.document.root().filter(|_| self.document.error.is_none());
        root.into_iter().flat_map(NodeRef::items).filter(|item| item.value() == Value::Mapping)
    }
}

pub(crate) fn check(csv: &Csv<'_>, examples: Option<&Examples<'_>>, to: &mut Target<'_>) {
    let help = "Add the annotation `alm-examples` with one example for each owned API.";
    if csv.annotations().is_none_or(|annotations| annotations.entries().is_empty()) {
        let message = "The CSV has no annotations, and therefore no examples.";
        to.found(&NO_ANNOTATIONS, csv.name_place(), message, help, csv.entry("annotations not found"));
        return;
    }
    let Some(examples) = examples else {
        let message = "The CSV has no examples of its custom resources.";
        let upstream = csv.entry("example annotations not found");
        to.found(&MISSING, csv.view.key_place("metadata"), message, help, upstream);
        return;
    };
    if let Some(place) = examples.annotation.ignored {
        to.found(
            &BOTH,
            place,
            "Tools ignore `olm.examples`, because `alm-examples` is also set.",
            "Remove `olm.examples`.",
            csv.entry("both `alm-examples` and `olm.examples` are present. Checking only `alm-examples`"),
        );
    }
    let Some(listed) = listed(examples, to) else { return };
    compare(csv, &listed, examples.annotation.place, to);
}

/// An example: its API and its place.
struct Example {
    gvk: String,
    place: Place,
}

/// The examples in the annotation. `None` if upstream cannot read them; the reason is reported.
fn listed(examples: &Examples<'_>, to: &mut Target<'_>) -> Option<Vec<Example>> {
    let Annotation { key, text, place, .. } = examples.annotation;
    if text.is_empty() {
        return Some(Vec::new());
    }
    let embedded = examples.annotation.embedded();
    if !is_read(examples, &embedded, to) {
        return None;
    }
    let root = examples.document.root()?;
    let mut found = Vec::new();
    let refuse = |message: String, place: Place, upstream: String, to: &mut Target<'_>| {
        let help = "Make it an array of custom resources, each with `apiVersion` and `kind`.";
        let upstream = format!("Value {upstream}: error decoding example CustomResource");
        to.found(&NOT_OBJECTS, place, message, help, upstream);
    };
    match root.value() {
        Value::Null => return Some(found),
        Value::Sequence => {}
        other => {
            let name = if other == Value::Mapping { "object" } else { "value" };
            let upstream = format!("json: cannot unmarshal {name} into Go value of type []unstructured.Unstructured");
            refuse(format!("`{key}` is not a valid JSON array."), *place, upstream, to);
            return None;
        }
    }
    for item in root.items() {
        let text = |field: &str| item.get(field).and_then(|value| value.as_str()).unwrap_or_default();
        let (kind, version) = (text("kind"), text("apiVersion"));
        if item.value() != Value::Mapping || kind.is_empty() || version.matches('/').count() > 1 {
            let json = olmkit_yaml::to_json(item);
            let upstream =
                format!("error unmarshaling JSON: while decoding JSON: Object 'Kind' is missing in '{json}'");
            refuse("An example has no `kind`.".to_owned(), embedded.place(item.range()), upstream, to);
            return None;
        }
        let (group, version) = version.split_once('/').unwrap_or(("", &version));
        let place = embedded.place(item.get("kind").unwrap_or(item).range());
        found.push(Example { gvk: format!("{group}/{version}, Kind={kind}"), place });
    }
    Some(found)
}

/// Whether upstream can read the text as JSON and then as YAML. Reports the reason if not.
fn is_read(examples: &Examples<'_>, embedded: &Embedded<'_>, to: &mut Target<'_>) -> bool {
    let Examples { annotation: Annotation { key, text, .. }, document } = examples;
    if let Some((offset, place)) = bad_json(document, embedded, text) {
        let message = format!("`{key}` is not valid JSON: {}.", why(document));
        let shown: String = String::from_utf8_lossy(text.as_bytes().get(..offset).unwrap_or_default()).into_owned();
        let upstream =
            format!("Value invalid character at {offset}\n {shown}<--(see the invalid character): invalid example");
        to.found(&BAD_JSON, place, message, "Correct the JSON here.", upstream);
        return false;
    }
    // Upstream reads the JSON again as YAML, which supports fewer escapes.
    let again = Reader::new(text.as_bytes()).next_document();
    if let Some(error) = again.and_then(|document| document.error) {
        let message = format!("`{key}` is JSON, but upstream reads it as YAML: {}", error.message);
        let upstream =
            format!("Value error converting YAML to JSON: {}: error decoding example CustomResource", error.upstream);
        let help = "Write the JSON without constructs that YAML reads differently.";
        to.found(&NOT_OBJECTS, embedded.place(error.range), message, help, upstream);
        return false;
    }
    true
}

/// Go's offset of the syntax error and its place. `None` if the text is a single JSON value.
fn bad_json(document: &Document<'_>, embedded: &Embedded<'_>, text: &str) -> Option<(usize, Place)> {
    if let Some(error) = crate::embedded::syntax_error(document) {
        let at = usize::from(error.range.start());
        return Some((at.saturating_add(1).min(text.len()), embedded.place(error.range)));
    }
    let bad = crate::embedded::after_json(document, text);
    (bad < text.len()).then(|| (bad.saturating_add(1), embedded.place(crate::embedded::range(bad, text.len()))))
}

fn why(document: &Document<'_>) -> String {
    let Some(error) = &document.error else { return "something follows the value".to_owned() };
    let mut message = error.message.trim_end_matches('.').to_owned();
    if let Some(first) = message.get(..1).map(str::to_lowercase) {
        message.replace_range(..1, &first);
    }
    message
}

/// The APIs that the CSV owns, with their places.
fn provided(csv: &Csv<'_>, to: &mut Target<'_>) -> SortedMap<String, Place> {
    let mut provided = SortedMap::new();
    for crd in csv.crds("owned") {
        let name = crd.string("name");
        let Some((_, group)) = name.split_once('.') else {
            to.found(
                &OWNED_NAME,
                crd.place_at("name"),
                format!("`{name}` is not a valid CRD name: it has no group."),
                "Write plural and group: `foos.example.com`.",
                format!(": couldn't parse plural.group from crd name: {name}"),
            );
            continue;
        };
        let gvk = format!("{group}/{}, Kind={}", crd.string("version"), crd.string("kind"));
        provided.entry(gvk).or_insert_with(|| crd.place_at("kind"));
    }
    for api in csv.list(&["apiservicedefinitions", "owned"]) {
        let gvk = format!("{}/{}, Kind={}", api.string("group"), api.string("version"), api.string("kind"));
        provided.entry(gvk).or_insert_with(|| api.place_at("kind"));
    }
    provided
}

fn compare(csv: &Csv<'_>, examples: &[Example], annotation: Place, to: &mut Target<'_>) {
    let provided = provided(csv, to);
    for example in examples.iter().filter(|example| !provided.contains_key(&example.gvk)) {
        let message = format!("This is an example of {}, which the operator does not own.", api_text(&example.gvk));
        to.found(
            &UNPROVIDED,
            example.place,
            message,
            "Use an owned API, or remove the example.",
            format!("Value {}: example must have a provided API", example.gvk),
        );
    }
    let shown: SortedSet<&str> = examples.iter().map(|example| example.gvk.as_str()).collect();
    for (gvk, place) in provided.iter().filter(|(gvk, _)| !shown.contains(gvk.as_str())) {
        let message = format!("`alm-examples` has no example of {}.", api_text(gvk));
        let found = to.found(
            &LACKING,
            *place,
            message,
            "Add one.",
            format!("Value {gvk}: provided API should have an example annotation"),
        );
        if let Some(finding) = found {
            finding.related(annotation, "the examples");
        }
    }
}

/// Formats an API for messages: `Foo` of `ex.com/v1`.
fn api_text(gvk: &str) -> String {
    let (version, kind) = gvk.split_once(", Kind=").unwrap_or((gvk, ""));
    format!("`{kind}` of `{}`", version.trim_start_matches('/'))
}
