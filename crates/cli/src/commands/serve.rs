//! `olmkit serve`: native only.

use std::path::PathBuf;

use olmkit_serve::{Catalog, Content, Level, Log, Options, Reload};

use crate::args::ServeArgs;
use crate::host::Host;
use crate::load::load;
use crate::native::Native;
use crate::watch::watch;

/// Where Kubernetes looks for why a container ended.
const TERMINATION_LOG: &str = "/dev/termination-log";

/// Serves until the process is told to stop.
pub(crate) fn run(args: &ServeArgs) -> u8 {
    let log = Log { termination: termination(args), fields: vec![("configs", args.catalog.clone())] };
    if args.cache_enforce_integrity == Some(true) && args.pulling.cache_dir.is_none() {
        log.write(Level::Fatal, "--cache-dir must be specified with --cache-enforce-integrity", &[]);
        return crate::FINDINGS;
    }
    let changed = args.watch.then(|| watch(std::slice::from_ref(&args.catalog)));
    let (path, mut host) = (args.catalog.clone(), Native::default());
    host.set_pulling(&args.pulling);
    let catalog = Catalog {
        name: args.catalog.clone(),
        load: Box::new(move || content(&path, &mut host)),
        reload: changed.map_or(Reload::Never, Reload::After),
    };
    olmkit_serve::run(catalog, &Options { port: args.port.clone(), check_only: args.cache_only, log })
}

/// The termination log; the usual one only where Kubernetes has made it.
fn termination(args: &ServeArgs) -> Option<PathBuf> {
    let own = args.termination_log.as_ref().filter(|path| !path.is_empty()).map(PathBuf::from);
    let usual = PathBuf::from(TERMINATION_LOG);
    own.or_else(|| (args.termination_log.is_none() && usual.exists()).then_some(usual))
}

fn content(path: &str, host: &mut Native) -> Result<Content, String> {
    let loaded = load(path, None, &olmkit_workspace::Options::default(), host)?;
    let (files, texts) = loaded.workspace.into_loaded();
    Ok(Content { files, texts })
}
