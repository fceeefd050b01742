//! Adds bundles that `opm render` printed to a catalog.

use olmkit_collections::Table;
use olmkit_render::Rendering;

use super::known::{FilePlace, KnownPackage};
use super::{Change, filled};
use crate::api::{EntryPosition, Plan, Refusal, ReleaseQuery};
use crate::documents::documents;
use crate::options::{Options, OptionsError};
use crate::workspace::Workspace;
use olmkit_catalog::edits::Intention;
use olmkit_text::counted;

/// An `olm.bundle` document.
pub(super) struct RenderedBundle {
    pub(super) package: String,
    pub(super) name: String,
    pub(super) version: String,
    pub(super) json: String,
}

impl Workspace {
    /// Returns the edits that add rendered bundles to their packages, and to a channel if one is named; or the reason
    /// why they cannot be added. The notes describe the result. Does not apply the edits.
    pub fn plan_rendered(&mut self, text: &str, channel: Option<&str>) -> Plan {
        let (bundles, others) = match read(text) {
            Ok(found) => found,
            Err(error) => return Plan::refused(error.to_string()),
        };
        let names: Vec<&str> = bundles.iter().map(|bundle| bundle.name.as_str()).collect();
        let label = format!("Add {}", names.join(", "));
        let mut change = Change::default();
        let made = self.add_rendered(&mut change, &bundles, channel);
        if others > 0 {
            let left = counted(others, "other document is left out.", "other documents are left out.");
            change.notes.push(left);
        }
        self.close_change(change, label, made)
    }

    /// Returns the edits that add rendered bundles, each a document in JSON, and then apply the intentions; or the
    /// reason why that is not possible.
    pub(crate) fn plan_with_bundles(&mut self, intentions: &[Intention], bundles: &[String]) -> Plan {
        let mut change = Change::default();
        let bundles: Vec<RenderedBundle> = match read(&bundles.join("\n")) {
            Ok((found, _)) => found,
            Err(error) => return Plan::refused(error.to_string()),
        };
        let mut made = self.add_rendered(&mut change, &bundles, None);
        for intention in intentions {
            made = made.and_then(|()| self.intend(&mut change.series, intention, &mut change.pending));
        }
        self.close_change(change, String::new(), made)
    }

    fn add_rendered(
        &mut self,
        change: &mut Change,
        bundles: &[RenderedBundle],
        channel: Option<&str>,
    ) -> Result<(), Refusal> {
        let mut places: Vec<(FilePlace, Vec<String>)> = Vec::new();
        let mut fresh = Vec::new();
        let mut packages: Table<&str, Option<KnownPackage>> = Table::default();
        for RenderedBundle { package, name, json, .. } in bundles {
            let known = packages.or_insert_with(package, || KnownPackage::find(self, package));
            let Some(known) = known else {
                return Err(Refusal::new(format!("the catalog has no package `{package}`")));
            };
            if known.has_bundle(name) {
                change.notes.push(format!("`{name}` is already in the catalog. Its document is not changed."));
                continue;
            }
            fresh.push(format!("The document of `{name}` is added to the bundles of `{package}`."));
            let place = known.place_for(name, self);
            match places.iter_mut().find(|(other, _)| other.path == place.path) {
                Some((_, documents)) => documents.push(json.clone()),
                None => places.push((place, vec![json.clone()])),
            }
        }
        change.notes.extend(fresh);
        for (place, documents) in places {
            self.append(change, place, &documents);
        }
        let Some(channel) = channel else { return Ok(()) };
        let versions: Vec<String> = bundles.iter().map(|bundle| bundle.version.clone()).collect();
        for at in olmkit_semver::oldest_first(&versions) {
            if let Some(bundle) = bundles.get(at) {
                let note = self.add_entry(change, bundle, channel);
                change.notes.push(note);
            }
        }
        Ok(())
    }

    /// Adds an entry by the convention of the channel. Returns a note that describes it.
    fn add_entry(&mut self, change: &mut Change, bundle: &RenderedBundle, channel: &str) -> String {
        let query = ReleaseQuery {
            package: bundle.package.clone(),
            channel: channel.to_owned(),
            name: Some(bundle.name.clone()),
            version: Some(bundle.version.clone()),
            ..ReleaseQuery::default()
        };
        let found = match self.release(&query) {
            Ok(found) => found,
            Err(error) => return format!("No entry was added to {channel}: {error}."),
        };
        let intention = Intention::AddEntry {
            package: query.package,
            channel: query.channel,
            entry: filled(&found.entry),
            position: EntryPosition::default(),
            successor: found.successor,
        };
        match self.intend(&mut change.series, &intention, &mut change.pending) {
            Err(Refusal { reason, .. }) => format!("No entry was added to {channel}: {reason}."),
            Ok(()) => {
                let edges = found.entry.edges();
                let edges = if edges.is_empty() { edges } else { format!(" ({edges})") };
                let reasons: Vec<&str> = found.reasons.iter().map(|reason| reason.message.as_str()).collect();
                let (name, reasons) = (&bundle.name, reasons.join(" "));
                let sentence = format!("`{name}` becomes an entry of `{channel}`{edges}. {reasons}");
                sentence.trim_end().to_owned()
            }
        }
    }
}

/// The reason why a text contains no bundles to add.
#[derive(Debug, thiserror::Error)]
pub(super) enum RenderedError {
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error("opm cannot read it: {0}")]
    Rejected(String),
    #[error("it contains no olm.bundle document")]
    NoBundle,
}

/// Returns the bundles in a text that opm has written, and the number of other documents.
pub(super) fn read(text: &str) -> Result<(Vec<RenderedBundle>, usize), RenderedError> {
    let mut alone = Workspace::new(&Options::default())?;
    alone.open("catalog.yaml", text.as_bytes().to_vec());
    let mut rendering = Rendering::default();
    let (files, texts) = alone.loaded();
    rendering.add(files, &texts).map_err(|error| RenderedError::Rejected(error.message))?;
    let bundle = |(package, name, json): (&str, &str, &str)| RenderedBundle {
        package: package.to_owned(),
        name: name.to_owned(),
        version: version_of(json),
        json: json.to_owned(),
    };
    let bundles: Vec<RenderedBundle> = rendering.bundles().map(bundle).collect();
    if bundles.is_empty() {
        return Err(RenderedError::NoBundle);
    }
    let others = rendering.len().saturating_sub(bundles.len());
    Ok((bundles, others))
}

/// The version in the document of a bundle; empty if it has none.
fn version_of(json: &str) -> String {
    documents(json.as_bytes().to_vec()).into_iter().next().map_or_else(String::new, |bundle| bundle.version)
}
