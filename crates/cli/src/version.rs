//! `olmkit --version`.

use olmkit_diagnostics::Scope;
use olmkit_workspace::RULES;

/// The commit of opm whose verdict olmkit reproduces.
pub(crate) const OPM_COMMIT: &str = "4f9d6f22";

/// The text of `--version`.
pub(crate) fn version(verbose: bool) -> String {
    let short = format!("olmkit {} (opm {OPM_COMMIT})\n", env!("CARGO_PKG_VERSION"));
    if !verbose {
        return short;
    }
    let [catalogs, bundles, dependencies] = [Scope::Catalog, Scope::Bundle, Scope::Dependencies]
        .map(|scope| RULES.all().filter(|rule| rule.scope == scope).count());
    let target = format!("{}, {}", std::env::consts::ARCH, std::env::consts::OS);
    let target = if cfg!(target_family = "wasm") { "wasm32, Node".to_owned() } else { target };
    format!(
        "{short}opm: github.com/operator-framework/operator-registry at {OPM_COMMIT}, August 2026\n\
         rules: {catalogs} of catalogs, {bundles} of bundles, {dependencies} of dependencies\nhost: {target}\n"
    )
}
