//! Tries fixes before they are offered.
//!
//! A rule proposes a fix. This module decides whether the fix is offered and whether it is safe, in the same way for
//! every rule and every host: it applies the edits to a copy of the documents that they touch, and checks these again
//! together with everything that depends on them. The work is bounded: beyond the budget a fix is offered as unsafe.

pub(crate) mod batch;
mod outcome;
mod scope;
pub(crate) mod series;

use olmkit_catalog::{Catalog, CheckOptions, LoadedDocument, LoadedFile, Phase, check_since, walk_order};
use olmkit_collections::{HashMap, order};
use olmkit_diagnostics::Severity;

pub(crate) use outcome::{FixVerdict, Goal, Key, Outcome};
use scope::{Index, Scope, Touched};

use crate::api::{Diagnostic, Fix, Safety};
use crate::file::{Reread, Source};
use crate::text::Splice;

/// The settings of the checks that try fixes.
pub(crate) struct CheckSettings<'w> {
    pub(crate) folder: &'w str,
    pub(crate) base: Option<&'w [LoadedFile]>,
    pub(crate) options: CheckOptions,
}

impl CheckSettings<'_> {
    /// Checks files and returns what decides about fixes. `base` are the corresponding files of the base.
    pub(crate) fn outcome(&self, files: &[LoadedFile], base: Option<&[LoadedFile]>) -> Outcome {
        let catalog = Catalog::new(files).within(self.folder);
        let base = base.map(Catalog::new);
        let report = check_since(&catalog, base.as_ref(), &self.options);
        let phase = match report.verdict.phase {
            Phase::Load => 0,
            Phase::Convert => 1,
            Phase::Model => 2,
            Phase::Accepted => 3,
        };
        let findings = report.diagnostics.into_iter().map(|found| {
            let subject = found.subject;
            let key = Key {
                rule: found.rule.id,
                package: subject.package,
                channel: subject.channel,
                entry: subject.entry,
                message: found.message,
            };
            (key, found.severity == Severity::Error)
        });
        Outcome::new(vec![phase], broken_documents(files), findings)
    }
}

/// The rule and message of a finding.
pub(crate) type RuleMessage<'d> = (&'d str, &'d str);

/// Removes the fixes that must not be offered and sets the safety of the others, by the result of `verdict` for a finding
/// and its fix. Returns the fixes that a rule declares safe and that could not be tried: indices of the finding, and of
/// the fix within it.
pub(crate) fn assess(
    diagnostics: &mut [Diagnostic],
    verdict: &mut dyn FnMut(RuleMessage<'_>, &Fix) -> Option<FixVerdict>,
) -> Vec<(usize, usize)> {
    let mut untried = Vec::new();
    for (at, found) in diagnostics.iter_mut().enumerate() {
        let mut kept = Vec::with_capacity(found.fixes.len());
        for mut fix in std::mem::take(&mut found.fixes) {
            match verdict((&found.rule, &found.message), &fix) {
                Some(FixVerdict::Refused) => continue,
                Some(FixVerdict::Safe) => {}
                Some(FixVerdict::Unsafe) => fix.safety = Safety::Unsafe,
                None => {
                    if fix.safety == Safety::Safe {
                        untried.push((at, kept.len()));
                    }
                    fix.safety = Safety::Unsafe;
                }
            }
            kept.push(fix);
        }
        found.fixes = kept;
    }
    untried
}

/// The maximum number of documents, entries and skips that all checks of fixes for one report check.
const CHECKED: usize = 40_000;
/// The maximum number of bytes that they read.
const READ: usize = 64 << 20;
/// The maximum number of bundles that they look up in the index.
const FOUND: usize = 1_000_000;

/// Tries the fixes of one report.
pub(crate) struct FixChecker<'w> {
    files: &'w [LoadedFile],
    sources: &'w [Source],
    settings: CheckSettings<'w>,
    checked_left: usize,
    read_left: usize,
    found_left: usize,
    index: Option<Index<'w>>,
    base_index: Option<Index<'w>>,
    /// By touched packages: the scope of the check, its size, and the outcome before a fix.
    known: HashMap<Touched, (Scope, usize, Option<Outcome>)>,
    /// A document whose check exceeded the budget, and the rules whose fixes needed it. Findings come in the order of
    /// documents. Without this, every other fix would still read the document.
    spent: (At, Vec<String>),
}

/// The number of a file, and of a document in it.
type At = (usize, usize);

/// A changed file: its number and its reread documents.
type Changed = (usize, Reread);

impl<'w> FixChecker<'w> {
    pub(crate) fn new(files: &'w [LoadedFile], sources: &'w [Source], settings: CheckSettings<'w>) -> Self {
        let (index, base_index, known, spent) = (None, None, HashMap::default(), Default::default());
        let (checked_left, read_left, found_left) = (CHECKED, READ, FOUND);
        FixChecker { files, sources, settings, checked_left, read_left, found_left, index, base_index, known, spent }
    }

    /// Returns the result of a fix; `None` if it cannot be determined, or the budget is exceeded.
    pub(crate) fn of(&mut self, goal: Goal<'_>, fix: &Fix) -> Option<FixVerdict> {
        let at = self.document(fix).unwrap_or_default();
        let rule = if let Goal::Finding(rule, _) = goal { rule } else { "" };
        if self.spent.0 == at && self.spent.1.iter().any(|spent| spent == rule) {
            return None;
        }
        let changed = self.changed(fix)?;
        if let Goal::Finding(rule, message) = goal
            && self.only_removes_finding((rule, message), &changed)
        {
            return Some(FixVerdict::Safe);
        }
        if self.found_left == 0 {
            return self.exhausted(at, rule);
        }
        let index = self.index.get_or_insert_with(|| Index::new(self.files));
        let left = &mut self.found_left;
        let touched = scope::touched(index, &changed, left);
        let new = |touched: &Touched| {
            let scope = Scope::new(index, touched, left);
            let size = scope::size(index, &scope.documents(index));
            (scope, size, None)
        };
        let (scope, size, before) = self.known.entry(touched).or_insert_with_key(new);
        let Some(left) = self.checked_left.checked_sub(*size) else { return self.exhausted(at, rule) };
        self.checked_left = left;
        let documents = scope.documents(index);
        let settings = &self.settings;
        let base = settings.base.map(|base| {
            let index = self.base_index.get_or_insert_with(|| Index::new(base));
            Scope::files(index, &scope.documents(index), &[])
        });
        let after = settings.outcome(&Scope::files(index, &documents, &changed), base.as_deref());
        let outcome = || settings.outcome(&Scope::files(index, &documents, &[]), base.as_deref());
        Some(before.get_or_insert_with(outcome).verdict(&after, goal))
    }

    /// Remembers that fixes of a rule in a document cannot be checked.
    fn exhausted(&mut self, at: At, rule: &str) -> Option<FixVerdict> {
        if self.spent.0 != at {
            self.spent = (at, Vec::new());
        }
        self.spent.1.push(rule.to_owned());
        None
    }

    /// Returns the document of the first edit of a fix.
    fn document(&self, fix: &Fix) -> Option<At> {
        let edit = fix.edits.first()?;
        let file = self.file(&edit.path)?;
        let documents = &self.files.get(file)?.documents;
        let start = edit.range.start.offset.into();
        Some((file, documents.partition_point(|document| document.range.end() <= start)))
    }

    fn file(&self, path: &str) -> Option<usize> {
        self.files.binary_search_by(|file| walk_order(&file.path, path)).ok()
    }

    /// Returns the documents after the edits of a fix; `None` if it edits a file that has none, such as `.indexignore`.
    fn changed(&mut self, fix: &Fix) -> Option<Vec<Changed>> {
        let mut by_file: Vec<(usize, Vec<Splice<'_>>)> = Vec::new();
        for edit in &fix.edits {
            let file = self.file(&edit.path)?;
            let splice = Splice { start: edit.range.start.offset, end: edit.range.end.offset, text: &edit.text };
            match by_file.iter_mut().find(|(known, _)| *known == file) {
                Some((_, splices)) => splices.push(splice),
                None => by_file.push((file, vec![splice])),
            }
        }
        let mut changed = Vec::with_capacity(by_file.len());
        for (file, mut splices) in by_file {
            order::sort_by_key(&mut splices, |splice| (splice.start, splice.end));
            let documents = &self.files.get(file).filter(|file| !file.ignored)?.documents;
            let source = self.sources.get(file)?;
            if self.read_left == 0 {
                return None;
            }
            let (reread, read) = source.try_change(documents, &splices)?;
            self.read_left = self.read_left.saturating_sub(read);
            changed.push((file, reread));
        }
        Some(changed)
    }

    /// Whether only findings of single documents change: none is added, and the given one is removed.
    fn only_removes_finding(&self, (rule, message): (&str, &str), changed: &[Changed]) -> bool {
        let mut goes = false;
        for (file, reread) in changed {
            let old = self.files.get(*file).and_then(|file| file.documents.get(reread.first..reread.resumed));
            let old = old.unwrap_or_default();
            if old.len() != reread.fresh.len() || !old.iter().zip(&reread.fresh).all(is_same) {
                return false;
            }
            let (before, after) = (findings(old), findings(&reread.fresh));
            let fewer = |(key, count): (&LocalKey<'_>, &usize)| after.get(key).is_none_or(|after| after < count);
            if after.iter().any(|(key, count)| before.get(key).is_none_or(|before| before < count)) {
                return false;
            }
            goes |= before.iter().any(|(key, count)| (key.0, key.1) == (rule, message) && fewer((key, count)));
        }
        goes
    }
}

fn is_same((old, new): (&LoadedDocument, &LoadedDocument)) -> bool {
    old.format == new.format && old.facts.is_equivalent(&new.facts)
}

/// A finding of a single document: rule, message, and whether opm fails because of it.
type LocalKey<'d> = (&'static str, &'d str, bool);

/// The number of occurrences of each finding.
fn findings(documents: &[LoadedDocument]) -> HashMap<LocalKey<'_>, usize> {
    let mut counts = HashMap::default();
    for finding in documents.iter().flat_map(|document| &document.facts.findings) {
        let key = (finding.rule.id, finding.message.as_str(), finding.opm.is_some());
        let count: &mut usize = counts.entry(key).or_default();
        *count = count.saturating_add(1);
    }
    counts
}

/// The number of documents that opm cannot load.
pub(crate) fn broken_documents(files: &[LoadedFile]) -> usize {
    files.iter().flat_map(|file| &file.documents).filter(|document| document.facts.is_broken()).count()
}

#[allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "tests")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::FixQuery;
    use crate::{Options, Workspace};

    /// Checks a package whose bundles each have a fix, and as many packages that require it. Returns the number of
    /// bundles that the fixes looked up in the index.
    fn found(bundles: usize) -> usize {
        let mut text =
            "schema: olm.package\nname: p\ndefaultChannel: a\n---\nschema: olm.channel\npackage: p\nname: a\n\
                        entries:\n"
                .to_owned();
        for number in 0..bundles {
            let replaces = number.checked_sub(1).map(|below| format!("  replaces: p.v1.{below}.0\n"));
            text += &format!("- name: p.v1.{number}.0\n{}", replaces.unwrap_or_default());
        }
        for number in 0..bundles {
            text += &format!(
                "---\nschema: olm.bundle\npackage: p\nname: p.v1.{number}.0\nimage: q.io/a:1\nproperties:\n- type: \
                 olm.package\n  value: {{packageName: p, version: v1.{number}.0}}\n"
            );
            text += &format!(
                "---\nschema: olm.package\nname: q{number}\ndefaultChannel: a\n---\nschema: olm.channel\npackage: \
                 q{number}\nname: a\nentries:\n- name: q{number}.v1\n---\nschema: olm.bundle\npackage: q{number}\n\
                 name: q{number}.v1\nimage: q.io/a:1\nproperties:\n- type: olm.package\n  value: {{packageName: \
                 q{number}, version: 1.0.0}}\n- type: olm.package.required\n  value: {{packageName: p, versionRange: \
                 '>=0.1.0'}}\n"
            );
        }
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        workspace.open("c.yaml", text.into_bytes());
        let report = workspace.report();
        let fixes: Vec<&Fix> = report.diagnostics.iter().flat_map(|found| &found.fixes).collect();
        assert!(fixes.len() >= bundles, "{} {:?}", fixes.len(), report.summary);
        let settings = CheckSettings { folder: "", base: None, options: CheckOptions::default() };
        let mut checker = FixChecker::new(&workspace.files, &workspace.sources, settings);
        for fix in fixes {
            checker.of(Goal::Proved, fix);
        }
        FOUND - checker.found_left
    }

    /// A channel in which each version skips only the previous one: all but two are stranded, each for a different
    /// reason.
    fn ladder(count: usize, skips: fn(usize) -> String) -> String {
        let head = "schema: olm.package\nname: p\ndefaultChannel: a\n---\nschema: olm.channel\npackage: p\nname: a\n\
                    entries:\n- name: p.v1.0.0\n";
        let entry = |number: usize| format!("- name: p.v1.{number}.0\n{}", skips(number - 1));
        let bundle = |number: usize| {
            format!(
                "---\nschema: olm.bundle\npackage: p\nname: p.v1.{number}.0\nimage: q.io/a:1\nproperties:\n- type: \
                 olm.package\n  value: {{packageName: p, version: 1.{number}.0}}\n"
            )
        };
        head.to_owned() + &(1..count).map(entry).chain((0..count).map(bundle)).collect::<String>()
    }

    #[test]
    fn items_of_one_list_are_added_together() {
        let block = |below: usize| format!("  skips:\n  - p.v1.{below}.0\n");
        let flow = |below: usize| format!("  skips: [p.v1.{below}.0]\n");
        let quoted = |below: usize| format!("  skips: [\"p.v1.{below}.0\"]\n");
        for skips in [block, flow, quoted] {
            let mut workspace = Workspace::new(&Options::default()).unwrap();
            workspace.open("c.yaml", ladder(40, skips).into_bytes());
            let query = FixQuery { with_unsafe: true, ..FixQuery::default() };
            assert_eq!(batch::choose(&workspace.report(), &[], &query).len(), 38);
            let report = workspace.fix(&query).unwrap();
            assert_eq!((report.fixed, report.edits.len()), (38, 1));
            assert!(workspace.report().diagnostics.is_empty(), "{:?}", workspace.report().summary);
        }
    }

    #[test]
    fn keys_of_one_mapping_are_not() {
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        let replaces = "- name: p.v1.9.0\n  replaces: p.v1.8.0\n";
        let text = ladder(10, |below| format!("  skips: [p.v1.{below}.0]\n"));
        let text = text.replace("- name: p.v1.9.0\n  skips: [p.v1.8.0]\n", replaces);
        workspace.open("c.yaml", text.into_bytes());
        let query = FixQuery { with_unsafe: true, ..FixQuery::default() };
        assert_eq!(batch::choose(&workspace.report(), &[], &query).len(), 1);
        assert_eq!(workspace.fix(&query).unwrap().fixed, 7);
    }

    #[test]
    fn no_key_is_written_twice() {
        // One fix corrects the misspelled key, another one adds the key.
        let text =
            ladder(3, |below| format!("  replaces: p.v1.{below}.0\n")).replace("2.0\n  replaces", "2.0\n  repalces");
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        workspace.open("c.yaml", text.into_bytes());
        workspace.fix(&FixQuery { with_unsafe: true, ..FixQuery::default() }).unwrap();
        let fixed = String::from_utf8_lossy(workspace.text("c.yaml").unwrap()).into_owned();
        assert_eq!(fixed.matches("replaces: p.v1.1.0").count(), 1, "{fixed}");
    }

    #[test]
    fn documents_are_not_read_for_fixes_beyond_the_budget() {
        let edges = |below: usize| format!("  replaces: p.v1.{below}.0\n  skips: [p.1.{below}.0]\n");
        let (tried, read) = tried_and_read(ladder(400, edges));
        let channel = 400 * 64;
        assert!(tried > 10 && read < (tried + 2) * channel, "{tried} {read}");
    }

    #[cfg(feature = "bundle")]
    #[test]
    fn only_changed_json_documents_are_read() {
        let package = |number: usize| {
            format!(
                r#"{{"schema": "olm.package", "name": "p{number}", "defaultChannel": "a"}}
                {{"schema": "olm.channel", "package": "p{number}", "name": "a", "entries": [
                    {{"name": "p{number}.v1.1.0", "replaces": "p{number}.v1.0.O"}}, {{"name": "p{number}.v1.0.0"}}
                ]}}
                {{"schema": "olm.bundle", "package": "p{number}", "name": "p{number}.v1.0.0", "image": "q.io/a:1",
                    "properties": [{{"type": "olm.package",
                        "value": {{"packageName": "p{number}", "version": "1.0.0"}}}}]}}
                {{"schema": "olm.bundle", "package": "p{number}", "name": "p{number}.v1.1.0", "image": "q.io/a:1",
                    "properties": [{{"type": "olm.package",
                        "value": {{"packageName": "p{number}", "version": "1.1.0"}}}}]}}"#
            )
        };
        let (tried, read) = tried_and_read((0..100).map(package).collect());
        assert!(tried >= 100 && read < tried * 300, "{tried} {read}");
    }

    /// The number of fixes of a catalog that can be tried, and how many bytes are read to try them.
    fn tried_and_read(text: String) -> (usize, usize) {
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        workspace.open("c.yaml", text.into_bytes());
        let report = workspace.report();
        let settings = CheckSettings { folder: "", base: None, options: CheckOptions::default() };
        let mut checker = FixChecker::new(&workspace.files, &workspace.sources, settings);
        let mut tried = 0;
        for found in &report.diagnostics {
            let goal = Goal::Finding(&found.rule, &found.message);
            tried += found.fixes.iter().filter(|fix| checker.of(goal, fix).is_some()).count();
        }
        (tried, READ - checker.read_left)
    }

    #[test]
    fn what_requires_a_package_is_found_once() {
        let (one, double) = (found(200), found(400));
        assert!(one >= 200 && double < 3 * one, "{one} {double}");
    }
}
