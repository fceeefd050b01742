//! Dependencies and properties as forms. What has another shape than fields with texts is changed in the text.

use leptos::prelude::*;

use super::{Section, ToText, described};
use crate::data::bundle::{BundleIntention, Description, Item};
use crate::state::Desk;

/// Types with the fields of their values; none: the value is a text.
type Shapes = &'static [(&'static str, &'static [&'static str])];

const DEPENDENCIES: Shapes = &[
    ("olm.package", &["packageName", "version"]),
    ("olm.gvk", &["group", "version", "kind"]),
    ("olm.label", &["label"]),
];
const PROPERTIES: Shapes = &[
    ("olm.maxOpenShiftVersion", &[]),
    ("olm.package.required", &["packageName", "versionRange"]),
    ("olm.gvk.required", &["group", "version", "kind"]),
];

fn shapes(list: &str) -> Shapes {
    if list == "dependencies" { DEPENDENCIES } else { PROPERTIES }
}

#[component]
pub fn Items(list: &'static str, title: &'static str, of: fn(&Description) -> Vec<Item>) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let items = described(desk, of);
    let count = Signal::derive(move || items.with(Vec::len));
    view! {
        <Section title count>
            <ul class="bundle-form">
                {move || items.get().into_iter().enumerate().map(|(at, item)| view! { <Row list at item /> }).collect_view()}
            </ul>
            <Add list />
        </Section>
    }
}

#[component]
fn Row(list: &'static str, at: usize, item: Item) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let set = move |field: String, to: String| desk.bundle_intend(BundleIntention::SetItem { list, at, field, to });
    let fields: Vec<(String, String)> = match &item.text {
        Some(text) => vec![(String::new(), text.clone())],
        None => item.fields.clone().into_iter().collect(),
    };
    let is_plain = !fields.is_empty();
    view! {
        <li>
            <strong>{item.kind.clone()}</strong>
            {fields.into_iter().map(|(field, value)| {
                let label = if field.is_empty() { "value".to_owned() } else { field.clone() };
                view! { <label class="field">{label}
                    <input autocomplete="off" spellcheck="false" prop:value=value on:change=move |event| set(field.clone(), event_target_value(&event)) />
                </label> }
            }).collect_view()}
            {(!is_plain).then(|| view! { <code class="bundle-value">{item.value.clone()}</code> })}
            <ToText spot=item.spot label="Text" />
            <button type="button" class="quiet" aria-label=format!("Remove {} from the {list}", item.kind) on:click=move |_| desk.bundle_intend(BundleIntention::RemoveItem { list, at })>"✕"</button>
        </li>
    }
}

#[component]
fn Add(list: &'static str) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let kind = RwSignal::new(shapes(list).first().map_or("", |(kind, _)| kind));
    let values = RwSignal::new(vec![String::new(); 3]);
    let fields =
        move || shapes(list).iter().find(|(name, _)| *name == kind.get()).map_or(&[][..], |(_, fields)| fields);
    let choose = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        if let Some((known, _)) = shapes(list).iter().find(|(known, _)| *known == name) {
            kind.set(known);
        }
    };
    let input = move |at: usize, label: &'static str| {
        let write = move |event| {
            values.update(|values| {
                if let Some(value) = values.get_mut(at) {
                    *value = event_target_value(&event)
                }
            })
        };
        let value = move || values.with(|values| values.get(at).cloned().unwrap_or_default());
        view! { <label class="field">{label}<input required="" autocomplete="off" spellcheck="false" prop:value=value on:input=write /></label> }
    };
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let given = values.get_untracked().into_iter().map(|value| value.trim().to_owned());
        let names = fields();
        let pairs: Vec<(String, String)> = names.iter().map(|name| (*name).to_owned()).zip(given.clone()).collect();
        let text = given.clone().next().filter(|_| names.is_empty());
        desk.bundle_intend(BundleIntention::AddItem {
            list,
            kind: kind.get_untracked().to_owned(),
            fields: pairs,
            text,
        });
        values.set(vec![String::new(); 3]);
    };
    let (label, button) =
        if list == "dependencies" { ("New dependency", "Add dependency") } else { ("New property", "Add property") };
    view! {
        <form class="inline-form" on:submit=add>
            <label class="field">{label}
                <select on:change=choose>{shapes(list).iter().map(|(kind, _)| view! { <option value=*kind>{*kind}</option> }).collect_view()}</select>
            </label>
            {move || match fields() {
                [] => input(0, "value").into_any(),
                names => names.iter().enumerate().map(|(at, name)| input(at, name)).collect_view().into_any(),
            }}
            <button type="submit">{button}</button>
        </form>
    }
}
