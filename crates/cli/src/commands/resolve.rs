//! `olmkit resolve`.

use std::fmt::Write;

use olmkit_resolver::api::{Reason, Resolution};
use olmkit_resolver::v1::api::{ConditionStatus, ConditionType, ExtensionResolution};
use olmkit_resolver::v1::resolve_extension;
use olmkit_resolver::{Request, resolve};
use olmkit_workspace::{any_has_names, why_kept};

use super::CommandError;
use super::dependencies::{Answered, with_universe};
use crate::args::{Args, Catalogs, Query};
use crate::format::{Format, json, visible};
use crate::host::Host;
use crate::load::Loaded;
use crate::problem;
use crate::{CLEAN, FINDINGS};

/// Prints what OLM v0 or OLM v1 would install. Exits with 1 if nothing can be installed.
pub(crate) fn run(catalogs: &Catalogs, query: &Query, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let is_json = args.format == Some(Format::Json);
    let (answer, is_clean) = match query {
        Query::V0(request) => {
            let answer = with_universe(catalogs, args, host, |universe| resolve(universe, request))?;
            let Answered { answer: mut found, is_partial, mut loaded } = answer;
            if found.incomplete {
                loaded.iter_mut().for_each(|(_, catalog)| catalog.warn_if_rejected(host));
            }
            found.incomplete |= is_partial;
            for wanted in &request.subscriptions {
                suggest(&wanted.package, wanted.channel.as_slice(), &mut loaded, host);
            }
            let is_clean = found.satisfiable && !found.incomplete;
            let printed = if is_json { json::pretty(&found) } else { text(&found, request, &mut loaded) };
            (printed, is_clean)
        }
        Query::V1(extension) => {
            let answer = with_universe(catalogs, args, host, |universe| resolve_extension(universe, extension))?;
            let Answered { answer: mut found, is_partial, mut loaded } = answer;
            found.incomplete = is_partial;
            suggest(&extension.package, &extension.channels, &mut loaded, host);
            (
                if is_json { json::pretty(&found) } else { extension_text(&found) },
                found.satisfiable && !found.incomplete,
            )
        }
    };
    host.out(answer.as_bytes());
    Ok(if is_clean || args.exit_zero { CLEAN } else { FINDINGS })
}

/// Suggests names if no catalog contains the named package or channels.
fn suggest(package: &str, channels: &[String], loaded: &mut [(String, Loaded)], host: &mut dyn Host) {
    let named = channels.iter().map(|channel| Some(channel.as_str()));
    let unknown = std::iter::once(None).chain(named).find_map(|channel| {
        any_has_names(loaded.iter_mut().map(|(_, catalog)| catalog.workspace.has_names(Some(package), channel))).err()
    });
    if let Some(unknown) = unknown {
        host.note(&problem(&unknown.to_string()));
    }
}

fn extension_text(found: &ExtensionResolution) -> String {
    let mut out = String::new();
    if let Some(install) = &found.install {
        let verb = if install.stays { "keep" } else { "install" };
        let instead = install.replaces.as_ref().map(|name| format!(" instead of {name}")).unwrap_or_default();
        let channels = match install.channels.as_slice() {
            [] => String::new(),
            [only] => format!(", channel {only}"),
            many => format!(", channels {}", many.join(", ")),
        };
        let line =
            format!("{verb} {}{instead} from {}{channels}: {}", install.bundle, install.catalog, install.because);
        let _ = writeln!(out, "{}", visible(&line));
    }
    for condition in
        found.conditions.iter().filter(|of| of.status == ConditionStatus::True && of.kind != ConditionType::Deprecated)
    {
        let _ = writeln!(out, "  {}: {}", condition.kind, visible(&condition.message));
    }
    for note in &found.notes {
        let _ = writeln!(out, "  note: {}", visible(note));
    }
    if !found.satisfiable {
        nothing(&found.explanation, &found.olm, &mut out);
    }
    out
}

fn nothing(explanation: &[Reason], olm: &str, out: &mut String) {
    out.push_str("OLM does not install anything:\n");
    for reason in explanation {
        let _ = writeln!(out, "  {}", visible(&reason.message));
    }
    if !olm.is_empty() {
        let _ = writeln!(out, "OLM reports: {}", visible(olm));
    }
}

fn text(found: &Resolution, request: &Request, loaded: &mut [(String, Loaded)]) -> String {
    let mut out = String::new();
    for install in &found.install {
        let place = &install.place;
        let instead = install.replaces.as_ref().map(|name| format!(" instead of {name}")).unwrap_or_default();
        let line = format!(
            "install {}{instead} from {}, channel {}: {}",
            place.bundle, place.catalog, place.channel, install.because
        );
        let _ = writeln!(out, "{}", visible(&line));
        if let Some(message) = &install.deprecated {
            let _ = writeln!(out, "  deprecated: {}", visible(message));
        }
    }
    for name in &found.stay {
        let catalogs = loaded.iter_mut().map(|(name, catalog)| (name.as_str(), &mut catalog.workspace));
        let why = why_kept(name, request, catalogs.collect()).map(|why| format!(": {why}")).unwrap_or_default();
        let _ = writeln!(out, "keep {}", visible(&format!("{name}{why}")));
    }
    if !found.satisfiable {
        nothing(&found.explanation, &found.olm, &mut out);
    }
    out
}
