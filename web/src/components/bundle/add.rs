//! "Add to catalog": the channels of the bundle and the edges to it.

use crate::prelude::*;
use olmkit_api::bundle::BundleDescription;
use olmkit_api::{BundleAddition, ChannelAddition};

use crate::bridge;
use crate::components::channel::names::names;
use crate::components::parts::modal::Modal;
use crate::live::{Show, effect, live, memo};
use crate::state::{AppState, fetched_anew};
use crate::text::spans;

/// The choices for one channel. Cheap to copy.
#[derive(Debug, Clone, Copy)]
struct ChannelForm {
    proposal: StoredValue<ChannelAddition>,
    chosen: RwSignal<bool>,
    replaces: RwSignal<String>,
    skips: RwSignal<String>,
    skip_range: RwSignal<String>,
}

impl ChannelForm {
    fn new(proposal: ChannelAddition) -> Self {
        let entry = proposal.entry.clone();
        ChannelForm {
            chosen: rw_signal(proposal.chosen),
            replaces: rw_signal(entry.replaces.unwrap_or_default()),
            skips: rw_signal(entry.skips.join(", ")),
            skip_range: rw_signal(entry.skip_range.unwrap_or_default()),
            proposal: stored_value(proposal),
        }
    }

    /// The channel with the edges of the form.
    fn made(self) -> ChannelAddition {
        let mut made = self.proposal.get_value();
        made.chosen = self.chosen.get_untracked();
        let text =
            |signal: RwSignal<String>| Some(signal.get_untracked().trim().to_owned()).filter(|text| !text.is_empty());
        made.entry.replaces = text(self.replaces);
        made.entry.skip_range = text(self.skip_range);
        made.entry.skips = names(&self.skips.get_untracked());
        made
    }
}

#[component]
pub fn AddToCatalog(open: RwSignal<bool>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let proposal = rw_signal(BundleAddition::default());
    let choices = rw_signal(Vec::<ChannelForm>::new());
    let (image, migrate) = (rw_signal(String::new()), rw_signal(true));
    let refusal = rw_signal(String::new());
    let found = fetched_anew(move || {
        let is_wanted = open.get() && app.bundles.open.with_untracked(Option::is_some);
        async move {
            match is_wanted {
                true => bridge::bundle::proposal().await.ok(),
                false => None,
            }
        }
    });
    effect(move || match found.get() {
        Some(Ok(made)) => {
            image.set(made.image.clone());
            migrate.set(made.migrate);
            choices.set(made.channels.iter().cloned().map(ChannelForm::new).collect());
            proposal.set(made);
        }
        Some(Err(reason)) => refusal.set(reason.into_text()),
        None => refusal.set(String::new()),
    });
    let look = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let wanted = BundleAddition {
            image: image.get_untracked().trim().to_owned(),
            migrate: migrate.get_untracked(),
            channels: choices.get_untracked().into_iter().map(ChannelForm::made).collect(),
            ..proposal.get_untracked()
        };
        preview(app, wanted, open, refusal);
    };
    view! {
        <Modal open close=Callback::new(move |()| open.set(false)) class="reading add-bundle" label="add-title">
            <h2 id="add-title">{live(move || format!("Add {} to the catalog", proposal.with(|found| found.name.clone())))}</h2>
            <form on:submit=look>
                <p class="facts">{live(move || proposal.with(place))}</p>
                <label class="field wide">"Image of the bundle"
                    <input required="" autocomplete="off" spellcheck="false" placeholder="quay.io/example/foo-bundle@sha256:..." prop:value=image on:input=move |event| image.set(event_target_value(&event)) />
                </label>
                <label class="check"><input type="checkbox" prop:checked=migrate on:change=move |event| migrate.set(event_target_checked(&event)) />" Only its metadata, as catalogs for OpenShift 4.17 and newer have it"</label>
                {live(move || choices.get().into_iter().map(|form| view! { <Channel form /> }).collect_view())}
                <p role="alert" class="refusal">{live(move || Some(refusal.get()).filter(|reason| !reason.is_empty()).map(|reason| spans(&reason)))}</p>
                <div class="actions">
                    <button type="button" on:click=move |_| open.set(false)>"Back"</button>
                    <button type="submit" class="primary">"Preview change"</button>
                </div>
            </form>
        </Modal>
    }
}

/// Previews the change that adds the bundle.
fn preview(app: AppState, wanted: BundleAddition, open: RwSignal<bool>, refusal: RwSignal<String>) {
    spawn_local(async move {
        match bridge::bundle::addition(&wanted).await {
            Ok(Ok(change)) => {
                open.set(false);
                app.dialogs.preview.set(Some(change));
            }
            Ok(Err(reason)) => refusal.set(reason.into_text()),
            Err(_) => {}
        }
    });
}

fn place(found: &BundleAddition) -> String {
    match (found.is_new, found.has_bundle) {
        (true, _) => {
            format!("The catalog has no package {}. A new package is created in a separate file.", found.package)
        }
        (_, true) => format!("Package {} already has this bundle. Only entries are added.", found.package),
        _ => format!("Package {}. The document is added to the other bundles of the package.", found.package),
    }
}

#[component]
fn Channel(form: ChannelForm) -> impl IntoView {
    let proposal = form.proposal.get_value();
    let field = |label: &'static str, signal: RwSignal<String>| {
        view! {
            <label class="field wide">{label}
                <input autocomplete="off" spellcheck="false" prop:value=signal on:input=move |event| signal.set(event_target_value(&event)) />
            </label>
        }
    };
    view! {
        <fieldset class="add-channel">
            <legend><label class="check">
                <input type="checkbox" disabled=proposal.is_there prop:checked=form.chosen on:change=move |event| form.chosen.set(event_target_checked(&event)) />
                {format!(" {}", proposal.channel)}
            </label></legend>
            <p class="facts">{spans(&proposal.reasons.join(" "))}</p>
            <Show when=move || form.chosen.get()>
                <p class="inline-form">
                    {field("replaces", form.replaces)}
                    {field("skips", form.skips)}
                    {field("skipRange", form.skip_range)}
                </p>
            </Show>
        </fieldset>
    }
}

/// The button that opens the dialog, or a hint if no catalog is open.
#[component]
pub fn AddButton() -> impl IntoView {
    let app = expect_context::<AppState>();
    let open = rw_signal(false);
    let can = memo(move |_| {
        let has_catalog = app.catalog.own_report.with(|report| report.summary.files > 0);
        has_catalog
            && app.bundles.open.with(|bundle| bundle.as_ref().is_some_and(|bundle| is_named(&bundle.description)))
    });
    view! {
        <Show when=move || can.get() fallback=|| view! { <p class="facts">"Open a catalog to add the bundle to it."</p> }>
            <button type="button" class="primary" on:click=move |_| open.set(true)>"Add to catalog"</button>
        </Show>
        <AddToCatalog open />
    }
}

fn is_named(found: &BundleDescription) -> bool {
    !found.name.is_empty()
}
