//! The responses of the registry API, independent of the network.

use std::sync::Arc;

use olmkit_gostd::go_quote;

use crate::api;
use crate::content::key_problem;
use crate::custom::structure;
use crate::index::{Channel, Custom, Gvk, Index, Member, Package};
use crate::refusal::Refusal;

type Answer<T> = Result<T, Refusal>;

fn unknown<T>(message: String) -> Answer<T> {
    Err(Refusal::Unknown(message))
}

impl Index {
    /// Implements `ListPackages`.
    #[must_use]
    pub fn list_packages(&self) -> Vec<api::PackageName> {
        self.packages.iter().map(|package| api::PackageName { name: package.name.clone() }).collect()
    }

    /// Implements `GetPackage`.
    ///
    /// # Errors
    /// Returns an error if there is no such package.
    pub fn get_package(&self, name: &str) -> Answer<api::Package> {
        let package = self.known_package(name)?;
        let channel = |channel: &Channel| api::Channel {
            name: channel.name.clone(),
            csv_name: channel.entries.get(channel.head).map(|head| head.name.clone()).unwrap_or_default(),
            deprecation: channel.deprecation.clone(),
        };
        Ok(api::Package {
            name: package.name.clone(),
            channels: package.channels.iter().map(channel).collect(),
            default_channel_name: package.default_channel.clone(),
            deprecation: package.deprecation.clone(),
        })
    }

    /// Implements `GetBundle`.
    ///
    /// # Errors
    /// Returns an error if there is no such package, channel or bundle.
    pub fn get_bundle(&self, package: &str, channel: &str, bundle: &str) -> Answer<api::Bundle> {
        let (of, within) = self.known_channel(package, channel)?;
        let entry = within.entries.iter().find(|entry| entry.name == bundle);
        let member = entry.map(|entry| Member { package: of, channel: within, entry });
        let found = member.and_then(|member| self.with_manifests(member));
        found.map_or_else(
            || {
                let [package, channel, bundle] = [package, channel, bundle].map(go_quote);
                unknown(format!("package {package}, channel {channel}, bundle {bundle} not found"))
            },
            Ok,
        )
    }

    /// Implements `GetBundleForChannel`: returns the channel head.
    ///
    /// # Errors
    /// Returns an error if there is no such package or channel.
    pub fn get_bundle_for_channel(&self, package: &str, channel: &str) -> Answer<api::Bundle> {
        let (_, within) = self.known_channel(package, channel)?;
        let head = within.entries.get(within.head).map_or("", |head| head.name.as_str());
        self.get_bundle(package, channel, head)
    }

    /// Implements `GetBundleThatReplaces`: returns the first bundle that replaces or skips `bundle`. opm returns a
    /// random one.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn get_bundle_that_replaces(&self, bundle: &str, package: &str, channel: &str) -> Answer<api::Bundle> {
        if self.package(package).is_none() {
            return unknown(format!("package {package} not found"));
        }
        let (of, within) = self.known_channel(package, channel)?;
        let found =
            within.entries.iter().find(|entry| entry.replaces == bundle || entry.skips.iter().any(|one| one == bundle));
        let member = found.map(|entry| Member { package: of, channel: within, entry });
        member.and_then(|member| self.with_manifests(member)).map_or_else(
            || unknown(format!("no entry found for package {}, channel {}", go_quote(package), go_quote(channel))),
            Ok,
        )
    }

    /// Implements `GetChannelEntriesThatReplace`: returns each entry that replaces the bundle, and one entry for each
    /// skip that names it.
    ///
    /// # Errors
    /// Returns an error if there are none.
    pub fn get_channel_entries_that_replace(&self, bundle: &str) -> Answer<Vec<api::ChannelEntry>> {
        let of_member = |member: Member<'_>| {
            let entry = member.entry;
            let skips = entry.skips.iter().filter(|skip| *skip == bundle && **skip != entry.replaces).count();
            let count = skips.saturating_add(usize::from(entry.replaces == bundle));
            std::iter::repeat_n(channel_entry(member, &entry.replaces), count)
        };
        let found: Vec<api::ChannelEntry> = self.members().flat_map(of_member).collect();
        if found.is_empty() {
            return unknown(format!("no channel entries found that replace {bundle}"));
        }
        Ok(found)
    }

    /// Implements `GetChannelEntriesThatProvide`: returns all channel entries whose bundle provides the API.
    ///
    /// # Errors
    /// Returns an error if there are none.
    pub fn get_channel_entries_that_provide(
        &self,
        group: &str,
        version: &str,
        kind: &str,
    ) -> Answer<Vec<api::ChannelEntry>> {
        self.providing(group, version, kind, |_, _| true)
    }

    /// Implements `GetLatestChannelEntriesThatProvide`: returns channel heads that provide the API. Their skips are
    /// included only if they are entries of the channel.
    ///
    /// # Errors
    /// Returns an error if there are none.
    pub fn get_latest_channel_entries_that_provide(
        &self,
        group: &str,
        version: &str,
        kind: &str,
    ) -> Answer<Vec<api::ChannelEntry>> {
        self.providing(group, version, kind, |member, skip| {
            let is_head =
                || member.channel.entries.get(member.channel.head).is_some_and(|head| head.name == member.entry.name);
            skip.map_or_else(is_head, |skip| member.channel.entries.iter().any(|entry| entry.name == skip))
        })
    }

    /// Implements `GetDefaultBundleThatProvides`: of the latest entries, returns the first in the default channel of
    /// its package.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn get_default_bundle_that_provides(&self, group: &str, version: &str, kind: &str) -> Answer<api::Bundle> {
        // Entries are already sorted by package.
        let latest = self.get_latest_channel_entries_that_provide(group, version, kind)?;
        let is_default = |entry: &&api::ChannelEntry| {
            self.package(&entry.package_name).is_some_and(|package| package.default_channel == entry.channel_name)
        };
        match latest.iter().find(is_default) {
            Some(entry) => self.get_bundle(&entry.package_name, &entry.channel_name, &entry.bundle_name),
            None => unknown(format!("no entry found that provides {}", named(group, version, kind))),
        }
    }

    /// Implements `ListBundles`, sorted by channel, package and bundle. Messages are created lazily.
    pub fn list_bundles(self: &Arc<Self>) -> impl Iterator<Item = api::Bundle> + use<> {
        let mut order: Vec<(usize, usize, usize)> = Vec::new();
        for (package, of) in self.packages.iter().enumerate() {
            for (channel, of) in of.channels.iter().enumerate() {
                order.extend((0..of.entries.len()).map(|entry| (package, channel, entry)));
            }
        }
        order.sort_by_cached_key(|place| {
            let member = self.member(*place);
            member.map(|Member { package, channel, entry }| {
                (channel.name.clone(), package.name.clone(), entry.name.clone())
            })
        });
        let index = Arc::clone(self);
        order.into_iter().filter_map(move |place| index.listed(index.member(place)?))
    }

    fn member(&self, (package, channel, entry): (usize, usize, usize)) -> Option<Member<'_>> {
        let package = self.packages.get(package)?;
        let channel = package.channels.get(channel)?;
        Some(Member { package, channel, entry: channel.entries.get(entry)? })
    }

    /// Implements `ExperimentalListPackageCustomSchemas`: returns the documents of a schema and a package in load
    /// order. Empty for clients that have not `acknowledged` that the method is experimental.
    ///
    /// # Errors
    /// Returns an error if schema or package are not valid. An item is an error if its document is nested too deeply.
    pub fn list_custom_schemas(
        self: &Arc<Self>,
        schema: &str,
        package: &str,
        acknowledged: bool,
    ) -> Answer<impl Iterator<Item = Answer<prost_types::Struct>> + use<>> {
        if acknowledged && schema.is_empty() {
            return Err(Refusal::Invalid("schema is required".to_owned()));
        }
        if acknowledged && let Some(problem) = key_problem(schema, package) {
            return Err(Refusal::Invalid(format!("invalid custom schema query: {problem}")));
        }
        let is_wanted = |custom: &&Custom| acknowledged && custom.schema == schema && custom.package == package;
        let places: Vec<_> = self.custom.iter().filter(is_wanted).map(|custom| custom.place.clone()).collect();
        let index = Arc::clone(self);
        Ok(places.into_iter().map(move |place| structure(&index.document(&place))))
    }

    fn known_package(&self, name: &str) -> Answer<&Package> {
        self.package(name).map_or_else(|| unknown(format!("package {} not found", go_quote(name))), Ok)
    }

    fn known_channel(&self, package: &str, channel: &str) -> Answer<(&Package, &Channel)> {
        let of = self.known_package(package)?;
        match of.channel(channel) {
            Some(found) => Ok((of, found)),
            None => unknown(format!("package {}, channel {} not found", go_quote(package), go_quote(channel))),
        }
    }

    /// Returns an entry for each wanted member whose bundle provides the API, and one for each of its wanted skips.
    fn providing(
        &self,
        group: &str,
        version: &str,
        kind: &str,
        is_wanted: impl Fn(Member<'_>, Option<&str>) -> bool,
    ) -> Answer<Vec<api::ChannelEntry>> {
        let api = Gvk { group: group.to_owned(), version: version.to_owned(), kind: kind.to_owned() };
        let providers = self.providers(&api);
        let provides = |member: &Member<'_>| providers.is_some_and(|numbers| numbers.contains(&member.entry.bundle));
        let mut found = Vec::new();
        for member in self.members().filter(|member| provides(member) && is_wanted(*member, None)) {
            found.push(channel_entry(member, &member.entry.replaces));
            let skips = member.entry.skips.iter().filter(|skip| **skip != member.entry.replaces);
            let skips = skips.filter(|skip| is_wanted(member, Some(skip)));
            found.extend(skips.map(|skip| channel_entry(member, skip)));
        }
        if found.is_empty() {
            return unknown(format!("no channel entries found that provide {}", named(group, version, kind)));
        }
        Ok(found)
    }
}

fn named(group: &str, version: &str, kind: &str) -> String {
    format!("group:{} version:{} kind:{}", go_quote(group), go_quote(version), go_quote(kind))
}

fn channel_entry(member: Member<'_>, replaces: &str) -> api::ChannelEntry {
    api::ChannelEntry {
        package_name: member.package.name.clone(),
        channel_name: member.channel.name.clone(),
        bundle_name: member.entry.name.clone(),
        replaces: replaces.to_owned(),
    }
}
