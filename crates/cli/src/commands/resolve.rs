//! `olmkit resolve`.

use std::fmt::Write;

use olmkit_resolver::api::Resolution;
use olmkit_resolver::{Request, Subscription, resolve};

use super::dependencies::with_universe;
use crate::args::{Args, Catalogs, Question};
use crate::format::{Format, json, visible};
use crate::host::Host;
use crate::{CLEAN, FINDINGS};

/// Tells what OLM v0 would install. Exit 1 when nothing can be.
pub(crate) fn run(catalogs: &Catalogs, question: &Question, args: &Args, host: &mut dyn Host) -> Result<u8, String> {
    let (found, _) = with_universe(catalogs, args, host, |universe| resolve(universe, &request(question)))?;
    match args.format {
        Some(Format::Json) => host.out(json::pretty(&found).as_bytes()),
        _ => host.out(text(&found).as_bytes()),
    }
    Ok(if found.satisfiable || args.exit_zero { CLEAN } else { FINDINGS })
}

fn request(question: &Question) -> Request {
    let subscriptions = question.install.iter().map(|wanted| Subscription {
        package: wanted.package.clone(),
        channel: wanted.channel.clone(),
        starting_csv: wanted.starting.clone(),
        ..Subscription::default()
    });
    Request { installed: question.installed.clone(), subscriptions: subscriptions.collect() }
}

fn text(found: &Resolution) -> String {
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
        let _ = writeln!(out, "keep {}", visible(name));
    }
    if !found.satisfiable {
        out.push_str("OLM installs nothing:\n");
        for reason in &found.explanation {
            let _ = writeln!(out, "  {}", visible(&reason.message));
        }
        if !found.olm.is_empty() {
            let _ = writeln!(out, "In OLM's words: {}", visible(&found.olm));
        }
    }
    out
}
