//! The baseline: a file that lists known findings, so that only new ones are reported.

use olmkit_collections::{SortedMap, order};

use olmkit_diagnostics::{Scope, current_id};
use olmkit_workspace::RULES;
use olmkit_workspace::api::{Diagnostic, Report};
use serde::{Deserialize, Serialize};

use crate::format::{fingerprint, json, plural};
use crate::host::{Failure, Host, PathError, read_found};
use crate::mistake::Mistake;
use crate::paths::{absolute, relative};
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

/// A baseline. `left`: how many findings of each fingerprint are still expected.
struct Baseline {
    file: String,
    /// The folder of the file, and the current folder. Both are absolute.
    folder: String,
    current: String,
    wanted: BaselineOptions,
    entries: Vec<Entry>,
    left: SortedMap<String, usize>,
    /// The paths that were checked, absolute, each with the scope of the rules. Entries about rules of other scopes are
    /// kept.
    checked: Vec<(Scope, String)>,
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

    /// Reads the baselines of the paths to check by rules of this scope: for each path, the one that its configuration
    /// names.
    pub(crate) fn open<'c>(
        &mut self,
        scope: Scope,
        paths: impl Iterator<Item = Option<&'c Configured>>,
        host: &mut dyn Host,
    ) -> Result<(), BaselineError> {
        for configured in paths {
            let Some(file) = self.file(configured) else { continue };
            let at = match self.opened.iter().position(|one| one.file == file) {
                Some(at) => at,
                None => {
                    self.opened.push(Baseline::open(file, &self.wanted, configured, host)?);
                    self.opened.len().saturating_sub(1)
                }
            };
            if let Some(baseline) = self.opened.get_mut(at).filter(|baseline| baseline.wanted.write) {
                baseline.forget(scope);
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
    pub(crate) fn apply(&mut self, scope: Scope, path: &str, configured: Option<&Configured>, report: &mut Report) {
        self.check(scope, path, configured);
        report.diagnostics.retain(|diagnostic| !self.hides(diagnostic, configured));
        report.count_again();
    }

    /// Records that a path was checked: entries below it that no longer occur are stale.
    pub(crate) fn check(&mut self, scope: Scope, path: &str, configured: Option<&Configured>) {
        if let Some(baseline) = self.of(configured) {
            baseline.checked.push((scope, absolute(path, &baseline.current)));
        }
    }

    /// Whether a finding is known.
    pub(crate) fn hides(&mut self, found: &Diagnostic, configured: Option<&Configured>) -> bool {
        self.of(configured).is_some_and(|baseline| baseline.hides(found))
    }

    /// Writes the baselines if requested. Returns whether one has stale entries.
    pub(crate) fn close(self, host: &mut dyn Host) -> Result<bool, BaselineError> {
        if self.wanted.prune && self.opened.is_empty() {
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
        Ok(Baseline { file, folder, current, wanted, entries, left, checked: Vec::new(), kept: 0 })
    }

    /// Removes the entries about rules of a scope, before new ones are written.
    fn forget(&mut self, scope: Scope) {
        let left = &mut self.left;
        self.entries.retain(|entry| {
            let is_kept = scope_of(entry) != Some(scope);
            if !is_kept {
                left.remove(&entry.fingerprint);
            }
            is_kept
        });
    }

    /// Whether a finding is known. Each entry hides as many findings as its count.
    fn hides(&mut self, found: &Diagnostic) -> bool {
        if found.decides {
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
        let seen: &mut usize = self.left.entry(fingerprint.clone()).or_default();
        *seen = seen.saturating_add(1);
        let (rule, message) = (found.rule.to_string(), found.message.clone());
        self.entries.push(Entry { path, rule, message, fingerprint, count: 1 });
    }

    /// Writes the baseline if requested. Returns whether it has stale entries.
    fn close(mut self, host: &mut dyn Host) -> Result<bool, PathError> {
        if self.wanted.write {
            for entry in &mut self.entries {
                entry.count = self.left.get(&entry.fingerprint).copied().unwrap_or_default();
            }
            self.write(host)?;
            let sum = self.left.values().fold(0_usize, |sum, count| sum.saturating_add(*count));
            host.err(format!("{}: {}\n", self.file, findings(sum, "")).as_bytes());
            if self.kept > 0 {
                let kept = findings(self.kept, "");
                host.err(format!("not in it, as opm rejects the catalog because of them: {kept}\n").as_bytes());
            }
            return Ok(false);
        }
        let removed = self.remove_stale();
        if removed > 0 && self.wanted.prune {
            self.write(host)?;
            host.err(format!("{}: removed {}\n", self.file, findings(removed, "stale ")).as_bytes());
        } else if removed > 0 {
            let stale = findings(removed, "stale ");
            host.err(format!("olmkit: {}: {stale}; remove with --prune\n", self.file).as_bytes());
        }
        Ok(removed > 0 && !self.wanted.prune)
    }

    /// Removes stale entries below the checked paths. Returns their number.
    fn remove_stale(&mut self) -> usize {
        let is_below = |checked: &String, path: &str| {
            path.strip_prefix(checked.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                || checked == "/"
        };
        let folder = self.folder.clone();
        let mut gone = 0_usize;
        for entry in &mut self.entries {
            let Some(left) = self.left.get_mut(&entry.fingerprint) else { continue };
            let (path, own) = (absolute(&entry.path, &folder), scope_of(entry));
            let covers = |scope: Scope| own.is_none_or(|own| own == scope);
            if self.checked.iter().any(|(scope, checked)| covers(*scope) && is_below(checked, &path)) {
                let fewer = (*left).min(entry.count);
                *left = left.saturating_sub(fewer);
                entry.count = entry.count.saturating_sub(fewer);
                gone = gone.saturating_add(fewer);
            }
        }
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
        Err(failure) => failure.is_missing(),
    }
}

/// Adds to an error how to avoid replacing a file that is not a baseline.
fn not_replaced(mut error: Mistake) -> Mistake {
    let end = if error.message.ends_with('?') { "" } else { "." };
    error.message.push_str(&format!("{end} Delete it, or name another file with --baseline."));
    error
}

/// The scope of the rule of an entry. `None` if there is no such rule.
fn scope_of(entry: &Entry) -> Option<Scope> {
    RULES.get(&entry.rule).map(|rule| rule.scope)
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
