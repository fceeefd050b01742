//! Examples of the CSV, validated against the schemas of the CRDs in the bundle.

use olmkit_collections::SortedMap;

use olmkit_yaml::{NodeRef, TextRange};

use crate::embedded::Embedded;
use crate::model::{Csv, Loaded};
use crate::rules::csv::examples::{Annotation, Examples};
use crate::sample::{CRD, CSV};
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    RULE, "ex-schema", "BDL326", "Example that does not match its CRD",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "An example in `alm-examples` that does not match the schema of its CRD: a required field is missing, or a \
value has the wrong type or `format` or is out of bounds. A field with a default counts as present. Also an example \
that violates a CEL rule of its CRD (`x-kubernetes-validations`). Rules that use Kubernetes functions, `oldSelf` or \
dates are not evaluated.",
    why: "The console offers the example unchanged, and the API server rejects the object that users create from it.",
    fix: "Correct the example, or the schema.",
    source: "olmkit; no upstream tool compares them.",
    bad: [(CSV, "{\"name\": \"x\"}}", "{\"name\": \"x\"}, \"spec\": [1]}"),
        (CRD, "        type: object\n", "        type: object\n        required: [spec]\n"),
        (CRD, "        type: object\n", "        type: object\n        x-kubernetes-validations:\n        - rule: self.metadata.name == 'only'\n")],
    good: [(CSV, "{\"name\": \"x\"}}", "{\"name\": \"x\"}, \"spec\": {}}"),
        (CRD, "{type: object}}\n", "{type: object, default: {}}}\n        required: [spec]\n")],
}

/// Calls `visit` for every example that is an object.
pub(crate) fn each_example(csv: &Csv<'_>, visit: &mut dyn FnMut(NodeRef<'_>, &Embedded<'_>)) {
    let Some(annotation) = Annotation::of(csv) else { return };
    let embedded = annotation.embedded();
    for example in Examples::read(&annotation).objects() {
        visit(example, &embedded);
    }
}

pub(crate) fn check(bundle: &Loaded<'_>, examples: &Examples<'_>, to: &mut Target<'_>) {
    let embedded = examples.annotation.embedded();
    let mut steps = olmkit_k8s::crd::Steps::default();
    for example in examples.objects() {
        let text = |field: &str| example.get(field).and_then(|value| value.as_str()).unwrap_or_default();
        let (api, kind) = (text("apiVersion"), text("kind"));
        let Some((group, version)) = api.split_once('/') else { continue };
        let is_it = |path: &[&str], crd: View<'_>, wanted: &str| {
            crd.path(path).is_some_and(|value| value.string_of() == wanted)
        };
        let crd = bundle.crds.iter().find(|crd| {
            is_it(&["spec", "group"], crd.view, group) && is_it(&["spec", "names", "kind"], crd.view, &kind)
        });
        let Some(crd) = crd else { continue };
        let served = olmkit_k8s::crd::served_versions(crd.view.node);
        let Some(schema) = served.into_iter().find(|(name, _)| name == version).and_then(|(_, schema)| schema) else {
            continue;
        };
        // Messages with the same position, such as several missing fields of an object, form one finding.
        let mut at_one_place: SortedMap<usize, (TextRange, Vec<String>)> = SortedMap::new();
        let mut violations = olmkit_k8s::crd::violations(schema, Some(schema), example, &mut steps);
        if violations.is_empty() {
            violations = olmkit_k8s::crd::broken_rules(schema, example);
        }
        for violation in violations {
            let start = usize::from(violation.range.start());
            at_one_place.entry(start).or_insert_with(|| (violation.range, Vec::new())).1.push(violation.message);
        }
        for (range, messages) in at_one_place.into_values() {
            let message = format!("This example is not a valid `{kind}` of `{api}`: {}.", messages.join(", "));
            let help = "Correct the example, or the schema.";
            let finding = to.found(&RULE, embedded.place(range), message, help, "");
            finding.map(|finding| finding.related(crd.object.name_place(), "the CRD"));
        }
    }
}
