//! Adds a package: its document and its first channel, with bundles that `opm render` printed.

use olmkit_catalog::schemas;
use serde_json::json;

use super::known::place_of_new;
use super::rendered::{RenderedBundle, read};
use super::{Change, package_document};
use crate::api::{NewEntry, Plan, Refusal};
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the edits that add a package with its default channel, or the reason why it cannot be added. Rendered
    /// bundles become entries of the channel; each replaces the next older one. Does not apply the edits.
    pub fn plan_package(&mut self, package: &str, channel: &str, rendered: Option<&str>) -> Plan {
        let (package, channel) = (package.trim(), channel.trim());
        let mut change = Change::default();
        let made = self.add_with_channel(&mut change, package, channel, rendered.unwrap_or_default());
        self.close_change(change, format!("Add package {package}"), made)
    }

    fn add_with_channel(
        &mut self,
        change: &mut Change,
        package: &str,
        channel: &str,
        rendered: &str,
    ) -> Result<(), Refusal> {
        if package.is_empty() {
            return Err(Refusal::new("a package needs a name"));
        }
        if channel.is_empty() {
            return Err(Refusal::new("a channel needs a name"));
        }
        let known = self.outline().packages.into_iter().find(|known| known.name == package);
        if known.as_ref().is_some_and(|known| known.path.is_some()) {
            return Err(Refusal::new(format!("the catalog already has a package `{package}`")));
        }
        let bundles = bundles_of(package, rendered)?;
        let names: Vec<&str> = bundles.iter().map(|bundle| bundle.name.as_str()).collect();
        let mut documents = vec![package_document(package, Some(channel)).to_string()];
        let has_channel = known.iter().flat_map(|known| &known.channels).any(|own| own.name == channel);
        if !has_channel {
            let entries = entries(&names);
            if entries.is_empty() {
                change.notes.push("the channel is empty; opm rejects it until it has an entry".to_owned());
            }
            let document =
                json!({ "schema": schemas::CHANNEL, "package": package, "name": channel, "entries": entries });
            documents.push(document.to_string());
        }
        documents.extend(bundles.into_iter().map(|bundle| bundle.json));
        let place = place_of_new(package, self);
        self.append(change, place, &documents);
        Ok(())
    }
}

/// Returns the rendered bundles, oldest first. Each of them must belong to the package.
fn bundles_of(package: &str, rendered: &str) -> Result<Vec<RenderedBundle>, Refusal> {
    if rendered.trim().is_empty() {
        return Ok(Vec::new());
    }
    let (bundles, _) = read(rendered).map_err(|error| Refusal::new(error.to_string()))?;
    if let Some(other) = bundles.iter().find(|bundle| bundle.package != package) {
        let reason = format!("`{}` is a bundle of package `{}`, not of `{package}`", other.name, other.package);
        return Err(Refusal::new(reason));
    }
    let versions: Vec<String> = bundles.iter().map(|bundle| bundle.version.clone()).collect();
    let mut bundles: Vec<Option<RenderedBundle>> = bundles.into_iter().map(Some).collect();
    let order = olmkit_semver::oldest_first(&versions).into_iter();
    Ok(order.filter_map(|at| bundles.get_mut(at)?.take()).collect())
}

/// Returns an entry for each name; each replaces the previous one.
fn entries(names: &[&str]) -> Vec<NewEntry> {
    let before = std::iter::once(None).chain(names.iter().map(|name| Some((*name).to_owned())));
    let entry = |(name, replaces): (&&str, _)| NewEntry { name: (*name).to_owned(), replaces, ..NewEntry::default() };
    names.iter().zip(before).map(entry).collect()
}
