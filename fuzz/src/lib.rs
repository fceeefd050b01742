//! Shared by the fuzz targets: files created from bytes, a host in memory, and the invariants of reports.
//!
//! The input of a target is bytes. Bytes that start with a control character are choices, which damage an example of a
//! rule. All other bytes are used unchanged as a file, so that the seeds are ordinary files.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a target fails by panicking")]

pub mod host;
pub mod report;

use olmkit_testing::{Choices, damaged};

/// Path and content.
pub type Files = Vec<(String, Vec<u8>)>;

/// Returns the choices that bytes encode; `None` if the bytes are a file.
#[must_use]
pub fn choices(data: &[u8]) -> Option<Choices<'_>> {
    let (first, rest) = data.split_first()?;
    (*first < 8).then(|| Choices::new(rest))
}

/// Returns a catalog: a damaged example of a rule, or one file with the bytes.
#[must_use]
pub fn catalog(data: &[u8]) -> Files {
    let Some(mut choices) = choices(data) else { return vec![("catalog.yaml".to_owned(), data.to_vec())] };
    let examples = examples(&mut choices);
    let example = choices.of(examples);
    let files = example.files().iter().map(|(path, text)| ((*path).to_owned(), damaged(text, &mut choices)));
    files.map(|(path, text)| (path, text.into_bytes())).collect()
}

fn examples(choices: &mut Choices<'_>) -> &'static [olmkit_diagnostics::Example] {
    let rules = olmkit_catalog::rules::all();
    let rule = rules[choices.below(rules.len())];
    rule.examples
}

/// Returns a bundle: the sample, either with the change of an example and damage, or with the bytes as its CSV.
#[must_use]
pub fn bundle(data: &[u8]) -> Files {
    use olmkit_bundle::{rules, sample};
    let bytes = |files: Vec<(String, String)>| -> Files {
        files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect()
    };
    let Some(mut choices) = choices(data) else {
        let mut files = bytes(sample::files());
        files.retain(|(path, _)| path != sample::CSV);
        files.push((sample::CSV.to_owned(), data.to_vec()));
        return files;
    };
    let rules = rules::all();
    let examples = rules[choices.below(rules.len())].examples;
    let example = examples.get(choices.below(examples.len()));
    let change = example.and_then(olmkit_diagnostics::Example::change);
    let mut files =
        change.and_then(|change| sample::changed(&change)).map_or_else(sample::files, |changed| changed.files);
    let at = choices.below(files.len());
    files[at].1 = damaged(&files[at].1, &mut choices);
    bytes(files)
}
