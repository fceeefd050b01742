//! What the page shows, as signals, and what it can do: one file for each subject.

mod bundle;
mod changes;
mod channel;
mod events;
mod notices;
mod problems;
mod selection;
mod simulation;
mod view;

use std::collections::BTreeSet;

use leptos::prelude::*;

use crate::alternatives::Alternatives;
use olmkit_api::{ChannelGraph, ChannelTable, OlmSymbol, Outline, PathReport, Report, RuleInfo, Semantics, Stranded};

use crate::bridge::types::{
    BundleView, Config, Draft, Origins, PageState, Progress, ProposedChange, RecentFolder, SeveralBundles,
    UnrelatedFiles,
};
pub use notices::{Crash, Notice, Offer};
pub use selection::{Named, Selection};
pub use simulation::Simulation;
pub use view::{Layout, Pane, Part, View};

/// Everything the components share. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct AppState {
    /// Everything that was found, in the catalog and in the bundle.
    pub report: RwSignal<Report>,
    pub catalog_report: RwSignal<Report>,
    /// The documents that the fixes of the catalog's report are for.
    pub catalog_origins: RwSignal<Origins>,
    /// Files of the folder that are not part of the catalog.
    pub unrelated: RwSignal<Option<UnrelatedFiles>>,
    pub bundle: RwSignal<Option<BundleView>>,
    /// What was opened with several bundles in it.
    pub several: RwSignal<Option<SeveralBundles>>,
    /// Whether the bundle is shown, not a package or channel.
    pub on_bundle: RwSignal<bool>,
    pub outline: RwSignal<Outline>,
    pub table: RwSignal<Option<ChannelTable>>,
    pub selection: RwSignal<Selection>,
    pub page: RwSignal<PageState>,
    pub progress: RwSignal<Option<Progress>>,
    pub notice: RwSignal<Option<Notice>>,
    pub pane: RwSignal<Pane>,
    pub saving: RwSignal<bool>,
    pub loaded: RwSignal<bool>,
    /// Counts the catalogs that were opened: an answer about an earlier one is not shown.
    pub catalog: RwSignal<u32>,
    /// Whether what is open has been checked at least once.
    pub checked: RwSignal<bool>,
    /// Number of the problem that F8 went to last.
    pub problem: RwSignal<usize>,
    /// The entry that is selected in the table.
    pub entry: RwSignal<Option<String>>,
    /// The entries of the channel that are chosen, to be changed together.
    pub chosen: RwSignal<BTreeSet<String>>,
    /// The change that is previewed.
    pub preview: RwSignal<Option<ProposedChange>>,
    /// The rule that is read about.
    pub rule: RwSignal<Option<RuleInfo>>,
    /// What every place that names it is listed of.
    pub references: RwSignal<Option<OlmSymbol>>,
    /// What gets another name.
    pub renaming: RwSignal<Option<Named>>,
    pub palette: RwSignal<bool>,
    pub help: RwSignal<bool>,
    /// Whether a link or a file for elsewhere is being made.
    pub sharing: RwSignal<bool>,
    /// Folders that were opened before.
    pub recent: RwSignal<Vec<RecentFolder>>,
    /// Changes that are kept and not saved.
    pub drafts: RwSignal<Vec<Draft>>,
    /// Whether opm's own words are shown.
    pub opm: RwSignal<bool>,
    /// Whether a newer version of the page is ready.
    pub update: RwSignal<bool>,
    pub view: RwSignal<View>,
    /// Whether the channel has the page for itself.
    pub full: RwSignal<bool>,
    pub layout: RwSignal<Layout>,
    pub semantics: RwSignal<Semantics>,
    /// Who is stranded in the channel that is shown, under any semantics.
    pub stranded: RwSignal<Vec<Stranded>>,
    /// The documents that their fixes are for.
    pub stranded_origins: RwSignal<Origins>,
    pub graph: RwSignal<Option<ChannelGraph>>,
    /// What is tried out, and its upgrade path; or why there is no answer.
    pub simulation: RwSignal<Option<Simulation>>,
    pub path: RwSignal<Option<Result<PathReport, String>>>,
    /// The change that is chosen from several ways.
    pub alternatives: RwSignal<Option<Alternatives>>,
    /// The entry that an edge is being drawn from by keyboard.
    pub linking: RwSignal<Option<String>>,
    /// Whether rendered bundles are being pasted.
    pub pasting: RwSignal<bool>,
    /// Whether a new release is being made.
    pub releasing: RwSignal<bool>,
    /// Whether the channel is shown as it was when its text could be read last.
    pub stale: RwSignal<bool>,
    pub config: RwSignal<Config>,
    /// `system`, `light` or `dark`.
    pub theme: RwSignal<String>,
}

impl AppState {
    pub fn new() -> Self {
        AppState {
            report: RwSignal::new(Report::default()),
            catalog_report: RwSignal::new(Report::default()),
            catalog_origins: RwSignal::new(Origins::default()),
            unrelated: RwSignal::new(None),
            bundle: RwSignal::new(None),
            several: RwSignal::new(None),
            on_bundle: RwSignal::new(false),
            outline: RwSignal::new(Outline::default()),
            table: RwSignal::new(None),
            selection: RwSignal::new(Selection::default()),
            page: RwSignal::new(PageState::default()),
            progress: RwSignal::new(None),
            notice: RwSignal::new(None),
            pane: RwSignal::new(Pane::Packages),
            saving: RwSignal::new(false),
            loaded: RwSignal::new(false),
            catalog: RwSignal::new(0),
            checked: RwSignal::new(false),
            problem: RwSignal::new(0),
            entry: RwSignal::new(None),
            chosen: RwSignal::new(BTreeSet::new()),
            preview: RwSignal::new(None),
            rule: RwSignal::new(None),
            references: RwSignal::new(None),
            renaming: RwSignal::new(None),
            palette: RwSignal::new(false),
            help: RwSignal::new(false),
            sharing: RwSignal::new(false),
            recent: RwSignal::new(Vec::new()),
            drafts: RwSignal::new(Vec::new()),
            opm: RwSignal::new(false),
            update: RwSignal::new(false),
            view: RwSignal::new(View::default()),
            full: RwSignal::new(false),
            layout: RwSignal::new(Layout::stored()),
            semantics: RwSignal::new(Semantics::default()),
            stranded: RwSignal::new(Vec::new()),
            stranded_origins: RwSignal::new(Origins::default()),
            graph: RwSignal::new(None),
            simulation: RwSignal::new(None),
            path: RwSignal::new(None),
            alternatives: RwSignal::new(None),
            linking: RwSignal::new(None),
            pasting: RwSignal::new(false),
            releasing: RwSignal::new(false),
            stale: RwSignal::new(false),
            config: RwSignal::new(Config { files: Vec::new(), profile: "default".to_owned(), broken: false }),
            theme: RwSignal::new(String::new()),
        }
    }
}
