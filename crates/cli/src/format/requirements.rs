//! The requirements of bundles and their providers, as text.

use std::fmt::Write;

use olmkit_resolver::api::{Provider, Required, Requiring};
use olmkit_workspace::api::resolver::Dependencies;

use super::visible;

pub(super) fn write(report: &Dependencies) -> String {
    let mut out = String::new();
    let mut groups: Vec<(&Requiring, Vec<&str>)> = Vec::new();
    for bundle in &report.bundles {
        let alike = |other: &Requiring| {
            other.catalog == bundle.catalog
                && other.package == bundle.package
                && other.requirements == bundle.requirements
        };
        match groups.last_mut().filter(|(first, _)| alike(first)) {
            Some((_, names)) => names.push(&bundle.bundle),
            None => groups.push((bundle, vec![&bundle.bundle])),
        }
    }
    for (first, names) in groups {
        let _ = writeln!(out, "{} ({})", visible(&names.join(", ")), visible(&first.catalog));
        for required in &first.requirements {
            required_text(required, &mut out);
        }
    }
    out
}

fn required_text(required: &Required, out: &mut String) {
    let _ = writeln!(out, "  needs {}", visible(&required.needs));
    if let Some(reason) = &required.reason {
        let state = if required.unknown { "not known" } else { "not met" };
        let _ = writeln!(out, "    {state}: {}", visible(reason));
    }
    for provider in &required.by {
        let _ = writeln!(out, "    {}", visible(&provider_text(provider)));
    }
}

fn provider_text(provider: &Provider) -> String {
    let place = &provider.place;
    let mut notes = vec![place.catalog.clone(), format!("channel {}", place.channel)];
    if provider.is_default {
        notes.push("the default".to_owned());
    }
    if provider.candidates > 1 {
        notes.push(format!("{} candidates", provider.candidates));
    }
    if provider.deprecated.is_some() {
        notes.push("deprecated".to_owned());
    }
    format!("{} ({})", place.bundle, notes.join(", "))
}
