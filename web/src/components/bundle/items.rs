//! Forms of dependencies and properties. Values that are not a mapping of strings are edited in the text.

use crate::prelude::*;
use olmkit_api::TextMap;
use olmkit_api::bundle::{BundleDescription, BundleIntention, BundleItem, BundleList};
use olmkit_collections::SortedMap;

use super::{Section, ToText, described};
use crate::components::parts::field::restore;
use crate::live::{For, live, memo};
use crate::state::AppState;

/// What can be added: its name, its type, and the fields of its value. Without fields the value is a string.
type Shapes = &'static [(&'static str, &'static str, &'static [&'static str])];

const DEPENDENCIES: Shapes = &[
    ("olm.package", "olm.package", &["packageName", "version"]),
    ("olm.gvk", "olm.gvk", &["group", "version", "kind"]),
    ("olm.label", "olm.label", &["label"]),
    ("olm.constraint: cel", CONSTRAINT, &["failureMessage", "cel.rule"]),
];
const PROPERTIES: Shapes = &[
    ("olm.maxOpenShiftVersion", "olm.maxOpenShiftVersion", &[]),
    ("olm.package.required", "olm.package.required", &["packageName", "versionRange"]),
    ("olm.gvk.required", "olm.gvk.required", &["group", "version", "kind"]),
    (
        "olm.constraint: all",
        CONSTRAINT,
        &["failureMessage", "all.constraints.0.package.packageName", "all.constraints.0.package.versionRange"],
    ),
    (
        "olm.constraint: any",
        CONSTRAINT,
        &["failureMessage", "any.constraints.0.package.packageName", "any.constraints.0.package.versionRange"],
    ),
    (
        "olm.constraint: not",
        CONSTRAINT,
        &["failureMessage", "not.constraints.0.package.packageName", "not.constraints.0.package.versionRange"],
    ),
    ("olm.constraint: cel", CONSTRAINT, &["failureMessage", "cel.rule"]),
];

const CONSTRAINT: &str = "olm.constraint";

/// The parts that can be added to a list of a constraint.
const PARTS: &[(&str, &[&str])] = &[
    ("package", &["package.packageName", "package.versionRange"]),
    ("gvk", &["gvk.group", "gvk.version", "gvk.kind"]),
    ("cel", &["cel.rule"]),
];

/// The lists in a constraint, each with the number of its parts: `all.constraints`.
fn lists(fields: &TextMap) -> SortedMap<String, usize> {
    let mut found: SortedMap<String, usize> = SortedMap::new();
    for path in fields.keys() {
        for (at, _) in path.match_indices(".constraints.") {
            let end = at.saturating_add(".constraints".len());
            let rest = path.get(end.saturating_add(1)..).unwrap_or_default();
            let number = rest.split('.').next().and_then(|number| number.parse::<usize>().ok());
            if let (Some(list), Some(number)) = (path.get(..end), number) {
                let count = found.entry(list.to_owned()).or_default();
                *count = (*count).max(number.saturating_add(1));
            }
        }
    }
    found
}

fn shapes(list: BundleList) -> Shapes {
    if list == BundleList::Dependencies { DEPENDENCIES } else { PROPERTIES }
}

#[component]
pub fn Items(list: BundleList, title: &'static str, of: fn(&BundleDescription) -> Vec<BundleItem>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let items = described(app, of);
    let count = Signal::derive(move || items.with(Vec::len));
    let shapes_now =
        move || items.with(|items| items.iter().enumerate().map(|(at, item)| Shape::of(at, item)).collect::<Vec<_>>());
    view! {
        <Section title count>
            <ul class="bundle-form">
                <For each=shapes_now key=Clone::clone let(shape)>
                    <Row list shape items />
                </For>
            </ul>
            <Add list />
        </Section>
    }
}

/// What a row is built from. The row, including text that is being typed in it, stays while this does not change.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Shape {
    at: usize,
    kind: String,
    /// The names of the fields. An empty name means the value itself.
    fields: Vec<String>,
    parts: Vec<(String, usize)>,
}

impl Shape {
    fn of(at: usize, item: &BundleItem) -> Self {
        let fields = if item.text.is_some() { vec![String::new()] } else { item.fields.keys().cloned().collect() };
        let parts = if item.kind == CONSTRAINT { lists(&item.fields).into_iter().collect() } else { Vec::new() };
        Shape { at, kind: item.kind.clone(), fields, parts }
    }
}

#[component]
fn Row(list: BundleList, shape: Shape, #[prop(into)] items: Signal<Vec<BundleItem>>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let Shape { at, kind, fields, parts } = shape;
    let item = memo(move |_| items.with(|items| items.get(at).cloned().unwrap_or_default()));
    let is_plain = !fields.is_empty();
    let remove_label = format!("Remove {kind} from the {}", list.key());
    view! {
        <li>
            <strong>{kind}</strong>
            {fields.into_iter().map(|field| view! { <Field list at field item /> }).collect_view()}
            {parts.into_iter().map(|(part, count)| view! { <Parts list at part count /> }).collect_view()}
            {(!is_plain).then(|| view! { <code class="bundle-value">{live(move || item.with(|item| item.value.clone()))}</code> })}
            <ToText location=Signal::derive(move || item.with(|item| item.location.clone())) label="Text" />
            <button type="button" class="quiet icon i-close" aria-label=remove_label on:click=move |_| app.bundle_intend(BundleIntention::RemoveItem { list, at })></button>
        </li>
    }
}

/// A field of a row.
#[component]
fn Field(list: BundleList, at: usize, field: String, item: Memo<BundleItem>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let name = stored_value(field.clone());
    let value = memo(move |_| {
        let of = |item: &BundleItem| {
            name.with_value(|name| if name.is_empty() { item.text.clone() } else { item.fields.get(name).cloned() })
        };
        item.with(of).unwrap_or_default()
    });
    let set = move |event: web_sys::Event| {
        let (field, to) = (name.get_value(), event_target_value(&event));
        app.bundle_intend_or(BundleIntention::SetItem { list, at, field, to }, restore(&event, value));
    };
    let label = if field.is_empty() { "value".to_owned() } else { field };
    view! { <label class="field">{label}
        <input autocomplete="off" spellcheck="false" prop:value=move || value.get() on:change=set />
    </label> }
}

/// The parts of a list in a constraint, with buttons to remove and add them.
#[component]
fn Parts(list: BundleList, at: usize, part: String, count: usize) -> impl IntoView {
    let app = expect_context::<AppState>();
    let kind = rw_signal("package");
    let values = rw_signal(vec![String::new(); 3]);
    let fields = move || PARTS.iter().find(|(name, _)| *name == kind.get()).map_or(&[][..], |(_, fields)| fields);
    let path = stored_value(part.clone());
    let remove = (0..count).map(|number| {
        let label = format!("Remove {part}.{number}");
        let remove = move |_| {
            let part = format!("{}.{number}", path.get_value());
            app.bundle_intend(BundleIntention::RemovePart { list, at, part });
        };
        view! { <button type="button" class="quiet" on:click=remove>{label}</button> }
    });
    let choose = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        if let Some((known, _)) = PARTS.iter().find(|(known, _)| *known == name) {
            kind.set(known);
        }
    };
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let given = values.get_untracked().into_iter().map(|value| value.trim().to_owned());
        let fields = fields().iter().map(|name| (*name).to_owned()).zip(given).collect();
        let part = path.get_value();
        app.bundle_intend_then(BundleIntention::AddPart { list, at, part, fields }, clear(values));
    };
    let inputs =
        move || fields().iter().enumerate().map(|(at, name)| view! { <Value at name values /> }).collect_view();
    view! {
        <div class="parts">
            {remove.collect_view()}
            <form class="inline-form" aria-label=format!("New part of {part}") on:submit=add>
                <label class="field">"New part"
                    <select on:change=choose>{PARTS.iter().map(|(kind, _)| view! { <option value=*kind>{*kind}</option> }).collect_view()}</select>
                </label>
                {inputs}
                <button type="submit">"Add part"</button>
            </form>
        </div>
    }
}

/// Returns a callback that clears a form once its values have been applied.
fn clear(values: RwSignal<Vec<String>>) -> impl FnOnce(bool) {
    move |is_changed| {
        if is_changed {
            values.set(vec![String::new(); 3]);
        }
    }
}

/// A field of a form.
#[component]
fn Value(at: usize, name: &'static str, values: RwSignal<Vec<String>>) -> impl IntoView {
    let write = move |event| {
        values.update(|values| {
            if let Some(value) = values.get_mut(at) {
                *value = event_target_value(&event)
            }
        })
    };
    let value = move || values.with(|values| values.get(at).cloned().unwrap_or_default());
    view! { <label class="field">{name}<input required="" autocomplete="off" spellcheck="false" prop:value=value on:input=write /></label> }
}

#[component]
fn Add(list: BundleList) -> impl IntoView {
    let app = expect_context::<AppState>();
    let shape = rw_signal(shapes(list).first().map_or("", |(name, _, _)| name));
    let values = rw_signal(vec![String::new(); 3]);
    let chosen = move || shapes(list).iter().find(|(name, _, _)| *name == shape.get());
    let fields = move || chosen().map_or(&[][..], |(_, _, fields)| fields);
    let choose = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        if let Some((known, _, _)) = shapes(list).iter().find(|(known, _, _)| *known == name) {
            shape.set(known);
        }
    };
    let input = move |at: usize, name: &'static str| view! { <Value at name values /> };
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let given = values.get_untracked().into_iter().map(|value| value.trim().to_owned());
        let names = fields();
        let pairs: Vec<(String, String)> = names.iter().map(|name| (*name).to_owned()).zip(given.clone()).collect();
        let text = given.clone().next().filter(|_| names.is_empty());
        let kind = chosen().map(|(_, kind, _)| (*kind).to_owned()).unwrap_or_default();
        app.bundle_intend_then(BundleIntention::AddItem { list, kind, fields: pairs, text }, clear(values));
    };
    let (label, button) = if list == BundleList::Dependencies {
        ("New dependency", "Add dependency")
    } else {
        ("New property", "Add property")
    };
    view! {
        <form class="inline-form" on:submit=add>
            <label class="field">{label}
                <select on:change=choose>{shapes(list).iter().map(|(name, _, _)| view! { <option value=*name>{*name}</option> }).collect_view()}</select>
            </label>
            {live(move || match fields() {
                [] => input(0, "value").into_any(),
                names => names.iter().enumerate().map(|(at, name)| input(at, name)).collect_view().into_any(),
            })}
            <button type="submit">{button}</button>
        </form>
    }
}
