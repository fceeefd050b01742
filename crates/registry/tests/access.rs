//! Recorded requests of opm: credentials, mirrors, policies and error responses.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use olmkit_registry::{Environment, Reference, Registries, Security, Settings};
use olmkit_testing::{Answer, ImageSpec, LayerEntry, Least, Log, Request, Server, Store, cases};
use serde::Deserialize;
use serde_json::Value;

const PORTS: [&str; 3] = ["5071", "5072", "5073"];
const RECORDED_DIGEST: &str = "sha256:f0a1cc1c25f8989a135c12d6e991068a5a84991ea8b14277e1b637769fa47b20";

#[derive(Debug, Deserialize)]
struct Case {
    name: String,
    r#ref: String,
    server: BTreeMap<String, Behavior>,
    env: BTreeMap<String, String>,
    home: BTreeMap<String, Value>,
    flags: Vec<String>,
    exit: i32,
    #[serde(default)]
    error: String,
    requests: Vec<Recorded>,
}

/// The behavior of a registry.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Behavior {
    auth: String,
    accept: String,
    token: Option<u16>,
    #[serde(rename = "tokenBody")]
    token_body: Option<Value>,
    /// The status of manifests, or a list of statuses after a first 429.
    manifest: Value,
    body: String,
    ct: String,
    h: BTreeMap<String, String>,
    ping: Option<u16>,
    blob: Option<u16>,
}

#[derive(Debug, Deserialize, PartialEq, Eq, Clone)]
struct Recorded {
    port: u16,
    method: String,
    path: String,
    #[serde(default)]
    auth: String,
}

fn store() -> (Store, String) {
    let mut store = Store::default();
    let label = ("operators.operatorframework.io.index.configs.v1".to_owned(), "/configs".to_owned());
    let spec = ImageSpec {
        labels: Some([label].into()),
        layers: vec![vec![LayerEntry::file("configs/c.json", "{}")]],
        ..ImageSpec::default()
    };
    let image = store.image(&spec);
    store.tag("1", &image);
    (store, image["digest"].as_str().unwrap().to_owned())
}

impl Behavior {
    fn answer(&self, request: &Request, store: &Store, refused: &Mutex<bool>) -> Answer {
        let path = request.path.as_str();
        if path.starts_with("/token") {
            if request.method == "POST" {
                return Answer::new(501, "");
            }
            let body = self.token_body.clone().unwrap_or(serde_json::json!({ "token": "TOK" }));
            return Answer::new(self.token.unwrap_or(200), body.to_string());
        }
        if let Some(status) = self.ping.filter(|_| path == "/v2/") {
            return Answer::new(status, "{}");
        }
        if let Some(challenge) = self.challenge(request) {
            return Answer::new(401, "{}").with("WWW-Authenticate", &challenge);
        }
        if path.contains("/manifests/") {
            let first = !std::mem::replace(&mut *refused.lock().unwrap(), true);
            let status = match &self.manifest {
                Value::Array(_) if first => Some(429),
                Value::Number(status) => status.as_u64(),
                _ => None,
            };
            if let Some(status) = status {
                let answer = Answer::new(u16::try_from(status).unwrap(), self.body.clone());
                return self.h.iter().fold(answer, |answer, (name, value)| answer.with(name, value));
            }
        }
        match self.blob.filter(|_| path.contains("/blobs/")) {
            Some(status) => Answer::new(status, ""),
            None => store.answer(request),
        }
    }

    fn challenge(&self, request: &Request) -> Option<String> {
        let given = shown(request.header("authorization"));
        match self.auth.as_str() {
            "basic" if given.is_empty() || !self.accept.is_empty() && given != format!("Basic {}", self.accept) => {
                Some("Basic realm=\"x\"".to_owned())
            }
            "bearer" if given != "Bearer TOK" => {
                Some(format!("Bearer realm=\"http://{}/token\",service=\"svc\"", request.host))
            }
            _ => None,
        }
    }
}

/// A header with its base64 part decoded.
fn shown(header: Option<&str>) -> String {
    let header = header.unwrap_or_default();
    let Some(pair) = header.strip_prefix("Basic ") else { return header.to_owned() };
    format!("Basic {}", String::from_utf8(STANDARD.decode(pair).unwrap()).unwrap())
}

/// The requests of a case in the format of the recording.
fn requests(log: &Log, hosts: &[String]) -> Vec<Recorded> {
    let log = log.lock().unwrap();
    // The recorder did not support POST.
    let known = log.iter().filter(|request| request.method != "POST");
    let one = |request: &Request| {
        let at = hosts.iter().position(|host| *host == request.host).unwrap();
        let path = match request.path.split_once("sha256:") {
            Some((before, _)) => format!("{before}sha256:DIGEST"),
            None => request.path.clone(),
        };
        let auth = shown(request.header("authorization"));
        Recorded { port: PORTS[at].parse().unwrap(), method: request.method.clone(), path, auth }
    };
    known.map(one).collect()
}

/// The comparable part of opm's message, before parts that are specific to Go or list all files.
fn comparable(text: &str) -> &str {
    let ends = [
        "Get \"http",
        "toml: ",
        " in one of [",
        "unmarshaling JSON at",
        "invalid policy in",
        "received unexpected HTTP status: 501",
    ];
    let end = ends.iter().filter_map(|end| text.find(end)).min();
    end.map_or(text, |end| &text[..end])
}

/// Removes digests, because those of the test images differ.
fn without_digests(text: &str) -> String {
    let mut parts = text.split("sha256:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "DIGEST" + part.trim_start_matches(|c: char| c.is_ascii_hexdigit()))
}

fn run(case: &Case) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let (store, digest) = store();
    let log = Log::default();
    let servers = PORTS.map(|port| {
        let behavior = case.server.get(port).cloned().unwrap_or_default();
        let (store, refused) = (store.clone(), Arc::new(Mutex::new(false)));
        Server::logging(Arc::clone(&log), move |request| behavior.answer(request, &store, &refused))
    });
    let hosts: Vec<String> = servers.iter().map(Server::host).collect();
    let here = |text: &str| {
        let text = text.replace("$HOME", &home.display().to_string()).replace(RECORDED_DIGEST, &digest);
        PORTS.iter().zip(&hosts).fold(text, |text, (port, host)| text.replace(&format!("127.0.0.1:{port}"), host))
    };
    for (path, content) in &case.home {
        let path = home.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text = content.as_str().map_or_else(|| content.to_string(), str::to_owned);
        fs::write(&path, here(&text)).unwrap();
        #[cfg(unix)]
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let mut env: BTreeMap<String, String> = case.env.iter().map(|(name, value)| (name.clone(), here(value))).collect();
    env.insert("HOME".to_owned(), home.display().to_string());
    env.insert("PATH".to_owned(), format!("{}:/usr/bin:/bin", home.join("bin").display()));
    let mut settings = Settings::new(Environment::of(env, folder.path().join("root")));
    settings.pause = Duration::from_millis(2);
    settings.cache = Some(folder.path().join("cache"));
    if !case.flags.is_empty() {
        settings.security = Security::Insecure;
    }
    let pulled = Reference::parse(&here(&case.r#ref))
        .and_then(|reference| Registries::new(settings).unwrap().pull(&[reference], |_| true).pop().unwrap());
    if pulled.is_ok() != (case.exit == 0) {
        return Err(format!("{pulled:?}"));
    }
    if let Err(error) = &pulled {
        let theirs = here(case.error.split_once("failed to pull image").map_or("", |(_, rest)| rest));
        let theirs = theirs.split_once("\": ").map_or("", |(_, text)| text);
        if !without_digests(&error.to_string()).starts_with(comparable(&without_digests(theirs))) {
            return Err(format!("text {error}\n  not {theirs}"));
        }
    }
    let mut ours = requests(&log, &hosts);
    let mut theirs = case.requests.clone();
    // olmkit retries if a registry fails.
    if case.error.contains("unexpected HTTP status: 5") {
        ours.dedup();
    }
    // olmkit fetches the configuration first, and requests layers only after it.
    if case.error.contains("reading blob") {
        theirs.pop();
    }
    if ours == theirs { Ok(()) } else { Err(format!("requests {ours:#?}\n  not {theirs:#?}")) }
}

#[test]
fn registries_are_asked_as_opm_asks_them() {
    // opm's command line rejects the combination of both options before any request.
    let cases =
        cases("registry/registry-access.jsonl", Least { own: 14, shared: 85 }, |case: &Case| case.flags.len() < 3);
    let cases: Vec<&Case> = cases.iter().filter(|case| case.flags.len() < 2).collect();
    let failed: Vec<String> =
        cases.iter().filter_map(|case| Some(format!("{}: {}", case.name, run(case).err()?))).collect();
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), cases.len(), failed.join("\n"));
}
