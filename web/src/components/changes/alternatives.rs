//! A change with several options, each with its impact and its text diff.

use crate::prelude::*;
use olmkit_collections::SortedSet;
use olmkit_text::capitalized;

use crate::bridge::types::{ChangedFile, Considered};
use crate::bridge::{self, Refusal};
use crate::components::changes::diff::{Analysis, Diff, Meaning, in_short, is_harmful};
use crate::components::changes::stale::Stale;
use crate::components::parts::modal::Modal;
use crate::latest::Latest;
use crate::live::{Show, effect, live, memo};
use crate::state::{Alternative, AppState, Position, fetched_anew};
use crate::text::{refusal, spans, with_reason};

/// Milliseconds after which the first option that can be done is proposed, although others are not analyzed.
const TIMEOUT: f64 = 1500.0;

/// The dialog: the selected option, and what it changes.
#[derive(Clone, Copy)]
struct Choice {
    app: AppState,
    at: RwSignal<usize>,
    wanted: Memo<Option<Alternative>>,
    considered: RwSignal<Option<Result<Considered, Refusal>>>,
    files: RwSignal<Vec<ChangedFile>>,
    meaning: RwSignal<Analysis>,
    again: Trigger,
    /// Whether the option is selected, not only being analyzed.
    is_chosen: RwSignal<bool>,
    is_stale: RwSignal<bool>,
    is_applying: RwSignal<bool>,
    /// The effects of the options that are analyzed so far.
    effects: RwSignal<Vec<Effect>>,
}

/// The effect of an option in one line, and whether it is harmful.
type Effect = (bool, String);

impl Choice {
    fn new(app: AppState) -> Self {
        let at = rw_signal(0_usize);
        let (is_stale, is_chosen) = (rw_signal(false), rw_signal(false));
        effect(move || {
            app.dialogs.alternatives.track();
            at.set(0);
            is_chosen.set(false);
            is_stale.set(false);
        });
        let option = move |_: Option<&_>| {
            app.dialogs.alternatives.with(|choice| choice.as_ref()?.options.get(at.get()).cloned())
        };
        let (wanted, again) = (memo(option), Trigger::new());
        // A change of a text makes the edits stale when they are applied. Without its file there is nothing to apply.
        let paths = memo(move |_| {
            app.catalog.outline.with(|outline| outline.files.iter().map(|file| file.path.clone()).collect::<Vec<_>>())
        });
        let considered = fetched_anew(move || {
            again.track();
            let _ = paths.with(Vec::len); // a memo that is only tracked is never computed
            let option = wanted.get();
            async move {
                let Alternative { intentions, copies, .. } = option?;
                bridge::consider(&intentions, copies).await.ok()
            }
        });
        let meaning = fetched_anew(move || {
            let texts = considered.with(|found| found.as_ref()?.as_ref().ok().map(|found| found.files.clone()));
            async move { Some(bridge::meaning(Some(&texts?)).await) }
        });
        propose(app, (at, is_chosen), considered, meaning);
        let files = rw_signal(Vec::new());
        effect(move || {
            let found = considered.get().and_then(Result::ok).filter(|_| is_chosen.get());
            files.set(found.map(|found| found.files).unwrap_or_default());
        });
        let is_applying = rw_signal(false);
        let effects = effects(app, is_chosen, again);
        Choice { app, at, wanted, considered, files, meaning, again, is_chosen, is_stale, is_applying, effects }
    }

    fn apply(self) {
        let Choice { app, considered, .. } = self;
        let Some(Ok(found)) = considered.get_untracked() else { return };
        let choice = app.dialogs.alternatives.get_untracked();
        let Some(Alternative { step, intentions, .. }) = self.wanted.get_untracked() else { return };
        // A plan of several intentions has no label; use that of the option, otherwise the title of the dialog.
        let label = Some(found.label).filter(|label| !label.is_empty()).or(step);
        let label = label.or(choice.as_ref().map(|choice| choice.title.clone())).unwrap_or_default();
        self.is_applying.set(true); // no second click
        spawn_local(async move {
            let is_done = bridge::apply(&label, &found.edits, &intentions).await;
            self.is_applying.set(false);
            let is_open = app.dialogs.alternatives.with_untracked(|open| *open == choice);
            if !is_done && is_open {
                self.is_stale.set(true);
                return self.again.notify();
            }
            if !is_done {
                return; // a notice shows the reason
            }
            app.channel.chosen.set(SortedSet::new());
            // Omit the notes of several steps: later steps may invalidate earlier notes. The dialog has shown the
            // overall result.
            app.changed(&label, if intentions.len() > 1 { &[] } else { &found.notes });
            intentions.iter().for_each(|intention| app.follow(intention));
            if is_open {
                app.dialogs.alternatives.set(None);
            }
        });
    }

    fn is_ready(self) -> bool {
        !self.is_applying.get()
            && self.is_chosen.get()
            && self.considered.with(|found| matches!(found, Some(Ok(found)) if !found.edits.is_empty()))
    }
}

/// Selects the first option that can be done and does no harm, otherwise the first one that can be done. Until then, or
/// until the user selects one, `at` is the option that is being analyzed.
fn propose(
    app: AppState,
    (at, is_chosen): (RwSignal<usize>, RwSignal<bool>),
    considered: RwSignal<Option<Result<Considered, Refusal>>>,
    meaning: RwSignal<Analysis>,
) {
    let begun = stored_value(0.0);
    let possible = stored_value(None);
    effect(move || {
        app.dialogs.alternatives.track();
        begun.set_value(js_sys::Date::now());
        possible.set_value(None);
    });
    effect(move || {
        let can_be_done = considered.with(|found| found.as_ref().map(Result::is_ok));
        // An option whose impact is not known may do harm.
        let does_harm = meaning.with(|found| Some(!found.as_ref()?.as_ref().is_ok_and(|found| !is_harmful(found))));
        if is_chosen.get_untracked() {
            return;
        }
        match (can_be_done, does_harm) {
            (Some(true), Some(false)) => return is_chosen.set(true),
            (Some(true), Some(true)) => possible.update_value(|first| *first = first.or(Some(at.get_untracked()))),
            (Some(false), _) => {}
            _ => return, // being analyzed
        }
        let (options, is_first_wanted) = app.dialogs.alternatives.with_untracked(|choice| {
            choice.as_ref().map_or((0, false), |choice| (choice.options.len(), choice.is_first_wanted))
        });
        let next = at.get_untracked().saturating_add(1);
        let first = possible.get_value();
        let is_enough = is_first_wanted || js_sys::Date::now() - begun.get_value() > TIMEOUT;
        if next >= options || is_enough && first.is_some() {
            at.set(first.unwrap_or(0));
            is_chosen.set(true);
        } else {
            at.set(next);
        }
    });
}

/// Analyzes the options one after the other, if there are several, once one is selected: its preview comes first.
fn effects(app: AppState, is_chosen: RwSignal<bool>, again: Trigger) -> RwSignal<Vec<Effect>> {
    let (found, asked) = (rw_signal(Vec::new()), Latest::new());
    effect(move || {
        again.track();
        let own = asked.ask();
        found.set(Vec::new());
        let options = app.dialogs.alternatives.get().map(|choice| choice.options).unwrap_or_default();
        if options.len() < 2 || !is_chosen.get() {
            return;
        }
        spawn_local(async move {
            for option in options {
                let Some(one) = effect_of(&option).await.filter(|_| asked.is_current(own)) else { return };
                found.update(|found| found.push(one));
            }
        });
    });
    found
}

async fn effect_of(Alternative { intentions, copies, .. }: &Alternative) -> Option<Effect> {
    let considered = match bridge::consider(intentions, *copies).await.ok()? {
        Ok(considered) => considered,
        Err(reason) => return Some((true, refusal(&reason))),
    };
    Some(match bridge::meaning(Some(&considered.files)).await {
        Ok(clusters) => {
            let (effects, verdicts) = in_short(&clusters);
            let effects = capitalized(&format!("{}.", effects.join(", ")));
            (is_harmful(&clusters), [&[effects], verdicts.as_slice()].concat().join(" "))
        }
        Err(reason) => (true, with_reason("The impact is not known", &reason)),
    })
}

#[component]
pub fn ChooseDialog() -> impl IntoView {
    let app = expect_context::<AppState>();
    let choice = Choice::new(app);
    let Choice { at, considered, files, meaning, again, is_chosen, is_stale, effects, .. } = choice;
    let close = Callback::new(move |()| app.dialogs.alternatives.set(None));
    let refused = move || considered.get().and_then(Result::err);
    // Enter applies the only option, or the selected one.
    let keys = move |event: web_sys::KeyboardEvent| {
        let is_only = app
            .dialogs
            .alternatives
            .with_untracked(|choice| choice.as_ref().is_some_and(|choice| choice.options.len() == 1));
        if event.key() == "Enter" && (is_only || event_target_checked(&event)) && untrack(|| choice.is_ready()) {
            event.prevent_default();
            choice.apply();
        }
    };
    view! {
        <Modal open=Signal::derive(move || app.dialogs.alternatives.with(Option::is_some)) close class="save is-sheet" label="choose-title">
            <h2 id="choose-title">{live(move || app.dialogs.alternatives.get().map(|choice| choice.title))}</h2>
            {live(move || app.dialogs.alternatives.get().map(|choice| choice.warning).filter(|text| !text.is_empty()).map(|text| view! { <p class="range-warning">{format!("! {text}")}</p> }))}
            <fieldset class="alternatives" on:keydown=keys>
                <legend class="facts">{live(move || app.dialogs.alternatives.get().map(|choice| choice.hint))}</legend>
                {live(move || match app.dialogs.alternatives.get().map(|choice| choice.options).unwrap_or_default() {
                    options if options.len() == 1 => options.into_iter().map(|only| view! { <p class="only-alternative" tabindex="-1" autofocus="" title=only.label.clone()>{app.shortened(&only.label)}</p> }.into_any()).collect_view(),
                    options => options.into_iter().enumerate().map(|(number, option)| {
                        let described = format!("effect-of-option-{number}");
                        let effect = move || effects.with(|all| all.get(number).cloned());
                        let is_bad = move || effect().is_some_and(|(is_bad, _)| is_bad);
                        view! {
                            <label class="alternative"><input type="radio" name="alternative" aria-describedby=described.clone() prop:checked=move || is_chosen.get() && at.get() == number on:change=move |_| { is_chosen.set(true); at.set(number); } /><span title=option.label.clone()>{app.shortened(&option.label)}</span></label>
                            <p class="option-effect" class:is-bad=is_bad id=described>{live(move || effect().map(|(_, text)| spans(&text)))}</p>
                        }.into_any()
                    }).collect_view(),
                })}
            </fieldset>
            {live(move || refused().filter(|_| is_chosen.get()).map(|reason| view! { <p class="notice is-alarm" role="alert"><span>{spans(&refusal(&reason))}</span></p> }))}
            <Show when=move || is_stale.get()><Stale /></Show>
            <Show when=move || !is_chosen.get()><p class="facts" role="status">"Analyzing impact…"</p></Show>
            <Show when=move || is_chosen.get() && refused().is_none()><Meaning lines=meaning retry=Callback::new(move |()| again.notify()) /></Show>
            <Diff files />
            <div class="actions">
                <button type="button" on:click=move |_| close.run(())>"Back"</button>
                {live(move || app.dialogs.alternatives.get().and_then(|choice| choice.instead).map(|Position { path, range }| view! {
                    <button type="button" on:click=move |_| { close.run(()); app.go_to(&path, range, true) }>{format!("Go to line {}", range.start.line)}</button>
                }))}
                <button type="button" class="primary" class:is-harmful=move || meaning.with(|found| found.iter().flatten().any(|found| is_harmful(found))) disabled=move || !choice.is_ready() on:click=move |_| choice.apply()>"Apply"</button>
            </div>
        </Modal>
    }
}
