//! `opm alpha bundle`, for which more than a single command of olmkit is needed.

use std::process::Command;

use super::error::OpmError;
use super::olmkit;
use super::redirect::Redirect;
use super::shape::Call;
use crate::host::{Files, Host};
use crate::image::{Named, named};
use crate::load_bundle;
use crate::new_files::write_all;
use crate::pulling::Pulling;

/// The command of olmkit that does what opm's optional validator `operatorhub` does.
const HUB: [&str; 4] = ["bundle", "validate", "--no-config", "--suite=operator-hub,capabilities,categories"];

/// Writes annotations and Dockerfile, then runs a container engine, as opm does.
pub(super) fn build(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    let tag = call.value("tag").ok_or(OpmError::MissingFlag("tag"))?;
    let builder = call.value("image-builder").unwrap_or("docker");
    let args: &[&str] = match builder {
        "docker" | "podman" => &["build", "-f", "bundle.Dockerfile", "-t", tag, "."],
        "buildah" => &["bud", "--format=docker", "-f", "bundle.Dockerfile", "-t", tag, "."],
        other => return Err(OpmError::UnknownBuilder(other.to_owned())),
    };
    let code = olmkit(call.arguments(), host);
    if code != 0 {
        return Ok(code);
    }
    let status = Command::new(builder).args(args).status();
    let status = status.map_err(|error| OpmError::Program { program: builder.to_owned(), error })?;
    Ok(if status.success() { 0 } else { 1 })
}

/// The variable with the file of categories that opm's optional validator uses instead of the standard ones.
const CATEGORIES: &str = "OPERATOR_BUNDLE_CATEGORIES";

/// Checks a bundle. Findings are written to standard error.
pub(super) fn validate(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    let tag = call.value("tag").ok_or(OpmError::MissingFlag("tag"))?.to_owned();
    let optional = call.value("optional-validators").unwrap_or_default();
    // opm ignores names that it does not know, and its validator `bundle-objects` never reports anything.
    let is_for_hub = optional.split(',').any(|name| name.trim() == "operatorhub");
    let arguments = call.arguments().into_iter().chain(["--no-config".to_owned(), tag.clone()]);
    let code = olmkit(arguments.collect(), &mut Redirect::to_err(host));
    if code != 0 || !is_for_hub {
        return Ok(code);
    }
    let mut arguments: Vec<String> = HUB.map(str::to_owned).to_vec();
    arguments.extend(host.env(CATEGORIES).filter(|path| !path.is_empty()).map(|path| format!("--categories={path}")));
    arguments.extend(call.pulling());
    arguments.push(tag);
    Ok(olmkit(arguments, &mut Redirect::to_err(host)))
}

/// Prints the ConfigMap that opm writes to a cluster.
pub(super) fn extract(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    host.note("olmkit prints the ConfigMap; opm writes it to the cluster\n");
    Ok(olmkit(call.arguments(), host))
}

/// Writes the files of a bundle image.
pub(super) fn unpack(call: &Call, host: &mut dyn Host) -> Result<u8, OpmError> {
    let image = call.operands.first().map(String::as_str).unwrap_or_default();
    if !matches!(named(image, host)?, Named::Image(_)) {
        return Err(OpmError::NotAnImage(image.to_owned()));
    }
    let pulling = Pulling {
        ca_file: call.value("root-ca").map(str::to_owned),
        skip_tls_verify: call.is_on("skip-tls-verify"),
        use_http: call.is_on("use-http"),
        ..Pulling::default()
    };
    host.set_pulling(&pulling);
    if !call.is_on("skip-validation") {
        let mut arguments = ["bundle", "validate", "--profile=opm", "--no-config"].map(str::to_owned).to_vec();
        arguments.extend(call.flags());
        arguments.extend(pulling.ca_file.iter().map(|path| format!("--ca-file={path}")));
        arguments.push(image.to_owned());
        let code = olmkit(arguments, &mut Redirect::to_err(host));
        if code != 0 {
            return Ok(code);
        }
    }
    let out = call.value("out").unwrap_or("./").to_owned();
    let files = load_bundle::load(image, host)?.files.into_iter().filter(|(path, _)| !path.ends_with('/'));
    write_all(&out, &files.collect::<Files>(), host)?;
    Ok(0)
}
