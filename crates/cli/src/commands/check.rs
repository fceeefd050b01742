//! `olmkit check`.

use olmkit_collections::SortedSet;

use olmkit_diagnostics::Scope;
use olmkit_workspace::discover::{FoundItem, FoundKind};

use super::CommandError;
use super::bundle;
use super::checked::finish;
use super::templates;
use super::validate::{self, configurations, report_failure, watch};
use super::whole_input::{self, InputKind, WholeInput};
use crate::args::{Args, BundleValidateArgs};
use crate::baseline::Baselines;
use crate::config::scoped;
use crate::format::{plural, visible};
use crate::host::{Host, PathError, Watched};
use crate::missing::Missing;
use crate::problem;
use crate::repository::{self, SearchResult};
use crate::timing::Timing;
use crate::{CLEAN, FINDINGS};

/// The maximum number of listed names. Further ones are only counted.
const MAX_NAMES: usize = 6;
/// What the command searches for.
const WHAT: &str = "catalog, bundle or template";

/// The error if there is nothing to check below some paths.
#[derive(Debug, thiserror::Error)]
#[error("no {what} was found in {paths}")]
struct NothingFound {
    what: &'static str,
    paths: String,
}

/// The error if standard input, or another pipe, has nothing to check.
#[derive(Debug, thiserror::Error)]
#[error("{0}: no catalog document was read")]
struct NothingRead(String);

/// The paths to check: directories to search, and paths that are checked as a whole.
#[derive(Default)]
struct Roots {
    searched: Vec<String>,
    whole: Vec<String>,
}

impl Roots {
    fn of(paths: &[String], host: &mut dyn Host) -> Result<Self, CommandError> {
        let mut roots = Roots::default();
        for path in paths {
            let list = if whole_input::is_whole(path, host)? { &mut roots.whole } else { &mut roots.searched };
            list.push(path.clone());
        }
        Ok(roots)
    }
}

/// Checks what is below the paths. With `--watch`, repeats this after every change until the process is stopped.
pub(crate) fn run(paths: &[String], args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let roots = Roots::of(paths, host)?;
    if !args.watch {
        return once(&roots, args, host);
    }
    validate::refuse_stream(paths)?;
    loop {
        // Determined again each time: folders and ignored paths change.
        let mut watched = configurations(paths, args, host);
        for root in &roots.searched {
            let searched = repository::searched(root, host);
            watched.extend(repository::folders(&searched, host).into_iter().map(Watched::flat));
            watched.extend(repository::ignore_files_above(root, host).map(Watched::deep));
        }
        watched.extend(roots.whole.iter().filter(|path| host.kind(path).is_ok()).map(Watched::deep));
        let mut wait = watch(&watched, host)?;
        report_failure(once(&roots, args, host), host);
        wait();
    }
}

/// Finds the catalogs, bundles and templates below the paths, reports what it found, and checks all of it.
fn once(roots: &Roots, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut timing = Timing::start(args, host);
    let found = match roots.searched.as_slice() {
        [] => SearchResult::default(),
        searched => find(searched, repository::find_whole, (WHAT, |_| true), host)?,
    };
    let whole = whole_input::inspect(&roots.whole, host)?;
    if let Some(WholeInput { path, .. }) = whole.iter().find(|input| input.kind.is_none()) {
        return Err(NothingFound { what: WHAT, paths: path.clone() }.into());
    }
    if !args.quiet {
        host.err((summary(&found) + &whole.iter().map(WholeInput::line).collect::<String>()).as_bytes());
    }
    for error in &found.unread {
        host.err(problem(&format!("{error}; it is not checked")).as_bytes());
    }
    timing.end("find", host);
    let of = |kind: fn(&FoundKind) -> bool, wanted: Option<InputKind>| -> Vec<String> {
        let found = found.items.iter().filter(|item| kind(&item.kind)).map(|item| item.path.clone());
        let whole =
            whole.iter().filter(|input| wanted.is_some() && input.kind == wanted).map(|input| input.path.clone());
        found.chain(whole).collect()
    };
    let catalogs = of(|kind| matches!(kind, FoundKind::Catalog(_)), Some(InputKind::Catalog));
    let bundles = of(|kind| matches!(kind, FoundKind::Bundle { .. }), Some(InputKind::Bundle));
    let templates = of(|kind| matches!(kind, FoundKind::Template(_)), None);
    let mut all = Vec::with_capacity(3);
    let mut baselines = Baselines::new(&args.baseline);
    if !catalogs.is_empty() {
        let of_catalogs = Args { ignored: found.ignored, ..scoped(args, Scope::Catalog)? };
        let mut checked = validate::check(&catalogs, &of_catalogs, &mut baselines, &mut timing, host)?;
        if let Some(path) = checked.empty_stream() {
            return Err(NothingRead(path).into());
        }
        all.push(checked);
    }
    if !bundles.is_empty() {
        let own = BundleValidateArgs::of(bundles);
        let mut of_bundles = scoped(args, Scope::Bundle)?;
        // The other profiles of catalogs do not exist for bundles.
        if !of_bundles.options.is_opm() {
            of_bundles.options.profile = None;
        }
        all.push(bundle::check(&own, &of_bundles, &mut baselines, &mut timing, host)?);
    }
    if !templates.is_empty() {
        all.push(templates::check(&templates, args, host)?);
    }
    let paths: Vec<String> = roots.searched.iter().chain(&roots.whole).cloned().collect();
    let code = finish(&paths, all, baselines, timing, args, host)?;
    Ok(if !found.unread.is_empty() && code == CLEAN && !args.exit_zero { FINDINGS } else { code })
}

/// Finds what is below the paths and has a wanted kind. Refuses a path without anything of it: the path is probably
/// wrong, and a check that passes would hide this.
fn find(
    paths: &[String],
    search: fn(&str, &mut dyn Host) -> Result<SearchResult, PathError>,
    (what, wanted): (&'static str, fn(&FoundKind) -> bool),
    host: &mut dyn Host,
) -> Result<SearchResult, CommandError> {
    let mut found = SearchResult::default();
    let mut empty = Vec::new();
    for root in paths {
        Missing::refuse(root, host)?;
        let here = search(root, host)?;
        if !here.items.iter().any(|item| wanted(&item.kind)) && here.unread.is_empty() {
            empty.push(root.clone());
        }
        for path in &here.misnamed {
            host.note(&problem(&format!("{path}: the name is not valid UTF-8, so it is not checked")));
        }
        found.add(here);
    }
    found.remove_repeated(host);
    found.items.retain(|item| wanted(&item.kind));
    if !empty.is_empty() {
        return Err(NothingFound { what, paths: empty.join(", ") }.into());
    }
    match found.unread.pop() {
        Some(error) if found.items.is_empty() => Err(error.into()),
        error => {
            found.unread.extend(error);
            Ok(found)
        }
    }
}

/// The catalogs below the current directory, and the arguments to change them. Nothing above the directory is changed.
/// Lists the catalogs on standard error.
pub(crate) fn catalogs_here(args: &Args, host: &mut dyn Host) -> Result<(Vec<String>, Args), CommandError> {
    let wanted: fn(&FoundKind) -> bool = |kind| matches!(kind, FoundKind::Catalog(_));
    let mut found = find(&[".".to_owned()], repository::find, ("catalog", wanted), host)?;
    if !args.quiet {
        host.err(summary(&found).as_bytes());
    }
    // If something cannot be read, catalogs may be missing from the list.
    if let Some(error) = found.unread.pop() {
        return Err(error.into());
    }
    let paths = found.items.into_iter().map(|item| item.path).collect();
    Ok((paths, Args { ignored: found.ignored, ..args.clone() }))
}

/// One line for each item.
fn summary(found: &SearchResult) -> String {
    let line = |item: &FoundItem| {
        let left_out = match found.left_out.get(&item.path) {
            Some(count) if *count > 0 && matches!(item.kind, FoundKind::Catalog(_)) => {
                format!(", without {} that .gitignore excludes", plural(*count, "path"))
            }
            _ => String::new(),
        };
        format!("{}: {}{left_out}\n", visible(&item.path), described(&item.kind))
    };
    found.items.iter().map(line).collect()
}

fn described(kind: &FoundKind) -> String {
    match kind {
        FoundKind::Catalog(packages) => format!("catalog{}", list_of(packages)),
        FoundKind::Bundle { annotated: true } => "bundle".to_owned(),
        FoundKind::Bundle { annotated: false } => {
            "bundle without metadata/annotations.yaml (its manifests have a ClusterServiceVersion)".to_owned()
        }
        FoundKind::Template(kind) => format!("{kind} template (read, not rendered: olmkit template renders it)"),
    }
}

fn list_of(packages: &SortedSet<String>) -> String {
    let names: Vec<&str> = packages.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
    match names.len() {
        0 => " without a package".to_owned(),
        1..=MAX_NAMES => format!(" of {}", visible(&names.join(", "))),
        count => format!(" of {count} packages"),
    }
}
