//! The page of a rule. The engine contains its text, so it works offline.

use crate::prelude::*;
use olmkit_api::{Diagnostic, Enforcement, RuleExample, RuleInfo};

use crate::bridge;
use crate::components::parts::modal::Modal;
use crate::components::problems::problem::{Sign, place_of, without_package};
use crate::live::live;
use crate::state::AppState;
use crate::text::spans;

#[component]
pub fn RulePage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let close = Callback::new(move |()| app.dialogs.rule.set(None));
    view! {
        <Modal open=Signal::derive(move || app.dialogs.rule.with(Option::is_some)) close class="reading" label="rule-title">
            {live(move || app.dialogs.rule.get().map(|rule| view! { <Rule rule /> }))}
            <p class="actions"><button type="button" on:click=move |_| close.run(())>"Back"</button></p>
        </Modal>
    }
}

#[component]
fn Rule(rule: RuleInfo) -> impl IntoView {
    let enforced = match rule.enforcement {
        Enforcement::Opm => "opm validate rejects the catalog.",
        Enforcement::OpmServe => "opm serve rejects the catalog; opm validate does not.",
        Enforcement::Olmkit => "opm does not check it.",
    };
    let app = expect_context::<AppState>();
    let id = rule.id.clone().into_owned();
    let text = blocks(&rule.text);
    view! {
        <h2 id="rule-title" tabindex="-1" autofocus="">{spans(&rule.title)}</h2>
        {app.dialogs.explained.get_untracked().map(|found| view! { <Explained found /> })}
        <p class="facts"><code>{rule.id.into_owned()}</code>" · "{rule.code.into_owned()}" · since "{rule.since.into_owned()}". "{enforced}</p>
        {text}
        <h3>"Examples"</h3>
        {rule.examples.into_iter().map(|example| view! { <Example example id=id.clone() /> }).collect_view()}
    }
}

/// The problem itself, above the general text of its rule.
#[component]
fn Explained(found: Diagnostic) -> impl IntoView {
    let (package, channel) = place_of(&found);
    let place = channel.map_or_else(|| package.clone(), |channel| format!("{package} / {channel}"));
    let short = |text: &str| spans(&without_package(text, &package));
    let class = format!("explained problem-says is-{}", found.severity.name());
    view! {
        <div class=class><Sign severity=found.severity />
            <div><p><b>{place.clone()}</b></p><p>{short(&found.message)}</p>
                {(!found.help.is_empty()).then(|| view! { <p class="problem-help">{short(&found.help)}</p> })}</div></div>
    }
}

#[component]
fn Example(example: RuleExample, id: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let verdict = if example.bad { "Reported" } else { "Not reported" };
    let own = Some(&example.title).filter(|title| *title != verdict).map(|title| format!(": {title}"));
    let files = example.files.clone();
    let open = move |_| {
        app.dialogs.rule.set(None);
        bridge::open_example(format!("example of {id}"), files.clone());
    };
    view! {
        <p class="example-head"><strong>{verdict}{own}</strong>" "<button type="button" on:click=open>"Open in the editor"</button></p>
        {example.base.into_iter().map(|file| view! { <p class="facts">{file.path.into_owned()}" of the base"</p><pre tabindex="0">{file.text.into_owned()}</pre> }).collect_view()}
        {example.files.into_iter().map(|file| view! { <p class="facts">{file.path.into_owned()}</p><pre tabindex="0">{file.text.into_owned()}</pre> }).collect_view()}
    }
}

/// Converts headings, lists and paragraphs of a rule's text. Everything is a text node.
fn blocks(text: &str) -> Vec<AnyView> {
    let mut views = Vec::new();
    let mut paragraph = String::new();
    let mut items = Vec::<String>::new();
    for line in text.lines().chain([""]) {
        let item = line.strip_prefix("- ");
        let heading = line.strip_prefix("## ");
        if (line.is_empty() || item.is_some() || heading.is_some()) && !paragraph.is_empty() {
            let words = spans(&std::mem::take(&mut paragraph));
            views.push(view! { <p>{words}</p> }.into_any());
        }
        if item.is_none() && !line.starts_with("  ") && !items.is_empty() {
            let list = std::mem::take(&mut items).iter().map(|item| view! { <li>{spans(item)}</li> }).collect_view();
            views.push(view! { <ul class="bullets">{list}</ul> }.into_any());
        }
        match (heading, item, items.last_mut()) {
            (Some(title), _, _) => views.push(view! { <h3>{title.to_owned()}</h3> }.into_any()),
            (_, Some(item), _) => items.push(item.to_owned()),
            (_, _, Some(last)) => last.push_str(&format!(" {}", line.trim())),
            _ => paragraph.push_str(&format!("{line} ")),
        }
        if line.is_empty() {
            paragraph.clear();
        }
    }
    views
}
