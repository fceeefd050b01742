//! Search queries as users write them in the palette and in the filter of a channel: words, versions, an image, a property.
//! This only parses them and compares what the page shows. The engine finds names (`workspace::find`), and
//! `web/editor/src/containing.ts` contents. `olmkit query` has options instead of a text (`workspace::query`).

use crate::bridge::arguments::BundleContents;
use crate::text::lower;
use olmkit_semver::{Range, RangeError, Version, complete_comparison};

/// A parsed query: `argocd >=1.2 <1.4`, `sha256:0f..`, `property:olm.gvk`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    /// In lower case. A name matches if it contains all of them.
    pub words: Vec<String>,
    /// A version range in OLM's syntax.
    pub range: Option<String>,
    /// What the documents of bundles contain.
    pub contents: Option<(BundleContents, String)>,
}

impl Search {
    pub fn parse(text: &str) -> Self {
        let mut query = Search::default();
        let mut range = Vec::new();
        for token in text.split_whitespace() {
            let goes_on = range.last().is_some_and(|last: &String| last.ends_with(['<', '>', '=', '!', '|']));
            if goes_on || token.starts_with(['<', '>', '=', '!', '|']) {
                range.push(token.to_owned());
            } else if let Some(contents) = contents(token) {
                query.contents = Some(contents);
            } else {
                query.words.push(lower(token));
            }
        }
        let complete = |part: String| complete_comparison(&part).unwrap_or(part);
        query.range = (!range.is_empty()).then(|| range.into_iter().map(complete).collect::<Vec<_>>().join(" "));
        query
    }

    pub fn is_empty(&self) -> bool {
        *self == Search::default()
    }

    /// Whether a name contains all words.
    pub fn has_words(&self, name: &str) -> bool {
        let name = lower(name);
        self.words.iter().all(|word| name.contains(word.as_str()))
    }

    /// The version range, or the reason why it is not valid.
    pub fn versions(&self) -> Option<Result<Range, RangeError>> {
        let text = self.range.as_deref()?;
        Some(Range::parse(text))
    }

    /// How many items match, and what the query searches for besides names. Empty without a query. `all`: the number of
    /// all items, with their noun.
    pub fn status(&self, found: usize, all: &str) -> String {
        if self.is_empty() {
            return String::new();
        }
        let number = format!("{found} of {all}");
        match self.meaning() {
            meaning if meaning.is_empty() => number,
            meaning => format!("{number}: {meaning}"),
        }
    }

    /// Describes what the query searches for besides names.
    pub fn meaning(&self) -> String {
        let range = match self.versions() {
            Some(Ok(range)) => Some(format!("version {}", range.describe())),
            Some(Err(reason)) => Some(format!("OLM cannot read the range: {}", reason.reason())),
            None => None,
        };
        let contents = self.contents.as_ref().map(|(kind, what)| match kind {
            BundleContents::Image => format!("an image with {what}"),
            BundleContents::Property => format!("a property of type {what}"),
        });
        [range, contents].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// Whether a version is in a range.
pub fn matches(range: &Range, version: Option<&str>) -> bool {
    let version = version.and_then(|version| Version::parse(version).ok());
    version.is_some_and(|version| range.contains(&version).unwrap_or(false))
}

fn contents(token: &str) -> Option<(BundleContents, String)> {
    let of = |kind: BundleContents, what: &str| (what.len() > 1).then(|| (kind, what.to_owned()));
    if let Some(what) = token.strip_prefix("property:") {
        return of(BundleContents::Property, what);
    }
    if let Some(what) = token.strip_prefix("image:") {
        return of(BundleContents::Image, what);
    }
    if token.starts_with("olm.") {
        return of(BundleContents::Property, token);
    }
    (token.starts_with("sha256:") || token.contains("@sha256:")).then(|| (BundleContents::Image, token.to_owned()))
}
