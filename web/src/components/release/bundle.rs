//! A new release whose bundle the catalog does not have: its document comes from a bundle that is opened, in the same
//! step as the entry.

use leptos::prelude::*;
use leptos::task::spawn_local;
use olmkit_api::bundle::BundleDescription;
use olmkit_api::{BundleAddition, ChannelAddition, NewEntry};
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::live::{Show, effect, live, memo};
use crate::state::fields::*;
use crate::state::{AppState, Selection};

/// The document that goes with the entry. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Document {
    app: AppState,
    /// Whether it is wanted.
    wanted: RwSignal<bool>,
    image: RwSignal<String>,
    proposal: RwSignal<Option<BundleAddition>>,
    /// Why it cannot be had.
    refusal: RwSignal<String>,
}

impl Document {
    pub fn new(app: AppState) -> Self {
        Document {
            app,
            wanted: RwSignal::new(true),
            image: RwSignal::new(String::new()),
            proposal: RwSignal::new(None),
            refusal: RwSignal::new(String::new()),
        }
    }

    pub fn clear(self) {
        self.wanted.set(true);
        self.refusal.set(String::new());
    }

    /// The bundle that is open.
    pub fn open(self) -> Option<BundleDescription> {
        self.app.bundles.open().with(|bundle| bundle.as_ref().map(|bundle| bundle.description.clone()))
    }

    /// Whether the open bundle is that one, of the package that is shown.
    fn fits(self, name: &str) -> bool {
        let package = self.app.selected.place().with(|selection| selection.package.clone());
        self.open().is_some_and(|open| open.name == name && open.package == package)
    }

    /// Whether the document of the bundle of that name is added too.
    pub fn is_added(self, name: &str) -> bool {
        self.wanted.get() && self.fits(name)
    }

    /// Asks where it would go, and what its image may be.
    fn look(self) {
        if self.open().is_none() {
            return;
        }
        spawn_local(async move {
            match bridge::bundle::proposal().await {
                Ok(Ok(found)) => {
                    self.image.set(found.image.clone());
                    self.proposal.set(Some(found));
                }
                Ok(Err(reason)) => self.refusal.set(reason),
                Err(_) => {}
            }
        });
    }

    /// Makes entry and document as one step.
    pub fn make(self, selection: &Selection, entry: NewEntry, under: Option<String>) {
        let Some(proposal) = self.proposal.get_untracked() else { return };
        let name = entry.name.clone();
        let channel = ChannelAddition {
            channel: selection.channel.clone(),
            chosen: true,
            entry,
            under,
            ..ChannelAddition::default()
        };
        let image = self.image.get_untracked().trim().to_owned();
        let wanted = BundleAddition { image, channels: vec![channel], ..proposal };
        let (app, selection) = (self.app, selection.clone());
        spawn_local(async move {
            let change = match bridge::bundle::addition(&wanted).await {
                Ok(Ok(change)) => change,
                Ok(Err(reason)) => return self.refusal.set(reason),
                Err(_) => return,
            };
            bridge::apply(change.title, change.edits, &[]);
            app.dialogs.releasing().set(false);
            app.go_to_found(&selection.package, &selection.channel, Some(name));
        });
    }
}

/// Where the bundle of the release comes from.
#[component]
pub fn ReleaseBundle(
    document: Document,
    name: Signal<String>,
    /// Whether the catalog has it.
    has_bundle: Signal<bool>,
    take: Callback<BundleDescription>,
) -> impl IntoView {
    let fits = memo(move |_| document.fits(&name.get()));
    effect(move || {
        if fits.get() {
            document.look();
        }
    });
    view! {
        <fieldset class="missing-bundle is-wide">
            <legend>"Bundle"</legend>
            {live(move || match (has_bundle.get(), fits.get()) {
                (true, _) => view! { <p>{format!("{} is in the catalog.", name.get())}</p> }.into_any(),
                (false, true) => view! { <OpenBundle document name /> }.into_any(),
                (false, false) => view! { <NoBundle document take /> }.into_any(),
            })}
            <p role="alert" class="refusal">{document.refusal}</p>
        </fieldset>
    }
}

/// The bundle that is open goes in with the entry.
#[component]
fn OpenBundle(document: Document, name: Signal<String>) -> impl IntoView {
    view! {
        <label class="check"><input type="checkbox" prop:checked=document.wanted on:change=move |event| document.wanted.set(event_target_checked(&event)) />
            {live(move || format!(" Add the document of the open bundle {} in the same step", name.get()))}</label>
        <Show when=move || document.wanted.get()>
            <label class="field wide">"Image of the bundle"
                <input required="" autocomplete="off" spellcheck="false" placeholder="quay.io/example/foo-bundle@sha256:..." prop:value=document.image
                    on:input=move |event| document.image.set(event_target_value(&event)) />
            </label>
        </Show>
    }
}

#[component]
fn NoBundle(document: Document, take: Callback<BundleDescription>) -> impl IntoView {
    let app = document.app;
    let choose = move |event: web_sys::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        let Some(input) = input else { return };
        spawn_local(async move {
            if let Ok(opened) = bridge::bundle::open_input(&input).await {
                document.refusal.set(opened.err().unwrap_or_default());
            }
        });
    };
    // The release stays open below.
    let paste = move |_| app.dialogs.pasting().set(true);
    let other = move || document.open().filter(|open| !open.name.is_empty());
    view! {
        <p class="inline-form">
            <label class="button">"Open folder"<input class="visually-hidden" type="file" prop:webkitdirectory=true multiple=true on:change=choose /></label>
            <label class="button">"Open archive"<input class="visually-hidden open-bundle" type="file" on:change=choose /></label>
            <button type="button" title="Documents printed by opm render, with their entries" on:click=paste>"Paste rendered"</button>
        </p>
        <p class="facts">"Or drop a bundle here. You can also add it later; until then opm rejects the catalog."</p>
        {live(move || other().map(|open| { let own = open.clone(); view! {
            <p class="inline-form"><span>{format!("The open bundle is {} of package {}.", open.name, open.package)}</span>
                <button type="button" on:click=move |_| take.run(own.clone())>"Release this bundle"</button></p>
        } }))}
    }
}
