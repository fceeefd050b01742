//! What is asked, and which entries a subscription can mean (bundle specification 6.3).

use olmkit_collections::{SortedSet, order};

use serde::Deserialize;

use crate::ids::{BundleId, ChannelId, EntryId, RequirementId, SourceId};
use crate::order::{Link, OrderError, order};
use crate::requirement::PANIC;
use crate::universe::{Channel, Universe};

/// What is on the cluster, and what is wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(rename = "OlmRequest"))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Request {
    /// Names of installed bundles. One that no catalog has any more may have its version, `NAME@VERSION`: without it no
    /// skipRange contains it.
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
    /// The channel; without it every channel.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channel: Option<String>,
    /// Its name; that of the package, if there is none.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub name: Option<String>,
    /// The catalog, by name; without it the preferred one that has the package.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub catalog: Option<String>,
    /// `startingCSV`; counts only while nothing is installed.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub starting_csv: Option<String>,
    /// Which of the installed bundles it owns; without it the one of its package.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub installed: Option<String>,
}

impl Subscription {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.package)
    }

    /// Whether an installed bundle of that name is the subscription's: by what it says, else by the usual name,
    /// `PACKAGE.vVERSION`.
    pub(crate) fn owns(&self, name: &str) -> bool {
        match &self.installed {
            Some(installed) => installed == name,
            None => name.strip_prefix(self.package.as_str()).is_some_and(|rest| rest.starts_with(".v")),
        }
    }
}

/// Why there is no answer at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// OLM's text, if it is OLM that fails.
    pub upstream: String,
    /// In words.
    pub message: String,
    /// The bundle with a broken requirement, if that is it.
    pub bundle: Option<BundleId>,
}

impl Failure {
    pub(crate) fn order(error: OrderError) -> Failure {
        let upstream = error.to_string();
        let message = format!("OLM cannot sort the channel, and resolves nothing: {upstream}.");
        Failure { upstream, message, bundle: None }
    }
}

/// The entries a subscription can mean, or OLM's text when there are none.
pub(crate) struct Listed {
    pub(crate) entries: Vec<EntryId>,
    pub(crate) empty: Option<String>,
}

impl Universe<'_> {
    /// The catalog of a subscription; none when it names one that is not there.
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

    /// Entries in order of preference: channels first, then from the head down.
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
                // One entry alone is in order, wherever it is in its channel; but not before itself.
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
    /// Why OLM cannot read a requirement of a bundle.
    pub(crate) fn broken(&self, bundle: BundleId, requirement: RequirementId) -> Option<Failure> {
        let problem = self.requirements.get(requirement)?.predicate.as_ref().err()?;
        let message = format!(
            "{}: {}. When OLM considers this bundle as a candidate, it resolves nothing for the whole namespace.",
            self.bundles.get(bundle).map_or("", |bundle| &bundle.name),
            problem.message
        );
        Some(Failure { upstream: problem.upstream.clone(), message, bundle: Some(bundle) })
    }

    /// The skipRange of an entry has an empty part, and OLM comes to it.
    pub(crate) fn crash(&self, entry: EntryId, installed: &str) -> Failure {
        let name = self.bundle_of(entry).map_or("", |bundle| &bundle.name);
        let channel = self
            .channel_of(entry)
            .map_or_else(String::new, |channel| format!(" in channel {} of package {}", channel.name, channel.package));
        let message = format!(
            "The skipRange of {name}{channel} has an empty alternative. OLM crashes when it evaluates the range for \
             {installed}, and resolves nothing."
        );
        Failure { upstream: PANIC.to_owned(), message, bundle: None }
    }

    /// An entry by itself, or OLM's text when it is its own predecessor.
    pub(crate) fn alone(&self, entry: EntryId, channel: &Channel) -> Result<EntryId, OrderError> {
        let links: Vec<Link<'_>> = self.entries.get(entry).map(|of| self.link(of)).into_iter().collect();
        order(&links, &channel.name, &channel.package).map(|_| entry)
    }
}

/// The namespace in OLM's texts.
pub(crate) const NAMESPACE: &str = "olm";
