//! The files of a catalog, and whether they can be served.

use olmkit_catalog::schemas;
use std::collections::BTreeSet;

use olmkit_catalog::facts::{Body, Facts};
use olmkit_catalog::{Catalog, CheckOptions, LoadStep, LoadedFile, check, is_custom_key, refused_at};
use olmkit_gostd::go_quote;

/// The files of a catalog in the order of a directory walk: loaded documents and contents.
#[derive(Debug, Default)]
pub struct Content {
    /// The loaded files.
    pub files: Vec<LoadedFile>,
    /// The contents of the files.
    pub texts: Vec<Vec<u8>>,
}

impl Content {
    /// Returns why catalogd cannot store the catalog: the error of the first file or document that cannot be read.
    #[must_use]
    pub fn unreadable(&self) -> Option<&str> {
        self.unreadable_file().map(|(_, problem)| problem)
    }

    /// Like [`unreadable`](Self::unreadable), but also returns the path of the file.
    pub(crate) fn unreadable_file(&self) -> Option<(&str, &str)> {
        self.files.iter().filter(|file| !file.ignored).find_map(|file| {
            let mut documents = file.documents.iter();
            let of_documents = || documents.find_map(|one| refused_at(&one.facts, LoadStep::Read));
            Some((file.path.as_str(), file.problem.as_ref().map(|problem| problem.0.as_str()).or_else(of_documents)?))
        })
    }

    /// Returns why `opm serve` does not serve the catalog. The message is opm's.
    ///
    /// opm first reads all documents, then processes each package separately. If it finds several problems, it reports
    /// a random one. This function returns the first.
    #[must_use]
    pub fn refused(&self) -> Option<String> {
        if let Some(problem) = self.unreadable() {
            return Some(problem.to_owned());
        }
        let facts = || self.files.iter().flat_map(|file| &file.documents).map(|document| &*document.facts);
        if let Some(problem) = facts().find_map(custom_problem) {
            return Some(format!("invalid custom schema meta: {problem}"));
        }
        let known = filtered(&self.files, |facts| !is_custom(facts));
        let problem_of =
            |name: &str, problem| format!("build package index: process package {}: {problem}", go_quote(name));
        if verdict(&known).is_none() {
            let (name, problem) = facts().find_map(|one| Some((package(one), metadata_problem(one)?)))?;
            return Some(problem_of(name, problem));
        }
        let packages: BTreeSet<&str> = facts().filter(|one| !is_custom(one)).map(package).collect();
        packages.into_iter().find_map(|name| {
            let problem = verdict(&filtered(&known, |facts| package(facts) == name))?;
            Some(problem_of(name, problem))
        })
    }
}

/// A problem that `opm validate` accepts: a bundle has the metadata of more than one CSV.
fn metadata_problem(facts: &Facts) -> Option<String> {
    let Body::Bundle(bundle) = &facts.body else { return None };
    let found = bundle.csv_metadata.len();
    let many = || format!("parse properties: expected at most 1 property of type \"olm.csv.metadata\", found {found}");
    (found > 1).then(many)
}

fn filtered(files: &[LoadedFile], keep: impl Fn(&Facts) -> bool) -> Vec<LoadedFile> {
    let of_file = |file: &LoadedFile| {
        let documents = file.documents.iter().filter(|document| keep(&document.facts)).cloned().collect();
        LoadedFile { path: file.path.clone(), ignored: file.ignored, problem: file.problem.clone(), documents }
    };
    files.iter().map(of_file).collect()
}

/// opm's error if it rejects the files.
fn verdict(files: &[LoadedFile]) -> Option<String> {
    // The selection matches no rule. opm's verdict needs only its own rules, which always run.
    let options = CheckOptions { select: vec![String::new()], findings_only: true, ..CheckOptions::default() };
    let verdict = check(&Catalog::new(files), &options).verdict;
    (!verdict.accepted).then_some(verdict.message)
}

/// Whether a document has a schema other than opm's.
pub(crate) fn is_custom(facts: &Facts) -> bool {
    let schema = facts.schema.as_ref().map_or("", |schema| schema.value.as_str());
    !matches!(schema, schemas::PACKAGE | schemas::CHANNEL | schemas::BUNDLE | schemas::DEPRECATIONS)
        || matches!(facts.body, Body::Other)
}

/// The package that a document belongs to.
fn package(facts: &Facts) -> &str {
    let is_package = facts.schema.as_ref().is_some_and(|schema| schema.value == schemas::PACKAGE);
    if is_package { facts.own_name() } else { facts.package_name() }
}

fn custom_problem(facts: &Facts) -> Option<String> {
    if !is_custom(facts) {
        return None;
    }
    match facts.schema.as_ref().map_or("", |schema| schema.value.as_str()) {
        "" => Some("invalid schema: must not be empty".to_owned()),
        schema => key_problem(schema, facts.package_name()),
    }
}

/// The error for an invalid custom schema, or an invalid package in a query for it.
pub(crate) fn key_problem(schema: &str, package: &str) -> Option<String> {
    let problem = |what: &str, text: &str| {
        let is_bad = !is_custom_key(text);
        is_bad.then(|| format!("invalid {what} {}: must match ^[a-zA-Z0-9][a-zA-Z0-9._-]*$", go_quote(text)))
    };
    problem("schema", schema).or_else(|| problem("packageName", package).filter(|_| !package.is_empty()))
}
