//! Messages that explain why versions are stranded.

use olmkit_api::{EdgeKind, Semantics, StrandedCause};
use olmkit_collections::order;
use olmkit_semver::{Version, VersionRelease};
use olmkit_text::{capitalized, listed, listed_names, listed_of};

use crate::channel::Graph;
use crate::ids::VersionId;
use crate::stranded::{Findings, Group, Stop, Stranded, Successor, successor};
use crate::v0::OrderError;

/// The maximum number of names in a sentence.
const SHOWN: usize = 4;

/// The help for a channel with several heads.
const ONE_HEAD: &str = "Make the newest entry replace or skip the others.";

impl<'e> Findings<'e> {
    /// Returns the reason why a version is stranded, and a help text.
    #[must_use]
    pub fn explain(&self, graph: &Graph<'_, 'e>, stranded: Stranded) -> (String, String) {
        let Some(stop) = self.stops.get(stranded.stop) else { return Default::default() };
        explain(graph, self, &[stranded.id], &[stop])
    }

    /// Returns the reason why the versions of a group are stranded, and a help text.
    #[must_use]
    pub fn explain_group(&self, graph: &Graph<'_, 'e>, group: &Group) -> (String, String) {
        let stops: Vec<&Stop> = group.stops.iter().filter_map(|stop| self.stops.get(*stop)).collect();
        explain(graph, self, &group.ids, &stops)
    }
}

/// Explains why versions stop at entries for one common reason, and how to fix it.
fn explain<'e>(graph: &Graph<'_, 'e>, findings: &Findings<'e>, ids: &[VersionId], stops: &[&Stop]) -> (String, String) {
    let Some(stop) = stops.first() else { return Default::default() };
    let at: Vec<&str> = stops.iter().map(|stop| graph.name(stop.at)).collect();
    let ends = order::unique(stops.iter().map(|stop| stop.at));
    let moving: Vec<&str> = ids.iter().filter(|id| ends.binary_search(id).is_err()).map(|id| graph.name(*id)).collect();
    let case =
        Case { graph, findings, stop, stops, at: &at, head: findings.target.map_or("", |head| graph.name(head)) };
    let (mut message, help) = match stops {
        [stop] => stop.reason.get_or_init(|| case.reason()).clone(),
        _ => case.reason(),
    };
    if !moving.is_empty() && stop.cause != StrandedCause::ChannelError {
        let verb = choose(moving.len(), "upgrades", "upgrade");
        let moves = format!("{} {verb} only up to {}.", list(&moving), list(&at));
        // The reason comes first if it applies only to some of the versions.
        let is_about = moving.len() < ids.len();
        message = if is_about { format!("{message} {moves}") } else { format!("{moves} {message}") };
    }
    (message, help)
}

/// The first names, and the number of the others.
pub(crate) fn list(names: &[&str]) -> String {
    listed_names(names, SHOWN, "and")
}

fn choose<T>(count: usize, one: T, several: T) -> T {
    if count == 1 { one } else { several }
}

struct Case<'a, 'c, 'e> {
    graph: &'a Graph<'c, 'e>,
    findings: &'a Findings<'e>,
    /// The first of the stops, whose cause and successors all have.
    stop: &'a Stop,
    stops: &'a [&'a Stop],
    /// The entries at which upgrades end.
    at: &'a [&'e str],
    head: &'e str,
}

impl Case<'_, '_, '_> {
    fn reason(&self) -> (String, String) {
        match (self.stop.cause, self.findings.semantics) {
            (StrandedCause::SuccessorSkipped, _) => self.successor_skipped(),
            (StrandedCause::ChannelError, _) => {
                self.findings.channel_error.get_or_init(|| self.channel_error()).clone()
            }
            (StrandedCause::DowngradeLoop, _) => self.downgrade_loop(),
            (StrandedCause::NoSuccessor, semantics) => self.no_successor(semantics),
            (StrandedCause::RangePanic, _) => self.range_panic(),
            (StrandedCause::SuccessorOffChain, _) => self.successor_off_chain(),
            (StrandedCause::OwnRange, _) => self.own_range(),
            (StrandedCause::SuccessorLower, _) => self.successor_lower(),
            (StrandedCause::SuccessorEqual, _) => self.successor_equal(),
            (StrandedCause::SuccessorDeprecated, _) => self.successor_deprecated(),
            (StrandedCause::SuccessorWithoutBundle, _) => self.successor_without_bundle(),
        }
    }

    /// The form for one or several entries at which upgrades end.
    fn form<T>(&self, one: T, several: T) -> T {
        choose(self.at.len(), one, several)
    }

    fn them(&self) -> &'static str {
        self.form("it", "them")
    }

    /// Whether no other version accepts one of the entries.
    fn has_all(&self) -> bool {
        self.stops.iter().all(|stop| stop.has_all)
    }

    fn known_version(&self, name: &str) -> Option<&Version> {
        self.graph.ids.get(name).and_then(|id| self.graph.version(*id))
    }

    fn version(&self, name: &str) -> String {
        self.known_version(name).map_or_else(|| "of unknown version".to_owned(), ToString::to_string)
    }

    fn successors(&self) -> Vec<&str> {
        self.stop.successors.iter().map(|node| self.graph.name(*node)).collect()
    }

    /// The first successors, and the number of the others.
    fn some(&self, each: impl FnMut(Successor<'_>) -> String) -> String {
        let successors = self.stop.successors.iter();
        let first = successors.take(SHOWN).map(|node| successor(self.graph, self.stops, *node)).map(each).collect();
        listed_of(first, self.stop.successors.len(), "and")
    }

    /// The first entries at which upgrades end, and the number of the others.
    fn some_at(&self, each: impl FnMut(&&str) -> String) -> String {
        listed_of(self.at.iter().take(SHOWN).map(each).collect(), self.at.len(), "and")
    }

    /// `a` (1.0.0) and `b` (1.1.0) are.
    fn at_with_versions(&self) -> String {
        let names = self.some_at(|name| format!("`{name}` ({})", self.version(name)));
        format!("{names} {}", self.form("is", "are"))
    }

    fn edges(&self, edges: &[EdgeKind]) -> String {
        // Not every entry has all edges.
        let joint = self.form("and", "or");
        listed(edges.iter().map(|edge| edge.label().to_owned()).collect(), edges.len(), joint)
    }

    /// `a` (replaces), `b` (skips and skipRange).
    fn successors_with_edges(&self) -> String {
        self.some(|successor| format!("`{}` ({})", successor.name, self.edges(&successor.edges)))
    }

    fn fix_with_head(&self) -> String {
        let head = self.head;
        if head.is_empty() {
            return ONE_HEAD.to_owned();
        }
        if self.is_head_older() {
            return self.new_release();
        }
        let range = match self.at {
            [at] => {
                self.known_version(at).map(|version| format!("give `{head}` a `skipRange` that matches {version}."))
            }
            _ => None,
        };
        // OLM v0 does not install a skipped version, so that others could no longer upgrade to it.
        let others = match self.findings.semantics {
            Semantics::V0 if self.is_passed() => format!(" and all versions that upgrade to {}", self.them()),
            _ => String::new(),
        };
        match range {
            Some(range) if !others.is_empty() => capitalized(&range),
            Some(range) => format!("Add {} to the `skips` of `{head}`, or {range}", list(self.at)),
            None => format!("Add {}{others} to the `skips` of `{head}`.", list(self.at)),
        }
    }

    /// Whether the head is older than one of the entries. An edge of the head would be a downgrade.
    fn is_head_older(&self) -> bool {
        let head = self.release(self.head);
        head.is_some() && self.release(self.highest()) > head
    }

    /// Whether other versions upgrade to one of the entries.
    fn is_passed(&self) -> bool {
        let passed = self.findings.passed.get_or_init(|| {
            let stops = self.findings.stranded.iter().map(|of| (of.id, self.findings.stops.get(of.stop)));
            order::unique(stops.filter_map(|(id, stop)| stop.map(|stop| stop.at).filter(|at| *at != id)))
        });
        self.stops.iter().any(|stop| passed.binary_search(&stop.at).is_ok())
    }

    fn successor_skipped(&self) -> (String, String) {
        let skips = self.some(|successor| {
            let first = successor.skipped_by.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
            let names = listed_of(first, successor.skippers, "and");
            format!("{names} {} `{}`", choose(successor.skippers, "skips", "skip"), successor.name)
        });
        let count = self.stop.successors.len();
        let only = if self.has_all() { "the only " } else { choose(count, "a ", "") };
        let (accept, be) = choose(count, ("version that accepts", "is"), ("versions that accept", "are"));
        let (are, stay) = self.form(
            ("is", "a cluster that runs it is not upgraded, and its Subscription reports"),
            ("are", "clusters that run them are not upgraded, and their Subscriptions report"),
        );
        let message = format!(
            "{} {are} stranded under OLM v0: {only}{accept} {} {be} {}, but {}. OLM v0 never installs a skipped \
                version, so {stay} `AtLatestKnown`.",
            list(self.at),
            self.them(),
            self.successors_with_edges(),
            skips
        );
        (message, self.fix_with_head())
    }

    fn channel_error(&self) -> (String, String) {
        let channel = self.graph.channel.name;
        let blocked = "No version of this channel is installed or upgraded, and all other Subscriptions in the \
            namespace are blocked too.";
        match &self.findings.order_error {
            Some(OrderError::Cycle { head, path }) => {
                let cycle: Vec<String> = path.iter().map(|name| format!("`{name}`")).collect();
                let again = path.first().copied().unwrap_or_default();
                let is_skipped = |name: &&&str| self.graph.ids.get(**name).is_some_and(|id| self.graph.is_skipped(*id));
                let hidden = path.iter().find(is_skipped).map_or_else(String::new, |name| {
                    format!(" opm does not detect the cycle because `{name}` is skipped.")
                });
                let message = format!(
                    "OLM v0 cannot sort channel `{channel}`: the replaces chain of `{head}` contains a cycle \
                        ({}).{hidden} {blocked}",
                    cycle.join(" replaces ")
                );
                (message, format!("Remove the `replaces` of `{again}`, or set it to an older version."))
            }
            Some(OrderError::Chains(chains)) => {
                let heads: Vec<&str> = chains.iter().map(|(head, _)| *head).collect();
                if let Some(twice) =
                    heads.windows(2).find_map(|pair| pair.first().filter(|head| pair.last() == Some(head)))
                {
                    let message =
                        format!("OLM v0 cannot sort channel `{channel}`, because it lists `{twice}` twice. {blocked}");
                    return (message, format!("Merge the entries of `{twice}` into one."));
                }
                let message = format!(
                    "OLM v0 cannot sort channel `{channel}`, because it has {} heads: {}. {blocked}",
                    heads.len(),
                    list(&heads)
                );
                (message, ONE_HEAD.to_owned())
            }
            _ => (
                format!(
                    "OLM v0 cannot sort channel `{channel}`, because every entry is replaced or skipped. {blocked}"
                ),
                "Remove the newest version from all `replaces` and `skips`.".to_owned(),
            ),
        }
    }

    fn downgrade_loop(&self) -> (String, String) {
        let message = format!(
            "OLM v0 upgrades and downgrades {} endlessly and never reaches the head `{}`, because the skipRange of an \
                older entry matches a newer version.",
            list(self.at),
            self.head
        );
        (message, "End each skipRange below the version of its own entry.".to_owned())
    }

    fn no_successor(&self, semantics: Semantics) -> (String, String) {
        let gone = self.graph.ids.get(self.at.first().copied().unwrap_or_default());
        let is_entry = gone.is_some_and(|id| self.graph.is_entry(*id));
        let mut message = format!(
            "{} cannot upgrade under OLM {}: no entry of channel `{}` replaces or skips {}",
            list(self.at),
            semantics.name(),
            self.graph.channel.name,
            self.them()
        );
        match self.at {
            _ if !self.has_all() => message.push('.'),
            [at] if self.graph.ids.get(at).and_then(|id| self.graph.version(*id)).is_some() => {
                message.push_str(&format!(", and no skipRange matches {}.", self.version(at)));
            }
            _ => message.push_str(", and no skipRange of another entry matches."),
        }
        let skips_itself = |name: &&&str| {
            let node = self.graph.ids.get(**name).and_then(|id| self.graph.node_of(*id));
            node.is_some_and(|node| node.skips.contains(*name))
        };
        if let Some(name) = self.at.iter().find(skips_itself) {
            message.push_str(&format!(" opm does not detect this because `{name}` skips itself."));
        }
        if semantics == Semantics::V1 && !is_entry {
            message.push_str(" OLM v1 reports `no bundles found for package`.");
        }
        let needs_release = semantics == Semantics::V1
            && !self.head.is_empty()
            && self.known_version(self.highest()).is_some()
            && !self.is_head_possible();
        (message, if needs_release { self.fix_v1() } else { self.fix_with_head() })
    }

    fn range_panic(&self) -> (String, String) {
        let names = self.successors();
        let message = format!(
            "The skipRange of {} has an empty alternative. OLM {} crashes when it evaluates the range for {}.",
            if names.is_empty() { "an entry".to_owned() } else { list(&names) },
            self.findings.semantics.name(),
            list(self.at)
        );
        (message, "Remove the extra `||`.".to_owned())
    }

    fn successor_off_chain(&self) -> (String, String) {
        let message = format!(
            "{} can {}upgrade to {}, which is not on the replaces chain of the head `{}`.",
            list(self.at),
            if self.has_all() { "only " } else { "" },
            self.successors_with_edges(),
            self.head
        );
        (message, self.fix_with_head())
    }

    fn own_range(&self) -> (String, String) {
        let (are, range) = self.form(("is", "its skipRange"), ("are", "the skipRange of each"));
        let message = format!(
            "{} {are} stranded under OLM v0: {range} matches its own version, and no newer entry accepts it, so OLM v0 \
                selects it again.",
            list(self.at)
        );
        (
            message,
            format!("End each skipRange below the version of its own entry, and {}", lower(&self.fix_with_head())),
        )
    }

    /// The versions of the entries at which upgrades end.
    fn versions(&self) -> String {
        self.some_at(|name| self.version(name))
    }

    fn successor_lower(&self) -> (String, String) {
        let at = self.at_with_versions();
        let mut unknown = self.successors();
        unknown.retain(|name| self.known_version(name).is_none());
        if !unknown.is_empty() {
            let has = choose(unknown.len(), "has", "have");
            let names = list(&unknown);
            let message = format!(
                "{at} stranded under OLM v1: {names} {has} no valid version. OLM v1 selects the highest version among \
                    the installed one and its successors."
            );
            return (message, format!("Correct the version of {names}."));
        }
        let each =
            |next: Successor<'_>| format!("`{}` ({}, {})", next.name, self.version(next.name), self.edges(&next.edges));
        let lower = choose(self.stop.successors.len(), "has a lower version", "have lower versions");
        let mut message = format!(
            "{at} stranded under OLM v1: {} {} {lower}. OLM v1 selects the highest version among the installed one and \
                its successors, so it does not upgrade.",
            self.their_successors(),
            self.some(each)
        );
        let stops = || self.at.iter().map(|name| self.version(name));
        let mut versions = self.successors().into_iter().map(|name| self.version(name));
        let rebuilt = versions.find_map(|version| {
            let own = stops().find(|own| version.strip_prefix(own).is_some_and(|rest| rest.starts_with('-')))?;
            Some((version, own))
        });
        if let Some((version, own)) = rebuilt {
            message.push_str(&format!(
                " `{version}` is a pre-release of `{own}`, which is older. A rebuild needs a higher version, for \
                    example with build metadata `+N`, which OLM v1 reads as the release."
            ));
        }
        (message, self.fix_v1())
    }

    fn their_successors(&self) -> &'static str {
        match (self.at.len(), self.stop.successors.len()) {
            (1, 1) => "its successor",
            (1, _) => "its successors",
            (_, 1) => "their successor",
            _ => "their successors",
        }
    }

    fn release(&self, name: &str) -> Option<VersionRelease> {
        self.known_version(name).map(VersionRelease::new)
    }

    fn highest(&self) -> &str {
        self.at.iter().copied().max_by_key(|name| self.release(name)).unwrap_or_default()
    }

    /// Whether OLM v1 would upgrade from the entries to the head: it is higher, and not deprecated unless they are.
    fn is_head_possible(&self) -> bool {
        let is_deprecated = |name: &str| {
            let node = self.graph.ids.get(name).and_then(|id| self.graph.node_of(*id));
            node.is_some_and(|node| node.is_deprecated)
        };
        self.release(self.head) > self.release(self.highest())
            && (!is_deprecated(self.head) || self.at.iter().all(|name| is_deprecated(name)))
    }

    /// A higher version must accept the upgrade. If the head cannot, a new release is necessary.
    fn fix_v1(&self) -> String {
        if !self.is_head_possible() {
            return self.new_release();
        }
        format!(
            "Make an entry with a higher version than {}, for example the head `{}`, match {} with its `skipRange` or \
                skip {}. OLM v0 does not install skipped versions.",
            self.version(self.highest()),
            self.head,
            self.versions(),
            list(self.at)
        )
    }

    fn new_release(&self) -> String {
        let (names, high) = (list(self.at), self.version(self.highest()));
        format!("Publish a new release with a version higher than {high} that skips or replaces {names}.")
    }

    fn successor_equal(&self) -> (String, String) {
        let names: Vec<&str> = self.successors().into_iter().chain(self.at.iter().copied()).collect();
        let message = format!(
            "{} have the same version and release for OLM v1 (build metadata that is not a valid release is ignored). \
                Which one it installs depends on the order in which it reads files.",
            list(&names)
        );
        (message, self.fix_v1())
    }

    fn successor_deprecated(&self) -> (String, String) {
        let (at, names) = (list(self.at), self.successors());
        let message = format!(
            "{at} {} stranded under OLM v1: {} {} {} deprecated, and OLM v1 does not upgrade from a version that is \
                not deprecated to one that is.",
            self.form("is", "are"),
            self.their_successors(),
            list(&names),
            choose(names.len(), "is", "are")
        );
        let help = format!("Make a version that is not deprecated replace or skip {at}, or deprecate {at} as well.");
        (message, help)
    }

    fn successor_without_bundle(&self) -> (String, String) {
        let names = self.successors();
        let are = choose(names.len(), "is a successor", "are successors");
        let message = format!("{} {are} of {}, but the package has no such `olm.bundle`.", list(&names), list(self.at));
        (message, format!("Add the bundle of {}, or remove the entry.", list(&names)))
    }
}

fn lower(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| std::iter::once(first.to_ascii_lowercase()).chain(characters).collect())
}
