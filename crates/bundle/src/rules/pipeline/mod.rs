//! The static checks of operator-pipelines, for a single bundle and for a repository with `operators/` and `catalogs/`.
//!
//! Checks that query other services are not included, such as the OpenShift versions and the contents of an index.

pub mod catalogs;
pub mod ci;
mod counts;
mod edges;
pub mod fields;
pub mod graph;
pub mod naming;
pub mod openshift;
pub mod release;
mod schema;

use olmkit_collections::HashMap;
use olmkit_semver::Version as Number;

use olmkit_diagnostics::{Place, Rule, Severity, Suite};

use crate::go::Mode;
use crate::input::File;
use crate::model::Bundle;
use crate::sink::Sink;
use crate::target::Target;
use crate::view::View;

/// Path of an operator's settings in examples.
pub(crate) const CI: &str = "operators/foo/ci.yaml";

const PACKAGE: &str = crate::api_load::PACKAGE;
const CHANNELS: &str = crate::api_load::CHANNELS;

/// An operator and its bundles. Without a name, it is a single bundle outside a repository.
pub(crate) struct Operator<'b> {
    pub(crate) name: Option<&'b str>,
    /// `ci.yaml`.
    pub(crate) ci: Option<View<'b>>,
    pub(crate) bundles: Vec<Version<'b>>,
}

/// A bundle.
pub(crate) struct Version<'b> {
    /// The name of the directory. `None` for a single bundle outside a repository.
    pub(crate) directory: Option<&'b str>,
    /// The mapping of annotations.
    pub(crate) annotations: Option<View<'b>>,
    pub(crate) csv: Option<View<'b>>,
    /// `release-config.yaml`.
    pub(crate) release: Option<View<'b>>,
    /// The objects in `manifests`.
    pub(crate) manifests: Vec<View<'b>>,
    /// The place for findings without a more specific one.
    pub(crate) place: Place,
}

impl<'b> Operator<'b> {
    /// Whether the operator is released in file-based catalogs. `None` if unknown.
    pub(crate) fn is_fbc(&self) -> Option<bool> {
        self.name?;
        Some(self.ci.and_then(|ci| ci.path(&["fbc", "enabled"])).and_then(|on| on.node_flag()).unwrap_or_default())
    }

    /// The templates in `ci.yaml`.
    pub(crate) fn templates(&self) -> Vec<View<'b>> {
        self.ci.and_then(|ci| ci.path(&["fbc", "catalog_mapping"])).map(View::items).unwrap_or_default()
    }
}

impl View<'_> {
    /// The value as a boolean.
    pub(crate) fn node_flag(self) -> Option<bool> {
        match self.node.value() {
            olmkit_yaml::Value::Bool(value) => Some(value),
            _ => None,
        }
    }
}

impl<'b> Version<'b> {
    pub(crate) fn annotation(&self, key: &str) -> Option<View<'b>> {
        self.annotations.and_then(|map| map.get(key))
    }

    /// The package in the annotations.
    pub(crate) fn package(&self) -> String {
        self.annotation(PACKAGE).map(View::string_of).unwrap_or_default()
    }

    /// The channels in the annotations, trimmed.
    pub(crate) fn channels(&self) -> Vec<String> {
        let text = self.annotation(CHANNELS).map(View::string_of).unwrap_or_default();
        text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
    }

    pub(crate) fn csv_name(&self) -> String {
        self.csv.and_then(|csv| csv.path(&["metadata", "name"])).map(View::string_of).unwrap_or_default()
    }

    /// The operator and the version in the CSV's name, as the pipeline reads them: the text before and after the first
    /// dot, without a leading `v`.
    pub(crate) fn name_parts(&self) -> Option<(String, String)> {
        let name = self.csv_name();
        let (operator, version) = name.split_once('.')?;
        Some((operator.to_owned(), version.trim_start_matches('v').to_owned()))
    }

    /// The version in the CSV's name.
    pub(crate) fn number(&self) -> Option<Number> {
        let (_, text) = self.name_parts()?;
        Number::parse(&text).ok()
    }

    /// A field of the CSV's `spec`.
    pub(crate) fn spec(&self, path: &[&str]) -> Option<View<'b>> {
        self.csv.and_then(|csv| csv.get("spec")).and_then(|spec| spec.path(path))
    }

    /// The names in `replaces` and `skips`.
    pub(crate) fn replaced(&self) -> Vec<View<'b>> {
        let skips = self.spec(&["skips"]).map(View::items).unwrap_or_default();
        skips.into_iter().chain(self.spec(&["replaces"])).collect()
    }

    pub(crate) fn csv_annotation(&self, key: &str) -> Option<View<'b>> {
        self.csv.and_then(|csv| csv.path(&["metadata", "annotations"])).and_then(|map| map.get(key))
    }

    /// The place of the package name.
    pub(crate) fn package_place(&self) -> Place {
        self.annotation(PACKAGE).map_or(self.place, View::place)
    }

    pub(crate) fn csv_place(&self) -> Place {
        self.csv.map_or(self.place, |csv| csv.path(&["metadata", "name"]).map_or_else(|| csv.start(), View::place))
    }
}

/// The number of names in a message that many bundles can get.
const NAMED: usize = 10;

/// The first of `count` names, and how many are left out.
fn shown(names: impl Iterator<Item = String>, count: usize) -> Vec<String> {
    let mut shown: Vec<String> = names.take(NAMED).collect();
    let more = count.saturating_sub(shown.len());
    shown.extend((more > 0).then(|| format!("and {more} more")));
    shown
}

/// A finding of a check.
pub(crate) struct Finding {
    pub(crate) rule: &'static Rule,
    pub(crate) place: Place,
    pub(crate) message: String,
    pub(crate) help: &'static str,
    pub(crate) upstream: String,
}

impl Finding {
    pub(crate) fn error(self, to: &mut Target<'_>) {
        to.found(self.rule, self.place, self.message, self.help, self.upstream);
    }

    pub(crate) fn warn(self, to: &mut Target<'_>) {
        to.found_as(Severity::Warning, self.rule, self.place, self.message, self.help, self.upstream);
    }
}

/// Checks the bundle in the root, and every operator and catalog of a repository.
pub(crate) fn check(bundle: &Bundle<'_>, sink: &mut Sink) {
    let files = Directories::of(bundle);
    let repository = operators(bundle, &files);
    let alone = bundle.directories.contains("manifests").then(|| Operator {
        name: None,
        ci: None,
        bundles: vec![version(bundle, &files, "", None)],
    });
    let config = files.read("config.yaml").or_else(|| files.read("config.yml"));
    for operator in repository.iter().chain(&alone) {
        let mut common = Target { sink, suite: Suite::PipelineCommon };
        naming::check(operator, &mut common);
        release::check(operator, &mut common);
        ci::check(operator, &mut common);
        let mut community = Target { sink, suite: Suite::PipelineCommunity };
        operator.bundles.iter().for_each(|version| fields::check(version, &mut community));
        openshift::check(operator, &mut community);
        graph::check(operator, &mut community);
        let mut isv = Target { sink, suite: Suite::PipelineIsv };
        graph::check_isv(operator, config, &mut isv);
    }
    catalogs::check(bundle, config, &mut Target { sink, suite: Suite::PipelineCommon });
}

/// The files of a bundle by directory.
struct Directories<'b>(HashMap<&'b str, Vec<&'b File<'b>>>);

impl<'b> Directories<'b> {
    fn of(bundle: &'b Bundle<'_>) -> Self {
        let mut found: HashMap<&'b str, Vec<&'b File<'b>>> = HashMap::default();
        for file in bundle.own() {
            found.entry(file.directory()).or_default().push(file);
        }
        Directories(found)
    }

    fn files(&self, directory: &str) -> &[&'b File<'b>] {
        self.0.get(directory).map(Vec::as_slice).unwrap_or_default()
    }

    /// The root of a file's first document. Strings are not coerced.
    fn read(&self, path: &str) -> Option<View<'b>> {
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let found = self.files(directory).iter().find(|file| file.path == path)?;
        found.first().ok().map(|view| view.with(Mode::Converter))
    }
}

/// The operators: every directory below `operators`.
fn operators<'b>(bundle: &'b Bundle<'_>, files: &Directories<'b>) -> Vec<Operator<'b>> {
    let mut found = Vec::new();
    for path in bundle.directories_in("operators") {
        let name = path.rsplit('/').next().unwrap_or_default();
        let is_bundle = |path: &&str| {
            ["manifests", "metadata"].iter().any(|below| bundle.directories.contains(&format!("{path}/{below}")))
        };
        let directories = bundle.directories_in(path).filter(is_bundle);
        let bundles = directories.map(|path| {
            let directory = path.rsplit('/').next().unwrap_or_default();
            version(bundle, files, &format!("{path}/"), Some(directory))
        });
        found.push(Operator {
            name: Some(name),
            ci: files.read(&format!("{path}/ci.yaml")),
            bundles: bundles.collect(),
        });
    }
    found
}

fn version<'b>(bundle: &'b Bundle<'_>, files: &Directories<'b>, root: &str, directory: Option<&'b str>) -> Version<'b> {
    let (manifests, metadata) = (files.files(&format!("{root}manifests")), files.files(&format!("{root}metadata")));
    let read = |file: &&'b File<'b>| file.first().ok().map(|view| view.with(Mode::Converter));
    let ending = |files: &[&'b File<'b>], end: &str| files.iter().copied().find(|file| file.name().ends_with(end));
    let csv =
        ending(manifests, ".clusterserviceversion.yaml").or_else(|| ending(manifests, ".clusterserviceversion.yml"));
    let named = |name: &str| metadata.iter().copied().find(|file| file.name() == name);
    let annotations = named("annotations.yaml").or_else(|| named("annotations.yml"));
    let is_yaml = |file: &&&'b File<'b>| [".yaml", ".yml"].iter().any(|end| file.name().ends_with(end));
    let first = manifests.first().or(metadata.first());
    Version {
        directory,
        // PyYAML's `safe_load` accepts only files with a single document.
        csv: csv.filter(|file| file.documents.len() == 1).as_ref().and_then(read),
        annotations: annotations.as_ref().and_then(read).and_then(|root| root.get("annotations")),
        release: files.read(&format!("{root}release-config.yaml")),
        manifests: manifests
            .iter()
            .filter(is_yaml)
            .flat_map(|file| file.roots())
            .map(|view| view.with(Mode::Converter))
            .collect(),
        place: first.map_or_else(|| bundle.anywhere(), |file| file.start()),
    }
}
