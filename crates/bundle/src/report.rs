//! Checks a bundle with all tools.

use olmkit_collections::{SortedSet, order};

use olmkit_diagnostics::{BundleProfile, Diagnostic, Severity, Suite};

use crate::api_load;
use crate::go::{Api, Mode};
use crate::input::Object;
use crate::model::{Bundle, Csv, Kind, Loaded};
use crate::not_checked::{self, NotChecked};
use crate::rules::csv::examples::{Annotation, Examples};
use crate::rules::metadata::{annotations, conventions, dependencies, dockerfile};
use crate::rules::optional::{
    categories, community, deprecated, hub, icon, multiarch, object, operatorhub_io, practices,
};
use crate::rules::{
    bundle as bundle_rules, comments, crd, csv, documents, objects, olm, package, pipeline, runtime as runtime_rules,
};
use crate::sink::Sink;
use crate::target::Target;
use crate::{opm, view::View};

/// The result of checking a bundle.
#[derive(Debug, Clone)]
pub struct BundleReport {
    /// The findings, sorted by position, then rule.
    pub findings: Vec<Diagnostic>,
    /// Media type as opm detects it: `registry+v1`, `helm` or `plain`.
    pub media_type: &'static str,
    /// Package in the annotations. Empty if there is none.
    pub package: String,
    /// Name of the CSV. Empty if there is none.
    pub csv: String,
    /// What cannot be determined from the files.
    pub not_checked: Vec<NotChecked>,
    kind: Kind,
}

impl BundleReport {
    /// Whether the tools of a profile accept the bundle, that is, report no error.
    #[must_use]
    pub fn accepted(&self, profile: BundleProfile) -> bool {
        !self.findings.iter().any(|finding| finding.severity_of_bundles(profile) == Some(Severity::Error))
    }

    /// Whether the tools of a profile accept the files. `None` if they do not read this kind of input: objects of a
    /// cluster are not read at all, and only operator-framework/api reads a package manifest with its directories.
    #[must_use]
    pub fn verdict(&self, profile: BundleProfile) -> Option<bool> {
        let refuses = |finding: &Diagnostic| {
            let errors = finding.tool_reports.iter().filter(|tool| tool.severity == Severity::Error);
            errors.into_iter().any(|tool| tool.suite == Suite::Package)
        };
        match (self.kind, profile) {
            (Kind::Bundle, _) => Some(self.accepted(profile)),
            (Kind::Package, BundleProfile::Api) => Some(self.accepted(profile) && !self.findings.iter().any(refuses)),
            _ => None,
        }
    }
}

/// Checks a bundle with all tools.
#[must_use]
pub fn check(bundle: &Bundle<'_>) -> BundleReport {
    let mut sink = Sink::default();
    let resources = olm::resources(bundle);
    olm::check(bundle, &resources, &mut sink);
    package::check(bundle, &mut Target::new(&mut sink, Suite::Package));
    pipeline::check(bundle, &mut sink);
    let kind = kind(bundle, &resources.now);
    let loaded = match kind {
        Kind::Objects => None,
        Kind::Package => versions(bundle, &mut sink),
        Kind::Bundle => tools(bundle, &resources.now, &mut sink),
    };
    let not_checked = not_checked::list(bundle, kind, loaded.as_ref());
    comments::apply(bundle, &mut sink);
    let mut findings = sink.findings;
    order::sort_by(&mut findings, |a, b| (a.place, a.rule.code, &a.message).cmp(&(b.place, b.rule.code, &b.message)));
    let (package, csv) = bundle.names();
    let named = |name: &String| Some(name.clone()).filter(|name| !name.is_empty());
    for finding in &mut findings {
        (finding.subject.package, finding.subject.entry) = (named(&package), named(&csv));
    }
    BundleReport { findings, media_type: opm::media_type(bundle, "manifests"), package, csv, not_checked, kind }
}

fn kind(bundle: &Bundle<'_>, resources: &[olm::Resource<'_>]) -> Kind {
    let has_directory = |name: &str| bundle.directories.contains(name);
    let has_csv = || bundle.own().any(|file| file.object().is_ok_and(|object| api_load::is_csv(&object)));
    if has_directory("manifests") || has_directory("metadata") {
        return Kind::Bundle;
    }
    if !package::manifests(bundle).is_empty() {
        return Kind::Package;
    }
    if resources.iter().any(olm::is_olm) && !has_csv() { Kind::Objects } else { Kind::Bundle }
}

/// Runs the tools that read a bundle.
fn tools<'b>(bundle: &'b Bundle<'_>, resources: &[olm::Resource<'_>], sink: &mut Sink) -> Option<Loaded<'b>> {
    let loaded = api(bundle, "", sink);
    if let Some(loaded) = &loaded {
        optional(loaded, sink);
        runtime(loaded, sink);
        runtime_rules::check_beside(loaded, resources, sink);
    }
    opm_head(bundle, sink);
    opm::rendering(bundle, &mut Target::new(sink, Suite::OpmRender));
    crate::olm_v1_load::check(bundle, &mut Target::new(sink, Suite::OlmV1));
    sdk(bundle, sink);
    let mut own = Target::new(sink, Suite::Olmkit);
    documents::check(bundle, &mut own);
    conventions::check(bundle, &mut own);
    dependencies::check_meaning(bundle, &mut own);
    dockerfile::check(bundle, &mut own);
    runtime_rules::properties::check_files(bundle, &mut own);
    runtime_rules::check_metadata(bundle, sink);
    loaded
}

/// Checks the directories of a package manifest, each as operator-framework/api loads it.
fn versions<'b>(bundle: &'b Bundle<'_>, sink: &mut Sink) -> Option<Loaded<'b>> {
    let directories: SortedSet<&str> = bundle
        .own()
        .filter(|file| !file.directory().is_empty())
        .filter(|file| file.object().is_ok_and(|object| api_load::is_csv(&object)))
        .map(|file| file.directory())
        .collect();
    let mut last = None;
    for directory in directories {
        if let Some(loaded) = api(bundle, directory, sink) {
            optional(&loaded, sink);
            runtime(&loaded, sink);
            last = Some(loaded);
        }
    }
    last
}

/// Runs the newest operator-framework/api, and checks the examples of the CSV against the CRDs.
fn api<'b>(bundle: &'b Bundle<'_>, root: &str, sink: &mut Sink) -> Option<Loaded<'b>> {
    let loaded = api_load::load(bundle, root, &mut Target::new(sink, Suite::ApiLoad))?;
    let annotation = Annotation::of(&loaded.csv);
    let examples = annotation.as_ref().map(Examples::read);
    validators(bundle, &loaded, examples.as_ref(), [Suite::ApiCsv, Suite::ApiCrd, Suite::ApiBundle], sink);
    if let Some(examples) = &examples {
        csv::example_schema::check(&loaded, examples, &mut Target::new(sink, Suite::Olmkit));
    }
    Some(loaded)
}

/// Runs the validators of operator-framework/api for the CSV, the CRDs and the bundle.
fn validators(
    files: &Bundle<'_>,
    loaded: &Loaded<'_>,
    examples: Option<&Examples<'_>>,
    suites: [Suite; 3],
    sink: &mut Sink,
) {
    let [of_csv, of_crds, of_bundle] = suites;
    csv::check(&loaded.csv, examples, &mut Target::new(sink, of_csv));
    for one in &loaded.crds {
        crd::check(one, &mut Target::new(sink, of_crds));
    }
    bundle_rules::check(files, loaded, &mut Target::new(sink, of_bundle));
}

/// Runs the optional validators of operator-framework/api.
fn optional(loaded: &Loaded<'_>, sink: &mut Sink) {
    let csv = &loaded.csv;
    let mut to = Target::new(sink, Suite::OperatorHub);
    hub::check(csv, &mut to);
    icon::check(csv, &mut to);
    csv::min_kube::check(csv, &mut to);
    deprecated::check(loaded, &mut to);
    categories::check(loaded, &mut Target::new(sink, Suite::Capabilities));
    categories::check(loaded, &mut Target::new(sink, Suite::Categories));
    operatorhub_io::check(loaded, &mut Target::new(sink, Suite::K8sOperatorhub));
    multiarch::check(loaded, &mut Target::new(sink, Suite::Multiarch));
    practices::check(loaded, &mut Target::new(sink, Suite::GoodPractices));
    deprecated::check(loaded, &mut Target::new(sink, Suite::DeprecatedApis));
    community::check(loaded, &mut Target::new(sink, Suite::Community));
    for one in &loaded.objects {
        object::check(one, &mut Target::new(sink, Suite::Object));
    }
}

fn opm_head(bundle: &Bundle<'_>, sink: &mut Sink) {
    let before = sink.findings.len();
    opm::format(bundle, &mut Target::new(sink, Suite::OpmFormat));
    let good = !sink.findings.iter().skip(before).any(|finding| !finding.tool_reports.is_empty());
    // If opm detects `plain` only because the CSV is invalid, the content is not checked.
    if good || opm::media_type(bundle, "manifests") != "plain" || !bundle.directories.contains("manifests") {
        opm::content(bundle, &mut Target::new(sink, Suite::OpmContent));
    }
}

/// operator-sdk: annotations and the loader of operator-framework/api, where any error is fatal; then opm's format,
/// kinds and metadata of the objects, and the validators of operator-framework/api.
fn sdk(bundle: &Bundle<'_>, sink: &mut Sink) {
    let suite = Suite::Sdk;
    let Some(annotations) = annotations::anywhere(bundle) else {
        return annotations::missing(bundle, "metadata not found in ", &mut Target::new(sink, suite));
    };
    let root = sdk_manifests(annotations);
    let Some(loaded) = api_load::load(bundle, &root, &mut Target::new(sink, suite)) else { return };
    opm::format(bundle, &mut Target::new(sink, suite));
    let media = opm::media_type(bundle, &root);
    if media == "helm" {
        return;
    }
    let annotation = Annotation::of(&loaded.csv);
    let examples = annotation.as_ref().map(Examples::read);
    validators(bundle, &loaded, examples.as_ref(), [suite; 3], sink);
    let others =
        |object: &&Object<'_>| !matches!(object.kind.as_str(), "ClusterServiceVersion" | "CustomResourceDefinition");
    for object in loaded.objects.iter().filter(others) {
        sdk_object(object, media, &mut Target::new(sink, suite));
    }
}

/// The directory of manifests according to the annotation, which operator-sdk follows.
fn sdk_manifests(annotations: View<'_>) -> String {
    const MANIFESTS: &str = "operators.operatorframework.io.bundle.manifests.v1";
    let path = annotations.string(MANIFESTS).into_owned();
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.is_empty() { "manifests".to_owned() } else { parts.join("/") }
}

fn sdk_object(object: &Object<'_>, media: &str, to: &mut Target<'_>) {
    if media == "registry+v1" && !objects::kinds::is_supported(&object.kind, Api::Released) {
        let upstream = format!("Value {}: unsupported media type registry+v1 for bundle object", object.gvk());
        return objects::kinds::unsupported(object, to, upstream);
    }
    objects::metadata::check(object, to);
}

/// Checks what only clusters reject and no validator reports.
fn runtime(loaded: &Loaded<'_>, sink: &mut Sink) {
    runtime_rules::check(loaded, sink);
    let mut own = Target::new(sink, Suite::Olmkit);
    csv::in_catalogs::check(&loaded.csv, &mut own);
    bundle_rules::images::check(loaded, &mut own);
    deprecated::check_later(loaded, &mut own);
    olm::helm::check_registry(loaded, &mut Target::new(sink, Suite::RukpakRegistry));
    let mut to = Target::new(sink, Suite::OlmV0);
    csv::install_modes::check_runtime(&loaded.csv, &mut to);
    objects::kinds::check_olm_v0(&loaded.objects, &mut to);
}

impl Bundle<'_> {
    /// Returns the package and the name of the CSV. A name that cannot be read is empty.
    #[must_use]
    pub fn names(&self) -> (String, String) {
        let package = annotations::find(self).map(|(_, map)| map.string(api_load::PACKAGE).into_owned());
        let object = self.own().filter_map(|file| file.object().ok()).find(api_load::is_csv);
        let csv = object.map(|object| Csv::new(View { mode: Mode::Coerce, ..object.view }).name);
        (package.unwrap_or_default(), csv.unwrap_or_default())
    }
}
