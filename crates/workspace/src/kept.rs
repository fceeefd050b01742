//! Why OLM v0 keeps an installed bundle.

use olmkit_resolver::{Request, Subscription};

use crate::api::PathQuery;
use crate::workspace::Workspace;

/// Returns why the subscription that owns an installed bundle does not upgrade it, if its channel is the reason, or that
/// no catalog has the bundle. `catalogs`: the name of each, and its state.
#[must_use]
pub fn why_kept(installed: &str, request: &Request, mut catalogs: Vec<(&str, &mut Workspace)>) -> Option<String> {
    let from = installed.split('@').next().unwrap_or(installed);
    let owns = |of: &&Subscription| of.installed.as_deref().is_none_or(|own| own == installed);
    for subscription in request.subscriptions.iter().filter(owns) {
        let query = PathQuery {
            package: subscription.package.clone(),
            from: from.to_owned(),
            channel: subscription.channel.clone(),
            ..PathQuery::default()
        };
        let is_used = |catalog: &str| subscription.catalog.as_deref().is_none_or(|used| used == catalog);
        for (_, workspace) in catalogs.iter_mut().filter(|(catalog, _)| is_used(catalog)) {
            let Ok(found) = workspace.path(&query) else { continue };
            if !found.steps.is_empty() {
                return None;
            }
            let head = format!("it is the head of channel {} of {}", found.channel, found.package);
            return if found.reaches { Some(head) } else { found.stops_because };
        }
    }
    let has_it =
        |workspace: &mut Workspace| workspace.index().values().any(|package| package.bundles.contains_key(from));
    let is_in_a_catalog = catalogs.iter_mut().any(|(_, workspace)| has_it(workspace));
    (!is_in_a_catalog).then(|| "no catalog has this bundle".to_owned())
}
