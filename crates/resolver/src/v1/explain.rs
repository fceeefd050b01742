//! Explains why nothing or why this version is installed, in a message and as OLM reports it.

use olmkit_collections::order;
use std::fmt::Write;

use olmkit_gostd::go_quote;
use olmkit_semver::{Version, VersionRelease, is_version_expression};

use super::Failure;
use super::api::ExtensionCatalog;
use super::candidates::{Broken, ExtensionQuery, Installed, SearchSteps, is_deprecated};
use crate::ids::{BundleId, Id as _, List, SourceId};
use crate::messages::{list, span};
use crate::universe::Universe;

/// Maximum number of characters of a text in a message.
const MAX_SHOWN: usize = 100;

/// Shortens a text that can be very long.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The catalogs of a result with their ids. They are in the order of the universe.
pub(super) fn all_sources(catalogs: &[ExtensionCatalog]) -> impl Iterator<Item = (SourceId, &ExtensionCatalog)> {
    (0..).map(SourceId::new).zip(catalogs)
}

fn bundles(count: usize) -> String {
    olmkit_text::counted(count, "bundle", "bundles")
}

impl ExtensionQuery<'_> {
    /// Formats the requested channels as "channel stable" or "channels stable and fast".
    fn channel_list(&self) -> String {
        let names = &self.extension.channels;
        format!("{} {}", if names.len() == 1 { "channel" } else { "channels" }, list(names, "and"))
    }

    pub(super) fn broken(&self, broken: Broken, catalog: &str) -> Failure {
        match broken {
            Broken::Version(problem) => {
                let olm = "error walking catalogs: error finding upgrade edges: failed to get version and release of \
                           installed bundle: ";
                let text = self.installed.as_ref().map_or("", |installed| &installed.text);
                let message = format!("`{}` is given as installed and is not a valid version.", shortened(text));
                Failure::new(message, format!("{olm}{problem}"))
            }
            Broken::Panic { bundle, channel } => {
                let message = format!(
                    "The skipRange of {bundle} in channel {channel} of {catalog} has an empty alternative. OLM panics \
                    when it evaluates the range, and resolves nothing."
                );
                Failure::new(message, String::new())
            }
        }
    }

    /// Explains why no catalog has a candidate, or why several catalogs have one.
    pub(super) fn nothing(
        &self,
        universe: &Universe<'_>,
        all: &List<SourceId, SearchSteps>,
        catalogs: &[ExtensionCatalog],
        tied: &[SourceId],
    ) -> Failure {
        let tied: Vec<&ExtensionCatalog> = tied.iter().filter_map(|at| catalogs.get(at.index())).collect();
        let olm = self.olm(&tied);
        if !tied.is_empty() {
            let highest = tied.iter().map(|catalog| catalog.priority).max().unwrap_or_default();
            let first = tied.iter().filter(|catalog| catalog.priority == highest);
            let offers: Vec<String> = first
                .map(|catalog| format!("{} offers {}", catalog.name, catalog.best.as_deref().unwrap_or_default()))
                .collect();
            let message = format!(
                "{}, all with priority {highest}, so OLM does not choose one. Give one of them a higher priority, or \
                select it.",
                list(&offers, "and")
            );
            return Failure::new(message, olm);
        }
        let selected = catalogs.iter().filter(|catalog| catalog.selected).count();
        if selected == 0 {
            let message =
                if catalogs.is_empty() { "No catalog was given." } else { "The selector does not match any catalog." };
            return Failure::new(message.to_owned(), olm);
        }
        let has_it = catalogs.iter().any(|catalog| catalog.selected && catalog.has_package);
        let is_listed = |catalog: &ExtensionCatalog| catalog.selected && (catalog.has_package || !has_it);
        let messages = all_sources(catalogs)
            .filter(|(_, catalog)| is_listed(catalog))
            .filter_map(|(at, catalog)| Some(self.missing(universe, at, all.get(at)?, catalog)))
            .collect();
        Failure { messages, olm }
    }

    /// Explains which step excludes all bundles of a catalog.
    fn missing(
        &self,
        universe: &Universe<'_>,
        source: SourceId,
        found: &SearchSteps,
        catalog: &ExtensionCatalog,
    ) -> String {
        let (name, package) = (&catalog.name, &self.extension.package);
        if !catalog.has_package {
            return format!("{name} has no package `{package}`.");
        }
        if found.in_channels.is_empty() {
            let known = universe.channels.iter().filter(|of| of.source == source && of.package == *package);
            let known: Vec<String> = known.map(|channel| channel.name.clone()).collect();
            let wanted = if self.channels.is_empty() { String::new() } else { format!(" in {}", self.channel_list()) };
            return format!("{name} has no bundle of {package}{wanted}; its channels are {}.", list(&known, "and"));
        }
        if found.in_range.is_empty() {
            return self.none_in_range(universe, found, name);
        }
        let Some(installed) = &self.installed else { return String::new() };
        let (match_, those) =
            if found.in_range.len() == 1 { ("matches", "that bundle") } else { ("match", "those bundles") };
        let mut message = format!(
            "{name} has {} of {package} that {match_} the request, but no successor of {}: no entry of {those}",
            bundles(found.in_range.len()),
            installed.name
        );
        if !self.channels.is_empty() {
            let _ = write!(message, " in {}", self.channel_list());
        }
        let _ = write!(
            message,
            " replaces or skips it or has a skipRange that contains {}.{} The policy SelfCertified does not require this.",
            installed.text,
            self.out_of_range(universe, found, installed)
        );
        message
    }

    /// Explains that the range excludes the bundles in the channels.
    fn none_in_range(&self, universe: &Universe<'_>, found: &SearchSteps, name: &str) -> String {
        let range = shortened(self.extension.version.as_deref().unwrap_or_default());
        let known = found.in_channels.iter().filter_map(|at| universe.bundles.get(*at)?.own_version.clone().ok());
        let known: Vec<Version> = known.collect();
        let mut message = format!(
            "{name} has {} of {}{}, none of a version that `{range}` matches: {}.",
            bundles(found.in_channels.len()),
            self.extension.package,
            if self.channels.is_empty() { String::new() } else { format!(" in {}", self.channel_list()) },
            span(&known.iter().cloned().collect())
        );
        let would_fit = |version: &Version| {
            let without = Version { pre: Vec::new(), ..version.clone() };
            !version.pre.is_empty() && self.range.as_ref().is_some_and(|range| range.matches(&without))
        };
        if known.iter().any(would_fit) {
            message += " Pre-releases are considered only when the range itself names one, as `>=1.0.0-0` does.";
        }
        message
    }

    /// Names the bundles that can follow the installed one, but whose version the range excludes.
    fn out_of_range(&self, universe: &Universe<'_>, found: &SearchSteps, installed: &Installed) -> String {
        let Ok(version) = &installed.version else { return String::new() };
        let in_range = |at: &BundleId| self.range.is_none() || found.in_range.contains(at);
        let names = found.in_channels.iter().filter(|at| !in_range(at)).filter_map(|at| {
            let bundle = universe.bundles.get(*at)?;
            let is_other = bundle.own_version.as_ref().is_ok_and(|own| own != version);
            (is_other && self.may_follow(universe, *at, installed, version).is_ok_and(|may| may))
                .then(|| bundle.name.clone())
        });
        let names: Vec<String> = names.collect();
        let (are_successors, versions) = match names.len() {
            0 => return String::new(),
            1 => (format!("{} is a successor", list(&names, "and")), "its version"),
            2 | 3 => (format!("{} are successors", list(&names, "and")), "their versions"),
            count => (format!("{} are successors", bundles(count)), "their versions"),
        };
        let range = shortened(self.extension.version.as_deref().unwrap_or_default());
        format!(" {are_successors}, but `{range}` does not match {versions}.")
    }

    /// OLM's message for a request without a matching bundle, or with several equal ones.
    fn olm(&self, tied: &[&ExtensionCatalog]) -> String {
        let mut text = String::new();
        if let Some(installed) = &self.installed {
            let _ = write!(text, "error upgrading from currently installed version {}: ", go_quote(&installed.text));
        }
        let found = if tied.len() > 1 { "found bundles" } else { "no bundles found" };
        let _ = write!(text, "{found} for package {}", go_quote(&self.extension.package));
        if let Some(version) = self.extension.version.as_deref().filter(|text| !text.is_empty()) {
            let _ = write!(text, " matching version {}", go_quote(version));
        }
        if !self.extension.channels.is_empty() {
            let _ = write!(text, " in channels [{}]", self.extension.channels.join(" "));
        }
        if tied.len() > 1 {
            let mut names: Vec<&str> = tied.iter().map(|catalog| catalog.name.as_str()).collect();
            order::sort(&mut names);
            let _ = write!(text, " in multiple catalogs with the same priority [{}]", names.join(" "));
        }
        text
    }

    /// Explains why this bundle is chosen.
    pub(super) fn because(
        &self,
        universe: &Universe<'_>,
        chosen: SourceId,
        found: &SearchSteps,
        catalogs: &[ExtensionCatalog],
    ) -> String {
        let key = |at: &BundleId| {
            let bundle = universe.bundles.get(*at)?;
            let version = bundle.own_version.as_ref().ok().map(VersionRelease::new);
            Some((is_deprecated(universe, chosen, bundle), version))
        };
        let keys: Vec<(bool, Option<VersionRelease>)> = found.candidates.iter().filter_map(key).collect();
        let is_passed = |(deprecated, version): &(bool, Option<VersionRelease>)| {
            *deprecated && keys.first().is_some_and(|(first, best)| !first && version > best)
        };
        let mut message = match keys.len() {
            0 | 1 => "the only candidate".to_owned(),
            count if keys.iter().any(is_passed) => {
                format!("the highest version of {count} candidates that is not deprecated")
            }
            count => format!("the highest version of {count} candidates"),
        };
        let Some(own) = catalogs.get(chosen.index()) else { return message };
        let others = all_sources(catalogs).filter(|(at, other)| *at != chosen && other.best.is_some());
        for (_, other) in others.take(3) {
            let (best, name) = (other.best.as_deref().unwrap_or_default(), &other.name);
            let _ = match other.deprecated && !own.deprecated {
                true => write!(message, "; {best} of {name} is deprecated"),
                false => write!(message, "; {best} of {name} has a lower priority ({})", other.priority),
            };
        }
        message
    }

    /// Additional notes about a result.
    pub(super) fn notes(&self, universe: &Universe<'_>, found: Option<&SearchSteps>) -> Vec<String> {
        let mut notes = Vec::new();
        let version = self.extension.version.as_deref().filter(|text| !text.is_empty());
        if let Some(version) = version.filter(|text| !is_version_expression(text)) {
            notes.push(format!(
                "The API server rejects a ClusterExtension with the version `{}` (`invalid version expression`): for \
                 example hyphen ranges and more than 64 characters are not allowed there.",
                shortened(version)
            ));
        }
        let Some(found) = found.filter(|found| found.alike > 1) else { return notes };
        let alike = found.candidates.iter().take(found.alike).filter_map(|at| universe.bundles.get(*at));
        let names: Vec<String> = alike.map(|bundle| bundle.name.clone()).collect();
        notes.push(format!(
            "{} have the same version for OLM v1. Which one it selects depends on the order in which it reads files.",
            list(&names, "and")
        ));
        notes
    }
}
