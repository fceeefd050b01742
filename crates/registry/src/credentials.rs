//! Finds credentials in the same places as opm.
//!
//! `credential-helpers` in registries.conf lists the sources in order: helper programs and the credential files. By
//! default, only the files are used. The order of the files is docker's file, then podman's files, then docker's file
//! again. The first read of docker's file ignores an invalid file, the second does not.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use olmkit_disk::reason;
use olmkit_serde_messages::in_json_file;
use serde::Deserialize;

use crate::environment::{Environment, is_file};
use crate::error::Error;

/// The name of the credential files in a list of helpers.
const FILES: &str = "containers-auth.json";
/// The output of a helper without matching credentials.
const NOT_FOUND: &str = "credentials not found in native keychain";
/// The user name that a helper returns with an identity token.
const TOKEN_USER: &str = "<token>";

/// Credentials.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Credentials {
    pub(crate) user: String,
    pub(crate) password: String,
    /// An identity token. It is exchanged for access tokens instead of the password.
    pub(crate) identity: String,
}

impl Credentials {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Credentials::default()
    }

    /// Whether the credentials are sufficient. Only a user or only a password does not end the search.
    fn is_complete(&self) -> bool {
        !self.user.is_empty() && !self.password.is_empty() || !self.identity.is_empty()
    }

    /// Returns the header for basic authentication.
    pub(crate) fn basic(&self) -> String {
        format!("Basic {}", STANDARD.encode(format!("{}:{}", self.user, self.password)))
    }
}

impl std::fmt::Debug for Credentials {
    /// Omits secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("user", &self.user).finish_non_exhaustive()
    }
}

/// The credentials for a repository, and the places that were searched.
#[derive(Debug, Clone, Default)]
pub(crate) struct FoundCredentials {
    pub(crate) credentials: Credentials,
    pub(crate) places: Vec<String>,
    /// Files with a `credsStore`, which is ignored, as in opm.
    pub(crate) ignored_stores: Vec<String>,
}

#[derive(Deserialize)]
struct AuthFile {
    #[serde(default)]
    auths: BTreeMap<String, Entry>,
    #[serde(default, rename = "credHelpers")]
    helpers: BTreeMap<String, String>,
    #[serde(default, rename = "credsStore")]
    store: String,
}

/// The credentials for a repository in a file.
struct InFile {
    credentials: Credentials,
    names_a_store: bool,
}

#[derive(Default, Deserialize)]
struct Entry {
    #[serde(default)]
    auth: String,
    #[serde(default)]
    identitytoken: String,
}

/// Finds the credentials for `host/path/of/repository`.
///
/// # Errors
/// Returns an error if a file is not valid or a helper fails, and no other source has credentials.
pub(crate) fn find(
    host: &str,
    repository: &str,
    helpers: &[String],
    env: &Environment,
) -> Result<FoundCredentials, Error> {
    let mut search = Search { host, repository, env, found: FoundCredentials::default() };
    let only_files = [FILES.to_owned()];
    let sources = if helpers.is_empty() { only_files.as_slice() } else { helpers };
    let mut failure = None;
    for source in sources {
        let answer = if source == FILES { search.files() } else { search.helper(source) };
        match answer {
            Ok(credentials) if credentials.is_empty() => {}
            Ok(credentials) => return Ok(FoundCredentials { credentials, ..search.found }),
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    match failure {
        Some(error) => Err(error.within("getting username and password")),
        None => Ok(search.found),
    }
}

/// A search for the credentials of a repository.
struct Search<'s> {
    host: &'s str,
    repository: &'s str,
    env: &'s Environment,
    found: FoundCredentials,
}

impl Search<'_> {
    /// Reads docker's file for the first time. `None` if it cannot be used.
    fn first_look(&mut self) -> Option<Credentials> {
        let path = first_file(self.env)?;
        self.found.places.push(path.display().to_string());
        let known = is_file(&path).then(|| in_file(&path, false, self.host, self.repository, self.env))?;
        known.ok().map(|in_file| in_file.credentials).filter(Credentials::is_complete)
    }

    fn files(&mut self) -> Result<Credentials, Error> {
        if let Some(credentials) = self.first_look() {
            return Ok(credentials);
        }
        for (path, is_legacy) in other_files(self.env) {
            let shown = path.display().to_string();
            if !self.found.places.contains(&shown) {
                self.found.places.push(shown.clone());
            }
            if !path.exists() {
                continue;
            }
            let in_file = in_file(&path, is_legacy, self.host, self.repository, self.env)?;
            if in_file.credentials.is_complete() {
                return Ok(in_file.credentials);
            }
            if in_file.names_a_store {
                self.found.ignored_stores.push(shown);
            }
        }
        Ok(Credentials::default())
    }

    fn helper(&mut self, name: &str) -> Result<Credentials, Error> {
        self.found.places.push(format!("docker-credential-{name}"));
        run_helper(name, self.host, self.env)
    }
}

/// The file that is read first.
fn first_file(env: &Environment) -> Option<PathBuf> {
    env.var("REGISTRY_AUTH_FILE").map(PathBuf::from).or_else(|| docker_file(env))
}

/// Docker's file, in `DOCKER_CONFIG` or in the user's home directory.
fn docker_file(env: &Environment) -> Option<PathBuf> {
    let configured = env.var("DOCKER_CONFIG").map(|folder| PathBuf::from(folder).join("config.json"));
    configured.or_else(|| Some(env.home()?.join(".docker/config.json")))
}

/// The other files, and whether each has the legacy format without `auths`.
fn other_files(env: &Environment) -> Vec<(PathBuf, bool)> {
    let runtime = match env.var("XDG_RUNTIME_DIR") {
        Some(folder) => Some(Path::new(folder).join("containers/auth.json")),
        None => user_id(env).map(|id| env.system(&format!("run/containers/{id}/auth.json"))),
    };
    let own = env.config_home().map(|folder| folder.join("containers/auth.json"));
    let legacy = env.home().map(|home| home.join(".dockercfg"));
    let files = [(runtime, false), (own, false), (docker_file(env), false), (legacy, true)];
    files.into_iter().filter_map(|(path, is_legacy)| Some((path?, is_legacy))).collect()
}

/// The id of the user, determined from the owner of the user's files.
#[cfg(unix)]
fn user_id(env: &Environment) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let own = std::fs::metadata("/proc/self").or_else(|_| std::fs::metadata(env.home().unwrap_or_default()));
    own.ok().map(|of| of.uid())
}

#[cfg(not(unix))]
fn user_id(_: &Environment) -> Option<u32> {
    None
}

fn in_file(path: &Path, is_legacy: bool, host: &str, repository: &str, env: &Environment) -> Result<InFile, Error> {
    let shown = path.display();
    let broken = |reason: &dyn std::fmt::Display| {
        Error::configuration(format!("reading JSON file \"{shown}\": unmarshaling JSON at \"{shown}\": {reason}"))
            .help(format!("Correct {shown}, or remove it."))
    };
    let text = std::fs::read(path)
        .map_err(|error| Error::configuration(format!("reading JSON file \"{shown}\": {}", reason(&error))))?;
    let file = if is_legacy {
        let auths = serde_json::from_slice(&text).map_err(|error| broken(&in_json_file(&error)))?;
        AuthFile { auths, helpers: BTreeMap::new(), store: String::new() }
    } else {
        serde_json::from_slice(&text).map_err(|error| broken(&in_json_file(&error)))?
    };
    let credentials = match (file.helpers.get(host), entry(&file.auths, is_legacy, host, repository)) {
        (Some(helper), _) => run_helper(helper, host, env)?,
        (None, None) => Credentials::default(),
        (None, Some(entry)) => {
            let help = |error: Error| error.help(format!("Correct {shown}: `auth` is USER:PASSWORD in base64."));
            decode(entry).map_err(help)?
        }
    };
    Ok(InFile { credentials, names_a_store: !file.store.is_empty() })
}

/// The entry with the most specific key, otherwise one whose key is a URL. Files in docker's legacy format contain only
/// hosts.
fn entry<'f>(auths: &'f BTreeMap<String, Entry>, is_legacy: bool, host: &str, repository: &str) -> Option<&'f Entry> {
    let whole = if is_legacy { host.to_owned() } else { format!("{host}/{repository}") };
    let mut key = whole.as_str();
    loop {
        if let Some(entry) = auths.get(key) {
            return Some(entry);
        }
        match key.rsplit_once('/') {
            Some((above, _)) => key = above,
            None => break,
        }
    }
    auths.iter().find(|(key, _)| hub(key_host(key, is_legacy)) == hub(host)).map(|(_, entry)| entry)
}

/// The host of a key that is a URL. A key for a repository applies only to that repository.
fn key_host(key: &str, is_legacy: bool) -> &str {
    let bare = key.strip_prefix("http://").unwrap_or(key);
    let bare = bare.strip_prefix("https://").unwrap_or(bare);
    if is_legacy || bare.len() < key.len() { bare.split('/').next().unwrap_or_default() } else { bare }
}

/// Normalizes the names of Docker Hub to the one that `docker login` writes.
fn hub(host: &str) -> &str {
    match host {
        "docker.io" | "registry-1.docker.io" => "index.docker.io",
        other => other,
    }
}

fn decode(entry: &Entry) -> Result<Credentials, Error> {
    let encoded: String = entry.auth.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
    let decoded = STANDARD.decode(encoded.as_bytes()).map_err(|error| {
        let at = match error {
            base64::DecodeError::InvalidByte(at, _) | base64::DecodeError::InvalidLastSymbol(at, _) => at,
            _ => encoded.len(),
        };
        Error::configuration(format!("illegal base64 data at input byte {at}"))
    })?;
    let text = String::from_utf8_lossy(&decoded).into_owned();
    // Without a colon, the entry is ignored, including its token.
    let Some((user, password)) = text.split_once(':') else { return Ok(Credentials::default()) };
    Ok(Credentials {
        user: user.to_owned(),
        password: password.trim_matches('\0').to_owned(),
        identity: entry.identitytoken.clone(),
    })
}

/// Describes the exit status of a program as Go does.
fn ended(status: ExitStatus) -> String {
    status.code().map_or_else(|| status.to_string(), |code| format!("exit status {code}"))
}

/// Runs the program `docker-credential-NAME`. Its standard error is inherited.
fn run_helper(name: &str, host: &str, env: &Environment) -> Result<Credentials, Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "PascalCase")]
    struct Answer {
        #[serde(default)]
        username: String,
        #[serde(default)]
        secret: String,
    }
    let program = format!("docker-credential-{name}");
    let failed = |reason: &str, out: &str, advice: &str| {
        Error::configuration(format!("error getting credentials - err: {reason}, out: `{out}`"))
            .help(format!("A file of credentials names the helper `{name}`{advice}"))
    };
    let fails = |reason: &str, out: &str| {
        failed(reason, out, &format!(". Run `{program} get` with `{host}` as its input to see why it fails."))
    };
    let missing = || {
        let reason = format!("exec: \"{program}\": executable file not found in $PATH");
        failed(&reason, "", &format!(": install {program}, or remove the entry."))
    };
    let is_plain = !name.contains(['/', '\\']);
    let path = env.program(&program).filter(|_| is_plain).ok_or_else(missing)?;
    let mut command = Command::new(path);
    command.arg("get").env_clear().envs(env.variables());
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn();
    let mut child = child.map_err(|error| fails(&reason(&error), ""))?;
    if let Some(mut stdin) = child.stdin.take() {
        // A helper that does not read its input reports the problem itself.
        let _ = stdin.write_all(host.as_bytes()).and_then(|()| stdin.write_all(b"\n"));
    }
    let output = child.wait_with_output().map_err(|error| fails(&reason(&error), ""))?;
    let out = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !output.status.success() {
        let is_none = out.contains(NOT_FOUND);
        return if is_none { Ok(Credentials::default()) } else { Err(fails(&ended(output.status), &out)) };
    }
    let answer: Answer =
        serde_json::from_str(&out).map_err(|error| fails(&format!("the answer: {}", in_json_file(&error)), ""))?;
    Ok(match answer.username.as_str() {
        TOKEN_USER => Credentials { identity: answer.secret, ..Credentials::default() },
        _ => Credentials { user: answer.username, password: answer.secret, identity: String::new() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auths(keys: &[&str]) -> BTreeMap<String, Entry> {
        let entry = |key: &&str| Entry { auth: (*key).to_owned(), ..Entry::default() };
        keys.iter().map(|key| ((*key).to_owned(), entry(key))).collect()
    }

    #[test]
    fn the_most_specific_key_wins() {
        let all = auths(&["h:1", "h:1/x", "h:1/x/y", "h:1/z", "https://g/v1/", "https://index.docker.io/v1/"]);
        for (host, repository, expected) in [
            ("h:1", "x/y", "h:1/x/y"),
            ("h:1", "x/z", "h:1/x"),
            ("h:1", "w", "h:1"),
            ("g", "x", "https://g/v1/"),
            ("docker.io", "library/x", "https://index.docker.io/v1/"),
        ] {
            assert_eq!(entry(&all, false, host, repository).unwrap().auth, expected);
        }
        assert!(entry(&auths(&["*", "other"]), false, "h", "x").is_none());
        let repositories = auths(&["h/z", "h/x"]);
        assert!(entry(&repositories, false, "h", "y").is_none(), "credentials of other repositories");
        assert!(entry(&repositories, true, "h", "x").is_some(), "addresses without a scheme");
    }

    /// The user found for `h:1/x`, with files in the home directory.
    fn found(files: &[(&str, &str)], helpers: &[&str], variables: &[(&str, &str)]) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().display().to_string();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), value.replace('~', &home)));
        let env = Environment::of(variables.chain([("HOME".to_owned(), home.clone())]), folder.path());
        let helpers: Vec<String> = helpers.iter().map(|helper| (*helper).to_owned()).collect();
        find("h:1", "x", &helpers, &env).map(|found| found.credentials.user).map_err(|error| error.message)
    }

    fn auth(pair: &str) -> String {
        format!(r#"{{"auths":{{"h:1":{{"auth":"{}"}}}}}}"#, STANDARD.encode(pair))
    }

    #[test]
    fn half_a_pair_does_not_end_the_search() {
        let own = auth("own:secret");
        for first in ["u:", ":p", "nothing"] {
            let first = auth(first);
            let files = [(".docker/config.json", first.as_str()), (".config/containers/auth.json", own.as_str())];
            assert_eq!(found(&files, &[], &[]).unwrap(), "own");
        }
        let token = r#"{"auths":{"h:1":{"identitytoken":"T"}}}"#;
        assert_eq!(found(&[(".docker/config.json", token)], &[], &[]).unwrap(), "");
    }

    #[test]
    fn configured_helpers_are_tried_in_order() {
        let own = auth("own:secret");
        let files = [(".config/containers/auth.json", own.as_str())];
        assert_eq!(found(&files, &["containers-auth.json"], &[]).unwrap(), "own");
        assert_eq!(found(&files, &["missing", "containers-auth.json"], &[]).unwrap(), "own");
        let error = found(&files, &["missing"], &[]).unwrap_err();
        assert!(error.contains("docker-credential-missing"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_helper_that_fails_is_not_one_that_is_missing() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("docker-credential-sick");
        std::fs::write(&program, "#!/bin/sh\necho no vault\nexit 3\n").unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let path = ("PATH".to_owned(), format!("{}:/bin:/usr/bin", folder.path().display()));
        let error = run_helper("sick", "h:1", &Environment::of([path], folder.path())).unwrap_err();
        assert_eq!(error.message, "error getting credentials - err: exit status 3, out: `no vault`");
        let help = error.help.unwrap().to_string();
        assert!(help.contains("docker-credential-sick get") && !help.contains("install"), "{help}");
    }

    #[test]
    fn a_variable_sets_the_folder_of_docker() {
        let (home, elsewhere) = (auth("home:secret"), auth("elsewhere:secret"));
        let files = [(".docker/config.json", home.as_str()), ("d/config.json", elsewhere.as_str())];
        assert_eq!(found(&files, &[], &[("DOCKER_CONFIG", "~/d")]).unwrap(), "elsewhere");
        assert_eq!(found(&files, &[], &[("DOCKER_CONFIG", "~/nothing")]).unwrap(), "");
        assert_eq!(found(&files, &[], &[]).unwrap(), "home");
    }

    #[test]
    fn a_store_for_all_registries_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(".docker/config.json");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, r#"{"credsStore":"desktop"}"#).unwrap();
        let env = Environment::of([("HOME".to_owned(), folder.path().display().to_string())], folder.path());
        let found = find("h:1", "x", &[], &env).unwrap();
        assert!(found.credentials.is_empty());
        assert_eq!(found.ignored_stores, [file.display().to_string()]);
    }

    #[test]
    fn secrets_are_not_shown() {
        let credentials = decode(&Entry { auth: STANDARD.encode("u:secret"), identitytoken: "token".into() }).unwrap();
        assert_eq!((credentials.user.as_str(), credentials.password.as_str()), ("u", "secret"));
        let shown = format!("{credentials:?}");
        assert!(!shown.contains("secret") && !shown.contains("token"), "{shown}");
        let message = decode(&Entry { auth: "%%%".into(), ..Entry::default() }).unwrap_err().message;
        assert_eq!(message, "illegal base64 data at input byte 0");
    }
}
