//! Messages that explain why versions are stranded.

use olmkit_semver::VersionRelease;

use crate::channel::{Edge, Graph};
use crate::semantics::Semantics;
use crate::stranded::{Cause, Findings, Group, Stop, Stranded, Successor};
use crate::v0::OrderError;

impl<'e> Findings<'e> {
    /// Why one version is stranded: the message, and what to do.
    #[must_use]
    pub fn explain(&self, graph: &Graph<'_, 'e>, stranded: Stranded) -> (String, String) {
        let Some(stop) = self.stops.get(stranded.stop) else { return Default::default() };
        explain(graph, self, &[stranded.id], &[stop])
    }

    /// Why all versions of a group are stranded: the message, and what to do.
    #[must_use]
    pub fn explain_group(&self, graph: &Graph<'_, 'e>, group: &Group) -> (String, String) {
        let stops: Vec<&Stop<'e>> = group.stops.iter().filter_map(|stop| self.stops.get(*stop)).collect();
        explain(graph, self, &group.ids, &stops)
    }
}

/// Explains why some versions stop at some places for the same reason, and what helps.
fn explain<'e>(graph: &Graph<'_, 'e>, findings: &Findings<'e>, ids: &[usize], stops: &[&Stop<'e>]) -> (String, String) {
    let Some(stop) = stops.first() else { return Default::default() };
    let at: Vec<&str> = stops.iter().map(|stop| graph.name(stop.at)).collect();
    let moving: Vec<&str> =
        ids.iter().filter(|id| stops.iter().all(|stop| stop.at != **id)).map(|id| graph.name(*id)).collect();
    let case = Case { graph, findings, stop, at: &at, head: findings.target.map_or("", |head| graph.name(head)) };
    let (mut message, help) = case.reason();
    if !moving.is_empty() && stop.cause != Cause::ChannelError {
        let verb = if moving.len() == 1 { "gets" } else { "get" };
        message = format!("{} {verb} as far as {}. {message}", list(&moving), list(&at));
    }
    (message, help)
}

/// A few names, then how many more.
pub(crate) fn list(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    let quoted: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    match (names.len().saturating_sub(SHOWN), quoted.split_last()) {
        (_, None) => String::new(),
        (0, Some((only, []))) => only.clone(),
        (0, Some((last, rest))) => format!("{} and {last}", rest.join(", ")),
        (more, _) => format!("{} and {more} more", quoted.join(", ")),
    }
}

struct Case<'a, 'c, 'e> {
    graph: &'a Graph<'c, 'e>,
    findings: &'a Findings<'e>,
    stop: &'a Stop<'e>,
    /// Where the walks end.
    at: &'a [&'e str],
    head: &'e str,
}

impl Case<'_, '_, '_> {
    fn reason(&self) -> (String, String) {
        match (self.stop.cause, self.findings.semantics) {
            (Cause::SuccessorSkipped, _) => self.successor_skipped(),
            (Cause::ChannelError, _) => self.channel_error(),
            (Cause::DowngradeLoop, _) => self.downgrade_loop(),
            (Cause::NoSuccessor, semantics) => self.no_successor(semantics),
            (Cause::RangePanic, _) => self.range_panic(),
            (Cause::SuccessorOffChain, _) => self.successor_off_chain(),
            (Cause::OwnRange, _) => self.own_range(),
            (Cause::SuccessorLower, _) => self.successor_lower(),
            (Cause::SuccessorEqual, _) => self.successor_equal(),
            (Cause::SuccessorDeprecated, _) => self.successor_deprecated(),
            (Cause::SuccessorWithoutBundle, _) => self.successor_without_bundle(),
        }
    }

    fn them(&self) -> &'static str {
        if self.at.len() == 1 { "it" } else { "them" }
    }

    fn version(&self, name: &str) -> String {
        let version = self.graph.ids.get(name).and_then(|id| self.graph.version(*id));
        version.map_or_else(|| "of unknown version".to_owned(), ToString::to_string)
    }

    fn successors(&self) -> Vec<&str> {
        self.stop.successors.iter().map(|successor| successor.name).collect()
    }

    /// `a` (replaces), `b` (skips and skipRange).
    fn successors_with_edges(&self) -> String {
        let each = |successor: &Successor<'_>| format!("`{}` ({})", successor.name, edges(&successor.edges));
        some(self.stop.successors.iter().map(each))
    }

    fn fix_with_head(&self) -> String {
        let head = self.head;
        let mut help = format!("Add {} to the `skips` of `{head}`", list(self.at));
        if let [at] = self.at {
            let known = self.graph.ids.get(at).and_then(|id| self.graph.version(*id));
            if let Some(version) = known {
                help.push_str(&format!(", or give `{head}` a `skipRange` that contains {version}"));
            }
        }
        help.push('.');
        help
    }

    fn successor_skipped(&self) -> (String, String) {
        let skips = self.stop.successors.iter().map(|successor| {
            let (one, many) = (list(&successor.skipped_by), successor.skipped_by.len() != 1);
            format!("{one} {} `{}`", if many { "skip" } else { "skips" }, successor.name)
        });
        let only = match self.stop.successors.len() {
            1 => "only version that accepts",
            _ => "only versions that accept",
        };
        let (are, stay) = match self.at.len() {
            1 => ("is", "it stays, and its Subscription says"),
            _ => ("are", "they stay, and their Subscriptions say"),
        };
        let be = if self.stop.successors.len() == 1 { "is" } else { "are" };
        let message = format!(
            "{} {are} stranded under OLM v0: the {only} {} {be} {}, but {}. OLM v0 never installs a skipped version, so {stay} AtLatestKnown.",
            list(self.at),
            self.them(),
            self.successors_with_edges(),
            some(skips)
        );
        (message, self.fix_with_head())
    }

    fn channel_error(&self) -> (String, String) {
        let channel = self.graph.channel.name;
        let blocked = "No version of this channel is installed or upgraded, and every other Subscription in the same namespace is blocked too.";
        match &self.findings.order_error {
            Some(OrderError::Cycle { head, path }) => {
                let cycle: Vec<String> = path.iter().map(|name| format!("`{name}`")).collect();
                let again = path.first().copied().unwrap_or_default();
                let hidden = if self.graph.ids.get(again).is_some_and(|id| self.graph.is_skipped(*id)) {
                    format!(" opm does not see it because `{again}` is skipped.")
                } else {
                    String::new()
                };
                let message = format!(
                    "OLM v0 cannot order channel `{channel}`: the replaces chain from `{head}` comes back to `{again}` ({}).{hidden} {blocked}",
                    cycle.join(" replaces ")
                );
                (message, format!("Remove the `replaces` of `{again}`, or let it name an older version."))
            }
            Some(OrderError::Chains(chains)) => {
                let heads: Vec<&str> = chains.iter().map(|(head, _)| *head).collect();
                let message = format!(
                    "OLM v0 cannot order channel `{channel}`: {} entries are replaced or skipped by nobody: {}. {blocked}",
                    heads.len(),
                    list(&heads)
                );
                (message, "Let one of them replace or skip the others, so that one head is left.".to_owned())
            }
            _ => (
                format!(
                    "OLM v0 cannot order channel `{channel}`: every entry is replaced or skipped by another one, so there is no newest version. {blocked}"
                ),
                "Take the newest version out of all `replaces` and `skips`.".to_owned(),
            ),
        }
    }

    fn downgrade_loop(&self) -> (String, String) {
        let message = format!(
            "OLM v0 moves {} back and forth without end, and never to the head `{}`: a skipRange of an older entry contains a newer version.",
            list(self.at),
            self.head
        );
        (message, "End each skipRange below the version of its own entry.".to_owned())
    }

    fn no_successor(&self, semantics: Semantics) -> (String, String) {
        let gone = self.graph.ids.get(self.at.first().copied().unwrap_or_default());
        let is_entry = gone.is_some_and(|id| self.graph.is_entry(*id));
        let mut message = format!(
            "{} cannot be upgraded under OLM {}: nothing in channel `{}` replaces or skips {}",
            list(self.at),
            semantics.name(),
            self.graph.channel.name,
            self.them()
        );
        match self.at {
            [at] if self.graph.ids.get(at).and_then(|id| self.graph.version(*id)).is_some() => {
                message.push_str(&format!(", and no skipRange contains {}.", self.version(at)));
            }
            _ => message.push_str(", and no skipRange of another entry applies."),
        }
        let skips_itself = |name: &&&str| {
            let node = self.graph.ids.get(**name).and_then(|id| self.graph.node_of(*id));
            node.is_some_and(|node| node.skips.contains(*name))
        };
        if let Some(name) = self.at.iter().find(skips_itself) {
            message.push_str(&format!(" `{name}` skips itself, which hides it from opm's check."));
        }
        if semantics == Semantics::V1 && !is_entry {
            message.push_str(" OLM v1 reports: no bundles found for package.");
        }
        (message, self.fix_with_head())
    }

    fn range_panic(&self) -> (String, String) {
        let names = self.successors();
        let message = format!(
            "The skipRange of {} has nothing between two `||`. OLM {} crashes when it evaluates it for {}.",
            list(&names),
            self.findings.semantics.name(),
            list(self.at)
        );
        (message, "Remove the empty part of the range.".to_owned())
    }

    fn successor_off_chain(&self) -> (String, String) {
        let message = format!(
            "{} may only go to {}, which is not on the replaces chain of the head `{}`.",
            list(self.at),
            self.successors_with_edges(),
            self.head
        );
        (message, self.fix_with_head())
    }

    fn own_range(&self) -> (String, String) {
        let name = self.at.first().copied().unwrap_or_default();
        let message = format!(
            "`{name}` is stranded under OLM v0: its skipRange contains its own version {}, and no listed newer version accepts it, so OLM v0 keeps choosing it.",
            self.version(name)
        );
        (
            message,
            format!(
                "End the skipRange of `{name}` with `<{}`, and {}",
                self.version(name),
                lower(&self.fix_with_head())
            ),
        )
    }

    fn successor_lower(&self) -> (String, String) {
        let own = self.at.first().copied().unwrap_or_default();
        let own_version = self.version(own);
        let each =
            |next: &Successor<'_>| format!("`{}` {} ({})", next.name, self.version(next.name), edges(&next.edges));
        let (what, be) = match self.stop.successors.len() {
            1 => ("the version that follows it,", "is lower"),
            _ => ("the versions that follow it,", "are lower"),
        };
        let mut message = format!(
            "`{own}` {own_version} is stranded under OLM v1: {what} {}, {be}. OLM v1 takes the highest version among the installed one and its successors, so it stays.",
            some(self.stop.successors.iter().map(each))
        );
        let rebuild = self.stop.successors.iter().map(|next| self.version(next.name));
        if let Some(version) = rebuild.into_iter().find(|version| version.starts_with(&format!("{own_version}-"))) {
            message.push_str(&format!(
                " `{version}` is a pre-release of `{own_version}`, hence older; a rebuild needs a higher version (`+N` build metadata counts as release in OLM v1)."
            ));
        }
        (message, self.fix_v1(own))
    }

    /// A higher version has to accept it; where the head is no higher, only a new release can help.
    fn fix_v1(&self, own: &str) -> String {
        let version = |name: &str| {
            let version = self.graph.ids.get(name).and_then(|id| self.graph.version(*id));
            version.map(VersionRelease::new)
        };
        if version(self.head) > version(own) {
            return format!(
                "Let an entry with a higher version than {0}, for example the head `{1}`, admit {0} by its `skipRange` \
                 or skip `{own}`; `skips` takes it out of the way of OLM v0.",
                self.version(own),
                self.head
            );
        }
        format!(
            "Only a new release with a version higher than {} that skips or replaces `{own}` can help.",
            self.version(own)
        )
    }

    fn successor_equal(&self) -> (String, String) {
        let own = self.at.first().copied().unwrap_or_default();
        let names = self.successors();
        let message = format!(
            "{} and `{own}` have the same version and release for OLM v1 (build metadata that is not a valid release counts for nothing); which one it installs depends on the order of files.",
            list(&names)
        );
        (message, self.fix_v1(own))
    }

    fn successor_deprecated(&self) -> (String, String) {
        let own = self.at.first().copied().unwrap_or_default();
        let names = self.successors();
        let be = if names.len() == 1 { "is" } else { "are" };
        let message = format!(
            "`{own}` is stranded under OLM v1: what follows it, {}, {be} deprecated and it is not, so OLM v1 stays.",
            list(&names)
        );
        let help =
            format!("Let a version that is not deprecated replace or skip `{own}`, or deprecate `{own}` as well.");
        (message, help)
    }

    fn successor_without_bundle(&self) -> (String, String) {
        let names = self.successors();
        let message =
            format!("{} may follow {}, but the catalog has no olm.bundle of that name.", list(&names), list(self.at));
        (message, format!("Add the bundle of {}, or remove the entry.", list(&names)))
    }
}

fn edges(edges: &[Edge]) -> String {
    let names: Vec<&str> = edges
        .iter()
        .map(|edge| match edge {
            Edge::SameVersion => "same version",
            edge => edge.name(),
        })
        .collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The first few, then how many more.
fn some(items: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 4;
    let more = items.len().saturating_sub(SHOWN);
    let shown: Vec<String> = items.take(SHOWN).collect();
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

fn lower(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| std::iter::once(first.to_ascii_lowercase()).chain(characters).collect())
}
