//! `olmkit dependencies`.

use std::fmt::Write;

use olmkit_catalog::Catalog;
use olmkit_resolver::api::{Dependencies, Finding, FindingSeverity, Provider, Required, Requiring};
use olmkit_resolver::{DependencyOptions, Source, Universe, dependencies};

use crate::args::{Args, Catalogs};
use crate::format::{Format, json, visible};
use crate::host::Host;
use crate::load::{Loaded, load};
use crate::{CLEAN, FINDINGS};

/// Reports what bundles require and what meets it. Exit 1 when something cannot be installed.
pub(crate) fn run(
    catalogs: &Catalogs,
    package: Option<&str>,
    partial: bool,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, String> {
    let options = DependencyOptions { package: package.map(str::to_owned), partial };
    let mut report = with_universe(catalogs, args, host, |universe| dependencies(universe, &options))?;
    let (found, loaded) = (&mut report.0, &report.1);
    for finding in &mut found.findings {
        if let Some((_, catalog)) = loaded.iter().find(|(name, _)| *name == finding.catalog) {
            finding.path = catalog.shown(&finding.path);
        }
    }
    match args.format {
        Some(Format::Json) => host.out(json::pretty(found).as_bytes()),
        _ => host.out(text(found).as_bytes()),
    }
    host.err(format!("{}\n", summary(found)).as_bytes());
    Ok(if found.summary.errors > 0 && !args.exit_zero { FINDINGS } else { CLEAN })
}

/// Loads the catalogs and asks something about all of them. Also gives them back, by name.
pub(super) fn with_universe<R>(
    catalogs: &Catalogs,
    args: &Args,
    host: &mut dyn Host,
    ask: impl FnOnce(&Universe<'_>) -> R,
) -> Result<(R, Vec<(String, Loaded)>), String> {
    let mut loaded: Vec<(String, Loaded)> = Vec::with_capacity(catalogs.paths.len());
    for path in &catalogs.paths {
        let one = load(path, args.stdin_filename.as_deref(), &args.options, host)?;
        let short = short_name(path);
        let is_taken = loaded.iter().any(|(name, _)| *name == short);
        loaded.push((if is_taken { path.clone() } else { short }, one));
    }
    let named = catalogs.priorities.iter().map(|(name, _)| ("--priority", name));
    let mut named = named.chain(catalogs.labels.iter().map(|(name, ..)| ("--label", name)));
    if let Some((option, unknown)) = named.find(|(_, wanted)| loaded.iter().all(|(name, _)| name != *wanted)) {
        let known: Vec<&str> = loaded.iter().map(|(name, _)| name.as_str()).collect();
        return Err(format!("{option}: there is no catalog \"{unknown}\" (known: {})", known.join(", ")));
    }
    let mut read = Vec::with_capacity(loaded.len());
    for (name, one) in &mut loaded {
        let (files, texts) = one.workspace.loaded();
        read.push((name.clone(), Catalog::new(files), texts));
    }
    let sources: Vec<Source<'_>> = read
        .iter()
        .map(|(name, catalog, texts)| {
            let priority = catalogs.priorities.iter().rfind(|(of, _)| of == name).map_or(0, |(_, priority)| *priority);
            let labels = catalogs.labels.iter().filter(|(of, ..)| of == name);
            let labels = labels.map(|(_, key, value)| (key.clone(), value.clone())).collect();
            Source { name: name.clone(), priority, labels, catalog, texts: texts.clone() }
        })
        .collect();
    let answer = ask(&Universe::new(&sources));
    drop(sources);
    drop(read);
    Ok((answer, loaded))
}

/// The last part of a path, without the ending of a file.
fn short_name(path: &str) -> String {
    let name = path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(path);
    let ends = [".tar.gz", ".tgz", ".tar.zst", ".tar", ".zip", ".yaml", ".yml", ".json"];
    let short = ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    if matches!(short, "" | "." | ".." | "-") { path.to_owned() } else { short.to_owned() }
}

fn text(report: &Dependencies) -> String {
    let mut out = String::new();
    for finding in &report.findings {
        finding_text(finding, &mut out);
    }
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

fn finding_text(finding: &Finding, out: &mut String) {
    let severity = match finding.severity {
        FindingSeverity::Error => "error",
        FindingSeverity::Warning => "warning",
        FindingSeverity::Info => "info",
    };
    let start = finding.range.start;
    let (path, message) = (visible(&finding.path), visible(&finding.message));
    let _ = writeln!(
        out,
        "{path}:{}:{}: {severity} {} {}: {message}",
        start.line, start.column, finding.code, finding.rule
    );
    if !finding.help.is_empty() {
        let _ = writeln!(out, "  help: {}", finding.help);
    }
}

fn required_text(required: &Required, out: &mut String) {
    let _ = writeln!(out, "  needs {}", visible(&required.needs));
    if let Some(reason) = &required.reason {
        let _ = writeln!(out, "    not met: {}", visible(reason));
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

fn summary(report: &Dependencies) -> String {
    let sum = &report.summary;
    let mut line = format!(
        "{} of {} bundles require something, {} what nothing meets; {} errors, {} warnings",
        sum.requiring, sum.bundles, sum.unmet, sum.errors, sum.warnings
    );
    if sum.not_followed > 0 {
        let _ = write!(line, "; dependencies of {} bundles were not followed to the end", sum.not_followed);
    }
    line
}
