//! Tokens that registries invalidate early, and identity tokens.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use olmkit_registry::{Environment, Error, Pulled, Reference, Registries, Security, Settings};
use olmkit_testing::{Answer, ImageSpec, LayerEntry, Request, Server, Store};

/// A registry that returns the tokens `t1`, `t2`…. `takes` determines whether it accepts a token for a path.
fn registry(takes: fn(token: &str, path: &str) -> bool) -> Server {
    let mut store = Store::default();
    let layers = vec![vec![LayerEntry::file("configs/a.json", "{}")]];
    let labels = Some([("key".to_owned(), "value".to_owned())].into());
    let image = store.image(&ImageSpec { labels, layers, ..ImageSpec::default() });
    store.tag("1", &image);
    let given = AtomicUsize::new(0);
    Server::new(move |request| {
        if request.path.starts_with("/token") {
            let number = given.fetch_add(1, Ordering::SeqCst).saturating_add(1);
            return Answer::new(200, format!("{{\"token\":\"t{number}\",\"expires_in\":300}}"));
        }
        let token = request.header("authorization").and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        match !token.is_empty() && takes(token, &request.path) {
            true => store.answer(request),
            false => refusal(request),
        }
    })
}

fn refusal(request: &Request) -> Answer {
    Answer::new(401, "")
        .with("WWW-Authenticate", &format!("Bearer realm=\"http://{}/token\",service=\"s\"", request.host))
}

fn pull(server: &Server) -> Result<Pulled, Error> {
    pull_with(server, "{}")
}

/// Pulls with docker's `config.json`.
fn pull_with(server: &Server, config: &str) -> Result<Pulled, Error> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join(".docker")).unwrap();
    std::fs::write(folder.path().join(".docker/config.json"), config).unwrap();
    let env = Environment::of([("HOME".to_owned(), folder.path().display().to_string())], folder.path());
    let mut settings = Settings::new(env);
    settings.security = Security::Insecure;
    settings.pause = Duration::from_millis(2);
    settings.cache = Some(folder.path().join("cache"));
    let reference = Reference::parse(&format!("{}/a/b:1", server.host())).unwrap();
    Registries::new(settings).unwrap().pull(&[reference], |_| true).pop().unwrap()
}

fn tokens(server: &Server) -> usize {
    server.take().iter().filter(|request| request.starts_with("GET /token")).count()
}

#[test]
fn a_token_that_was_accepted_is_replaced() {
    let server = registry(|token, path| token == "t2" || path.contains("/manifests/"));
    assert!(!pull(&server).unwrap().layers.is_empty());
    assert_eq!(tokens(&server), 2);
}

#[test]
fn a_token_that_was_never_accepted_is_not_replaced() {
    let server = registry(|_, _| false);
    assert!(pull(&server).unwrap_err().to_string().ends_with(": unauthorized"));
    assert_eq!(tokens(&server), 1);
    let server = registry(|_, path| path.contains("/manifests/"));
    assert!(pull(&server).unwrap_err().to_string().ends_with(": unauthorized"));
    assert_eq!(tokens(&server), 2, "one more attempt");
}

/// A registry whose token server exchanges only the identity token `idt` for a token.
fn exchange() -> Server {
    let mut store = Store::default();
    let layers = vec![vec![LayerEntry::file("configs/a.json", "{}")]];
    let labels = Some([("key".to_owned(), "value".to_owned())].into());
    let image = store.image(&ImageSpec { labels, layers, ..ImageSpec::default() });
    store.tag("1", &image);
    Server::new(move |request| {
        if request.path == "/token" && request.method == "POST" {
            let fields = "grant_type=refresh_token&service=s&client_id=olmkit&refresh_token=idt%2F1&\
                          scope=repository%3Aa%2Fb%3Apull";
            return match request.body == fields.as_bytes() {
                true => Answer::new(200, "{\"access_token\":\"good\",\"expires_in\":300}"),
                false => Answer::new(401, ""),
            };
        }
        match request.header("authorization") == Some("Bearer good") {
            true => store.answer(request),
            false => refusal(request),
        }
    })
}

#[test]
fn an_identity_token_is_exchanged() {
    let server = exchange();
    // The format of docker: a user without a password, and the token.
    let config = |token: &str| {
        let entry = format!("{{\"auth\":\"MDAwMDo=\",\"identitytoken\":\"{token}\"}}");
        format!("{{\"auths\":{{\"{}\":{entry}}}}}", server.host())
    };
    assert!(!pull_with(&server, &config("idt/1")).unwrap().layers.is_empty());
    let error = pull_with(&server, &config("other")).unwrap_err();
    assert!(error.to_string().contains("authentication required"), "{}", error.to_string());
}
