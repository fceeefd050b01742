//! The baseline: a file that lists known findings, so that only new ones are reported.

use olmkit_collections::{SortedMap, order};

use olmkit_diagnostics::current_id;
use olmkit_text::sentence;
use olmkit_workspace::api::{Diagnostic, Report};
use olmkit_workspace::{ActiveRules, RULES};
use serde::{Deserialize, Serialize};

use crate::format::{fingerprint, json, plural, visible};
use crate::host::{Failure, Host, PathError, read_found};
use crate::mistake::Mistake;
use crate::paths::{absolute, relative};
use crate::problem;
use crate::typed::{self, Step};

/// The name of a new baseline if none is given.
pub(crate) const NAME: &str = "olmkit-baseline.json";
const VERSION: u32 = 1;

/// The baseline options of the arguments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BaselineOptions {
    pub(crate) file: Option<String>,
    /// Write all current findings.
    pub(crate) write: bool,
    /// Remove entries that no longer occur.
    pub(crate) prune: bool,
}

/// The baseline that a configuration names.
#[derive(Debug, Clone)]
pub(crate) struct Configured {
    pub(crate) path: String,
    /// The value as written in the configuration.
    pub(crate) word: String,
    /// The configuration and those that it extends.
    pub(crate) files: Vec<String>,
}

impl Configured {
    /// The error if the baseline that the configuration names cannot be used.
    fn refused(&self, error: impl std::fmt::Display, host: &mut dyn Host) -> Mistake {
        typed::placed(&self.files, Some(&self.word), format!("baseline: {error}"), host)
    }
}

/// Why a baseline cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BaselineError {
    #[error("--prune needs --baseline, or `baseline` in olmkit.yaml")]
    NoFile,
    #[error("{file}: {source}")]
    File { file: String, source: Failure },
    #[error(transparent)]
    Content(#[from] Mistake),
    #[error(transparent)]
    Write(#[from] PathError),
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Relative to the folder of the baseline, so that it does not depend on the current folder.
    path: String,
    rule: String,
    message: String,
    /// A hash of rule, path and message, but not of the position.
    fingerprint: String,
    count: usize,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    version: u32,
    findings: Vec<Entry>,
}

/// A path that a run checked, with the rules that it checked there.
struct CheckedPath {
    /// Absolute.
    path: String,
    /// Empty if no rule was checked.
    rules: Vec<ActiveRules>,
}

impl CheckedPath {
    /// Whether a finding that is not reported now no longer exists. The finding of a rule that was removed does not.
    fn decides(&self, rule: &str, path: &str) -> bool {
        let rest = path.strip_prefix(self.path.trim_end_matches('/'));
        let inner = match rest {
            Some("") => path.rsplit('/').next().unwrap_or_default(),
            Some(rest) if rest.starts_with('/') => rest.trim_start_matches('/'),
            _ => return false,
        };
        let is_checked = |rules: &ActiveRules| RULES.get(rule).is_none() || rules.is_on(rule, inner);
        self.rules.iter().any(is_checked)
    }
}

/// A baseline.
struct Baseline {
    file: String,
    /// The folder of the file, and the current folder. Both are absolute.
    folder: String,
    current: String,
    wanted: BaselineOptions,
    entries: Vec<Entry>,
    /// How many findings of each fingerprint are still expected.
    left: SortedMap<String, usize>,
    checked: Vec<CheckedPath>,
    /// The findings of this run by fingerprint, if they are written.
    found: SortedMap<String, Entry>,
    /// The number of findings of opm's verdict that a new baseline does not contain.
    kept: usize,
}

/// The baselines of a run. The arguments name one for all paths; otherwise, each path has that of its configuration.
/// Each file is read and written once, even if a run checks catalogs and bundles.
pub(crate) struct Baselines {
    wanted: BaselineOptions,
    opened: Vec<Baseline>,
}

impl Baselines {
    pub(crate) fn new(wanted: &BaselineOptions) -> Self {
        Baselines { wanted: wanted.clone(), opened: Vec::new() }
    }

    /// Reads the baselines of paths: for each path, the one that its configuration names.
    pub(crate) fn open<'c>(
        &mut self,
        paths: impl Iterator<Item = Option<&'c Configured>>,
        host: &mut dyn Host,
    ) -> Result<(), BaselineError> {
        for configured in paths {
            let Some(file) = self.file(configured) else { continue };
            if !self.opened.iter().any(|one| one.file == file) {
                self.opened.push(Baseline::open(file, &self.wanted, configured, host)?);
            }
        }
        Ok(())
    }

    /// The file of the baseline for a path with this configuration.
    fn file<'s>(&'s self, configured: Option<&'s Configured>) -> Option<&'s str> {
        let named = self.wanted.file.as_deref().or(configured.map(|configured| configured.path.as_str()));
        named.or(self.wanted.write.then_some(NAME))
    }

    /// The baseline for a path with this configuration.
    fn of(&mut self, configured: Option<&Configured>) -> Option<&mut Baseline> {
        let file = self.file(configured)?.to_owned();
        self.opened.iter_mut().find(|one| one.file == file)
    }

    /// Removes known findings from the report on a path.
    pub(crate) fn apply(
        &mut self,
        path: &str,
        configured: Option<&Configured>,
        rules: Vec<ActiveRules>,
        report: &mut Report,
    ) {
        self.check(path, configured, rules);
        report.diagnostics.retain(|diagnostic| !self.hides(diagnostic, configured));
        report.count_again();
    }

    /// Records that a path was checked by rules: entries about them that no longer occur there are stale.
    pub(crate) fn check(&mut self, path: &str, configured: Option<&Configured>, rules: Vec<ActiveRules>) {
        if let Some(baseline) = self.of(configured) {
            let path = absolute(path, &baseline.current);
            baseline.checked.push(CheckedPath { path, rules });
        }
    }

    /// Whether a finding is known.
    pub(crate) fn hides(&mut self, found: &Diagnostic, configured: Option<&Configured>) -> bool {
        self.of(configured).is_some_and(|baseline| baseline.hides(found))
    }

    /// The files that [`Baselines::close`] writes.
    pub(crate) fn written(&self) -> Vec<String> {
        let all = self.opened.iter().filter(|baseline| baseline.wanted.write);
        all.map(|baseline| baseline.file.clone()).collect()
    }

    /// Writes the baselines if requested. Returns whether one has stale entries.
    pub(crate) fn close(self, host: &mut dyn Host) -> Result<bool, BaselineError> {
        if self.wanted.prune && self.wanted.file.is_none() && self.opened.is_empty() {
            return Err(BaselineError::NoFile);
        }
        let mut has_stale = false;
        for baseline in self.opened {
            has_stale |= baseline.close(host)?;
        }
        Ok(has_stale)
    }
}

impl Baseline {
    /// Reads a baseline.
    fn open(
        file: &str,
        wanted: &BaselineOptions,
        configured: Option<&Configured>,
        host: &mut dyn Host,
    ) -> Result<Self, BaselineError> {
        let text = if wanted.file.is_some() { host.read(file) } else { read_found(file, host) };
        let entries = match text {
            text if wanted.write && is_new(&text) => Vec::new(),
            text => match (entries(file, text), configured) {
                (Err(error @ BaselineError::File { .. }), Some(named)) if wanted.file.is_none() => {
                    return Err(named.refused(error, host).into());
                }
                (Err(BaselineError::Content(error)), _) if wanted.write => return Err(not_replaced(error).into()),
                (read, _) => read?,
            },
        };
        let mut left = SortedMap::new();
        for entry in &entries {
            let count: &mut usize = left.entry(entry.fingerprint.clone()).or_default();
            *count = count.saturating_add(entry.count);
        }
        let (file, wanted) = (file.to_owned(), wanted.clone());
        let current = absolute(&host.current_directory().unwrap_or_default(), "");
        let folder = absolute(&format!("{file}/.."), &current);
        let (checked, found) = (Vec::new(), SortedMap::new());
        Ok(Baseline { file, folder, current, wanted, entries, left, checked, found, kept: 0 })
    }

    /// Whether a finding is known. Each entry hides as many findings as its count.
    fn hides(&mut self, found: &Diagnostic) -> bool {
        if found.rejects {
            self.kept = self.kept.saturating_add(1);
            return false;
        }
        let path = self.path_of(found);
        let fingerprint = fingerprint(&[&found.rule, &path, &found.message]);
        if self.wanted.write {
            self.add(found, path, fingerprint);
            return true;
        }
        match self.left.get_mut(&fingerprint).and_then(|left| Some((left.checked_sub(1)?, left))) {
            Some((fewer, left)) => {
                *left = fewer;
                true
            }
            None => false,
        }
    }

    /// The path of a finding as the baseline has it.
    fn path_of(&self, found: &Diagnostic) -> String {
        relative(&absolute(&found.path, &self.current), &self.folder)
    }

    fn add(&mut self, found: &Diagnostic, path: String, fingerprint: String) {
        let (rule, message) = (found.rule.to_string(), found.message.clone());
        let new = Entry { path, rule, message, fingerprint: fingerprint.clone(), count: 0 };
        let entry = self.found.entry(fingerprint).or_insert(new);
        entry.count = entry.count.saturating_add(1);
    }

    /// Writes the baseline if requested. Returns whether it has stale entries.
    fn close(mut self, host: &mut dyn Host) -> Result<bool, PathError> {
        if self.wanted.write {
            return self.replace(host).map(|()| false);
        }
        let removed = self.remove_stale();
        if removed > 0 && self.wanted.prune {
            self.write(host)?;
            host.err(format!("{}: removed {}\n", visible(&self.file), findings(removed, "stale ")).as_bytes());
        } else if removed > 0 {
            let stale = findings(removed, "stale ");
            host.err(problem(&format!("{}: {stale}; remove with --prune", self.file)).as_bytes());
        }
        Ok(removed > 0 && !self.wanted.prune)
    }

    /// Writes the findings of this run, and the entries about which it decides nothing.
    fn replace(&mut self, host: &mut dyn Host) -> Result<(), PathError> {
        let mut entries = std::mem::take(&mut self.entries);
        entries.retain(|entry| !self.found.contains_key(&entry.fingerprint) && !self.decides(entry));
        entries.extend(self.found.values().cloned());
        let sum = entries.iter().fold(0_usize, |sum, entry| sum.saturating_add(entry.count));
        self.entries = entries;
        self.write(host)?;
        host.err(format!("{}: {}\n", visible(&self.file), findings(sum, "")).as_bytes());
        if self.kept > 0 {
            let kept = findings(self.kept, "");
            host.err(format!("not added to the baseline, because opm rejects the catalog: {kept}\n").as_bytes());
        }
        Ok(())
    }

    /// Whether this run would have reported the finding of an entry, if it still existed.
    fn decides(&self, entry: &Entry) -> bool {
        let path = absolute(&entry.path, &self.folder);
        self.checked.iter().any(|checked| checked.decides(&entry.rule, &path))
    }

    /// Removes stale entries. Returns their number.
    fn remove_stale(&mut self) -> usize {
        let mut gone = 0_usize;
        let mut entries = std::mem::take(&mut self.entries);
        for entry in &mut entries {
            if !self.decides(entry) {
                continue;
            }
            let Some(left) = self.left.get_mut(&entry.fingerprint) else { continue };
            let fewer = (*left).min(entry.count);
            *left = left.saturating_sub(fewer);
            entry.count = entry.count.saturating_sub(fewer);
            gone = gone.saturating_add(fewer);
        }
        self.entries = entries;
        gone
    }

    fn write(&mut self, host: &mut dyn Host) -> Result<(), PathError> {
        let mut findings = std::mem::take(&mut self.entries);
        findings.retain(|entry| entry.count > 0);
        order::sort(&mut findings);
        findings.dedup();
        let content = json::pretty(&Content { version: VERSION, findings });
        host.write(&self.file, content.as_bytes()).map_err(PathError::at(&self.file))
    }
}

/// "1 stale finding"
fn findings(count: usize, which: &str) -> String {
    plural(count, &format!("{which}finding"))
}

/// Whether a new baseline would not replace any content.
fn is_new(text: &Result<Vec<u8>, Failure>) -> bool {
    match text {
        Ok(text) => text.trim_ascii().is_empty(),
        Err(failure) => *failure == Failure::Missing,
    }
}

/// Adds to an error how to avoid replacing a file that is not a baseline.
fn not_replaced(mut error: Mistake) -> Mistake {
    error.message = format!("{} The file is not replaced. Name another file with --baseline.", sentence(error.message));
    error
}

fn entries(file: &str, text: Result<Vec<u8>, Failure>) -> Result<Vec<Entry>, BaselineError> {
    let text = text.map_err(|source| BaselineError::File { file: file.to_owned(), source })?;
    let content: Content = typed::read(file, &text, "a baseline")?;
    if content.version != VERSION {
        let message = format!("unknown version {} (known: {VERSION})", content.version);
        return Err(typed::at(file, &text, &[Step::Key("version")], &message).into());
    }
    Ok(content.findings.into_iter().map(|entry| renamed(entry, current_id)).collect())
}

/// Updates an entry whose rule has been renamed. The fingerprint depends on the id of the rule.
fn renamed(entry: Entry, current: fn(&str) -> &str) -> Entry {
    let rule = current(&entry.rule).to_owned();
    if rule == entry.rule {
        return entry;
    }
    let fingerprint = fingerprint(&[&rule, &entry.path, &entry.message]);
    Entry { rule, fingerprint, ..entry }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn current(name: &str) -> &str {
        if name == "before" { "now" } else { name }
    }

    /// A baseline of an earlier release still hides the findings of a rule that has been renamed.
    #[test]
    fn entries_of_a_renamed_rule_follow_it() {
        let entry = |rule: &str| Entry {
            path: "catalog.yaml".to_owned(),
            rule: rule.to_owned(),
            message: "`a` is stranded".to_owned(),
            fingerprint: fingerprint(&[rule, "catalog.yaml", "`a` is stranded"]),
            count: 1,
        };
        assert_eq!(renamed(entry("before"), current), entry("now"));
        assert_eq!(renamed(entry("other"), current), entry("other"));
        assert_ne!(entry("before").fingerprint, entry("now").fingerprint);
    }
}
