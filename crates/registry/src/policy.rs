//! The signature policy of the machine. Signatures are not verified, but images that the policy rejects are not pulled.

use std::collections::BTreeMap;

use olmkit_serde_messages::in_json_file;
use serde::Deserialize;

use crate::environment::Environment;
use crate::error::{Error, Kind};
use crate::reference::Reference;

const FILE: &str = "containers/policy.json";

/// The policy.
#[derive(Default, Deserialize)]
pub(crate) struct Policy {
    #[serde(default)]
    default: Vec<Requirement>,
    #[serde(default)]
    transports: BTreeMap<String, BTreeMap<String, Vec<Requirement>>>,
    #[serde(skip)]
    file: String,
}

#[derive(Deserialize)]
struct Requirement {
    r#type: String,
}

/// Reads the policy of the machine. By default, every image is allowed.
///
/// # Errors
/// Returns an error if the policy cannot be read.
pub(crate) fn load(env: &Environment) -> Result<Policy, Error> {
    let system = [env.system("etc").join(FILE), env.system("usr/share").join(FILE)];
    let mut paths = env.config_home().map(|folder| folder.join(FILE)).into_iter().chain(system);
    let Some(path) = paths.find(|path| path.exists()) else { return Ok(Policy::default()) };
    let invalid = |reason: &dyn std::fmt::Display| {
        Error::configuration(format!("invalid policy in \"{}\": {reason}", path.display()))
    };
    let text = std::fs::read(&path).map_err(|error| invalid(&olmkit_disk::reason(&error)))?;
    let policy: Policy = serde_json::from_slice(&text).map_err(|error| invalid(&in_json_file(&error)))?;
    Ok(Policy { file: path.display().to_string(), ..policy })
}

impl Policy {
    /// Checks whether an image is allowed.
    ///
    /// # Errors
    /// Returns an error if the policy rejects the image.
    pub(crate) fn check(&self, reference: &Reference) -> Result<(), Error> {
        if !requirements(self, reference).iter().any(|requirement| requirement.r#type == "reject") {
            return Ok(());
        }
        let text = format!("Source image rejected: Running image docker://{reference} is rejected by policy.");
        Err(Error::new(Kind::Configuration, text).help(format!("{} defines which images may be pulled.", self.file)))
    }
}

/// The requirements of the most specific scope.
fn requirements<'p>(policy: &'p Policy, reference: &Reference) -> &'p [Requirement] {
    let Some(scopes) = policy.transports.get("docker") else { return &policy.default };
    let name = reference.name();
    let mut scope = name.as_str();
    if let Some(exact) = scopes.get(&reference.to_string()) {
        return exact;
    }
    loop {
        match (scopes.get(scope), scope.rsplit_once('/')) {
            (Some(found), _) => return found,
            (None, Some((above, _))) => scope = above,
            (None, None) => break,
        }
    }
    let mut domain = reference.host.as_str();
    while let Some((_, above)) = domain.split_once('.') {
        if let Some(found) = scopes.get(&format!("*.{above}")) {
            return found;
        }
        domain = above;
    }
    scopes.get("").unwrap_or(&policy.default)
}
