//! The state of the page of a bundle: its tabs, the tools, and their findings.

use crate::prelude::*;
use olmkit_api::{BundleVerdict, Diagnostic, Severity};
use olmkit_collections::order;

use super::part;
use crate::live::memo;
use crate::state::AppState;
use crate::text::severities;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    Overview,
    Findings,
    Apis,
    Permissions,
    Images,
    Metadata,
    Files,
}

/// What is shown of the bundle. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Shown {
    pub tab: RwSignal<Tab>,
    /// The tool whose findings are shown. Empty for all tools.
    pub tool: RwSignal<&'static str>,
}

impl Shown {
    /// The initial state. Opening another bundle, or a request for the overview, shows the overview again.
    pub fn new(app: AppState) -> Self {
        let shown = Shown { tab: rw_signal(Tab::Overview), tool: rw_signal("") };
        let id = part(app, |bundle| bundle.id);
        Effect::new(move |before: Option<(Option<u32>, u32)>| {
            let now = (id.get(), app.bundles.overviews.get());
            if before.is_some_and(|before| before != now) {
                shown.show(Tab::Overview);
            }
            now
        });
        shown
    }

    pub fn show(self, tab: Tab) {
        self.tool.set("");
        self.tab.set(tab);
    }

    /// Shows the findings of one tool.
    pub fn show_tool(self, tool: &'static str) {
        self.tab.set(Tab::Findings);
        self.tool.set(tool);
    }
}

/// A tool that has a verdict.
#[derive(Debug, Clone, Copy)]
pub struct BundleTool {
    pub name: &'static str,
    /// The prefix of the names of its checks.
    pub family: &'static str,
    /// Its own verdict. `None` for a cluster, which has none.
    pub verdict: fn(&BundleVerdict) -> Option<bool>,
}

pub const TOOLS: [BundleTool; 5] = [
    BundleTool { name: "opm", family: "opm", verdict: |found| found.opm },
    BundleTool { name: "operator-framework/api", family: "api:", verdict: |found| found.api },
    BundleTool { name: "operator-sdk", family: "operator-sdk", verdict: |found| found.sdk },
    BundleTool { name: "OLM v0", family: V0, verdict: |_| None },
    BundleTool { name: "OLM v1", family: "OLM v1", verdict: |_| None },
];

pub const V0: &str = "OLM v0";

/// The findings of the bundle with their indices in the report, most severe first.
pub fn found(app: AppState) -> Memo<Vec<(usize, Diagnostic)>> {
    memo(move |_| {
        let prefix = app.bundles.open.with(|bundle| bundle.as_ref().map(|bundle| bundle.prefix.clone()));
        let Some(prefix) = prefix else { return Vec::new() };
        let mut own: Vec<(usize, Diagnostic)> = app.catalog.report.with(|report| {
            let all = report.diagnostics.iter().enumerate();
            all.filter(|(_, one)| one.path.starts_with(&prefix)).map(|(at, one)| (at, one.clone())).collect()
        });
        order::sort_by_key(&mut own, |(at, one)| (std::cmp::Reverse(one.severity), *at));
        own
    })
}

/// Whether a tool of the family reports the finding.
pub fn is_reported_by(one: &Diagnostic, family: &str) -> bool {
    one.tools.iter().any(|tool| tool.name.starts_with(family))
}

/// "2 errors, 1 warning".
pub fn counts(found: impl Iterator<Item = Severity>) -> String {
    let mut numbers = [0_usize; 3];
    for severity in found {
        let [errors, warnings, infos] = &mut numbers;
        let number = match severity {
            Severity::Error => errors,
            Severity::Warning => warnings,
            Severity::Info => infos,
        };
        *number = number.saturating_add(1);
    }
    severities(numbers).join(", ")
}
