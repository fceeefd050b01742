//! A new release whose bundle is not in the catalog: its document is created from an open or pasted bundle, in the same
//! step as the entry.

use crate::prelude::*;
use olmkit_api::bundle::BundleDescription;
use olmkit_api::{BundleAddition, ChannelAddition};
use olmkit_text::counted;
use wasm_bindgen::JsCast;

use crate::bridge::types::{ProposedChange, RenderedBundle};
use crate::bridge::{self, Answer, Refusal};
use crate::components::release::also::Placed;
use crate::latest::Latest;
use crate::live::{Show, effect, live, memo};
use crate::state::{AppState, Selection};
use crate::text::spans;

/// The document of the bundle that is added with the entry. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Document {
    app: AppState,
    /// The channel of the release.
    place: RwSignal<Selection>,
    /// Whether the user wants to add the document of the open bundle.
    wanted: RwSignal<bool>,
    image: RwSignal<String>,
    /// Why the bundle cannot be used.
    refusal: RwSignal<String>,
    /// The pasted output of opm, and the bundle in it.
    pasted: RwSignal<Option<(String, RenderedBundle)>>,
    /// Whether the field for pasting is shown.
    is_pasting: RwSignal<bool>,
    /// The queries for the image, and for what was pasted.
    looked: Latest,
    read: Latest,
}

impl Document {
    pub fn new(app: AppState, place: RwSignal<Selection>) -> Self {
        Document {
            app,
            place,
            wanted: rw_signal(true),
            image: rw_signal(String::new()),
            refusal: rw_signal(String::new()),
            pasted: rw_signal(None),
            is_pasting: rw_signal(false),
            looked: Latest::new(),
            read: Latest::new(),
        }
    }

    pub fn clear(self) {
        self.read.ask(); // what is being read is not for the next release
        self.wanted.set(true);
        self.refusal.set(String::new());
        self.pasted.set(None);
        self.is_pasting.set(false);
    }

    /// Shows the field for the output of `opm render`.
    pub fn begin_pasting(self) {
        self.is_pasting.set(true);
    }

    /// The open bundle.
    pub fn open(self) -> Option<BundleDescription> {
        self.app.bundles.open.with(|bundle| bundle.as_ref().map(|bundle| bundle.description.clone()))
    }

    /// The open bundle, if it has this name and belongs to the package of the release.
    fn fitting(self, name: &str) -> Option<u32> {
        self.app.bundles.open.with(|open| {
            let open = open.as_ref()?;
            let of = &open.description;
            (of.name == name && self.place.with(|place| of.package == place.package)).then_some(open.id)
        })
    }

    /// Whether the document of the bundle of that name is added too.
    pub fn is_added(self, name: &str) -> bool {
        self.is_pasted(name) || (self.wanted.get() && self.fitting(name).is_some())
    }

    /// Whether the bundle of that name was pasted.
    fn is_pasted(self, name: &str) -> bool {
        self.pasted.with(|pasted| pasted.as_ref().is_some_and(|(_, bundle)| bundle.name == name))
    }

    /// Reads the output of opm. Accepts it if it contains exactly one bundle of the package of the release.
    fn read(self, text: String, take: Callback<(String, String)>) {
        let package = self.place.get_untracked().package;
        let own = self.read.ask();
        self.refusal.set(String::new());
        if text.trim().is_empty() {
            return;
        }
        spawn_local(async move {
            let found = bridge::bundle::rendered(&text).await;
            if !self.read.is_current(own) {
                return;
            }
            let found = match found {
                Ok(Ok(found)) => found,
                Ok(Err(reason)) => return self.refusal.set(reason.into_text()),
                Err(_) => return,
            };
            let mut own = found.into_iter().filter(|bundle| bundle.package == package);
            match (own.next(), own.next()) {
                (Some(bundle), None) => {
                    take.run((bundle.version.clone(), bundle.name.clone()));
                    self.pasted.set(Some((text, bundle)));
                }
                (None, _) => self.refusal.set(format!("It has no bundle of {package}.")),
                _ => self.refusal.set(format!(
                    "It has several bundles of {package}. \"Add rendered bundles\" in the menu of the channel adds them."
                )),
            }
        });
    }

    /// Queries the image of the open bundle.
    fn look(self) {
        let own = self.looked.ask();
        self.image.set(String::new());
        spawn_local(async move {
            match bridge::bundle::proposal().await {
                _ if !self.looked.is_current(own) => {}
                Ok(Ok(found)) => self.image.set(found.image),
                Ok(Err(reason)) => self.refusal.set(reason.into_text()),
                Err(_) => {}
            }
        });
    }

    /// Adds the document and its entries as one step. Returns whether they were added.
    pub async fn make(self, package: &str, placed: Vec<Placed>) -> bool {
        let name = placed.first().map(|own| own.entry.name.clone());
        let made = match self.pasted.get_untracked().filter(|(_, bundle)| Some(&bundle.name) == name.as_ref()) {
            Some((text, _)) => with_rendered(&text, package, placed).await,
            None => self.with_open(placed).await,
        };
        match made {
            Ok(Ok(change)) => bridge::apply_fix(&change).await,
            Ok(Err(reason)) => {
                self.refusal.set(reason.into_text());
                false
            }
            Err(_) => false,
        }
    }

    /// Plans to add the open bundle.
    async fn with_open(self, placed: Vec<Placed>) -> Answer<Result<ProposedChange, Refusal>> {
        let proposal = match bridge::bundle::proposal().await? {
            Ok(proposal) => proposal,
            Err(reason) => return Ok(Err(reason)),
        };
        let channel = |Placed { channel, entry, successor }| ChannelAddition {
            channel,
            chosen: true,
            entry,
            successor,
            ..ChannelAddition::default()
        };
        let image = self.image.get_untracked().trim().to_owned();
        let channels = placed.into_iter().map(channel).collect();
        bridge::bundle::addition(&BundleAddition { image, channels, ..proposal }).await
    }
}

/// Plans to add rendered bundles and entries. The entries come first, in case both are added to the end of the same
/// file.
async fn with_rendered(text: &str, package: &str, placed: Vec<Placed>) -> Answer<Result<ProposedChange, Refusal>> {
    let intentions: Vec<_> = placed.into_iter().map(|placed| placed.intention(package)).collect();
    let entries = match bridge::consider(&intentions, false).await? {
        Ok(entries) => entries,
        Err(reason) => return Ok(Err(reason)),
    };
    let documents = bridge::pasted(text, "").await?;
    Ok(documents.map(|change| ProposedChange { edits: [entries.edits, change.edits].concat(), ..change }))
}

/// The source of the bundle of the release.
#[component]
pub fn ReleaseBundle(
    document: Document,
    name: Signal<String>,
    /// Whether the catalog contains the bundle.
    has_bundle: Signal<bool>,
    /// Receives a version and a name.
    take: Callback<(String, String)>,
) -> impl IntoView {
    let fitting = memo(move |_| document.fitting(&name.get()));
    effect(move || {
        document.place.track(); // set for each release
        if fitting.get().is_some() {
            document.look();
        }
    });
    view! {
        <fieldset class="missing-bundle is-wide">
            <legend>"Bundle"</legend>
            {live(move || match (has_bundle.get(), fitting.get().is_some()) {
                (false, _) if document.is_pasted(&name.get()) => view! { <Pasted document /> }.into_any(),
                (true, _) => view! { <p>{format!("{} is in the catalog.", name.get())}</p> }.into_any(),
                (false, true) => view! { <OpenBundle document name /> }.into_any(),
                (false, false) => view! { <NoBundle document take /> }.into_any(),
            })}
            <p role="alert" class="refusal">{live(move || Some(document.refusal.get()).filter(|reason| !reason.is_empty()).map(|reason| spans(&reason)))}</p>
        </fieldset>
    }
}

/// Offers to add the open bundle with the entry.
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

/// Shows that the pasted bundle is added with the entry.
#[component]
fn Pasted(document: Document) -> impl IntoView {
    let images = move || document.pasted.with(|pasted| pasted.as_ref().map_or(0, |(_, bundle)| bundle.images));
    view! {
        <p class="inline-form">
            <span>{live(move || format!("1 olm.bundle pasted from opm render, {}", counted(images(), "image", "images")))}</span>
            <button type="button" class="quiet link" on:click=move |_| document.pasted.set(None)>"Remove"</button>
        </p>
    }
}

#[component]
fn NoBundle(document: Document, take: Callback<(String, String)>) -> impl IntoView {
    let choose = move |event: web_sys::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        let Some(input) = input else { return };
        spawn_local(async move {
            if let Ok(opened) = bridge::bundle::open_input(&input).await {
                document.refusal.set(opened.err().map_or_else(String::new, Refusal::into_text));
            }
        });
    };
    let is_pasting = document.is_pasting;
    let other = move || document.open().filter(|open| !open.name.is_empty());
    view! {
        <p class="inline-form">
            <label class="button">"Open folder"<input class="visually-hidden" type="file" prop:webkitdirectory=true multiple=true on:change=choose /></label>
            <label class="button">"Open archive"<input class="visually-hidden open-bundle" type="file" on:change=choose /></label>
            <button type="button" title="The document that opm render printed" aria-expanded=move || is_pasting.get().to_string() on:click=move |_| is_pasting.update(|open| *open = !*open)>"Paste rendered"</button>
        </p>
        <Show when=move || is_pasting.get()>
            <label class="field column">"Output of opm render: JSON or YAML with one olm.bundle document"
                <textarea rows="4" autofocus="" spellcheck="false" on:input=move |event| document.read(event_target_value(&event), take)></textarea>
            </label>
        </Show>
        <p class="facts">"Or drop a bundle here. You can also add it later; until then opm rejects the catalog."</p>
        {live(move || other().map(|open| { let own = (open.version.clone(), open.name.clone()); view! {
            <p class="inline-form"><span>{format!("The open bundle is {} of package {}.", open.name, open.package)}</span>
                <button type="button" on:click=move |_| take.run(own.clone())>"Release this bundle"</button></p>
        } }))}
    }
}
