//! A resolution request, and the entries that can satisfy a subscription (bundle specification 6.3).

use olmkit_collections::{SortedSet, order};

use olmkit_k8s::ProblemKind;
use serde::Deserialize;

use crate::ids::{BundleId, ChannelId, EntryId, RequirementId, SourceId};
use crate::order::{OrderError, order};
use crate::requirement::{PANIC, Requirement};
use crate::universe::{Channel, OverLimit, Universe};

/// The state of the cluster, and the requested subscriptions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(rename = "OlmRequest"))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Request {
    /// Names of installed bundles. A bundle that no catalog contains can have a version: `NAME@VERSION`. Without a
    /// version, no skipRange contains it.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub installed: Vec<String>,
    /// The subscriptions of the namespace.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub subscriptions: Vec<Subscription>,
}

/// A subscription.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Subscription {
    /// The package.
    pub package: String,
    /// The channel. Defaults to all channels.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channel: Option<String>,
    /// The name of the subscription. Defaults to the package.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub name: Option<String>,
    /// The name of the catalog. Defaults to the most preferred catalog that has the package.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub catalog: Option<String>,
    /// `startingCSV`. Ignored if the package is already installed.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub starting_csv: Option<String>,
    /// The name of the installed bundle that the subscription owns. Defaults to the installed bundle of the package.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub installed: Option<String>,
}

impl Subscription {
    /// Returns the name of the subscription.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.package)
    }

    /// Whether the subscription owns an installed bundle of that name. Uses `installed` if set, otherwise the naming
    /// convention `PACKAGE.vVERSION`.
    pub(crate) fn owns(&self, name: &str) -> bool {
        match &self.installed {
            Some(installed) => installed == name,
            None => name.strip_prefix(self.package.as_str()).is_some_and(|rest| rest.starts_with(".v")),
        }
    }
}

/// What a failure is for OLM.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// OLM does not fail. olmkit cannot determine the result.
    Unknown,
    /// OLM reports an error.
    Error,
    /// OLM crashes.
    Crash,
}

/// Why a resolution is aborted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What it is for OLM.
    pub kind: FailureKind,
    /// OLM's message. Empty if OLM does not fail.
    pub upstream: String,
    /// The message for the user.
    pub message: String,
    /// The bundle with a broken requirement, if that is the cause.
    pub bundle: Option<BundleId>,
}

impl Failure {
    /// A failure that OLM does not have.
    pub(crate) fn unknown(message: String) -> Failure {
        Failure { kind: FailureKind::Unknown, upstream: String::new(), message, bundle: None }
    }

    pub(crate) fn order(error: OrderError) -> Failure {
        let upstream = error.to_string();
        let message = format!("OLM cannot sort the channel, and resolves nothing: {upstream}.");
        Failure { kind: FailureKind::Error, upstream, message, bundle: None }
    }
}

/// The entries that can satisfy a subscription, or OLM's message if there are none.
pub(crate) struct Listed {
    pub(crate) entries: Vec<EntryId>,
    pub(crate) empty: Option<String>,
}

impl Universe<'_> {
    /// The catalog of a subscription. `None` if the named catalog does not exist.
    #[must_use]
    pub(crate) fn source_of(&self, subscription: &Subscription) -> Option<SourceId> {
        if let Some(name) = &subscription.catalog {
            return self.sources.with_ids().find(|(_, (known, _))| known == name).map(|(id, _)| id);
        }
        let has_it = |at: &SourceId| {
            self.channels.iter().any(|channel| channel.source == *at && channel.package == subscription.package)
        };
        let mut all: Vec<SourceId> = self.sources.ids().filter(has_it).collect();
        order::sort_by_key(&mut all, |at| {
            self.sources.get(*at).map(|(name, priority)| (std::cmp::Reverse(*priority), name.clone()))
        });
        all.first().copied().or_else(|| self.sources.ids().next())
    }

    pub(crate) fn listed(&self, subscription: &Subscription, is_upgrade: bool) -> Listed {
        let source = self.source_of(subscription);
        let known = source.and_then(|source| self.sources.get(source)).map(|(name, _)| name.as_str());
        let catalog = known.or(subscription.catalog.as_deref()).unwrap_or_default();
        let (name, package) = (subscription.name(), &subscription.package);
        let none = |empty: String| Listed { entries: Vec::new(), empty: Some(empty) };
        let in_catalog = || self.channels.iter().filter(move |channel| Some(channel.source) == source);
        if in_catalog().all(|channel| channel.entries.is_empty()) {
            return none(format!(
                "no operators found from catalog {catalog} in namespace {NAMESPACE} referenced by subscription {name}"
            ));
        }
        let of_package = || in_catalog().filter(|channel| channel.package == *package);
        if of_package().all(|channel| channel.entries.is_empty()) {
            return none(format!(
                "no operators found in package {package} in the catalog referenced by subscription {name}"
            ));
        }
        let wanted = subscription.channel.as_deref().unwrap_or_default();
        let of_channel = || of_package().filter(|channel| wanted.is_empty() || channel.name == wanted);
        if of_channel().all(|channel| channel.entries.is_empty()) {
            return none(format!(
                "no operators found in channel {wanted} of package {package} in the catalog referenced by \
                 subscription {name}"
            ));
        }
        let starting = subscription.starting_csv.as_ref().filter(|_| !is_upgrade);
        let is_wanted = |entry: &&EntryId| {
            starting.is_none_or(|starting| self.bundle_of(**entry).is_some_and(|bundle| bundle.name == *starting))
        };
        let entries: Vec<EntryId> =
            of_channel().flat_map(|channel| &channel.entries).filter(is_wanted).copied().collect();
        let empty = starting.filter(|_| entries.is_empty()).map(|starting| {
            format!(
                "no operators found with name {starting} in channel {wanted} of package {package} in the catalog \
                 referenced by subscription {name}"
            )
        });
        Listed { entries, empty }
    }

    /// Sorts entries by preference: first by channel, then from the head to the tail.
    pub(crate) fn sorted(&self, entries: &[EntryId]) -> Result<Vec<EntryId>, Failure> {
        let wanted: SortedSet<EntryId> = entries.iter().copied().collect();
        let channels: SortedSet<ChannelId> = entries.iter().filter_map(|at| self.entries.get(*at)?.channel).collect();
        let mut channels: Vec<ChannelId> = channels.into_iter().collect();
        self.sort_channels(&mut channels, None);
        let mut sorted = Vec::with_capacity(entries.len());
        for channel in channels {
            let Some(channel) = self.channels.get(channel) else { continue };
            let own: Vec<EntryId> = channel.entries.iter().filter(|entry| wanted.contains(entry)).copied().collect();
            if let [only] = own.as_slice() {
                // A single entry needs no sorted channel, but must not be its own predecessor.
                sorted.push(self.alone(*only, channel).map_err(Failure::order)?);
                continue;
            }
            let order = channel.order.as_ref().map_err(|error| Failure::order(error.clone()))?;
            sorted.extend(order.iter().filter(|entry| wanted.contains(entry)));
        }
        Ok(sorted)
    }
}

impl Universe<'_> {
    /// The failure if OLM cannot read a requirement of a bundle.
    pub(crate) fn broken(&self, bundle: BundleId, requirement: RequirementId) -> Option<Failure> {
        let problem = self.requirements.get(requirement)?.predicate.as_ref().err()?;
        let kind = match problem.kind {
            ProblemKind::EmptyPart => FailureKind::Crash,
            _ => FailureKind::Error,
        };
        let message = format!(
            "{}: {}. When OLM considers this bundle as a candidate, it resolves nothing for the whole namespace.",
            self.bundles.get(bundle).map_or("", |bundle| &bundle.name),
            problem.message
        );
        Some(Failure { kind, upstream: problem.upstream.clone(), message, bundle: Some(bundle) })
    }

    /// The failure if it is not known which bundles satisfy a requirement. OLM has no message for it.
    pub(crate) fn unknown_failure(&self, requirement: RequirementId, reason: &OverLimit) -> Failure {
        let needs = self.requirements.get(requirement).map(Requirement::describe).unwrap_or_default();
        let message = format!("olmkit cannot determine which bundles satisfy {needs}: {reason}.");
        Failure::unknown(message)
    }

    /// The failure if OLM evaluates the skipRange of an entry and the range has an empty part.
    pub(crate) fn crash(&self, entry: EntryId, installed: &str) -> Failure {
        let name = self.bundle_of(entry).map_or("", |bundle| &bundle.name);
        let channel = self
            .channel_of(entry)
            .map_or_else(String::new, |channel| format!(" in channel {} of package {}", channel.name, channel.package));
        let message = format!(
            "The skipRange of {name}{channel} has an empty alternative. OLM crashes when it evaluates the range for \
             {installed}, and resolves nothing."
        );
        Failure { kind: FailureKind::Crash, upstream: PANIC.to_owned(), message, bundle: None }
    }

    /// Checks a single entry. Returns OLM's error if it is its own predecessor.
    pub(crate) fn alone(&self, entry: EntryId, channel: &Channel) -> Result<EntryId, OrderError> {
        let links: Vec<_> = self.entries.get(entry).map(|of| (entry, self.link(of))).into_iter().collect();
        order(&links, &channel.name, &channel.package).map(|_| entry)
    }
}

/// The namespace in OLM's messages.
pub(crate) const NAMESPACE: &str = "olm";
