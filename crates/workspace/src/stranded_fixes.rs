//! Stranded versions, and the fix of all stranded versions of a package in one change.

use crate::api::{Fix, Refusal, Semantics, Stranded, StrandedFixQuery, StrandedFixes, StrandedQuery, StrandedReport};
use crate::convert::Converter;
use crate::file::Source;
use crate::fixes::series::Series;
use crate::fixes::{CheckSettings, FixChecker, FixVerdict, Goal};
use crate::query_error::NotInCatalog;
use crate::upgrade;
use crate::workspace::Workspace;
use olmkit_catalog::Catalog;
use olmkit_collections::HashSet;
use olmkit_diagnostics::FileId;
use olmkit_text::counted;
use olmkit_upgrade::fix::Grouping;
use std::sync::Arc;

/// The maximum number of fixes in a series. It is limited because a fix may enable or prevent the next one.
const STEPS: usize = 50;

/// The identity of a stranded version.
fn key(found: &Stranded) -> (&str, &str, Semantics) {
    (&found.channel, &found.entry, found.semantics)
}

fn refused(reason: impl Into<String>) -> StrandedFixes {
    StrandedFixes::Refused(Refusal::new(reason))
}

/// Why there is no step that fixes stranded versions.
fn nothing_fixed(query: &StrandedFixQuery, before: &StrandedReport) -> String {
    let is_any = asked(before, query).next().is_some();
    match &query.entry {
        Some(entry) if is_any => format!("no fix of `{entry}` could be verified"),
        Some(entry) => format!("`{entry}` is not a stranded entry"),
        None if is_any => "no fix could be verified for any of them".to_owned(),
        None => "no version is stranded".to_owned(),
    }
}

impl Workspace {
    /// The stranded versions, with fixes for each group or together.
    pub(crate) fn stranded_with(&mut self, query: &StrandedQuery, grouping: Grouping) -> StrandedReport {
        self.apply_ignore();
        let catalog = Catalog::new(&self.files);
        let text_of = |file: FileId| self.sources.get(file.index()).map_or(&[][..], Source::text);
        let mut converter = Converter::new(&self.files, &self.sources);
        let base = self.base.as_mut().map(|base| base.loaded().0);
        let settings = CheckSettings { folder: &self.folder, base, options: self.severities.for_fix_checks() };
        let mut checker = FixChecker::new(&self.files, &self.sources, settings);
        let mut is_offered = |fix: &Fix| checker.of(Goal::Proved, fix) != Some(FixVerdict::Refused);
        upgrade::stranded(&catalog, &mut converter, &text_of, query, grouping, &mut is_offered)
    }

    /// Fixes the stranded versions of a package, those of a channel together where one fix does it, and verifies the
    /// result: it does not strand any other version, and opm still accepts the catalog if it did before. Returns the
    /// edits and restores the texts.
    ///
    /// # Errors
    /// When the package or the channel of the query does not exist.
    pub fn fix_all_stranded(&mut self, query: &StrandedFixQuery) -> Result<StrandedFixes, NotInCatalog> {
        self.has_names(Some(&query.package), query.channel.as_deref())?;
        Ok(self.fix_all_of(query))
    }

    fn fix_all_of(&mut self, query: &StrandedFixQuery) -> StrandedFixes {
        let whole = StrandedQuery { package: Some(query.package.clone()), ..StrandedQuery::default() };
        let before = self.stranded_with(&whole, Grouping::Together);
        let was_accepted = self.report().opm.accepted;
        let mut series = Series::default();
        let steps = self.fix_each(query, &mut series);
        let after = self.stranded_with(&whole, Grouping::Together);
        let is_accepted = self.report().opm.accepted;
        let edits = self.end(series);
        if steps.is_empty() {
            return refused(nothing_fixed(query, &before));
        }
        if (was_accepted && !is_accepted) || has_more(&before, &after) {
            return refused("the fixes together strand another version, or opm rejects the result");
        }
        let left: HashSet<_> = asked(&after, query).map(key).collect();
        let fixed = number_of(asked(&before, query).filter(|found| !left.contains(&key(found))));
        let title = format!(
            "Fix {} in {}",
            counted(fixed, "stranded version", "stranded versions"),
            counted(steps.len(), "step", "steps")
        );
        StrandedFixes::Edits { ok: true, title, steps, left: number_of(asked(&after, query)), edits }
    }

    /// Applies the first fix repeatedly. Returns the titles of the fixes, with their channels if several are queried.
    fn fix_each(&mut self, query: &StrandedFixQuery, series: &mut Series) -> Vec<String> {
        let mut steps = Vec::new();
        while steps.len() < STEPS {
            let of_all = if query.entry.is_none() { self.first_fix(query, Grouping::Together) } else { None };
            let fix = of_all.or_else(|| self.first_fix(query, Grouping::Separate));
            let Some((channel, fix)) = fix else { break };
            self.step(series, &fix);
            let title = &fix.title;
            steps.push(if query.channel.is_some() { title.clone() } else { format!("{channel}: {title}") });
        }
        steps
    }

    fn first_fix(&mut self, query: &StrandedFixQuery, grouping: Grouping) -> Option<(String, Arc<Fix>)> {
        let all = StrandedQuery {
            package: Some(query.package.clone()),
            channel: query.channel.clone(),
            semantics: query.semantics,
            ..StrandedQuery::default()
        };
        let found = self.stranded_with(&all, grouping);
        asked(&found, query).find_map(|one| Some((one.channel.clone(), one.fixes.first()?.clone())))
    }
}

/// The stranded versions that a query is about.
fn asked<'r>(report: &'r StrandedReport, query: &StrandedFixQuery) -> impl Iterator<Item = &'r Stranded> {
    let is_asked = |found: &&Stranded| {
        query.channel.as_ref().is_none_or(|channel| *channel == found.channel)
            && query.entry.as_ref().is_none_or(|entry| *entry == found.entry)
            && query.semantics.is_none_or(|semantics| semantics == found.semantics)
    };
    report.stranded.iter().filter(is_asked)
}

/// The number of versions. One that is stranded in several channels, or under both semantics, counts once.
fn number_of<'r>(found: impl Iterator<Item = &'r Stranded>) -> usize {
    found.map(|found| found.entry.as_str()).collect::<HashSet<&str>>().len()
}

/// Whether a version is newly stranded.
fn has_more(before: &StrandedReport, after: &StrandedReport) -> bool {
    let known: HashSet<_> = before.stranded.iter().map(key).collect();
    after.stranded.iter().any(|found| !known.contains(&key(found)))
}
