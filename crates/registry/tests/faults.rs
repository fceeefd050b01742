//! Registries and connections that fail. The cache remains consistent.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use olmkit_registry::{
    Cache, CatalogBuild, Environment, Error, Kind, Platform, Pulled, Reference, Registries, Security, Settings,
};
use olmkit_testing::{Answer, Fault, ImageSpec, LayerEntry, Request, Server, Store};
use tempfile::TempDir;

/// An image with three layers, and the digest of its manifest.
fn store() -> (Store, String) {
    let mut store = Store::default();
    let layer =
        |at: usize| vec![LayerEntry::file(&format!("configs/{at}.json"), &format!("{at} {}", "text ".repeat(9000)))];
    let spec = ImageSpec {
        labels: Some([("key".to_owned(), "value".to_owned())].into()),
        layers: (0..3).map(layer).collect(),
        gzip: Some(false),
        ..ImageSpec::default()
    };
    let image = store.image(&spec);
    store.tag("1", &image);
    (store, image["digest"].as_str().unwrap().to_owned())
}

struct Puller {
    folder: TempDir,
}

impl Puller {
    fn new() -> Self {
        Puller { folder: tempfile::tempdir().unwrap() }
    }

    fn settings(&self) -> Settings {
        let env = Environment::of([("HOME".to_owned(), self.folder.path().display().to_string())], self.folder.path());
        let mut settings = Settings::new(env);
        settings.security = Security::Insecure;
        settings.pause = Duration::from_millis(2);
        settings.cache = Some(self.folder.path().join("cache"));
        settings
    }

    fn pull(&self, server: &Server, version: &str) -> Result<Pulled, Error> {
        let separator = if version.contains(':') { '@' } else { ':' };
        let reference = Reference::parse(&format!("{}/a/b{separator}{version}", server.host())).unwrap();
        Registries::new(self.settings()).unwrap().pull(&[reference], |_| true).pop().unwrap()
    }

    fn cache(&self) -> Cache {
        Cache::new(self.settings().cache, &self.settings().environment).unwrap()
    }
}

/// A registry whose first responses to some requests are replaced.
fn failing(
    times: usize,
    is_meant: fn(&Request) -> bool,
    change: impl Fn(Answer) -> Answer + Send + Sync + 'static,
) -> Server {
    let (store, _) = store();
    let left = AtomicUsize::new(times);
    Server::new(move |request| {
        let answer = store.answer(request);
        let fails =
            is_meant(request) && left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_ok();
        if fails { change(answer) } else { answer }
    })
}

fn is_blob(request: &Request) -> bool {
    request.path.contains("/blobs/")
}

fn is_manifest(request: &Request) -> bool {
    request.path.contains("/manifests/")
}

#[test]
fn only_missing_blobs_are_requested() {
    let (store, digest) = store();
    let server = Server::new(move |request| store.answer(request));
    let puller = Puller::new();
    let first = puller.pull(&server, "1").unwrap();
    assert_eq!((first.layers.len(), first.digest.as_str()), (3, digest.as_str()));
    assert_eq!(server.take().len(), 2 + 4);
    assert_eq!(puller.pull(&server, "1").unwrap(), first);
    assert_eq!(server.take(), ["GET /v2/", "GET /v2/a/b/manifests/1"]);
    assert_eq!(puller.pull(&server, &digest).unwrap(), first);
    assert!(server.take().is_empty());
    std::fs::write(&first.layers[1], "damaged").unwrap();
    assert_eq!(puller.pull(&server, &digest).unwrap(), first);
    assert_eq!(server.take().len(), 2, "the damaged layer comes again");
    assert_eq!(puller.cache().stored().blobs, 1 + 4);
}

#[test]
fn labels_decide_before_layers_are_fetched() {
    let (store, _) = store();
    let server = Server::new(move |request| store.answer(request));
    let reference = Reference::parse(&format!("{}/a/b:1", server.host())).unwrap();
    let registries = Registries::new(Puller::new().settings()).unwrap();
    let is_wanted = |pulled: &Pulled| pulled.labels().unwrap().contains_key("other");
    let pulled = registries.pull(&[reference], is_wanted).pop().unwrap().unwrap();
    assert!(pulled.layers.is_empty());
    assert_eq!(server.take().len(), 3);
}

#[test]
fn interrupted_downloads_are_resumed() {
    for fault in [Fault::Cut(20_000), Fault::Cut(0), Fault::Slow(Duration::from_millis(5))] {
        let server = failing(3, is_blob, move |answer| Answer { fault: Some(fault), ..answer });
        let puller = Puller::new();
        puller.pull(&server, "1").unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        let resumed =
            server.requests().iter().filter(|request| request.header("range") == Some("bytes=20000-")).count();
        assert!(fault != Fault::Cut(20_000) || resumed > 0, "{fault:?}");
        assert_eq!(puller.cache().stored().blobs, 5);
    }
}

#[test]
fn failures_are_repeated_a_few_times() {
    for status in [0, 429, 500, 503] {
        for is_meant in [is_blob, is_manifest, |request: &Request| request.path == "/v2/"] {
            let server = failing(2, is_meant, move |_| Answer::new(status, ""));
            Puller::new().pull(&server, "1").unwrap_or_else(|error| panic!("{status}: {error}"));
        }
    }
    let server = failing(usize::MAX, is_manifest, |_| Answer::new(500, ""));
    let error = Puller::new().pull(&server, "1").unwrap_err();
    assert!(error.to_string().ends_with("received unexpected HTTP status: 500 Internal Server Error"), "{error}");
    assert_eq!((error.kind, server.requests().len()), (Kind::Unreachable, 1 + 3));
}

const PAGE: &str = "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body></body></html>";

/// The error of a pull from a registry that responds to some requests with `other`.
fn failure(is_meant: fn(&Request) -> bool, other: &Answer) -> (String, String, String) {
    let other = other.clone();
    let server = failing(usize::MAX, is_meant, move |_| other.clone());
    let error = Puller::new().pull(&server, "1").unwrap_err();
    (server.host(), error.to_string(), error.help.unwrap_or_default().to_string())
}

#[test]
fn a_registry_that_fails_is_named_with_what_to_do() {
    let is_ping = |request: &Request| request.path == "/v2/";
    for is_meant in [is_ping, is_manifest, is_blob] {
        for (status, text) in
            [(500, "500 Internal Server Error"), (502, "502 Bad Gateway"), (503, "503 Service Unavailable")]
        {
            let (host, message, help) = failure(is_meant, &Answer::new(status, ""));
            assert!(message.ends_with(&format!("received unexpected HTTP status: {text}")), "{message}");
            let expected =
                format!("{host} failed, or a proxy before it. The failure may be temporary: try again later.");
            assert_eq!(help, expected);
        }
        let (_, message, help) = failure(is_meant, &Answer::new(429, ""));
        assert!(message.ends_with("StatusCode: 429, \"\"") && help.starts_with("Try again later."), "{message} {help}");
    }
    let (_, _, help) = failure(is_manifest, &Answer::new(502, PAGE));
    assert!(help.contains("proxy before it. It answered with a web page with the title \"Sign in\". The"), "{help}");
}

#[test]
fn a_web_page_is_not_the_answer_of_a_registry() {
    for (is_meant, status, expected) in [
        (is_manifest as fn(&Request) -> bool, 200, "/a/b: the answer is a web page instead of a manifest"),
        (is_blob, 200, "fetching blob: the answer is a web page instead of the blob"),
        (
            |request| request.path == "/v2/",
            404,
            "StatusCode: 404, \"<!DOCTYPE html>\\n<html><head><title>Sign in</title>...\"",
        ),
        (is_manifest, 403, "StatusCode: 403, \"<!DOCTYPE html>\\n<html><head><title>Sign in</title>...\""),
        (is_blob, 403, "StatusCode: 403, \"<!DOCTYPE html>\\n<html><head><title>Sign in</title>...\""),
    ] {
        let (host, message, help) = failure(is_meant, &Answer::new(status, PAGE).with("Content-Type", "text/html"));
        assert!(message.ends_with(expected), "{message}");
        let beginning =
            format!("{host} answered with a web page with the title \"Sign in\". It is not a registry, or a proxy");
        assert!(help.starts_with(&beginning), "{help}");
    }
    let server = Server::new(|request| match request.path.as_str() {
        "/v2/" => Answer::new(401, "{}")
            .with("WWW-Authenticate", &format!("Bearer realm=\"http://{}/token\",service=\"s\"", request.host)),
        _ => Answer::new(200, PAGE),
    });
    let error = Puller::new().pull(&server, "1").unwrap_err();
    assert!(
        error.to_string().ends_with("Trying to obtain access token: the answer is a web page instead of a token"),
        "{error}"
    );
    assert!(error.help.unwrap().to_string().contains("\"Sign in\""));
}

#[test]
fn a_web_page_is_not_the_answer_to_a_push() {
    let server = Server::new(|request| match request.path.as_str() {
        "/v2/" => Answer::new(200, "{}"),
        _ => Answer::new(200, PAGE),
    });
    let reference = Reference::parse(&format!("{}/a/b:1", server.host())).unwrap();
    let artifact = CatalogBuild::default().on_scratch(&Platform::default()).unwrap();
    let error = Registries::new(Puller::new().settings()).unwrap().push(&artifact, &reference).unwrap_err();
    assert!(error.to_string().ends_with("the answer is a web page instead of a confirmation"), "{error}");
    assert!(error.help.unwrap().to_string().contains("\"Sign in\""));
}

#[test]
fn a_registry_that_was_never_there_is_not_waited_for() {
    let host = Server::new(|_| Answer::new(200, "")).host();
    let reference = Reference::parse(&format!("{host}/a/b:1")).unwrap();
    let mut settings = Puller::new().settings();
    settings.pause = Duration::from_secs(60);
    let error = Registries::new(settings).unwrap().pull(&[reference], |_| true).pop().unwrap().unwrap_err();
    assert_eq!(error.kind, Kind::Unreachable, "{error}");
    assert!(error.to_string().contains(&format!("pinging container registry {host}")), "{error}");
}

#[test]
fn what_is_damaged_is_refused() {
    let other = |answer: Answer| Answer { body: vec![b'x'; answer.body.len()], ..answer };
    let shorter = |answer: Answer| Answer { body: answer.body[..answer.body.len() / 2].to_vec(), ..answer };
    let longer = |mut answer: Answer| {
        answer.body.push(b'x');
        answer
    };
    let endless = |answer: Answer| Answer { fault: Some(Fault::Endless), ..answer };
    type Case = (fn(&Request) -> bool, fn(Answer) -> Answer, &'static str);
    let cases: [Case; 6] = [
        (is_blob, other, "Digest did not match, expected sha256:"),
        (is_blob, shorter, "the answer ended early"),
        (is_blob, longer, "the blob is larger than the"),
        (is_blob, endless, "the blob is larger than the"),
        (is_manifest, other, "manifest does not match its digest"),
        (is_manifest, endless, "the answer has more than 4096 KiB"),
    ];
    for (is_meant, change, expected) in cases {
        let puller = Puller::new();
        let error = puller.pull(&failing(usize::MAX, is_meant, change), "1").unwrap_err();
        assert!(error.to_string().contains(expected), "{error}\n  not {expected}");
        assert!(expected.contains("KiB") || error.help.is_some(), "{error}");
        // Earlier content is kept.
        assert_eq!(
            puller.cache().stored().blobs,
            usize::from(!expected.contains("manifest does") && !expected.contains("KiB"))
        );
        // Only a beginning that may be valid is kept.
        let stays = puller.cache().stored().unfinished;
        assert_eq!(stays > 0, expected == "the answer ended early", "{expected}: {stays}");
    }
}

#[test]
fn redirects_end() {
    let server = failing(usize::MAX, is_blob, |_| Answer::new(307, "").with("Location", "/v2/a/b/blobs/again"));
    let error = Puller::new().pull(&server, "1").unwrap_err();
    assert!(error.to_string().contains("too many redirects"), "{error}");
    assert!(
        error
            .help
            .unwrap()
            .to_string()
            .starts_with("The registry, or a proxy before it, redirects the request again and again.")
    );
    let (store, _) = store();
    let elsewhere = {
        let store = store.clone();
        Server::new(move |request| store.answer(request))
    };
    let host = elsewhere.host();
    let server = Server::new(move |request| match is_blob(request) {
        true => Answer::new(307, "").with("Location", &format!("http://{host}{}", request.path)),
        false => store.answer(request),
    });
    Puller::new().pull(&server, "1").unwrap();
    assert_eq!(elsewhere.requests().len(), 4);
}

#[test]
fn a_token_server_that_is_down_is_named() {
    let gone = Server::new(|_| Answer::new(200, "")).host();
    let server = Server::new(move |_| {
        let challenge = format!("Bearer realm=\"http://{gone}/token\",service=\"s\"");
        Answer::new(401, "{}").with("WWW-Authenticate", &challenge)
    });
    let error = Puller::new().pull(&server, "1").unwrap_err();
    assert!(
        error.to_string().contains("Trying to obtain access token") && error.to_string().contains("/token"),
        "{error}"
    );
    assert!(error.help.unwrap().to_string().starts_with("The registry requires a token from http://127.0.0.1:"));
}

#[test]
fn a_denial_lists_where_credentials_were_searched() {
    let server = Server::new(|_| Answer::new(401, "{}").with("WWW-Authenticate", "Basic realm=\"x\""));
    let puller = Puller::new();
    let help = puller.pull(&server, "1").unwrap_err().help.unwrap().to_string();
    let place = puller.folder.path().join(".config/containers/auth.json").display().to_string();
    assert!(help.starts_with("olmkit found no credentials") && help.contains(&place), "{help}");
    assert!(help.contains(&format!("podman login {}", server.host())), "{help}");
}

#[test]
fn a_denial_names_the_credentials_that_were_sent() {
    let server = Server::new(|request| match request.path.as_str() {
        "/v2/" => Answer::new(401, "{}").with("WWW-Authenticate", "Basic realm=\"x\""),
        _ => Answer::new(403, "{\"errors\":[{\"code\":\"DENIED\"}]}"),
    });
    let puller = Puller::new();
    let help = puller.pull(&server, "1").unwrap_err().help.unwrap().to_string();
    assert!(help.starts_with("olmkit found no credentials. It looked in "), "{help}");
    let auth = format!("{{\"auths\":{{\"{}\":{{\"auth\":\"dTpw\"}}}}}}", server.host());
    std::fs::create_dir_all(puller.folder.path().join(".docker")).unwrap();
    std::fs::write(puller.folder.path().join(".docker/config.json"), auth).unwrap();
    let help = puller.pull(&server, "1").unwrap_err().help.unwrap().to_string();
    let sent = format!("olmkit sent the credentials of user `u`. They do not allow this for {}/a/b.", server.host());
    assert!(help.starts_with(&sent), "{help}");
}

#[test]
fn a_blob_that_is_gone_is_not_a_missing_image() {
    let server = failing(usize::MAX, is_blob, |_| Answer::new(404, ""));
    let help = Puller::new().pull(&server, "1").unwrap_err().help.unwrap().to_string();
    assert_eq!(help, "The registry has the image without this blob. Push the image again.");
}

#[test]
fn images_are_pulled_together() {
    let (store, _) = store();
    let server = Server::new(move |request| store.answer(request));
    let text =
        |at: usize| Reference::parse(&format!("{}/a/b{at}:{}", server.host(), if at == 3 { 2 } else { 1 })).unwrap();
    let references: Vec<Reference> = (0..8).map(text).collect();
    let pulled = Registries::new(Puller::new().settings()).unwrap().pull(&references, |_| true);
    let failed: Vec<usize> = (0..8).filter(|at| pulled[*at].is_err()).collect();
    assert_eq!(failed, [3]);
    assert_eq!(
        server.requests().iter().filter(|request| request.path == "/v2/").count(),
        1,
        "a registry is greeted once"
    );
}

#[test]
fn an_upload_that_fails_begins_again_a_few_times() {
    let push = |status: u16| {
        let server = Server::new(move |request| match request.method.as_str() {
            "GET" => Answer::new(200, "{}"),
            "HEAD" => Answer::new(404, ""),
            "POST" => Answer::new(202, "").with("Location", "/v2/a/b/blobs/uploads/1"),
            _ => Answer::new(status, ""),
        });
        let reference = Reference::parse(&format!("{}/a/b:1", server.host())).unwrap();
        let artifact = CatalogBuild::default().on_scratch(&Platform::default()).unwrap();
        let error = Registries::new(Puller::new().settings()).unwrap().push(&artifact, &reference).unwrap_err();
        let sent = server.requests();
        let count =
            |method: &str| sent.iter().filter(|request| request.method == method).count() / artifact.blobs.len();
        (error, count("POST"), count("PUT"))
    };
    for status in [500, 0] {
        let (error, begun, sent) = push(status);
        assert_eq!((error.kind, begun, sent), (Kind::Unreachable, 3, 3), "{status}: {error}");
    }
    let (error, begun, _) = push(404);
    assert_eq!((error.kind, begun), (Kind::Missing, 1));
    let help = error.help.unwrap().to_string();
    assert!(
        help.starts_with("Check that the repository 127.0.0.1:") && help.ends_with("you may push to it."),
        "{help}"
    );
}
