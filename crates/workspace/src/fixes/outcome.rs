//! The result of a check, reduced to what decides whether a fix may be offered.

use olmkit_catalog::rules::yaml::duplicate_keys;
use olmkit_collections::HashMap;

/// The result of trying a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FixVerdict {
    /// It adds no finding, and no verdict is worse.
    Safe,
    /// It adds findings. Errors among them may have existed before, hidden by a document that could not be read.
    Unsafe,
    /// It does not remove the finding, adds errors, or makes a verdict worse.
    Refused,
}

/// The goal of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal<'r> {
    /// Remove a finding, given by its rule and message.
    Finding(&'r str, &'r str),
    /// Reduce the number of errors, of findings without more errors, or of documents that cannot be read.
    Fewer,
    /// The goal is known to be reached. The change must only not do harm.
    Proved,
}

/// The identity of a finding, which does not depend on its place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) rule: &'static str,
    pub(crate) package: Option<String>,
    pub(crate) channel: Option<String>,
    pub(crate) entry: Option<String>,
    pub(crate) message: String,
}

impl Key {
    /// The rule, and the package, channel and entry that violate it. Without the message, which may name what a fix
    /// changes.
    fn subject(&self) -> Key {
        Key { message: String::new(), ..self.clone() }
    }
}

/// The findings and verdicts of a check.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outcome {
    /// The verdict of each tool; higher is better.
    verdicts: Vec<u8>,
    /// The number of documents that cannot be read. Findings in them are not known.
    unreadable: usize,
    /// The number of occurrences of each finding, and whether it is an error.
    findings: HashMap<Key, (usize, bool)>,
    total: usize,
}

impl Outcome {
    pub(crate) fn new(verdicts: Vec<u8>, unreadable: usize, findings: impl Iterator<Item = (Key, bool)>) -> Self {
        let mut outcome = Outcome { verdicts, unreadable, ..Outcome::default() };
        for (key, is_error) in findings {
            let (count, _) = outcome.findings.entry(key).or_insert((0, is_error));
            *count = count.saturating_add(1);
            outcome.total = outcome.total.saturating_add(1);
        }
        outcome
    }

    /// Evaluates a change whose outcome is `after`.
    pub(crate) fn verdict(&self, after: &Outcome, goal: Goal<'_>) -> FixVerdict {
        let is_worse = self.verdicts.iter().zip(&after.verdicts).any(|(before, after)| after < before)
            || after.unreadable > self.unreadable
            // Two fixes of one mapping may write the same key.
            || after.count(duplicate_keys::RULE.id) > self.count(duplicate_keys::RULE.id);
        // A document that could not be read may have hidden findings.
        let is_opened = after.unreadable < self.unreadable;
        let helps = match goal {
            Goal::Finding(rule, message) => self.loses(after, rule, message),
            Goal::Fewer => after.weight() < self.weight() || is_opened,
            Goal::Proved => true,
        };
        if is_worse || !helps {
            return FixVerdict::Refused;
        }
        if self.has_new_error_in(after) {
            return if is_opened { FixVerdict::Unsafe } else { FixVerdict::Refused };
        }
        let mut new = after.findings.iter().filter(|(key, (count, _))| *count > self.occurs(key)).peekable();
        if new.peek().is_none() {
            return FixVerdict::Safe;
        }
        // Turning an error into a warning is worth a review; replacing a finding with another one is not.
        if !is_opened && goal != Goal::Proved && after.weight() >= self.weight() {
            return FixVerdict::Refused;
        }
        if is_opened && new.all(|(_, (_, is_error))| !is_error) { FixVerdict::Safe } else { FixVerdict::Unsafe }
    }

    /// The number of errors and of all findings, which a fix has to reduce.
    fn weight(&self) -> (usize, usize) {
        let errors = self.findings.values().filter(|(_, is_error)| *is_error).map(|(count, _)| count).sum();
        (errors, self.total)
    }

    fn occurs(&self, key: &Key) -> usize {
        self.findings.get(key).map_or(0, |(count, _)| *count)
    }

    /// Whether `after` has fewer findings of a rule, and fewer with this message. The message is ignored if it does not
    /// occur in `self`: it may name something outside of the checked scope.
    fn loses(&self, after: &Outcome, rule: &str, message: &str) -> bool {
        let before = self.count_message(rule, message);
        after.count(rule) < self.count(rule) && (before == 0 || after.count_message(rule, message) < before)
    }

    fn count_message(&self, rule: &str, message: &str) -> usize {
        let same = self.findings.iter().filter(|(key, _)| key.rule == rule && key.message == message);
        same.map(|(_, (count, _))| count).sum()
    }

    fn count(&self, rule: &str) -> usize {
        self.findings.iter().filter(|(key, _)| key.rule == rule).map(|(_, (count, _))| count).sum()
    }

    /// Whether a subject has more errors of a rule than before. A changed message does not make an error new.
    fn has_new_error_in(&self, after: &Outcome) -> bool {
        let is_new = |(key, (count, is_error)): &(&Key, &(usize, bool))| *is_error && *count > self.occurs(key);
        let mut suspects = after.findings.iter().filter(is_new).map(|(key, _)| key.subject()).peekable();
        if suspects.peek().is_none() {
            return false;
        }
        let (old, new) = (self.by_subject(), after.by_subject());
        let count = |counts: &HashMap<Key, (usize, bool)>, subject: &Key| counts.get(subject).map(|(count, _)| *count);
        suspects.any(|subject| count(&new, &subject) > count(&old, &subject))
    }

    /// The number of violations of each rule by each subject. It has the type of `findings`, so that the map is
    /// compiled only once.
    fn by_subject(&self) -> HashMap<Key, (usize, bool)> {
        let mut counts: HashMap<Key, (usize, bool)> = HashMap::default();
        for (key, (count, _)) in &self.findings {
            let (sum, _) = counts.entry(key.subject()).or_default();
            *sum = sum.saturating_add(*count);
        }
        counts
    }
}
