//! The identity of the bundle.

use leptos::prelude::*;
use olmkit_api::bundle::BundleDescription;

use super::{ToText, described, part};
use crate::bridge::types::Picture;
use crate::components::parts::icon::IconImage;
use crate::state::AppState;

#[component]
pub fn Head() -> impl IntoView {
    let app = expect_context::<AppState>();
    let shown = described(app, Clone::clone);
    let icon = part(app, |bundle| bundle.icon.clone());
    view! { {move || shown.with(|found| identity(found, icon.get().flatten()))} }
}

fn identity(found: &BundleDescription, icon: Option<Picture>) -> impl IntoView + use<> {
    let name = Some(found.display_name.clone()).filter(|name| !name.is_empty()).unwrap_or_else(|| found.name.clone());
    let name = if name.is_empty() { "No ClusterServiceVersion".to_owned() } else { name };
    let facts = [
        ("Name", found.name.clone()),
        ("Version", found.version.clone()),
        ("Package", found.package.clone()),
        ("Channels", channels(found)),
        ("Replaces", found.replaces.clone().unwrap_or_default()),
        ("Skips", found.skips.join(", ")),
        ("Skip range", found.skip_range.clone().unwrap_or_default()),
        ("Provider", found.provider.clone()),
        (
            "Maintainers",
            found.maintainers.iter().map(|one| format!("{} {}", one.name, one.url)).collect::<Vec<_>>().join(", "),
        ),
        ("Links", found.links.iter().map(|one| format!("{} {}", one.name, one.url)).collect::<Vec<_>>().join(", ")),
        ("Maturity", found.maturity.clone()),
        ("Capabilities", found.capabilities.clone()),
        ("Categories", found.categories.join(", ")),
        ("Keywords", found.keywords.join(", ")),
        ("Kubernetes from", found.min_kube_version.clone()),
        ("Install modes", modes(found)),
    ];
    let facts = facts.into_iter().filter(|(_, value)| !value.trim().is_empty());
    let long = found.description.clone();
    view! {
        <header class="bundle-head">
            {icon.map(|icon| view! { <IconImage icon alt="Icon of the operator" /> })}
            <div class="bundle-title">
                <h2>{name}</h2>
                {found.csv.clone().map(|spot| view! { <ToText spot label="Show in the text" /> })}
            </div>
        </header>
        <dl class="bundle-facts">
            {facts.map(|(key, value)| view! { <dt>{key}</dt><dd>{value}</dd> }).collect_view()}
        </dl>
        {(!long.trim().is_empty()).then(|| view! {
            <details class="deprecate"><summary>"Description"</summary><pre class="bundle-text" tabindex="0">{long}</pre></details>
        })}
    }
}

fn channels(found: &BundleDescription) -> String {
    let default = found.default_channel.as_deref();
    let name = |name: &String| if Some(name.as_str()) == default { format!("{name} (default)") } else { name.clone() };
    found.channels.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn modes(found: &BundleDescription) -> String {
    let supported = found.install_modes.iter().filter(|mode| mode.supported);
    supported.map(|mode| mode.name.clone()).collect::<Vec<_>>().join(", ")
}
