//! The contents of the bundle of an entry: properties, images, facts from its ClusterServiceVersion, objects.

use crate::prelude::*;
use olmkit_api::EntryRow;
use olmkit_api::bundle::{BundleContents, NamedText};

use crate::bridge;
use crate::components::parts::facts::{Cell, Facts, Row};
use crate::live::live;
use crate::state::{AppState, fetched};

#[component]
pub fn Contents(entry: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let found = fetched(move || {
        let row = app.row_of(&entry);
        async move {
            let EntryRow { name, bundle_path, bundle_range, .. } = row?;
            bridge::bundle::contents(&name, &bundle_path?, bundle_range?.start.utf16).await.ok()
        }
    });
    view! {
        <div class="contents">{live(move || match found.get() {
            None => view! { <p class="facts" role="status">"Reading the bundle"</p> }.into_any(),
            Some(Ok(bundle)) => view! { <Bundle bundle /> }.into_any(),
            Some(Err(problem)) => view! { <p class="notice is-alarm">{problem.into_text()}</p> }.into_any(),
        })}</div>
    }
}

#[component]
fn Bundle(bundle: BundleContents) -> impl IntoView {
    let BundleContents { image, properties, images, facts, description, objects, raw } = bundle;
    let list = |facts: Vec<NamedText>| {
        facts.into_iter().map(|fact| view! { <dt>{fact.name}</dt><dd>{fact.value}</dd> }).collect_view()
    };
    view! {
        <dl class="bundle-facts">{(!image.is_empty()).then(|| view! { <dt>"Image"</dt><dd>{image}</dd> })}{list(facts)}</dl>
        {(!description.is_empty()).then(|| view! { <Text title="Description".to_owned() text=description /> })}
        <Table title="Properties" heads=&["Type", "Value"] rows=properties />
        <Table title="Related images" heads=&["Name", "Image"] rows=images />
        {(!objects.is_empty()).then(|| view! { <h4>{format!("Objects {}", objects.len())}</h4> })}
        {objects.into_iter().map(|object| view! { <Text title=object.name text=object.value /> }).collect_view()}
        <Text title="The document as JSON".to_owned() text=raw />
    }
}

#[component]
fn Table(title: &'static str, heads: &'static [&'static str], rows: Vec<NamedText>) -> impl IntoView {
    (!rows.is_empty()).then(|| {
        view! {
            <h4>{format!("{title} {}", rows.len())}</h4>
            <Facts label=title heads rows=rows.into_iter().map(|row| Row::new([Cell::text(row.name), Cell::code(row.value)])).collect() />
        }
    })
}

/// A long text that is in the page only while it is open.
#[component]
fn Text(title: String, text: String) -> impl IntoView {
    let open = rw_signal(false);
    let own = stored_value(text);
    let label = title.clone();
    view! {
        <details class="deprecate" on:toggle=move |_| open.update(|open| *open = !*open)>
            <summary>{title}</summary>
            {live(move || open.get().then(|| view! { <pre class="bundle-text" tabindex="0" role="region" aria-label=label.clone()>{own.get_value()}</pre> }))}
        </details>
    }
}
