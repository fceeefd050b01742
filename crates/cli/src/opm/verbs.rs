//! Commands that do more than call one of olmkit.

use olmkit_gostd::go_quote;
use olmkit_render::yaml_of;
use olmkit_workspace::api::Opm;
use olmkit_yaml::quote_json;

use super::error::OpmError;
use super::olmkit;
use super::redirect::Redirect;
use super::shape::Call;
use crate::host::{Host, Kind};
use crate::load::{is_database, load};
use crate::load_bundle::is_bundle;
use crate::version::OPM_COMMIT;

/// Checks a directory. On a terminal all problems are shown, elsewhere opm's text alone. With `--output` its verdict is
/// printed, and nothing else.
pub(super) fn validate(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    let path = call.operands.first().map(String::as_str).unwrap_or_default();
    match host.kind(path) {
        Ok(Kind::Directory) => {}
        Ok(_) => return Err(OpmError::NotADirectory(path.to_owned())),
        Err(failure) => return Err(OpmError::Stat { path: path.to_owned(), failure }),
    }
    let mut catalog = load(path, None, &olmkit_workspace::Options::default(), host)?;
    let report = catalog.report();
    if let Some(output) = call.value("output").filter(|output| !output.is_empty()) {
        host.out(verdict(output, &report.opm)?.as_bytes());
        return Ok(u8::from(!report.opm.accepted));
    }
    if report.opm.accepted {
        return Ok(0);
    }
    if host.is_error_terminal() {
        let words = ["validate", "--no-config", "--profile=opm", path].map(str::to_owned).to_vec();
        return Ok(olmkit(words, &mut Redirect::to_err(host)));
    }
    host.err(format!("level=fatal msg={}\n", go_quote(&report.opm.message)).as_bytes());
    Ok(1)
}

/// opm's verdict in a format, as opm prints it.
fn verdict(output: &str, verdict: &Opm) -> Result<String, OpmError> {
    let message = quote_json(&verdict.message, true);
    match (output, verdict.accepted) {
        ("json", true) => Ok("{\n  \"passed\": true\n}\n".to_owned()),
        ("json", false) => {
            Ok(format!("{{\n  \"passed\": false,\n  \"error\": {{\n    \"message\": {message}\n  }}\n}}\n"))
        }
        ("yaml", true) => Ok(yaml_of("{\"passed\":true}")? + "\n"),
        ("yaml", false) => Ok(yaml_of(&format!("{{\"error\":{{\"message\":{message}}},\"passed\":false}}"))? + "\n"),
        _ => Err(OpmError::UnknownOutput(output.to_owned())),
    }
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

/// Draws channels. Several catalogs are drawn as one.
pub(super) fn render_graph(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    let mut words = vec!["graph".to_owned()];
    words.extend(call.flags());
    words.extend(call.is_on("draw-v0-semantics").then(|| "--semantics=v0".to_owned()));
    if let Some(bundle) = call.operands().find(|path| is_bundle(path, host)) {
        return Err(OpmError::BundleDirectory(bundle));
    }
    let is_input = call.operands().any(|operand| operand == "-");
    if is_input && call.operands.len() < 2 {
        words.extend(call.operands());
        return Ok(olmkit(words, host));
    }
    // What cannot be loaded is not drawn.
    let mut rendered = Redirect::kept(host);
    let render = ["render", "--output=json"].map(str::to_owned).into_iter();
    let code = olmkit(render.chain(call.pulling()).chain(call.operands()).collect(), &mut rendered);
    if code != 0 {
        return Ok(code);
    }
    let rendered = rendered.into_kept();
    if call.operands.len() < 2 {
        words.extend(call.operands());
        return Ok(olmkit(words, host));
    }
    words.push("-".to_owned());
    Ok(olmkit(words, &mut Redirect::with_stdin(host, rendered)))
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
