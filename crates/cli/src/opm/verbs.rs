//! Commands that do more than call one of olmkit.

use olmkit_gostd::go_quote;

use super::error::OpmError;
use super::olmkit;
use super::redirect::ToErr;
use super::shape::Call;
use crate::host::{Host, Kind};
use crate::load::{is_database, load};
use crate::version::OPM_COMMIT;

/// Checks a directory. On a terminal all problems are shown, elsewhere opm's text alone.
pub(super) fn validate(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    let path = call.operands.first().map(String::as_str).unwrap_or_default();
    match host.kind(path) {
        Ok(Kind::Directory) => {}
        Ok(_) => return Err(OpmError::NotADirectory(path.to_owned())),
        Err(failure) => return Err(OpmError::Stat { path: path.to_owned(), failure }),
    }
    let mut catalog = load(path, None, &olmkit_workspace::Options::default(), host)?;
    let report = catalog.report();
    if report.opm.accepted {
        return Ok(0);
    }
    if host.is_terminal() {
        let words = ["validate", "--no-config", "--profile=opm", path].map(str::to_owned).to_vec();
        return Ok(olmkit(words, &mut ToErr(host)));
    }
    host.err(format!("level=fatal msg={}\n", go_quote(&report.opm.message)).as_bytes());
    Ok(1)
}

/// Prints catalogs and bundles: directories, databases and images.
pub(super) fn render(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    for path in &call.operands {
        if matches!(host.kind(path), Ok(Kind::File)) && !is_database(path, host) {
            return Err(OpmError::NotRenderable(path.clone()));
        }
    }
    Ok(olmkit(call.words(), host))
}

/// Draws channels.
pub(super) fn render_graph(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    let mut words = call.words();
    if call.is_on("draw-v0-semantics") {
        words.push("--semantics=v0".to_owned());
    }
    Ok(olmkit(words, host))
}

/// Prints the version in opm's form.
pub(super) fn version(_: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    let arch = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "powerpc64" => "ppc64le",
        other => other,
    };
    let os = if std::env::consts::OS == "macos" { "darwin" } else { std::env::consts::OS };
    let version = env!("CARGO_PKG_VERSION");
    host.out(
        format!(
            "Version: version.Version{{OpmVersion:\"olmkit-v{version}\", GitCommit:\"{OPM_COMMIT}\", BuildDate:\"\", \
             GoOs:\"{os}\", GoArch:\"{arch}\"}}\n"
        )
        .as_bytes(),
    );
    Ok(0)
}
