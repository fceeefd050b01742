//! Other channels to which a release is added in the same step, each with edges by its own convention.

use crate::prelude::*;
use olmkit_api::{EntryPosition, Intention, NewEntry, RailLine, ReleaseQuery, ReleaseReport};
use olmkit_collections::SortedMap;
use olmkit_text::counted;

use crate::bridge::{self, Refusal};
use crate::latest::Latest;
use crate::live::{Show, effect, live, memo};
use crate::state::{AppState, Selection};
use crate::text::{spans, with_reason};

/// An entry, and the channel to which it is added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    pub channel: String,
    pub entry: NewEntry,
    /// The newer entry that will replace it.
    pub successor: Option<String>,
}

impl Placed {
    pub fn intention(self, package: &str) -> Intention {
        let Placed { channel, entry, successor } = self;
        Intention::AddEntry {
            package: package.to_owned(),
            channel,
            entry,
            position: EntryPosition::default(),
            successor,
        }
    }
}

/// The result for a channel, with the number of its query.
type Answer = (u32, Result<ReleaseReport, Refusal>);

/// The other selected channels. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Also {
    app: AppState,
    /// The channel of the release.
    place: RwSignal<Selection>,
    chosen: RwSignal<Vec<String>>,
    asked: Latest,
    /// The last result for each channel.
    found: RwSignal<SortedMap<String, Answer>>,
}

impl Also {
    pub fn new(app: AppState, place: RwSignal<Selection>) -> Self {
        Also { app, place, chosen: rw_signal(Vec::new()), asked: Latest::new(), found: rw_signal(SortedMap::new()) }
    }

    pub fn clear(self) {
        self.chosen.set(Vec::new());
        self.found.set(SortedMap::new());
    }

    /// Whether the release can be added to all of them in its current form, not in that of an earlier query.
    pub fn is_ready(self) -> bool {
        let is_known = |answer: Option<&Answer>| matches!(answer, Some((at, Ok(_))) if self.asked.is_last(*at));
        self.found.with(|found| self.chosen.with(|chosen| chosen.iter().all(|channel| is_known(found.get(channel)))))
    }

    /// Tracks the results for the selected channels.
    pub fn track(self) {
        self.chosen.track();
        self.found.track();
    }

    /// The effects of the release on the selected channels, as far as they are known.
    pub fn reports(self) -> Vec<(String, ReleaseReport)> {
        let report = |channel: String| {
            let report = self.found.with(|found| found.get(&channel)?.1.clone().ok())?;
            Some((channel, report))
        };
        self.chosen.get().into_iter().filter_map(report).collect()
    }

    /// Whether opm accepts the selected channels with the release.
    pub fn is_sound(self) -> bool {
        self.reports().iter().all(|(_, report)| report.is_sound)
    }

    /// The entries of the selected channels.
    pub fn placed(self) -> Vec<Placed> {
        let placed = |(channel, ReleaseReport { entry, successor, .. }): (String, ReleaseReport)| Placed {
            channel,
            entry,
            successor,
        };
        self.reports().into_iter().map(placed).collect()
    }

    /// Queries the edges of a release in the selected channels.
    fn ask(self, version: &str, name: &str) {
        let package = self.place.get_untracked().package;
        let given = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let (version, name) = (given(version), given(name));
        let asked = self.asked.ask();
        for channel in self.chosen.get_untracked() {
            let (package, version, name) = (package.clone(), version.clone(), name.clone());
            let query = ReleaseQuery { package, channel: channel.clone(), version, name, ..ReleaseQuery::default() };
            spawn_local(async move {
                let Ok(answer) = bridge::release(&query).await else { return };
                if self.asked.is_current(asked) {
                    self.found.update(|found| {
                        found.insert(channel, (asked, answer));
                    });
                }
            });
        }
    }

    /// Adds the release to several channels as one step. Returns whether it was added.
    pub async fn make(self, package: &str, placed: Vec<Placed>) -> bool {
        let Some(name) = placed.first().map(|own| own.entry.name.clone()) else { return false };
        let label = format!("Add {name} to {}", counted(placed.len(), "channel", "channels"));
        let intentions: Vec<Intention> = placed.into_iter().map(|placed| placed.intention(package)).collect();
        match bridge::consider(&intentions, false).await {
            Ok(Ok(found)) => bridge::apply(&label, &found.edits, &intentions).await,
            Ok(Err(reason)) => {
                self.app.alarm(&with_reason("Not changed", &reason));
                false
            }
            Err(_) => false,
        }
    }

    /// Selects or deselects a channel.
    pub fn turn(self, channel: &str, is_on: bool) {
        self.found.update(|found| {
            found.remove(channel);
        });
        self.chosen.update(|chosen| {
            chosen.retain(|other| other != channel);
            if is_on {
                chosen.push(channel.to_owned());
            }
        });
    }

    /// The result for a channel, and whether it is an error. `None` while it is not known.
    fn says(self, channel: &str) -> Option<(bool, String)> {
        let (_, answer) = self.found.with(|found| found.get(channel).cloned())?;
        Some(match answer {
            Err(reason) => (true, reason.into_text()),
            Ok(report) if report.heads.len() > 1 => (true, format!("opm rejects it: {} heads", report.heads.len())),
            Ok(report) if !report.is_sound => (true, "opm rejects it".to_owned()),
            Ok(report) => {
                let edges = Some(report.entry.edges()).filter(|edges| !edges.is_empty());
                let edges = edges.map_or_else(|| "without edges".to_owned(), |edges| self.app.shortened(&edges));
                (false, edges + &change_above(self.app, &report).map(|text| format!("; {text}")).unwrap_or_default())
            }
        })
    }
}

/// The change of the entry that replaces or skips the release: "3.17.4 will skip it".
fn change_above(app: AppState, report: &ReleaseReport) -> Option<String> {
    let verb = if is_replaced(report) { "replace" } else { "skip" };
    report.successor.as_ref().map(|above| format!("{} will {verb} it", app.short(above)))
}

/// The other channels of the package, with checkboxes.
#[component]
pub fn AlsoIn(also: Also, version: RwSignal<String>, name: RwSignal<String>) -> impl IntoView {
    let app = also.app;
    let others = memo(move |_| {
        let place = also.place.get();
        app.catalog.outline.with(|outline| {
            let package = outline.packages.iter().find(|package| package.name == place.package);
            let channels = package.map(|package| package.channels.as_slice()).unwrap_or_default();
            let names = channels.iter().map(|channel| channel.name.clone());
            names.filter(|name| *name != place.channel).collect::<Vec<_>>()
        })
    });
    effect(move || {
        also.chosen.track();
        app.catalog.report.track();
        let (version, name) = (version.get(), name.get());
        if !version.is_empty() || !name.is_empty() {
            also.ask(&version, &name);
        }
    });
    let status = move || {
        also.chosen
            .get()
            .into_iter()
            .filter_map(|channel| {
                let (is_bad, text) = also.says(&channel)?;
                Some(view! { <p class="facts" class:is-bad=is_bad><b>{channel}</b>": "{spans(&text)}</p> })
            })
            .collect_view()
    };
    view! {
        <Show when=move || !others.with(Vec::is_empty)>
            <fieldset class="missing-bundle also-in is-wide">
                <legend>"Also in"</legend>
                <div class="inline-form">{live(move || others.get().into_iter().map(|channel| {
                    let (own, turned) = (channel.clone(), channel.clone());
                    let is_chosen = move || also.chosen.with(|chosen| chosen.contains(&own));
                    view! {
                        <label class="check"><input type="checkbox" prop:checked=is_chosen on:change=move |event| also.turn(&turned, event_target_checked(&event)) />{format!(" {channel}")}</label>
                    }
                }).collect_view())}</div>
                <div role="status">{live(status)}</div>
            </fieldset>
        </Show>
    }
}

/// Whether the entry above the release replaces it. Otherwise it skips it.
pub fn is_replaced(report: &ReleaseReport) -> bool {
    let row = |name: &str| report.rail.rows.iter().position(|row| row.name == name);
    let (below, above) = (row(&report.entry.name), report.successor.as_deref().and_then(row));
    let is_edge = |line: &RailLine| Some(line.from) == below && Some(line.to) == above;
    report.rail.lines.iter().any(|line| is_edge(line) && !line.is_skip)
}
