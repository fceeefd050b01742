//! Which findings are the same problem in several places.
//!
//! Two findings are the same problem if they have the same rule and package, and if their messages differ only in the
//! names of their own channel and entry. A message that names anything else, such as a missing version or a successor,
//! is a separate problem, because it needs a separate fix. Findings without a channel and an entry differ only in
//! their positions, so each is a separate problem.

use olmkit_collections::{SortedMap, SortedSet};

/// The parts of a finding that identify its problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Problem<'p> {
    /// The id of the rule.
    pub rule: &'p str,
    /// The package name.
    pub package: Option<&'p str>,
    /// The channel name.
    pub channel: Option<&'p str>,
    /// The name of the channel entry or bundle.
    pub entry: Option<&'p str>,
    /// The message.
    pub message: &'p str,
}

/// Shapes with the parts of a problem.
macro_rules! shapes_with_problems {
    ($($shape:ident),*) => {
        $(impl<'p> From<&'p olmkit_api::$shape> for Problem<'p> {
            fn from(found: &'p olmkit_api::$shape) -> Self {
                Problem {
                    rule: &found.rule,
                    package: found.package.as_deref(),
                    channel: found.channel.as_deref(),
                    entry: found.entry.as_deref(),
                    message: &found.message,
                }
            }
        })*
    };
}

shapes_with_problems!(Diagnostic, ImpactProblem);

impl From<&Problem<'_>> for olmkit_api::ImpactProblem {
    fn from(found: &Problem<'_>) -> Self {
        let [package, channel, entry] = [found.package, found.channel, found.entry].map(|name| name.map(str::to_owned));
        Self { rule: found.rule.to_owned(), package, channel, entry, message: found.message.to_owned() }
    }
}

impl Problem<'_> {
    /// The text that all findings of the same problem have in common. `at` is the index of the finding.
    fn common(&self, at: usize) -> String {
        let mut message = self.message.to_owned();
        for (name, sign) in [(self.entry, "\u{1}"), (self.channel, "\u{2}")] {
            if let Some(name) = name {
                message = message.replace(&format!("`{name}`"), sign);
            }
        }
        let own = if self.entry.or(self.channel).is_none() { at.to_string() } else { String::new() };
        [self.rule, self.package.unwrap_or_default(), &own, &message].join("\0")
    }
}

/// The findings of one problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alike {
    /// Identifies the problem. It stays the same after a change of the catalog if the findings have a channel or an entry.
    pub id: String,
    /// The index of the first finding.
    pub first: usize,
    /// The indices of the other findings.
    pub others: Vec<usize>,
}

/// The problems in the order of their first findings.
#[must_use]
pub fn alike<'p>(findings: impl IntoIterator<Item = Problem<'p>>) -> Vec<Alike> {
    let (mut found, mut known) = (Vec::<Alike>::new(), SortedMap::<String, usize>::new());
    for (at, finding) in findings.into_iter().enumerate() {
        let id = finding.common(at);
        match known.get(&id).and_then(|place| found.get_mut(*place)) {
            Some(problem) => problem.others.push(at),
            None => {
                known.insert(id.clone(), found.len());
                found.push(Alike { id, first: at, others: Vec::new() });
            }
        }
    }
    found
}

/// A channel, and the entries in it that have a problem.
pub type ChannelEntries<'p> = (Option<&'p str>, SortedSet<&'p str>);

/// The channels of findings in the order of the findings, each with its entries.
#[must_use]
pub fn by_channel<'p>(findings: impl IntoIterator<Item = Problem<'p>>) -> Vec<ChannelEntries<'p>> {
    let (mut found, mut known) = (Vec::<ChannelEntries<'p>>::new(), SortedMap::<Option<&str>, usize>::new());
    for Problem { channel, entry, .. } in findings {
        let place = *known.entry(channel).or_insert(found.len());
        if place == found.len() {
            found.push((channel, SortedSet::new()));
        }
        if let Some((_, entries)) = found.get_mut(place) {
            entries.extend(entry);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Problem, alike, by_channel};

    fn of<'p>(place: [&'p str; 3], message: &'p str) -> Problem<'p> {
        let [package, channel, entry] = place.map(|name| (!name.is_empty()).then_some(name));
        Problem { rule: "a-rule", package, channel, entry, message }
    }

    /// The indices of the findings of each problem.
    fn groups(findings: &[Problem<'_>]) -> Vec<Vec<usize>> {
        let found = alike(findings.iter().copied());
        found.into_iter().map(|one| [vec![one.first], one.others].concat()).collect()
    }

    #[test]
    fn entries_and_channels_with_the_same_message_are_one_problem() {
        let findings = [
            of(["foo", "stable", "foo.v1"], "`foo.v1` is stranded in channel `stable`."),
            of(["foo", "stable", "foo.v2"], "`foo.v2` is stranded in channel `stable`."),
            of(["foo", "fast", "foo.v1"], "`foo.v1` is stranded in channel `fast`."),
            of(["bar", "stable", "foo.v1"], "`foo.v1` is stranded in channel `stable`."),
        ];
        assert_eq!(groups(&findings), [vec![0, 1, 2], vec![3]]);
    }

    #[test]
    fn messages_that_name_other_things_are_problems_of_their_own() {
        let findings = [
            of(["foo", "stable", "foo.v2"], "`foo.v2` replaces `foo.v1`, which is not in package `foo`."),
            of(["foo", "stable", "foo.v3"], "`foo.v3` replaces `foo.v0`, which is not in package `foo`."),
            of(["foo", "stable", "foo.v4"], "`foo.v4` replaces `foo.v1`, which is not in package `foo`."),
        ];
        assert_eq!(groups(&findings), [vec![0, 2], vec![1]]);
    }

    #[test]
    fn only_whole_names_are_ignored() {
        let findings = [
            of(["foo", "stable", "foo.v1"], "`foo.v1` skips `foo.v1.2`."),
            of(["foo", "stable", "foo.v2"], "`foo.v2` skips `foo.v2.2`."),
        ];
        assert_eq!(groups(&findings), [vec![0], vec![1]]);
    }

    #[test]
    fn rules_are_apart_and_findings_without_a_place_too() {
        let mut other = of(["foo", "", "foo.v1"], "the message");
        other.rule = "another-rule";
        let findings = [
            of(["foo", "", "foo.v1"], "the message"),
            other,
            of(["foo", "", ""], "the message"),
            of(["foo", "", ""], "the message"),
        ];
        assert_eq!(groups(&findings), [[0], [1], [2], [3]]);
    }

    #[test]
    fn problems_keep_their_id_when_others_disappear() {
        let finding = of(["foo", "stable", "foo.v1"], "`foo.v1` is stranded.");
        let other = of(["foo", "stable", "foo.v2"], "`foo.v2` is stranded.");
        let id = |findings: &[Problem<'_>]| alike(findings.iter().copied()).remove(0).id;
        assert_eq!(id(&[finding, other]), id(&[other]));
    }

    #[test]
    fn places_are_listed_by_channel() {
        let places = [["foo", "b", "foo.v1"], ["foo", "a", "foo.v1"], ["foo", "b", "foo.v2"], ["foo", "b", "foo.v1"]];
        let found = by_channel(places.map(|place| of(place, "")));
        let found: Vec<_> =
            found.into_iter().map(|(channel, entries)| (channel, entries.into_iter().collect())).collect();
        assert_eq!(found, [(Some("b"), vec!["foo.v1", "foo.v2"]), (Some("a"), vec!["foo.v1"])]);
    }
}
