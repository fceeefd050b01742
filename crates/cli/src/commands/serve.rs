//! `olmkit serve`. Native only.

use olmkit_collections::SortedSet;
use std::fs::File;
use std::path::PathBuf;

use olmkit_serve::{Catalog, Content, Http, Level, LoadError, Log, Options, Reload, name_problem};

use crate::args::{OneCatalog, ServeArgs};
use crate::host::{Host, Watched};
use crate::image::{Named, named};
use crate::load::load;
use crate::native::Native;
use crate::paths::clean;
use crate::watch::{read_stable, watch_until_stable};

/// The file in which Kubernetes looks for the reason why a container ended.
const TERMINATION_LOG: &str = "/dev/termination-log";

/// Why catalogs cannot be served as requested.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServeError {
    #[error(transparent)]
    OneCatalog(#[from] OneCatalog),
    #[error("\"{name}\" is not a valid name of a catalog: {problem}")]
    Name { name: String, problem: String },
    #[error(
        "--watch: {0} is an image; only files are watched. Remove --watch, and restart the server to serve another image."
    )]
    WatchImage(String),
    #[error("two catalogs have the name \"{0}\". Write NAME=CATALOG.")]
    SameName(String),
}

/// Serves until the process is stopped.
pub(crate) fn run(args: &ServeArgs) -> Result<u8, ServeError> {
    let paths: Vec<&str> = args.catalogs().map(|(_, path)| path).collect();
    let log = log(args.termination_log.as_deref(), vec![("configs", paths.join(","))]);
    if args.cache_enforce_integrity == Some(true) && args.pulling.cache_dir.is_none() {
        log.write(Level::Fatal, "--cache-dir must be specified with --cache-enforce-integrity", &[]);
        return Ok(crate::FINDINGS);
    }
    if let Some(cache) = args.pulling.cache_dir.as_deref().filter(|_| args.cache_only)
        && let Err(error) = std::fs::create_dir_all(cache)
    {
        log.write(Level::Fatal, &format!("create cache directory {cache}: {}", olmkit_disk::reason(&error)), &[]);
        return Ok(crate::FINDINGS);
    }
    let tls = args.tls_cert.as_ref().zip(args.tls_key.as_ref());
    let tls = tls.map(|(certificate, key)| (PathBuf::from(certificate), PathBuf::from(key)));
    let http = args.http.clone().map(|address| Http { address, tls, without_metas: args.without_metas });
    let port = args.port()?;
    let on_signals: Option<fn()> = Some(olmkit_registry::leave_interrupts);
    let options = Options { port, http, check_only: args.cache_only, on_signals, log };
    Ok(olmkit_serve::run(catalogs(args)?, &options))
}

fn catalogs(args: &ServeArgs) -> Result<Vec<Catalog>, ServeError> {
    let mut names = SortedSet::new();
    let mut found = Vec::new();
    for (name, path) in args.catalogs() {
        let name = name.map_or_else(|| name_of(path), str::to_owned);
        if let Some(problem) = name_problem(&name) {
            return Err(ServeError::Name { name, problem });
        }
        if !names.insert(name.clone()) {
            return Err(ServeError::SameName(name));
        }
        let mut host = Native::default();
        if args.watch && matches!(named(path, &mut host), Ok(Named::Image(_))) {
            return Err(ServeError::WatchImage(path.to_owned()));
        }
        let changed = args.watch.then(|| watch_until_stable(&[Watched::deep(path)]));
        let path = path.to_owned();
        host.set_pulling(&args.pulling);
        let is_watched = args.watch;
        let load = Box::new(move || match is_watched {
            true => read_stable(&path, || content(&path, &mut host))?.map_err(LoadError::from),
            false => content(&path, &mut host).map_err(LoadError::from),
        });
        found.push(Catalog { name, load, reload: changed.map_or(Reload::Never, Reload::After) });
    }
    Ok(found)
}

/// A name made of the end of a path or reference. Invalid characters become `-`.
fn name_of(path: &str) -> String {
    let path = clean(path);
    let last = path.rsplit('/').next().unwrap_or_default();
    let last = last.split(['@', ':']).next().unwrap_or_default().to_ascii_lowercase();
    let is_good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.';
    let name: String = last.chars().map(|c| if is_good(c) { c } else { '-' }).collect();
    let name = name.trim_matches(['-', '.']);
    if name_problem(name).is_some() { "catalog".to_owned() } else { name.to_owned() }
}

/// Reports why nothing is served, in opm's form.
pub(crate) fn refuse_to_serve(termination_log: Option<&str>, reason: &str) {
    let log = log(termination_log, Vec::new());
    log.write(Level::Fatal, &format!("failed to load or rebuild cache: failed to rebuild cache: {reason}"), &[]);
}

/// Creates the log. Like opm, it warns at once if the termination log cannot be written.
fn log(termination_log: Option<&str>, fields: Vec<(&'static str, String)>) -> Log {
    let mut log = Log { termination: termination(termination_log), fields };
    let Some(path) = log.termination.take() else { return log };
    match File::options().append(true).create(true).open(&path) {
        Ok(_) => log.termination = Some(path),
        Err(error) => {
            let reason = format!("open {}: {}", path.display(), olmkit_disk::reason(&error));
            log.write(Level::Warning, "unable to set termination log path", &[("error", reason)]);
        }
    }
    log
}

/// The path of the termination log. The default one is used only if Kubernetes has created it.
fn termination(path: Option<&str>) -> Option<PathBuf> {
    let own = path.filter(|path| !path.is_empty()).map(PathBuf::from);
    let usual = PathBuf::from(TERMINATION_LOG);
    own.or_else(|| (path.is_none() && usual.exists()).then_some(usual))
}

fn content(path: &str, host: &mut Native) -> Result<Content, crate::load_error::LoadError> {
    let loaded = load(path, None, &olmkit_workspace::Options::default(), host)?;
    let (files, texts) = loaded.workspace.into_loaded();
    Ok(Content { files, texts })
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn names_come_from_paths() {
        let cases = [
            ("catalogs/v4.16/", "v4.16"),
            ("C:\\catalogs\\v4.16\\", "v4.16"),
            ("quay.io/a/My_Index:v4", "my-index"),
            ("oci://quay.io/a/b@sha256:00", "b"),
            ("..", "catalog"),
            ("-", "catalog"),
        ];
        for (path, name) in cases {
            assert_eq!(name_of(path), name, "{path}");
        }
    }
}
