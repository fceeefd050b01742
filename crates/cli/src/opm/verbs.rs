//! Commands for which more than a single command of olmkit is needed.

use std::ffi::OsString;

use olmkit_gostd::go_quote;
use olmkit_k8s::image::pullable;
use olmkit_render::yaml_of;
use olmkit_workspace::api::Opm;
use olmkit_yaml::quote_json_html;

use super::error::OpmError;
use super::olmkit;
use super::redirect::Redirect;
use super::shape::Call;
use crate::args::parse;
use crate::commands::files::loaded;
use crate::commands::serve::refuse_to_serve;
use crate::host::{Host, Kind};
use crate::load::{is_database, load};
use crate::paths::is_archive;
use crate::version::OPM_COMMIT;

/// Checks a directory. Shows all problems on a terminal, and only opm's text elsewhere. With `--output`, prints only
/// opm's verdict.
pub(super) fn validate(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    let path = call.operands.first().map(String::as_str).unwrap_or_default();
    match host.kind(path) {
        Ok(Kind::Directory) => {}
        Ok(_) => return Err(OpmError::NotADirectory(path.to_owned())),
        Err(failure) => return Err(OpmError::Stat { path: path.to_owned(), failure }),
    }
    let mut catalog = load(path, None, &olmkit_workspace::Options::of_opm(), host)?;
    let report = catalog.report();
    if let Some(output) = call.value("output").filter(|output| !output.is_empty()) {
        host.out(verdict(output, &report.opm)?.as_bytes());
        return Ok(u8::from(!report.opm.accepted));
    }
    if report.opm.accepted {
        return Ok(0);
    }
    if host.is_error_terminal() {
        let arguments = ["validate", "--no-config", "--profile=opm", path].map(str::to_owned).to_vec();
        return Ok(olmkit(arguments, &mut Redirect::to_err(host)));
    }
    host.err(format!("level=fatal msg={}\n", go_quote(&report.opm.message)).as_bytes());
    Ok(1)
}

/// opm's verdict in the format that opm prints.
fn verdict(output: &str, verdict: &Opm) -> Result<String, OpmError> {
    let message = quote_json_html(&verdict.message);
    match (output, verdict.accepted) {
        ("json", true) => Ok("{\n  \"passed\": true\n}\n".to_owned()),
        ("json", false) => {
            Ok(format!("{{\n  \"passed\": false,\n  \"error\": {{\n    \"message\": {message}\n  }}\n}}\n"))
        }
        ("yaml", true) => Ok(yaml_of("{\"passed\":true}")? + "\n"),
        ("yaml", false) => Ok(yaml_of(&format!("{{\"error\":{{\"message\":{message}}},\"passed\":false}}"))? + "\n"),
        _ => Err(OpmError::UnknownOutput { value: output.to_owned(), expected: &["json", "yaml"] }),
    }
}

/// Prints catalogs and bundles from directories, databases and images.
pub(super) fn render(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    renderable(call, host)?;
    Ok(olmkit(call.arguments(), host))
}

/// Refuses files that are not databases.
fn renderable(call: &Call, host: &mut dyn Host) -> Result<(), OpmError> {
    for path in &call.operands {
        if matches!(host.kind(path), Ok(Kind::File)) && !is_database(path, host) {
            return Err(OpmError::NotRenderable(path.clone()));
        }
    }
    Ok(())
}

/// Serves a catalog. opm serves directories only; olmkit also serves databases, archives and images.
pub(super) fn serve(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    let path = call.operands.first().map(String::as_str).unwrap_or_default();
    let failure = match host.kind(path) {
        Ok(Kind::File) if !is_database(path, host) && !is_archive(path) => Some("not a directory".to_owned()),
        Err(failure) if pullable(path).is_err() => Some(failure.to_string()),
        _ => None,
    };
    let has_cache = call.value("cache-dir").is_some_and(|cache| !cache.is_empty());
    match failure {
        Some(failure) if has_cache || !call.is_on("cache-enforce-integrity") => {
            refuse_to_serve(call.value("termination-log"), &format!("stat .: {failure}"));
            Ok(1)
        }
        _ => Ok(olmkit(call.arguments(), host)),
    }
}

/// Draws channels. Several catalogs are drawn as one. What cannot be loaded is not drawn.
pub(super) fn render_graph(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    renderable(call, host)?;
    let render = ["render", "--migrate"].map(str::to_owned).into_iter();
    let arguments: Vec<String> = render.chain(call.pulling()).chain(call.operands()).collect();
    let Ok(args) = parse(arguments.iter().map(OsString::from).collect()) else { return Ok(olmkit(arguments, host)) };
    let loaded = match loaded(&args, host) {
        Ok(loaded) => loaded,
        Err(code) => return Ok(code),
    };
    let mut arguments = vec!["graph".to_owned()];
    arguments.extend(call.flags());
    arguments.extend(call.is_on("draw-v0-semantics").then(|| "--semantics=v0".to_owned()));
    arguments.push("-".to_owned());
    Ok(olmkit(arguments, &mut Redirect::with_stdin(host, loaded.into_bytes())))
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
