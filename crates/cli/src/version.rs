//! `olmkit --version`.

/// The opm whose verdict is given.
pub(crate) const OPM_COMMIT: &str = "4f9d6f22";

/// The text of `--version`.
pub(crate) fn version(verbose: bool) -> String {
    let short = format!("olmkit {} (opm {OPM_COMMIT})\n", env!("CARGO_PKG_VERSION"));
    if !verbose {
        return short;
    }
    let (catalogs, bundles) =
        (olmkit_workspace::rule_list().rules.len(), olmkit_workspace::bundle::bundle_rules().count());
    let target = format!("{}, {}", std::env::consts::ARCH, std::env::consts::OS);
    let target = if cfg!(target_family = "wasm") { "wasm32, Node".to_owned() } else { target };
    format!(
        "{short}opm: github.com/operator-framework/operator-registry at {OPM_COMMIT}, August 2026\n\
         rules: {catalogs} of catalogs, {bundles} of bundles, {} of dependencies\nhost: {target}\n",
        olmkit_resolver::RULES.len()
    )
}
