//! The result of mirroring a catalog with oc-mirror.

use olmkit_catalog::diff::ChangeKind;
use olmkit_catalog::schemas;
use olmkit_collections::SortedSet;

use olmkit_render::mirror::{FilterError, Mirrored, Operator};
use olmkit_render::{FilesError, NotLoaded, Output, Rendering};

use crate::api::{
    ChannelSummary, MirrorReport, MirroredChannel, MirroredPackage, Outline, PackageSummary, StrandedByMirror, VERSION,
};
use crate::visit::{documents, items, text};
use crate::workspace::Workspace;

/// Why a catalog cannot be mirrored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MirrorProblem {
    /// opm does not load it.
    #[error("{path}: {message}")]
    NotLoaded {
        /// The path of the file.
        path: String,
        /// The message of opm.
        message: String,
    },
    /// oc-mirror cannot filter it.
    #[error(transparent)]
    Refused(#[from] FilterError),
    /// The name of a package cannot be used as the name of a folder.
    #[error(transparent)]
    Files(#[from] FilesError),
}

impl From<NotLoaded> for MirrorProblem {
    fn from(NotLoaded { path, message }: NotLoaded) -> Self {
        MirrorProblem::NotLoaded { path, message }
    }
}

/// A mirrored catalog: the changes, and the files that it consists of.
#[derive(Debug)]
pub struct Mirror {
    /// The changes.
    pub report: MirrorReport,
    /// The files: path and text.
    pub files: Vec<(String, String)>,
}

impl Workspace {
    /// Returns the catalog that oc-mirror v2 makes of this one. Changes nothing.
    ///
    /// # Errors
    /// When opm does not load the catalog, or oc-mirror cannot filter it.
    pub fn mirror(&mut self, operator: &Operator) -> Result<Mirror, MirrorProblem> {
        let (loaded, texts) = self.loaded();
        let mut catalog = Rendering::default();
        catalog.add_loaded(loaded, &texts)?;
        let Mirrored { catalog, is_copy, warnings } = operator.filter(&catalog)?;
        let files = catalog.files(Output::Json)?;
        let mut after = self.alike();
        for (path, text) in &files {
            after.open(path, text.clone().into_bytes());
        }
        let before = self.outline();
        let packages = packages(&before, &after.outline());
        let (images, unlisted_images) = after.listed_images();
        let verdict = &after.report().opm;
        let report = MirrorReport {
            version: VERSION,
            catalog: operator.catalog.clone(),
            copy: is_copy,
            packages_before: before.packages.len(),
            bundles_before: before.packages.iter().map(|package| package.bundles).sum(),
            images: images.len(),
            images_before: self.listed_images().0.len(),
            unlisted_images: unlisted_images.into_iter().collect(),
            warnings,
            accepted: verdict.accepted,
            message: verdict.message.trim_end().to_owned(),
            stranded: stranded(&mut after, self, &packages),
            packages,
        };
        Ok(Mirror { report, files })
    }

    /// Returns the related images of bundles, and the bundle images that are not among them.
    fn listed_images(&mut self) -> (SortedSet<String>, SortedSet<String>) {
        let (files, sources) = self.contents();
        let (mut listed, mut own) = (SortedSet::new(), SortedSet::new());
        documents(files, sources, &mut |document| {
            if document.text("schema") != schemas::BUNDLE {
                return;
            }
            let related = items(document.root, "relatedImages");
            listed.extend(related.map(|image| text(image, "image")).filter(|image| !image.is_empty()));
            own.extend(Some(document.text("image")).filter(|image| !image.is_empty()));
        });
        let unlisted = own.difference(&listed).cloned().collect();
        (listed, unlisted)
    }
}

fn packages(before: &Outline, after: &Outline) -> Vec<MirroredPackage> {
    let old = |name: &str| before.packages.iter().find(|package| package.name == name);
    after.packages.iter().filter_map(|package| Some(mirrored(package, old(&package.name)?))).collect()
}

fn mirrored(package: &PackageSummary, before: &PackageSummary) -> MirroredPackage {
    let old = |name: &str| before.channels.iter().find(|channel| channel.name == name);
    let kept: SortedSet<&String> = package.channels.iter().map(|channel| &channel.name).collect();
    let channel = |channel: &ChannelSummary| {
        let before = old(&channel.name)?;
        Some(MirroredChannel {
            name: channel.name.clone(),
            heads: channel.heads.clone(),
            heads_before: before.heads.clone(),
            entries: channel.entries,
            entries_before: before.entries,
        })
    };
    let removed = before.channels.iter().map(|channel| &channel.name).filter(|name| !kept.contains(name));
    MirroredPackage {
        name: package.name.clone(),
        default_channel: package.default_channel.clone(),
        default_channel_before: before.default_channel.clone(),
        bundles: package.bundles,
        bundles_before: before.bundles,
        removed_channels: removed.cloned().collect(),
        channels: package.channels.iter().filter_map(channel).collect(),
    }
}

/// Returns the installed versions of mirrored channels that can no longer upgrade to the channel head.
fn stranded(after: &mut Workspace, before: &mut Workspace, packages: &[MirroredPackage]) -> Vec<StrandedByMirror> {
    let is_kept = |name: &str| packages.iter().any(|package| package.name == name);
    let lost = after.changes(before).into_iter().filter(|(kind, _)| *kind == ChangeKind::PathLost);
    lost.filter(|(_, change)| is_kept(&change.package))
        .filter_map(|(_, change)| {
            Some(StrandedByMirror {
                package: change.package,
                channel: change.channel?,
                entry: change.entry?,
                semantics: change.semantics?,
            })
        })
        .collect()
}
