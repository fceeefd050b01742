//! Converts the answers of registries about images in catalogs and bundles to findings. The host queries the
//! registries.

use olmkit_collections::{SortedMap, SortedSet};

use olmkit_collections::order;
use olmkit_diagnostics::{Profile, Rule};
use olmkit_k8s::image::{PullError, parse, pullable, without_version};
use olmkit_text::counted;

use crate::api::{self, Diagnostic, ImageUse, Report};
pub use crate::image_rules::{ImageAnswer, is_by_digest};
use crate::image_rules::{NOT_CHECKED, RULES, problems};
use crate::options::{Chosen, Options, OptionsError, profile_of};
use crate::plain::plain;

/// A query for the registries.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImageQuery {
    /// The image, with a tag or a digest.
    pub reference: String,
    /// Whether the image must exist for the platform.
    pub runs: bool,
}

/// The answers so far. Each image is queried once.
#[derive(Debug, Default)]
pub struct ImageAnswers {
    /// By full name.
    by_name: SortedMap<String, ImageAnswer>,
}

/// Adds findings to a report, in the order of `files`.
pub fn add<'p>(report: &mut Report, findings: Vec<Diagnostic>, files: impl Iterator<Item = &'p str>) {
    if findings.is_empty() {
        return;
    }
    report.diagnostics.extend(findings);
    let number: SortedMap<&str, usize> = files.zip(0..).collect();
    order::sort_by_key(&mut report.diagnostics, |found| {
        (number.get(found.path.as_str()).copied(), found.range.start.offset, found.code.clone())
    });
    report.count_again();
}

/// The full name of an image. An invalid name is returned unchanged.
#[must_use]
pub fn full_name(image: &str) -> String {
    parse(image).unwrap_or_else(|_| image.to_owned())
}

fn is_unknown(answer: &ImageAnswer) -> bool {
    matches!(answer, ImageAnswer::NotChecked(_) | ImageAnswer::Unreachable(_))
}

impl ImageAnswers {
    /// Queries the images that are not known yet. `registries` returns an answer for each query, in order.
    ///
    /// # Errors
    /// Those of `registries`, if no registry can be queried at all.
    pub fn query<E>(
        &mut self,
        uses: &[ImageUse],
        registries: impl FnOnce(&[ImageQuery]) -> Result<Vec<ImageAnswer>, E>,
    ) -> Result<(), E> {
        let mut runs: SortedMap<String, bool> = SortedMap::new();
        for one in uses {
            *runs.entry(full_name(&one.image)).or_default() |= one.is_bundle;
        }
        let (mut names, mut queries) = (Vec::new(), Vec::new());
        for (name, runs) in runs {
            if self.by_name.contains_key(&name) {
                continue;
            }
            match query(&name) {
                Ok(reference) => {
                    names.push(name);
                    queries.push(ImageQuery { reference, runs });
                }
                Err(reason) => drop(self.by_name.insert(name, ImageAnswer::NotChecked(reason.to_string()))),
            }
        }
        if queries.is_empty() {
            return Ok(());
        }
        self.by_name.extend(names.into_iter().zip(registries(&queries)?));
        Ok(())
    }

    /// Returns the answer for an image, if it was queried.
    #[must_use]
    pub fn of(&self, image: &str) -> Option<&ImageAnswer> {
        self.by_name.get(&full_name(image))
    }

    /// Whether images were queried, but none could be checked.
    #[must_use]
    pub fn are_all_unknown(&self) -> bool {
        !self.by_name.is_empty() && self.by_name.values().all(is_unknown)
    }

    /// Whether an image could not be checked.
    #[must_use]
    pub fn have_unknown(&self) -> bool {
        self.by_name.values().any(is_unknown)
    }

    /// Returns the findings at the places that name the images, with the severities in the options of catalogs.
    ///
    /// # Errors
    /// When the options name a profile or a rule that does not exist.
    pub fn findings(&self, uses: &[ImageUse], options: &Options) -> Result<Vec<Diagnostic>, OptionsError> {
        // The profile `opm` enables these rules, too.
        let profile =
            profile_of(options).map(|profile| if profile == Profile::Opm { Profile::Default } else { profile })?;
        let chosen = Chosen::new(options, RULES)?;
        let (mut findings, mut silent) = (Vec::new(), Silent::default());
        for one in uses {
            let Some(answer) = self.of(&one.image) else { continue };
            for (rule, message, help) in problems(answer, one) {
                let is_suppressed = one.suppressed.iter().any(|name| rule.is_named(name));
                let severity = chosen.severity(rule, &one.path, profile.severity(rule), rule.severity);
                let Some(severity) = severity.of_finding().filter(|_| !is_suppressed) else { continue };
                if rule.id != NOT_CHECKED.id || silent.is_first(answer, one, severity, findings.len()) {
                    findings.push(finding(rule, severity, (message, help), one));
                }
            }
        }
        silent.count(&mut findings);
        Ok(findings)
    }
}

/// The references of a registry that does not respond: a single finding reports all of them.
struct Silence {
    /// The index of the finding.
    at: usize,
    /// The full names of the images.
    images: SortedSet<String>,
    references: usize,
}

/// The registries that do not respond, by name, reason and severity.
#[derive(Default)]
struct Silent<'a>(SortedMap<(String, &'a str, api::Severity), Silence>);

impl<'a> Silent<'a> {
    /// Counts a reference that was not checked. Returns whether it needs a finding, which is added at `at`.
    fn is_first(&mut self, answer: &'a ImageAnswer, one: &ImageUse, severity: api::Severity, at: usize) -> bool {
        let ImageAnswer::Unreachable(reason) = answer else { return true };
        let image = full_name(&one.image);
        let silence = self.0.entry((registry_of(&image).to_owned(), reason, severity));
        let silence = silence.or_insert_with(|| Silence { at, images: SortedSet::default(), references: 0 });
        silence.images.insert(image);
        silence.references = silence.references.saturating_add(1);
        silence.references == 1
    }

    /// Says in the findings how many references they are about.
    fn count(self, findings: &mut [Diagnostic]) {
        for ((registry, reason, _), Silence { at, images, references }) in self.0 {
            let Some(found) = findings.get_mut(at).filter(|_| references > 1) else { continue };
            let (images, references) =
                (counted(images.len(), "image", "images"), counted(references, "reference", "references"));
            found.message = format!("Could not check the images of `{registry}`: {reason}.");
            found.help = format!("{images} in {references}. To list them, use `olmkit images --check --format json`.");
            (found.package, found.entry) = (None, None);
        }
    }
}

/// The registry of an image with a full name.
#[must_use]
pub fn registry_of(image: &str) -> &str {
    image.split('/').next().unwrap_or_default()
}

fn finding(rule: &Rule, severity: api::Severity, (message, help): (String, String), one: &ImageUse) -> Diagnostic {
    let named = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
    Diagnostic {
        range: one.range,
        package: named(&one.package),
        entry: named(&one.bundle),
        ..plain(rule, severity, (message, help), &one.path)
    }
}

/// Returns the reference to query: without the tag if there is a digest, with the tag `latest`, which container
/// runtimes use, if there is neither.
fn query(image: &str) -> Result<String, PullError> {
    let (named, digest) = image.split_once('@').map_or((image, None), |(named, digest)| (named, Some(digest)));
    let bare = without_version(named);
    let text = match digest {
        Some(digest) => format!("{bare}@{digest}"),
        None if bare == named => format!("{named}:latest"),
        None => named.to_owned(),
    };
    pullable(&text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::query;

    #[test]
    fn queries_have_a_tag_or_a_digest() {
        let digest = format!("sha256:{}", "0".repeat(64));
        for (image, expected) in [
            ("h:5000/a".to_owned(), "h:5000/a:latest".to_owned()),
            ("h:5000/a:1".to_owned(), "h:5000/a:1".to_owned()),
            (format!("h:5000/a:1@{digest}"), format!("h:5000/a@{digest}")),
            (format!("q.io/a@{digest}"), format!("q.io/a@{digest}")),
        ] {
            assert_eq!(query(&image), Ok(expected));
        }
        assert!(query("q.io/A").is_err());
    }
}
