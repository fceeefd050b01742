//! Behavior of public registries: Docker Hub, GHCR, ECR, Harbor, quay.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use olmkit_registry::{
    CatalogBuild, Content, Environment, Error, Kind, Platform, Pulled, Reference, Registries, Security, Settings,
    Verdict,
};
use olmkit_testing::{Answer, Fault, ImageSpec, LayerEntry, Server, Store, digest};
use serde_json::{Value, json};
use tempfile::TempDir;

const INDEX: &str = "application/vnd.oci.image.index.v1+json";
const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";

fn spec() -> ImageSpec {
    let layers = vec![vec![LayerEntry::file("configs/a.json", "{}")]];
    let labels = Some([("key".to_owned(), "value".to_owned())].into());
    ImageSpec { labels, layers, ..ImageSpec::default() }
}

/// A store with an image tagged 1.
fn store() -> Store {
    let mut store = Store::default();
    let image = store.image(&spec());
    store.tag("1", &image);
    store
}

/// A store whose tag 1 is a text with this media type.
fn store_of(mut store: Store, media: &str, manifest: &Value) -> Store {
    store.manifests.insert("1".to_owned(), (media.to_owned(), manifest.to_string().into_bytes()));
    store
}

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn registries(home: &TempDir) -> Registries {
    let env = Environment::of([("HOME".to_owned(), home.path().display().to_string())], home.path());
    let mut settings = Settings::new(env);
    settings.security = Security::Insecure;
    settings.pause = Duration::from_millis(100);
    settings.cache = Some(home.path().join("cache"));
    Registries::new(settings).unwrap()
}

fn reference(host: &str) -> Reference {
    Reference::parse(&format!("{host}/a/b:1")).unwrap()
}

fn pull_from(home: &TempDir, host: &str) -> Result<Pulled, Error> {
    registries(home).pull(&[reference(host)], |_| true).pop().unwrap()
}

fn pull(server: &Server) -> Result<Pulled, Error> {
    pull_from(&home(), &server.host())
}

fn credentials(home: &TempDir, host: &str, auth: &str) {
    std::fs::create_dir_all(home.path().join(".docker")).unwrap();
    let text = format!("{{\"auths\":{{\"{host}\":{{\"auth\":\"{auth}\"}}}}}}");
    std::fs::write(home.path().join(".docker/config.json"), text).unwrap();
}

/// A registry with this challenge, whose token server returns `token`.
fn with_tokens(challenge: fn(host: &str) -> Vec<String>, token: &'static str) -> Server {
    let store = store();
    Server::new(move |request| {
        if request.path.starts_with("/token") {
            return Answer::new(200, token);
        }
        match request.header("authorization") == Some("Bearer good") {
            true => store.answer(request),
            false => {
                let refusal = Answer::new(401, "{}");
                challenge(&request.host).iter().fold(refusal, |answer, value| answer.with("WWW-Authenticate", value))
            }
        }
    })
}

fn bearer(host: &str) -> Vec<String> {
    vec![format!("Bearer realm=\"http://{host}/token\",service=\"registry\"")]
}

#[test]
fn tokens_have_several_forms() {
    for token in [
        "{\"token\":\"good\",\"access_token\":\"good\",\"expires_in\":300,\"issued_at\":\"2026-01-01T00:00:00Z\"}",
        "{\"access_token\":\"good\"}",
        "{\"token\":\"good\",\"expires_in\":0}",
        "{\"token\":null,\"access_token\":\"good\",\"expires_in\":null}",
    ] {
        let server = with_tokens(bearer, token);
        pull(&server).unwrap_or_else(|error| panic!("{token}: {error}"));
        let tokens = server.take().iter().filter(|request| request.starts_with("GET /token")).count();
        assert_eq!(tokens, 1, "{token}");
    }
}

#[test]
fn challenges_have_several_forms() {
    // Harbor and others: several headers, a realm with a query, a scope with several actions.
    let server = with_tokens(
        |host| {
            vec![
                "Negotiate".to_owned(),
                format!(
                    "Bearer realm=\"http://{host}/token?repo=a&x=1\",service=\"{host}\",scope=\"repository:a/b:pull,push\""
                ),
                "Basic realm=\"Realm of passwords\"".to_owned(),
            ]
        },
        "{\"token\":\"good\"}",
    );
    pull(&server).unwrap();
    let requests = server.take();
    let token = requests.iter().find(|request| request.starts_with("GET /token")).unwrap();
    assert!(token.starts_with("GET /token?repo=a&x=1&scope=repository%3Aa%2Fb%3Apull&service="), "{token}");
    // Several challenges in one header.
    let server = with_tokens(
        |host| vec![format!("Bearer realm=\"http://{host}/token\", service=\"s\", Basic realm=\"x\"")],
        "{\"token\":\"good\"}",
    );
    pull(&server).unwrap();
}

#[test]
fn a_denial_without_credentials_may_be_a_missing_image() {
    // GHCR: a token for anonymous users, and 403 for images that do not exist or are not public.
    let server = Server::new(|request| match (request.path.starts_with("/token"), request.header("authorization")) {
        (true, None) => Answer::new(200, "{\"token\":\"anonymous\"}"),
        (_, None) => Answer::new(401, "{}").with("WWW-Authenticate", &bearer(&request.host)[0]),
        _ => Answer::new(
            403,
            "{\"errors\":[{\"code\":\"DENIED\",\"message\":\"requested access to the resource is denied\"}]}",
        ),
    });
    let error = pull(&server).unwrap_err();
    assert!(error.kind == Kind::Denied && error.to_string().ends_with(": denied"), "{error}");
    let home = home();
    let verdicts = registries(&home).exist(&[reference(&server.host())], |_| true).unwrap();
    assert!(
        matches!(&verdicts[..], [Verdict::Unknown(why)] if why.contains("same answer for missing")),
        "{verdicts:?}"
    );
}

#[test]
fn expired_credentials_are_reported_by_the_registry() {
    // ECR: a password valid for twelve hours, then 403 with a message.
    let text = "Your authorization token has expired. Reauthenticate and try again.";
    let server = Server::new(move |request| match request.header("authorization") {
        None => Answer::new(401, "Not Authorized").with(
            "WWW-Authenticate",
            "Basic realm=\"https://1.dkr.ecr.eu-west-1.amazonaws.com/\",service=\"ecr.amazonaws.com\"",
        ),
        Some(_) => Answer::new(403, json!({ "errors": [{ "code": "DENIED", "message": text }] }).to_string()),
    });
    let home = home();
    credentials(&home, &server.host(), "QVdTOnNlY3JldA==");
    let error = pull_from(&home, &server.host()).unwrap_err();
    assert!(error.to_string().ends_with(&format!("denied: {text}")), "{error}");
    assert!(error.help.unwrap().to_string().starts_with("olmkit sent the credentials of user `AWS`."));
}

#[test]
fn a_pause_may_be_a_date() {
    let store = store();
    let count = AtomicUsize::new(0);
    let server = Server::new(move |request| {
        let is_first = request.path.contains("/manifests/") && count.fetch_add(1, Ordering::SeqCst) == 0;
        let at = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(2));
        if is_first { Answer::new(429, "").with("Retry-After", &at) } else { store.answer(request) }
    });
    let begun = SystemTime::now();
    pull(&server).unwrap();
    // Dates have a resolution of one second.
    assert!(begun.elapsed().unwrap() >= Duration::from_millis(900), "{:?}", begun.elapsed());
}

#[test]
fn credentials_do_not_follow_to_another_host() {
    let store = store();
    let elsewhere = {
        let store = store.clone();
        Server::new(move |request| store.answer(request))
    };
    let host = elsewhere.host();
    let server = Server::new(move |request| match request.header("authorization") {
        None => Answer::new(401, "").with("WWW-Authenticate", "Basic realm=\"x\""),
        Some(_) if request.path.contains("/blobs/") => {
            Answer::new(307, "").with("Location", &format!("http://{host}{}?signature=x", request.path))
        }
        Some(_) => store.answer(request),
    });
    let home = home();
    credentials(&home, &server.host(), "dTpw");
    pull_from(&home, &server.host()).unwrap();
    let requests = elsewhere.requests();
    assert_eq!(requests.len(), 2);
    assert!(requests.iter().all(|request| request.header("authorization").is_none()), "{requests:?}");
}

#[test]
fn credentials_of_an_upload_stay_with_the_registry() {
    // The URL of the storage starts like that of the registry.
    let storage = Server::new(|_| Answer::new(201, ""));
    let port = storage.host().rsplit(':').next().unwrap().to_owned();
    let server = Server::new(move |request| match (request.header("authorization"), request.method.as_str()) {
        (None, _) => Answer::new(401, "").with("WWW-Authenticate", "Basic realm=\"x\""),
        (_, "HEAD") => Answer::new(404, ""),
        (_, "POST") => {
            let name = request.host.split(':').next().unwrap();
            Answer::new(202, "").with("Location", &format!("http://{}@{name}:{port}/upload", request.host))
        }
        _ => Answer::new(201, ""),
    });
    let home = home();
    credentials(&home, &server.host(), "dTpw");
    let artifact = CatalogBuild::default().on_scratch(&Platform::default()).unwrap();
    registries(&home).push(&artifact, &reference(&server.host())).unwrap();
    let requests = storage.requests();
    assert!(!requests.is_empty());
    let sent = format!("{requests:?}");
    assert!(!sent.contains("dTpw"), "{sent}");
}

fn existing(store: Store) -> Verdict {
    let server = Server::new(move |request| store.answer(request));
    let home = home();
    registries(&home).exist(&[reference(&server.host())], |_| true).unwrap().pop().unwrap()
}

#[test]
fn media_types_may_have_parameters() {
    let mut store = store();
    let (_, text) = store.manifests["1"].clone();
    store.manifests.insert("1".to_owned(), (format!("{MANIFEST}; charset=utf-8"), text));
    let server = Server::new(move |request| store.answer(request));
    pull(&server).unwrap();
    let mut store = Store::default();
    let arm = (json!({ "os": "linux", "architecture": "arm64" }), spec());
    let index = store.index(false, &[arm]);
    let (_, text) = store.manifests[index["digest"].as_str().unwrap()].clone();
    store.manifests.insert("1".to_owned(), (format!("{INDEX}; charset=utf-8"), text));
    assert!(matches!(existing(store), Verdict::NotForPlatform(_)));
}

#[test]
fn schema_1_is_named() {
    // Registries return the digest of the text without its signatures.
    let manifest = json!({ "schemaVersion": 1, "name": "a/b", "tag": "1", "fsLayers": [], "signatures": [] });
    let server = Server::new(move |request| match request.path.contains("/manifests/") {
        true => Answer::new(200, manifest.to_string())
            .with("Content-Type", "application/vnd.docker.distribution.manifest.v1+prettyjws")
            .with("Docker-Content-Digest", &digest(b"without signatures")),
        false => Answer::new(200, "{}"),
    });
    let error = pull(&server).unwrap_err();
    assert!(error.to_string().contains("manifest of schema 1, which is obsolete"), "{error}");
}

/// The store with one more layer, which is at these addresses.
fn with_foreign_layer(mut store: Store, content: &[u8], urls: &[String]) -> Store {
    let (media, text) = store.manifests["1"].clone();
    let mut manifest: Value = serde_json::from_slice(&text).unwrap();
    manifest["layers"].as_array_mut().unwrap().push(json!({
        "mediaType": "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip",
        "digest": digest(content),
        "size": content.len(),
        "urls": urls,
    }));
    store.manifests.insert("1".to_owned(), (media, manifest.to_string().into_bytes()));
    store
}

/// A registry that lets in one user.
fn private(store: Store) -> Server {
    Server::new(move |request| match request.header("authorization") == Some("Basic dTpw") {
        true => store.answer(request),
        false => Answer::new(401, "{}").with("WWW-Authenticate", "Basic realm=\"r\""),
    })
}

#[test]
fn foreign_layers_come_from_their_addresses_without_credentials() {
    let content = "foreign ".repeat(5000).into_bytes();
    let body = content.clone();
    let left = AtomicUsize::new(1);
    let other = Server::new(move |request| {
        let range =
            request.header("range").map(|range| range["bytes=".len()..range.len() - 1].parse::<usize>().unwrap());
        match (request.path.as_str(), range) {
            ("/gone", _) => Answer::new(404, "no"),
            (_, Some(begin)) => Answer::new(206, &body[begin..]),
            _ => {
                let is_cut = left.swap(0, Ordering::SeqCst) == 1;
                Answer { fault: is_cut.then_some(Fault::Cut(20_000)), ..Answer::new(200, body.clone()) }
            }
        }
    });
    let at = |path: &str| format!("http://{}/{path}", other.host());
    let urls = ["ftp://127.0.0.1/layer".to_owned(), at("gone"), at("layer")];
    let server = private(with_foreign_layer(store(), &content, &urls));
    let home = home();
    // The address of the layer is that of the registry's machine, and no credentials are for it.
    credentials(&home, &server.host(), "dTpw");
    let pulled = pull_from(&home, &server.host()).unwrap();
    assert_eq!(std::fs::read(&pulled.layers[1]).unwrap(), content);
    let requests = other.requests();
    assert!(requests.iter().all(|request| request.header("authorization").is_none()), "{requests:?}");
    let paths: Vec<&str> = requests.iter().map(|request| request.path.as_str()).collect();
    assert_eq!(paths, ["/gone", "/layer", "/gone", "/layer"], "the rest is asked for after the cut");
    assert_eq!(requests[3].header("range"), Some("bytes=20000-"));
}

#[test]
fn a_registry_is_asked_for_foreign_layers_first() {
    let content = b"foreign".to_vec();
    let mut store = with_foreign_layer(store(), &content, &["http://127.0.0.1:1/layer".to_owned()]);
    store.blobs.insert(digest(&content), content.clone());
    let server = Server::new(move |request| store.answer(request));
    let home = home();
    let pulled = pull_from(&home, &server.host()).unwrap();
    assert_eq!(std::fs::read(&pulled.layers[1]).unwrap(), content);
}

#[test]
fn missing_and_wrong_foreign_layers_are_refused() {
    let other = Server::new(|request| match request.path.as_str() {
        "/wrong" => Answer::new(200, "foreigN"),
        "/long" => Answer::new(200, "foreign and more"),
        _ => Answer::new(404, ""),
    });
    for (path, expected) in
        [("none", "failed fetching external blob from all urls: http://"), ("wrong", ""), ("long", "")]
    {
        let urls = [format!("http://{}/{path}", other.host())];
        let store = with_foreign_layer(store(), b"foreign", &urls);
        let server = Server::new(move |request| store.answer(request));
        let error = pull(&server).unwrap_err();
        assert!(error.to_string().contains(expected), "{path}: {error}");
        assert_eq!(error.kind == Kind::Content, path != "none", "{path}: {error}");
        let names_the_cause =
            error.help.as_ref().is_some_and(|help| help.to_string().contains("does not have this foreign layer"));
        assert_eq!(names_the_cause, path == "none", "{path}: {error:?}");
    }
    // Addresses of other kinds are not asked.
    let store = with_foreign_layer(store(), b"foreign", &["file:///etc/passwd".to_owned()]);
    let server = Server::new(move |request| store.answer(request));
    assert!(
        pull(&server)
            .unwrap_err()
            .help
            .unwrap()
            .to_string()
            .starts_with("The registry has the image without this blob.")
    );
}

#[test]
fn empty_blobs_are_pulled() {
    let mut store = store();
    let (media, text) = store.manifests["1"].clone();
    let mut manifest: Value = serde_json::from_slice(&text).unwrap();
    let empty = digest(b"");
    manifest["layers"].as_array_mut().unwrap().push(json!({
        "mediaType": "application/vnd.oci.image.layer.v1.tar", "digest": empty, "size": 0,
    }));
    store.blobs.insert(empty, Vec::new());
    let store = store_of(store, &media, &manifest);
    let server = Server::new(move |request| store.answer(request));
    let home = home();
    let pulled = pull_from(&home, &server.host()).unwrap();
    assert_eq!(std::fs::read(&pulled.layers[1]).unwrap(), b"");
    assert_eq!(pull_from(&home, &server.host()).unwrap(), pulled);
    let artifact = registries(&home).fetch(&reference(&server.host())).unwrap();
    let has_empty = artifact.blobs.values().any(|(size, content)| *size == 0 && matches!(content, Content::File(_)));
    assert!(has_empty, "{:?}", artifact.blobs);
}

/// An index with an image for a platform and an attestation of it.
fn attested(architecture: &str) -> Store {
    let mut store = Store::default();
    let platform = |os: &str, architecture: &str| json!({ "os": os, "architecture": architecture });
    let image = (platform("linux", architecture), spec());
    let attestation = ImageSpec { layers: vec![vec![LayerEntry::file("a.json", "attestation")]], ..spec() };
    let index = store.index(false, &[(platform("unknown", "unknown"), attestation), image]);
    store.tag("1", &index);
    store
}

#[test]
fn attestations_are_not_images() {
    let store = attested("amd64");
    let server = Server::new(move |request| store.answer(request));
    let home = home();
    pull_from(&home, &server.host()).unwrap();
    let artifact = registries(&home).fetch(&reference(&server.host())).unwrap();
    assert_eq!((artifact.manifests.len(), artifact.blobs.len()), (3, 4), "a copy has all of it");
    let store = attested("arm64");
    let server = Server::new(move |request| store.answer(request));
    let help = pull(&server).unwrap_err().help.unwrap().to_string();
    assert_eq!(help, "The index has images for linux/arm64. Choose one with --platform.");
    let Verdict::NotForPlatform(why) = existing(attested("arm64")) else { panic!() };
    assert!(why.ends_with("OS \"linux\"; it has images for linux/arm64"), "{why}");
}

#[test]
fn an_index_in_an_index_is_named() {
    let mut store = Store::default();
    let inner = store.index(false, &[(json!({ "os": "linux", "architecture": "amd64" }), spec())]);
    let mut entry = inner;
    entry["platform"] = json!({ "os": "linux", "architecture": "amd64" });
    let outer = json!({ "schemaVersion": 2, "mediaType": INDEX, "manifests": [entry] });
    let store = store_of(store, INDEX, &outer);
    let server = Server::new(move |request| store.answer(request));
    let error = pull(&server).unwrap_err();
    assert!(error.to_string().ends_with("the entry of the index is itself an index"), "{error}");
}
